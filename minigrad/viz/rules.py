"""What each operation's derivative rule does to the gradient, in words.

One phrase for all inputs, or one for each. ``{g}`` stands for the gradient that arrived; the other
places for what the node saved, under the library's names: ``{self}`` with its name, ``x = 2``, and
``{self:short}`` without, for the inside of a formula.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from .cases import CASES, LEFT, REVERSED, RIGHT, UNCHANGED, Phrases, Values

_SHAPED_BACK = "gives {g} the shape of its input again"
_PUT_BACK = "puts {g} back where it was taken from, with zeros elsewhere"
_CUT = "cuts the piece that belongs to this input out of {g}"
_ADDED_BACK = "adds {g} to zeros, at the places where it was taken from,"  # some perhaps twice

# Their inputs may be broadcast: then the rule ends in a sum over the axes that were repeated.
BROADCASTING = {"Add", "Div", "Maximum", "Minimum", "Mul", "Pow", "Rsub", "Sub", "Where"}

# By the name of a node, or by its stem if that is not listed.
PHRASES: dict[str, Phrases | Callable[[Values], Phrases]] = {
    **CASES,
    "Abs": "multiplies {g} by the sign of {self}",
    "Alias": UNCHANGED,
    "Bmm": (LEFT.replace("{}", "{mat2}"), RIGHT.replace("{}", "{self}")),
    "Cat": _CUT,
    "Clone": UNCHANGED,
    "Cos": "multiplies {g} by -sin({self:short})",
    "Cumsum": "adds {g} up from the end",
    "DivBackward1": "divides {g} by {divisor:short}",
    "Dot": ("multiplies {g} by {tensor}", "multiplies {g} by {self}"),
    "Exp": "multiplies {g} by its result {result}",
    "Expand": "adds {g} up over what was repeated",
    "Gather": _ADDED_BACK,
    "Index": _ADDED_BACK,
    "Log": "divides {g} by {self}",
    "LogSoftmax": "takes the sum of {g}, times the softmax, off {g}",
    "MaxBackward0": "hands {g} to the largest element along the axis, 0 to the others",
    "Mean": "shares {g} out equally among the elements that were averaged",
    "MedianBackward1": "hands {g} to the median along the axis, 0 to the others",
    "MinBackward0": "hands {g} to the smallest element along the axis, 0 to the others",
    "Mm": (LEFT.replace("{}", "{mat2}"), RIGHT.replace("{}", "{self}")),
    "Mul": ("multiplies {g} by {other}", "multiplies {g} by {self}"),
    "Mv": ("takes the outer product of {g} and {vec}", RIGHT.replace("{}", "{self}")),
    "Neg": REVERSED,
    "Permute": "puts the axes of {g} back in their old order",
    "Prod": "multiplies {g} by the product of all other elements",
    "ProdBackward1": "multiplies {g} by the product of all other elements along the axis",
    "Reciprocal": "multiplies {g} by -{result:short}²",
    "ReshapeAlias": _SHAPED_BACK,
    "Select": _PUT_BACK,
    "Sigmoid": "multiplies {g} by s(1 - s), where s is its result {result}",
    "Sin": "multiplies {g} by cos({self:short})",
    "Sign": "stops {g}, for a step function has slope 0,",
    "Slice": _PUT_BACK,
    "Softmax": "takes the softmax-weighted mean of {g} off {g} and multiplies by {result}",
    "Split": "puts {g} side by side, zeros where none came,",
    "Sqrt": "divides {g} by twice its result {result}",
    "Squeeze": _SHAPED_BACK,
    "Stack": _CUT,
    "Sum": "copies {g} to every element that was added up",
    "T": "transposes {g}",
    "Tanh": "multiplies {g} by 1 - t², where t is its result {result}",
    "ToCopy": "gives {g} the type of its input again",
    "Transpose": "swaps the two axes of {g} back",
    "Unbind": "stacks {g} up, zeros where none came,",
    "UnsafeView": _SHAPED_BACK,
    "Unsqueeze": _SHAPED_BACK,
    "View": _SHAPED_BACK,
    "Where": ("keeps {g} where the condition holds", "keeps {g} where the condition does not hold"),
}


def stem(op: str) -> str:
    """The operation in a node's name: ``"Mul"`` of ``"MulBackward0"``."""
    return re.sub(r"Backwards?\d*$", "", op)


_NO_FUNCTION = {
    "CopySlices": "a write into a part",
    "NotImplemented": "an operation without a derivative",
}


def function(op: str) -> str:
    """The function that records such a node: ``"log_softmax"`` of ``"LogSoftmaxBackward0"``."""
    if op in _NO_FUNCTION:
        return _NO_FUNCTION[op]
    if op.endswith("Backward"):  # an autograd.Function of somebody's own: PyTorch's have a number
        return stem(op)
    name = re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=\d)(?=[A-Z][a-z])", "_", stem(op)).lower()
    return {"to_copy": "to", "reshape_alias": "reshape"}.get(name, name)


def phrase(op: str, slot: int, saved: Values) -> str:
    """What the rule for input `slot` does; ``""`` where no words are known, or none for this call.

    Args:
        op: the name of the node.
        slot: which of its inputs.
        saved: what the node saved, by name.
    """
    if op.endswith("Backward"):  # a Function of somebody's own may be called Sign, or Relu
        return ""
    phrases = PHRASES.get(op) or PHRASES.get(stem(op), "")
    if callable(phrases):
        phrases = phrases(saved)
    if isinstance(phrases, str):
        return phrases
    return phrases[slot] if slot < len(phrases) else ""


def broadcasts(op: str, slot: int) -> bool:
    """May that input have been repeated, so that the rule ends in a sum over those axes?"""
    return stem(op) in BROADCASTING or (stem(op), slot) == ("Addmm", 0)  # 0 is the bias
