"""What the names in a graph mean, a sentence or two for each kind of node."""

from __future__ import annotations

import re

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


def meaning(node: Node) -> str:
    """What a node is, for someone who meets its name for the first time.

    Example:
        >>> import minigrad
        >>> from minigrad import viz
        >>> x = minigrad.tensor(2.0, requires_grad=True)
        >>> print(meaning(viz.graph(x * 3).root))
        MulBackward0 is the node that mul recorded: backward hands it the gradient of the result, \
and it makes the gradients of the inputs. The 0 counts nothing: it is PyTorch's number for this \
form of mul.
    """
    if node.leaf:
        return _LEAF
    if node.op == "CopySlices":
        return _COPY
    if node.op.endswith("Backward"):  # PyTorch's own have a number
        own = f"{node.op} is the node that {stem(node.op)}, an autograd.Function, recorded"
        return f"{own}: backward hands it the gradient of the result and runs its backward()."
    name = function(node.op)
    text = (
        f"{node.op} is the node that {name} recorded: backward hands it the gradient of the "
        "result, and it makes the gradients of the inputs."
    )
    digit = re.search(r"\d+$", node.op)
    if digit is None:
        return text
    return f"{text} The {digit[0]} counts nothing: it is PyTorch's number for this form of {name}."


def meaning_of_saved(node: Node) -> str:
    """What it means that a node saves something, or has freed it; ``""`` if it saves nothing."""
    if node.freed:
        return "A backward has used it and let it go, so it cannot run here again."
    if not any(saved.is_tensor for saved in node.saved):
        return ""
    return "Kept since the forward pass: the rule needs it. Backward frees it."
