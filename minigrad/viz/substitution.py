"""An operation's formulas with the numbers of one node put in: ``g · w = 1 · 3 = 3``.

What stands after the last sign is what was computed or sent, not worked out from the text. A tensor
too large to be written stays a name with its shape below. TeX in, TeX out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from .data import Graph, Node, as_given
from .figures import number, shape_text, shows_numbers
from .lettering import TOKEN, input_letters, letters_in, signed, written
from .rules import BROADCASTING, stem
from .special import rule_of

# The letter that stands in the formulas for what is saved under a name: the first that occurs.
_LETTERS: dict[str, tuple[str, ...]] = {
    "alpha": ("\\alpha",),
    "base": ("c",),
    "beta": ("\\beta",),
    "divisor": ("c",),
    "end": ("y",),
    "exponent": ("n", "y"),
    "factor": ("c",),
    "grad_output": ("h",),
    "mat1": ("X",),
    "mat2": ("Y",),
    "max": ("b",),
    "min": ("a",),
    "negative_slope": ("\\alpha",),
    "number": ("c",),
    "ord": ("p",),
    "other": ("y", "c"),
    "output": ("z",),
    "pos_weight": ("v",),
    "result": ("z", "p"),
    "self": ("X", "x"),
    "self_or_result": ("x",),
    "target": ("t", "y"),
    "tensor": ("y",),
    "value": ("c",),
    "vec": ("v",),
    "weight": ("w", "c"),
}
_WEIGHTS = ("v", "w")
_COUNTED = ("Mean", "MseLoss", "SmoothL1Loss", "BinaryCrossEntropy", "BinaryCrossEntropyWithLogits")
_MEAN = 1  # what losses call it when they average

_FUNCTIONS = frozenset(
    "\\log \\sin \\cos \\tan \\sinh \\cosh \\tanh \\arcsin \\arccos \\arctan \\sqrt \\tfrac "
    "\\sigma \\Phi \\lfloor \\max \\min".split()
)
_PRODUCT = "\\,"  # a space that stands for one
_SPACES = {_PRODUCT, "\\;"}
_BEFORE_SIGN = {"", "(", "[", "{", ",", "=", "<", ">", "|", "\\le", "\\ge", "\\lfloor"}
_UNKNOWN = {
    "_",
    "\\bar",
    "?",
    "\\star",
    "\\dots",
    "\\begin{cases}",
    "\\#",
}  # where letters mean elements

Values = Mapping[str, Any]
Names = Mapping[str, str]  # letters, and what is written for them


def formula(graph: Graph, node: Node) -> str:
    """What `node` computes, with the names of variables: ``w · x``."""
    return _named(signed(graph, node, node.tex), written(graph, node))


def rule(graph: Graph, node: Node, slot: int) -> str:
    """What `node` sends to one of its inputs, with the names of variables: ``g · w``."""
    tex = rule_of(node, slot, letters(graph, node))
    return _named(signed(graph, node, tex), written(graph, node))


def filled(graph: Graph, node: Node) -> str:
    """What `node` computed: ``w · x = 2 · 3 = 6``; ``""`` where none of its numbers are known.

    TeX, in lines of which each begins with its sign: a page may break it there.
    """
    values = letters(graph, node)
    if not node.repeats:  # a saved tensor may have been written into since it was computed with
        kept = {id(saved.value) for saved in node.saved if saved.is_tensor}
        values = {letter: value for letter, value in values.items() if id(value) not in kept}
    tex = signed(graph, node, node.tex)
    return _equation(tex, values, written(graph, node), node.value)


def filled_rule(
    graph: Graph,
    node: Node,
    slot: int,
    arrived: Sequence[np.ndarray | None],
    sent: np.ndarray | None,
) -> str:
    """What `node` sends to one of its inputs: ``g · w = 1 · 3 = 3``.

    Args:
        graph: where the node is.
        node: an operation.
        slot: which input.
        arrived: the gradient of each of its outputs; None where nothing arrived, or it is unknown.
        sent: the gradient of that input, if known.

    Returns:
        TeX, in lines of which each begins with its sign: a page may break it there. ``""`` where
        the node has no formula that holds or nothing in it is known.
    """
    values = letters(graph, node)
    tex = signed(graph, node, rule_of(node, slot, values))
    gradient = arrived[0] if len(arrived) == 1 else None
    if gradient is not None:
        values["g"] = gradient
    if _is_summed(node, gradient, sent):
        tex = "\\sum g" if tex == "g" else f"\\sum ({tex})"
    return _equation(tex, values, written(graph, node), sent)


def letters(graph: Graph, node: Node) -> dict[str, Any]:
    """The values that the letters of a node's formulas stand for, as far as they are known."""
    used = letters_in(node)
    values: dict[str, Any] = {}
    for slot, letter in enumerate(input_letters(node)):
        value = _input(graph, node, slot)
        if value is not None:
            values[letter] = value
    result = as_given(node, node.output())
    if "z" in used and result is not None:
        values["z"] = result
    for saved in node.saved:
        letter = next((one for one in _LETTERS.get(saved.name, ()) if one in used), "")
        if letter in _WEIGHTS and saved.value is None and not saved.problem:
            values[letter] = 1  # a loss without weights
        elif letter and _is_known(saved.value):
            values[letter] = saved.value
    count = _count(graph, node)
    if count and "n" in used:
        values.setdefault("n", count)
    return values


def _input(graph: Graph, node: Node, slot: int) -> np.ndarray | None:
    """The value of an input, if it is certain that nobody has written into it since."""
    for edge in node.edges:
        if edge.slot == slot:
            return as_given(node, graph[edge.to].output(edge.nr))
    return None


def _is_known(value: Any) -> bool:
    return isinstance(value, (np.ndarray, int, float, complex)) and not isinstance(value, bool)


def _count(graph: Graph, node: Node) -> int:
    """Over how many elements it took the mean: the `n` of such formulas; 0 if unknown."""
    if stem(node.op) not in _COUNTED:
        return 0
    reduction = [saved.value for saved in node.saved if saved.name == "reduction"]
    if reduction and reduction != [_MEAN]:
        return 1
    shapes = [s.value for s in node.saved if s.name == "self_sym_sizes"]
    shapes += [np.shape(s.value) for s in node.saved if s.name == "self" and s.is_tensor]
    shapes += [graph[edge.to].shape for edge in node.edges if edge.slot == 0 and edge.nr == 0]
    if not shapes or shapes[0] is None or node.shape is None:
        return 0
    return int(np.prod(shapes[0])) // max(1, int(np.prod(node.shape)))


def _is_summed(node: Node, gradient: np.ndarray | None, sent: np.ndarray | None) -> bool:
    """Was the gradient summed over the axes along which the input had been repeated?"""
    known = gradient is not None and sent is not None
    return known and stem(node.op) in BROADCASTING and gradient.size > sent.size  # type: ignore[union-attr]


def _equation(tex: str, values: Values, names: Names, result: np.ndarray | None) -> str:
    """The formula, the same with numbers, and what came out: a line each, to be broken there.

    ``""`` where it speaks of elements, or nothing is known.
    """
    tokens = set(TOKEN.findall(tex))
    if not tokens & set(values) or _UNKNOWN & tokens:
        return ""
    named, body = _named(tex, names), _substituted(tex, values, names)
    figures = {k: v for k, v in values.items() if not _is_large(v)}
    if _substituted(tex, figures, names).replace(" ", "") == named.replace(" ", ""):
        parts = body  # the same but for shapes: to be said once
    else:
        parts = f"{named}\n= {body}"
    if result is None:
        return parts
    if _is_large(result):
        return f"{parts}\n\\to \\text{{shape {shape_text(np.shape(result))}}}"
    end = _nested(result)
    if end.replace(" ", "") == body.replace(" ", ""):
        return parts
    sign = "\\to" if len(tex) == 1 else "="  # one letter: it is only given another shape
    return f"{parts}\n{sign} {end}"


def _is_large(value: Any) -> bool:
    """Is it a tensor of which only the shape is written?"""
    return bool(np.ndim(value)) and not shows_numbers(value)


def _nested(value: Any) -> str:
    if np.ndim(value):
        return "[" + ", ".join(map(_nested, value)) + "]"
    figure = number(value[()] if isinstance(value, np.ndarray) else value)
    return figure if re.fullmatch(r"-?[\d.]+", figure) else f"\\text{{{figure}}}"


# ------------------------------------------------------------------------------------ in the text


def _named(tex: str, names: Names) -> str:
    """`tex` with names for letters, and the rest as it is."""
    tokens = TOKEN.findall(tex)
    if not names or not set(tokens) & set(names):
        return tex
    pieces: list[str] = []
    before = ""
    indices = _indices(tokens)
    for i, (token, after) in enumerate(zip(tokens, [*tokens[1:], ""])):
        if before and _multiplies(before, token, names):
            pieces.append("\\cdot")
        if token == _PRODUCT and before and _multiplies(before, after, names):
            continue  # the sign of the product comes next
        pieces.append(names.get(token, token))
        before = "" if i in indices else token
    return " ".join(pieces)


def _indices(tokens: list[str]) -> set[int]:
    """Where an index ends: what follows it is no factor to it."""
    found, opened = set(), []
    for i, (before, token) in enumerate(zip(["", *tokens], tokens)):
        if token == "{":
            opened.append(before)
        elif before == "_" or (token == "}" and opened.pop() == "_"):
            found.add(i)
    return found


def _substituted(tex: str, values: Values, names: Names) -> str:
    """`tex` with values, or else names, for letters."""
    words = [token for token in TOKEN.findall(tex) if token not in _SPACES]
    pieces: list[str] = []
    before = ""
    for token, after in zip(words, [*words[1:], ""]):
        if before and _multiplies(before, token, {**names, **values}):
            pieces.append("\\cdot")
        name = names.get(token, token)
        pieces.append(_in_place(name, values[token], before, after) if token in values else name)
        before = token
    return " ".join(pieces)


def _in_place(name: str, value: Any, before: str, after: str) -> str:
    """What to write for a letter, in parentheses where its sign would be misread."""
    if _is_large(value):
        return f"\\underset{{\\text{{{shape_text(np.shape(value))}}}}}{{{name}}}"
    written = _nested(value)
    if before == "^":
        return f"{{{written}}}"
    negative = "-" in written and not np.ndim(value)
    return f"({written})" if negative and (after == "^" or before not in _BEFORE_SIGN) else written


def _multiplies(before: str, token: str, values: Values) -> bool:
    """Do two things side by side mean a product that needs a dot once they are numbers?"""
    if not ({before, token} & set(values) or (before == ")" and token == "(")):
        return False
    ends = before in values or before[0].isdigit() or before in (")", "]", "}")
    ends = ends or (before != "e" and re.fullmatch("[a-zA-Z]", before) is not None)
    starts = token in values or token[0].isdigit() or token[0] in "([" or token in _FUNCTIONS
    starts = starts or token == "e" or token.startswith("\\mathrm")
    return ends and starts
