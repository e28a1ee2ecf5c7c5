"""What was recorded, written and pulled back, for several exercises of X6."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from ...autograd import grad
from ...creation.data import tensor
from ...tensor import Tensor
from ...testing.observed import OddForm
from ...testing.values import Array, kind

UNRECORDED = "Nothing leads back from it: the graph is cut in all places, or was never recorded."


def recorded(result: Any) -> Tensor:
    """A result that backward() can start from.

    Raises:
        OddForm: it is another thing, or has no graph.
    """
    if result is None:
        raise TypeError
    if not isinstance(result, Tensor):
        raise OddForm(f"What is wanted is a tensor with its graph; yours is {kind(result)}.")
    if not result.requires_grad:
        raise OddForm(UNRECORDED)
    return result


WRITTEN = "x itself was written into: whoever handed it over finds other numbers in it."

WHOSE = re.compile(r"which is (output \d of \w+)")
LOOK = (
    "If that operation is itself a write, something has saved what was there before; if not, look "
    "for the next write after it. (detach() shares the memory, and so the counter.)"
)
VIEW = (
    "That is a part of a memory, a row of a table for instance: it was saved, and later something "
    "was written into that memory, be it another row."
)


def pulled(result: Tensor, *inputs: Tensor) -> list[Array]:
    """The gradients of a weighted sum; zeros where no way leads.

    Raises:
        OddForm: something that was saved has been written over.
    """
    weights = tensor(np.linspace(-2.0, 3.1, result.numel())).reshape(result.shape)
    try:
        slopes = grad(result, inputs, weights.type(result.dtype), allow_unused=True)
    except RuntimeError as error:
        if "inplace" not in str(error):
            raise OddForm("backward() from it stops: has it run already?") from None
        whose = WHOSE.search(str(error))
        text = f": {whose[1]} is written over" if whose else ""
        advice = VIEW if "AsStrided" in text else LOOK
        raise OddForm(
            f"backward() stops with the error about a write in place{text}. {advice}"
        ) from None
    return [np.zeros(x.shape) if slope is None else slope.numpy()
            for x, slope in zip(inputs, slopes)]  # fmt: skip


QUIET = (
    "No error, and a wrong gradient: `.data`, `detach()` and `item()` quiet the error, and leave "
    "the mistake."
)
