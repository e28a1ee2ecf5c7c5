"""What the names in a graph mean, a sentence or two for each kind of node."""

from __future__ import annotations

import re

from ..nn import functional
from ..tensor import Tensor
from .data import Node
from .rules import function, stem

_LEAF = (
    "AccumulateGrad is where the graph ends: at a leaf, a tensor that you made or a parameter of a "
    "module. It adds each gradient that arrives to .grad."
)
_COPY = (
    "CopySlices is the node that a write into a part of a tensor recorded. It passes on the "
    "gradient of the part that was kept, and that of the part that was written."
)
_NONE = (
    "NotImplemented is the node of an operation that has no derivative. A backward that comes here "
    "raises."
)
# What the first words of a docstring do not say, for they speak of another form.
_OTHER_FORMS = {
    "DivBackward2": "elementwise quotient input / other, under a rounding_mode",
    "MaxBackward0": "the largest element along dim",
    "MedianBackward1": "the median along dim",
    "MinBackward0": "the smallest element along dim",
    "RoundBackward1": "rounded to so many decimals",
}


def meaning(node: Node) -> str:
    """What a node is, for someone who meets its name for the first time.

    Example:
        >>> import minigrad
        >>> from minigrad import viz
        >>> x = minigrad.tensor(2.0, requires_grad=True)
        >>> print(meaning(viz.graph(x * 3).root))
        MulBackward0 is the node that mul recorded (elementwise product input * other): backward \
hands it the gradient of the result, and it makes the gradients of the inputs.
    """
    if node.leaf:
        return _LEAF
    if node.op == "CopySlices":
        return _COPY
    if node.op == "NotImplemented":
        return _NONE
    if node.op.endswith("Backward"):  # PyTorch's own have a number
        own = f"{node.op} is the node that {stem(node.op)}, an autograd.Function, recorded"
        return f"{own}: backward hands it the gradient of the result and runs its backward()."
    name = function(node.op)
    does = _OTHER_FORMS.get(node.op) or _first_words(name)
    return (
        f"{node.op} is the node that {name} recorded{f' ({does})' if does else ''}: backward hands "
        "it the gradient of the result, and it makes the gradients of the inputs."
    )


def numbering(node: Node) -> str:
    """What the number at the end of a node's name is; ``""`` if there is none."""
    digit = re.search(r"\d+$", node.op)
    if digit is None:
        return ""
    name = function(node.op)
    return f"The {digit[0]} is PyTorch's number for this form of {name}; it counts nothing."


def _first_words(name: str) -> str:
    """What the docstring of an operation begins with, up to the first stop; ``""`` without one."""
    found = getattr(Tensor, name, None) or getattr(functional, name, None)
    doc = found.__doc__ or "" if found else ""
    words = re.split(r"[.:;](?:\s|$)|, averaged|, whose", doc.strip())[0]
    words = re.sub(r"`+|(?<!\w)\*(?=\w+\*)|(?<=\w)\*(?!\w)", "", words)
    return words[:1].lower() + words[1:]


def meaning_of_saved(node: Node) -> str:
    """What it means that a node saves something, or has freed it; ``""`` if it saves nothing."""
    if node.freed:
        return "A backward has used it and let it go, so it cannot run here again."
    if not any(saved.is_tensor or saved.problem for saved in node.saved):
        return ""
    kept = "Kept since the forward pass: the rule needs it. Backward frees it."
    if any(saved.problem == "changed" for saved in node.saved):
        return "Kept since the forward pass, but written to since then: backward would raise."
    if any(saved.problem == "packed" for saved in node.saved):
        return (
            "Kept since the forward pass by a saved-tensors hook, in a form of its own. It is "
            "unpacked when backward needs it."
        )
    if any(saved.problem == "unreadable" for saved in node.saved):
        return "Kept since the forward pass for backward; it cannot be read here."
    if all(saved.version is None for saved in node.saved):
        return kept
    return f"{kept} The version counts writes in place: one more, and backward would raise."
