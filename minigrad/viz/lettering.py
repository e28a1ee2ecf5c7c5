"""What to write for the letters of an operation's formulas: the learner's own variables.

The formulas of the operations call their inputs `x` and `y`; a learner's `x` need not be that one.
So an input is written by the name of its variable, ``w``; one that has none as ``input``, of
several ``input₁``, ``input₂``, in the order of the arguments; the result likewise, or ``result``.
So is one that needs no gradient: the graph does not know it. Where it is not clear which letter is
which argument, they are called ``input`` and ``other``. The formula's own letters stay: `g`, the
gradient that comes in, and constants.
"""

from __future__ import annotations

import re

from .data import Graph, Node
from .text import join

TOKEN = re.compile(
    r"\\(?:mathrm|text|begin|end)\{[^}]*\}|\\[a-zA-Z]+|\\.|[a-zA-Z]|\d+(?:\.\d+)?|\S"
)

_LONGEST = 20  # characters of a name in a formula; a longer one stands below it
_NAME = re.compile(r"[\w.\[\]]+")  # anything else would mean something in TeX, or in a page
_RESULT = "z"
_WORDS = {"input", "other", "result"}  # what we write ourselves
# The letters of tensors, in the order of the inputs: of these the first that give one to each.
_ORDERS = ("xy", "xt", "xab", "xyw", "hxy", "hxt")
_MATRICES = ("bXY", "Xv")  # where there are matrices, `b` and `v` are a bias and a vector
_UNCLEAR = {"x": "input", "X": "input", "y": "other", "Y": "other"}
_DIGITS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def letters_in(node: Node) -> set[str]:
    """All that stands in a node's formulas: letters, signs, commands."""
    return set(TOKEN.findall(" ".join([node.tex, *node.rules])))


def input_letters(node: Node) -> tuple[str, ...]:
    """The letter of each input that has a rule, in their order; ``()`` if that is not clear."""
    used = letters_in(node)
    if "x_1" in node.tex:  # of as many inputs as there are
        return ()
    for order in _MATRICES if "X" in used else _ORDERS:
        found = tuple(letter for letter in order if letter in used)
        if len(found) == len(node.rules):
            return found
    return ()


def written(graph: Graph, node: Node) -> dict[str, str]:
    r"""For each letter that is written otherwise, the TeX that stands for it.

    Example:
        >>> import minigrad
        >>> from minigrad import viz
        >>> w = minigrad.tensor(2.0, requires_grad=True)
        >>> graph = viz.graph((w * 3).log() * w)
        >>> written(graph, graph.root)
        {'x': '\\text{input₁}', 'y': '\\text{w}'}
    """
    used, inputs = letters_in(node), input_letters(node)
    own = {letter for letter in used if letter not in (*inputs, _RESULT)}
    found = {} if inputs else {k: f"\\text{{{v}}}" for k, v in _UNCLEAR.items() if k in used}
    for slot, letter in enumerate(inputs):
        name = _variable(graph, node, slot)
        found[letter] = _text(name, own) or f"\\text{{{_numbered(slot, len(inputs))}}}"
    if _RESULT in used:
        found[_RESULT] = _text(node.names.get(0, ""), own) or "\\text{result}"
    return found


def signed(graph: Graph, node: Node, tex: str) -> str:
    """One of a node's formulas, with the common sign of a product where all are single numbers."""
    return tex.replace("\\odot", "\\cdot") if _are_numbers(graph, node) else tex


def _are_numbers(graph: Graph, node: Node) -> bool:
    return all(one.shape == () for one in [node, *(graph[edge.to] for edge in node.edges)])


def legend(graph: Graph, node: Node) -> str:
    """What stands in the formulas besides variables, in a sentence; ``""`` if nothing does."""
    used = letters_in(node)
    inputs = input_letters(node)
    texts = written(graph, node)
    meanings = []
    for slot, letter in enumerate(inputs):
        word = _numbered(slot, len(inputs))
        if word in texts[letter]:
            meanings.append(f"{word} {_described(graph, node, slot)}")
    given = [] if inputs else sorted({word for k, word in _UNCLEAR.items() if k in used})
    if given:
        meanings.append(f"{join(given)} {'is' if len(given) == 1 else 'are'} what it was given")
    meanings += ["g is the gradient that comes in"] if "g" in used else []
    if "\\odot" in used and not _are_numbers(graph, node):
        meanings.append("⊙ multiplies element by element")
    return f"In the formula {join(meanings)}." if meanings else ""


def _numbered(slot: int, of: int) -> str:
    """What to call an input that has no name: ``input₁``, or ``input`` if it is the only one."""
    return "input" + (str(slot + 1).translate(_DIGITS) if of > 1 else "")


def _text(name: str, own: set[str]) -> str:
    """A variable's name as TeX; ``""`` where it is too long, or would mean something else."""
    if not _NAME.fullmatch(name) or len(name) > _LONGEST or name in own | _WORDS:
        return ""
    return f"\\text{{{name}}}"


def _variable(graph: Graph, node: Node, slot: int) -> str:
    edge = next((edge for edge in node.edges if edge.slot == slot), None)
    return "" if edge is None else graph[edge.to].names.get(edge.nr, "")


def _described(graph: Graph, node: Node, slot: int) -> str:
    """What to say of an input that is not written by its name."""
    edge = next((edge for edge in node.edges if edge.slot == slot), None)
    if edge is None:
        return "needs no gradient"
    maker = graph[edge.to]
    name = maker.names.get(edge.nr)
    if name:
        return f"is your variable {name}" if name in letters_in(node) | _WORDS else f"is {name}"
    return f"is {'a leaf without a name' if maker.leaf else f'the result of {maker.op}'}"
