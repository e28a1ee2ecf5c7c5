"""What autograd says when a graph cannot be walked: PyTorch's words, then what to do."""

from __future__ import annotations

import re
from typing import Any

from .._mode import current
from ..dtype import tensor_type

_LOOK_ABOVE = (
    "the backtrace further above shows the operation that failed to compute its gradient. The "
    "variable in question was changed in there or anywhere later. Good luck!"
)
_SWITCH_ON = (
    "enable anomaly detection to find the operation that failed to compute its gradient, with "
    "minigrad.autograd.set_detect_anomaly(True, check_nan=False)."
)


def freed(node: Any) -> RuntimeError:
    """The error of a second backward through a graph whose saved values are gone."""
    return RuntimeError(
        "Trying to backward through the graph a second time (or directly access saved tensors "
        "after they have already been freed). Saved intermediate values of the graph are freed "
        "when you call .backward() or autograd.grad(). Specify retain_graph=True if you need to "
        "backward through the graph a second time or if you need to access saved tensors after "
        "calling backward." + node.metadata.get("freed_", "") + "\n"
        "Often something was computed before a loop, or is carried over from its last round: "
        "compute it anew in each round, or detach() it."
    )


def detached() -> RuntimeError:
    """The error of a saved tensor that `detach_` has cut off."""
    return RuntimeError(
        "Trying to use a saved tensor that has been detached in-place, i.e. with .detach_()."
        "This is not supported, please use out-of-place `.detach()` instead"
    )


def modified(array: Any, counter: Any, expected: int, edge: Any) -> RuntimeError:
    """The error of a saved value that was written over before backward could read it.

    Args:
        array: the value as it is now.
        counter: its version counter; anomaly mode appends where each version was written.
        expected: its version when it was saved.
        edge: the node that made it, and as which output; None for a leaf.
    """
    what = f"[{tensor_type(array.dtype)} {list(array.shape)}]"
    if edge is not None and array.dtype.kind == "f":  # indices, say, are no node's output
        what += f", which is output {edge[1]} of {forward_name(edge[0])},"
    now, then = int(counter[0]), int(expected)
    noted = edge[0].metadata.get("made_", "") if edge else ""
    noted += "".join(text for version, text in counter[1:] if version > expected)
    return RuntimeError(
        "one of the variables needed for gradient computation has been modified by an inplace "
        f"operation: {what} is at version {now}; expected version {then} instead. "
        f"Hint: {_SWITCH_ON if current.mode.watch is None else _LOOK_ABOVE}{noted}\n"
        "Compute out of place (y = y + 1 instead of y += 1) what is written between the forward "
        "pass and backward(), or write into a clone()."
    )


def forward_name(node: Any) -> str:
    """What messages call the operation of a node: Mul for MulBackward0, Sum1 for SumBackward1."""
    if node.name() == "CopySlices":  # an operation of the engine itself
        return "minigrad::autograd::CopySlices"
    return re.sub(r"Backward0?(\d*)$", r"\1", node.name())
