"""A graph as an indented tree with a sentence per node, to be read in a terminal or read aloud."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import takewhile
from typing import Any

from .arrows import Arrow, Arrows
from .data import Constant, Graph, Node
from .groups import PREFIX
from .reader import as_graph
from .text import (
    contents,
    contents_of,
    headline,
    join,
    kept_gradients,
    outputs,
    saves_in_full,
    why,
)
from .writes import counted

_STEP = "  "
_DEEPEST = 24  # a line further in is no easier to place: from here on its depth is a number


def to_text(output: Any, params: Mapping[str, Any] | None = None) -> str:
    """The graph behind `output` as a tree: under each node, further in, what it was made from.

    A line ``in model.0 …:`` heads what ran inside a module. What has been told before is only
    named again. A tensor without a name goes by the number of its node, ``n2``.

    Args:
        output: the result, any shape, or a list of several, which must require a gradient; or a
            graph that was read.
        params: names for tensors, ``{name: tensor}``; they go before those of your variables.

    Raises:
        TypeError: `output` is no tensor and no graph.
        ValueError: `output` requires no gradient.

    Example:
        >>> import minigrad
        >>> x = minigrad.tensor(2.0, requires_grad=True)
        >>> y = minigrad.tensor(3.0, requires_grad=True)
        >>> a = x * y
        >>> z = a + x.log()
        >>> print(minigrad.viz.to_text(z))
        z = 6.693: 3 operations, 2 leaves
        <BLANKLINE>
        z = 6.693 is made by AddBackward0 from a and n2.
          a = 6 is made by MulBackward0 from x and y; it saves self = 2 and other = 3.
            x = 2 is a leaf; its grad is None.
            y = 3 is a leaf; its grad is None.
          n2 = 0.6931 is made by LogBackward0 from x; it saves self = 2.
            x: see above.
    """
    graph = as_graph(output, params)
    return "\n".join([headline(graph), "", *_lines(graph)])


def _lines(graph: Graph) -> Iterable[str]:
    """Every node at its first place, on the way from the result to the leaves, inputs in order."""
    arrows, told = Arrows(graph), set[str]()
    waiting: list[tuple[str, int, tuple[str, ...]]] = [
        (key, 0, ()) for key, _ in reversed(graph.results)
    ]
    while waiting:
        key, depth, around = waiting.pop()
        if key in told:
            yield f"{_margin(depth)}{_again(graph, arrows, key)}: see above."
            continue
        told.add(key)
        if key in arrows.constants:
            one = arrows.constants[key]
            yield _margin(depth) + _of_constant(arrows, one)
            inputs = arrows.behind(one)
        else:
            node = graph[key]
            heading = _heading(graph, node, around)
            if heading:
                yield f"{_margin(depth)}{heading}:"
                depth += 1
            yield _margin(depth) + sentence(graph, node, arrows)
            inputs, around = arrows.into(node), node.modules
        behind = dict.fromkeys(arrow.above for arrow in inputs if not arrows.is_number(arrow.above))
        waiting += [(key, depth + 1, around) for key in reversed(behind)]


def _again(graph: Graph, arrows: Arrows, key: str) -> str:
    """What has been told before: all its outputs that matter."""
    if key in arrows.constants:
        return arrows.constants[key].name or key
    return join([_called(graph[key], nr) for nr in graph.outputs_of(graph[key])])


def _margin(depth: int) -> str:
    beyond = f"(level {depth}) " if depth > _DEEPEST else ""
    return _STEP * min(depth, _DEEPEST) + beyond


def _heading(graph: Graph, node: Node, around: tuple[str, ...]) -> str:
    """Which modules the way to an operation enters; where it only leaves some, where it is then."""
    if node.leaf or node.modules == around:
        return ""
    if not node.modules:
        return "outside of modules"
    stays = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(node.modules, around)))
    entered = node.modules[stays:] or node.modules[-1:]
    return "in " + ", ".join(graph.titles.get(key, key) for key in entered)


def sentence(graph: Graph, node: Node, arrows: Arrows | None = None) -> str:
    """One node in a sentence: what it is, what it was made from, what it keeps."""
    arrows = arrows or Arrows(graph)
    whole = outputs(graph, node, _called(node))
    what = join(whole)
    if node.leaf:
        return f"{what} is a leaf; its {_kept(graph, node)}."
    inputs = join([_input(graph, arrows, arrow) for arrow in arrows.into(node)])
    made = f"{what} {'is' if len(whole) == 1 else 'are'} made by {node.op}"
    parts = [made + (f" from {inputs}" if inputs else "")]
    if node.written:
        parts.append(f"it was written in place, version {counted(node)}")
    if node.inside:
        parts.append(f"inside are {contents(node)}")
    elif saves_in_full(node):
        parts.append(f"it {saves_in_full(node)}".replace("it what it saved", "what it saved"))
    if node.keeping:
        parts.append(("its " if len(whole) == 1 else "") + _kept(graph, node))
    return "; ".join(parts) + "."


def _kept(graph: Graph, node: Node) -> str:
    return kept_gradients(graph, node).replace("grad ", "grad is ")


def _called(node: Node, nr: int = 0) -> str:
    key = node.id.removeprefix(PREFIX)
    return node.names.get(nr) or (f"output {nr} of {key}" if nr else key)


def _input(graph: Graph, arrows: Arrows, arrow: Arrow) -> str:
    if arrow.above in arrows.constants:
        one = arrows.constants[arrow.above]
        return contents_of(one) if arrows.is_number(one.id) else one.name or one.id
    times = f" ({arrow.times} times)" if arrow.times > 1 else ""
    return _called(graph[arrow.above], arrow.nr) + times


def _of_constant(arrows: Arrows, one: Constant) -> str:
    """A constant in a sentence: what it is, and why no gradient goes there."""
    if one.op:
        inputs = join([arrows.name(arrow) or arrow.above for arrow in arrows.behind(one)])
        made = f"is made by {one.op}{f' from {inputs}' if inputs else ''}; {why(one)}"
        return f"{contents_of(one)} {made}."
    what = contents_of(one) if one.known else f"{one.id} ({contents_of(one)})"
    return f"{what} is a constant: {why(one)}."
