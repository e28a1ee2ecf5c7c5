"""What each operation's derivative rule does to the gradient, in words.

One phrase for all inputs, or one for each. ``{g}`` stands for the gradient that arrived; the other
places for what the node saved, under the library's names: ``{self}`` with its name, ``x = 2``, and
``{self:short}`` without, for the inside of a formula.
"""

from __future__ import annotations

import re

UNCHANGED = "passes {g} on unchanged"
_SHAPED_BACK = "gives {g} the shape of its input again"
_PUT_BACK = "puts {g} back where it was taken from, with zeros elsewhere"
_CUT = "cuts the piece that belongs to this input out of {g}"
_LEFT, _RIGHT = "multiplies {g} by the transpose of {}", "multiplies the transpose of {} by {g}"

# Their inputs may be broadcast: then the rule ends in a sum over the axes that were repeated.
BROADCASTING = {"Add", "Div", "Maximum", "Minimum", "Mul", "Pow", "Sub", "Where"}

# By the name of a node, or by its stem if that is not listed.
PHRASES: dict[str, str | tuple[str, ...]] = {
    "Abs": "multiplies {g} by the sign of {self}",
    "Add": UNCHANGED,
    "Addmm": (UNCHANGED, _LEFT.replace("{}", "{mat2}"), _RIGHT.replace("{}", "{mat1}")),
    "Alias": UNCHANGED,
    "Amax": "shares {g} out among the largest elements, 0 to the others",
    "Amin": "shares {g} out among the smallest elements, 0 to the others",
    "BinaryCrossEntropy": (
        "multiplies {g} by ({self:short} - {target:short}) / ({self:short} (1 - {self:short}) n)",
        "multiplies {g} by log((1 - {self:short}) / {self:short}) / n",
    ),
    "BinaryCrossEntropyWithLogits": (
        "multiplies {g} by (s - {target:short}) / n, where s is the sigmoid of {self:short}",
        "multiplies {g} by -({self:short}) / n",
    ),
    "Bmm": (_LEFT.replace("{}", "{mat2}"), _RIGHT.replace("{}", "{self}")),
    "Cat": _CUT,
    "Clone": UNCHANGED,
    "Cos": "multiplies {g} by -sin({self:short})",
    "Cumprod": "adds {g} times {result:short} up from the end and divides by {self:short}",
    "Cumsum": "adds {g} up from the end",
    "Div": ("divides {g} by {other}", "multiplies {g} by -({self:short}) / ({other:short})²"),
    "DivBackward1": "divides {g} by {divisor:short}",
    "Dot": ("multiplies {g} by {tensor}", "multiplies {g} by {self}"),
    "Embedding": "adds each row of {g} to the row that was looked up",
    "Exp": "multiplies {g} by its result {result}",
    "Expand": "adds {g} up over what was repeated",
    "Gather": _PUT_BACK,
    "Index": _PUT_BACK,
    "LinalgVectorNorm": (
        "multiplies {g} by {self:short} · |{self:short}|^({ord:short} - 2) / "
        "{result:short}^({ord:short} - 1)"
    ),
    "Log": "divides {g} by {self}",
    "LogSoftmax": "takes the sum of {g}, times the softmax, off {g}",
    "Logsumexp": "multiplies {g} by the softmax, exp({self:short} - {result:short})",
    "MaxBackward0": "hands {g} to the largest element along the axis, 0 to the others",
    "MaxBackward1": "shares {g} out among the largest elements, 0 to the others",
    "Maximum": ("keeps {g} where {self} is larger", "keeps {g} where {other} is larger"),
    "Mean": "shares {g} out equally among the elements that were averaged",
    "MedianBackward0": "shares {g} out among the elements in the middle, 0 to the others",
    "MedianBackward1": "hands {g} to the element in the middle along the axis, 0 to the others",
    "MinBackward0": "hands {g} to the smallest element along the axis, 0 to the others",
    "MinBackward1": "shares {g} out among the smallest elements, 0 to the others",
    "Minimum": ("keeps {g} where {self} is smaller", "keeps {g} where {other} is smaller"),
    "Mm": (_LEFT.replace("{}", "{mat2}"), _RIGHT.replace("{}", "{self}")),
    "MseLoss": (
        "multiplies {g} by 2 ({self:short} - {target:short}) / n",
        "multiplies {g} by 2 ({target:short} - {self:short}) / n",
    ),
    "Mul": ("multiplies {g} by {other}", "multiplies {g} by {self}"),
    "MulBackward1": "multiplies {g} by {factor:short}",
    "Mv": ("takes the outer product of {g} and {vec}", _RIGHT.replace("{}", "{self}")),
    "Neg": "changes the sign of {g}",
    "NllLoss": "puts {g}, with a minus and shared among the rows, at each row's target class",
    "Permute": "puts the axes of {g} back in their old order",
    "Pow": (
        "multiplies {g} by {exponent:short} · {self:short}^({exponent:short} - 1)",
        "multiplies {g} by {result:short} · log({self:short})",
    ),
    "PowBackward2": "multiplies {g} by {result:short} · log({base:short})",
    "Prod": "multiplies {g} by the product of all other elements",
    "Reciprocal": "multiplies {g} by -{result:short}²",
    "Relu": "lets {g} pass where its result is positive and stops it elsewhere",
    "Rsub": "changes the sign of {g}",
    "Select": _PUT_BACK,
    "Sigmoid": "multiplies {g} by s(1 - s), where s is its result {result}",
    "Sin": "multiplies {g} by cos({self:short})",
    "Sign": "stops {g}, for a step function has slope 0,",
    "Slice": _PUT_BACK,
    "SmoothL1Loss": (
        "multiplies {g} by 1 / n or -1 / n, near 0 by ({self:short} - {target:short}) / n",
        "multiplies {g} by 1 / n or -1 / n, near 0 by ({target:short} - {self:short}) / n",
    ),
    "Softmax": "takes the softmax-weighted mean of {g} off {g} and multiplies by {result}",
    "Split": "puts {g} side by side, zeros where none came,",
    "Sqrt": "divides {g} by twice its result {result}",
    "Squeeze": _SHAPED_BACK,
    "Stack": _CUT,
    "Std": "multiplies {g} by ({self:short} - mean) / ((n - 1) {result:short})",
    "Sub": (UNCHANGED, "changes the sign of {g}"),
    "Sum": "copies {g} to every element that was added up",
    "T": "transposes {g}",
    "Tanh": "multiplies {g} by 1 - t², where t is its result {result}",
    "ToCopy": "gives {g} the type of its input again",
    "Transpose": "swaps the two axes of {g} back",
    "Unbind": "stacks {g} up, zeros where none came,",
    "UnsafeView": _SHAPED_BACK,
    "Unsqueeze": _SHAPED_BACK,
    "Var": "multiplies {g} by 2 ({self:short} - mean) / (n - 1)",
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
    return "to" if name == "to_copy" else name


def phrase(op: str, slot: int) -> str:
    """What the rule for input `slot` does; ``""`` where no words are known."""
    phrases = PHRASES.get(op) or PHRASES.get(stem(op), "")
    if isinstance(phrases, str):
        return phrases
    return phrases[slot] if slot < len(phrases) else ""
