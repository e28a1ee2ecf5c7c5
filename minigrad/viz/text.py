"""A graph as lines of text: for a terminal, a screen reader, a page that shows no picture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from .arrows import Arrow, Arrows
from .data import Constant, Graph, Node, Saved
from .figures import brief, labelled
from .writes import counted

MOST_NODES = 200  # of a graph with more, only a summary is shown
_PROBLEMS = {
    "changed": "changed in place since",
    "packed": "packed by a saved-tensors hook",
    "unreadable": "cannot be read here",
}


def listing(graph: Graph) -> str:
    """The graph as a table, from the result back to the leaves; a summary if it is large."""
    if len(graph.nodes) > MOST_NODES:
        return "\n".join([headline(graph), "", *summary_lines(graph), "", hint(graph)])
    arrows = Arrows(graph)
    rows = [_row(graph, node, arrows) for node in graph.nodes]
    rows += [_row_of_constant(one, arrows) for one in graph.constants]
    return "\n".join([headline(graph), "", *_columns(rows)])


def headline(graph: Graph) -> str:
    """One sentence: what is computed, several results too, and from how much."""
    found = [(graph[key], nr) for key, nr in graph.results]
    result = join([labelled_output(node, nr) or node.op for node, nr in found])
    given = [count(len(graph.constants), "constant")] if graph.constants else []
    return f"{result}: {', '.join([*_how_many(graph.nodes), *given])}"


def labelled_output(node: Node, nr: int) -> str:
    """An output with its name and its value, as far as they are known."""
    output = node.output(nr)
    return labelled(node.names.get(nr, ""), output.value, output.shape)


def contents(node: Node) -> str:
    """What a closed module hides: ``2 operations, 2 leaves``; nothing of what it has none of."""
    return ", ".join(part for part in _how_many(node.inside) if not part.startswith("0 "))


def _how_many(nodes: Iterable[Node]) -> tuple[str, str]:
    """How many operations, how many leaves, those in closed modules too."""
    kinds = Counter(inner.kind for node in nodes for inner in node.inside or (node,))
    return count(kinds["op"], "operation"), count(kinds["leaf"], "leaf", "leaves")


def count(n: int, one: str, many: str | None = None) -> str:
    """``1 leaf``, ``2 leaves``, ``1,000 leaves``."""
    return f"{n:,} {one if n == 1 else many or one + 's'}"


def join(words: Sequence[str]) -> str:
    """``x``, ``x and y``, ``x, y and z``."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def _row(graph: Graph, node: Node, arrows: Arrows) -> list[str]:
    output = ", ".join(outputs(graph, node))
    if node.leaf:
        return [node.id, "leaf", output, kept_gradients(graph, node), ""]
    inputs = join([_reference(arrows, arrow) for arrow in arrows.into(node)])
    last = [contents(node) if node.inside else saves_in_full(node), kept_gradients(graph, node)]
    if node.written and not node.inside:
        last.insert(0, f"written in place, version {counted(node)}")
    from_ = f"from {inputs}" if inputs else ""
    return [node.id, node.op, output, from_, "; ".join(filter(None, last))]


def kept_gradients(graph: Graph, node: Node) -> str:
    """The ``.grad`` of a leaf, or of what was told to retain it: ``grad 3``; ``""`` for none.

    Of several outputs each goes by its name: ``a.grad 3, b.grad None``.
    """
    kept = node.keeping
    written = {nr: "None" if grad is None else brief(grad) for nr, grad in kept.items()}
    if len(kept) == 1 and graph.outputs_of(node) in ([], list(kept)):
        return "".join(f"grad {grad}" for grad in written.values())
    called = {nr: node.names.get(nr, f"output {nr}") for nr in kept}
    return ", ".join(f"{called[nr]}.grad {grad}" for nr, grad in written.items())


def outputs(graph: Graph, node: Node, unnamed: str = "") -> list[str]:
    """Each output of a node that matters, with its name and its value as far as they are known.

    The only one goes by `unnamed` if it has no name; of several, one without says its number.
    """
    found, numbers = [], graph.outputs_of(node) or [0]
    for nr in numbers:
        output, number = node.output(nr), f"output {nr}"
        name = node.names.get(nr) or (unnamed if numbers == [0] else number)
        found.append(labelled(name, output.value, output.shape))
    return found


def _reference(arrows: Arrows, arrow: Arrow) -> str:
    """Where an arrow comes from: ``a (n1)``, ``n2``, ``output 1 of n2``."""
    key, nr = arrow.above, arrow.nr
    name = contents_of(arrows.constants[key]) if arrows.is_number(key) else arrows.name(arrow)
    return f"{name} ({key})" if name else f"output {nr} of {key}" if nr else key


def _row_of_constant(one: Constant, arrows: Arrows) -> list[str]:
    inputs = join([_reference(arrows, arrow) for arrow in arrows.behind(one)])
    made = [f"from {inputs}"] if one.op and inputs else []
    last = [*made, why(one), ""]
    return [one.id, one.op or "constant", contents_of(one), *last[:2]]


def contents_of(one: Constant) -> str:
    """What a constant is: ``d = 4``, ``2``; why that is not known: ``not kept``."""
    return (
        labelled(one.name, one.value, one.shape) if one.known else _PROBLEMS.get(one.note, one.note)
    )


def why(one: Constant, kept: str = "not kept; ") -> str:
    """Why no gradient goes there; and how it was found, if that is no more than a fit."""
    return f"{one.reason} ({kept}{one.name} fits)" if one.note == "fits" else one.reason


def saves(graph: Graph, node: Node) -> str:
    """What a node keeps, by the variables' names where they have one: ``saves x, y``."""
    if node.inside:
        return contents(node) + (", freed" if node.freed else "")
    kept = kept_names(graph, node)
    saved = "freed" if node.freed else f"saves {', '.join(kept)}" if kept else ""
    if node.written:
        return f"in place, {counted(node)}; {saved}" if saved else f"in place, {counted(node)}"
    return saved or "saves no tensors"


def kept_names(graph: Graph, node: Node) -> list[str]:
    """What to call the tensors that a node keeps, each name once."""
    kept = [_saved_name(graph, saved) for saved in node.saved if saved.is_tensor or saved.problem]
    return list(dict.fromkeys(kept))


def _saved_name(graph: Graph, saved: Saved) -> str:
    if saved.source:
        return graph[saved.source].names.get(saved.nr) or saved.name
    return brief(saved.value) if saved.is_tensor and saved.value.ndim == 0 else saved.name


def saves_in_full(node: Node) -> str:
    """What a node keeps, under the library's names and with its values."""
    if node.freed:
        return "what it saved is freed"
    kept = [_described(saved) for saved in node.saved if saved.is_tensor or saved.problem]
    return f"saves {join(kept)}" if kept else ""


def _described(saved: Saved) -> str:
    if saved.problem:
        return f"{saved.name} ({_PROBLEMS.get(saved.problem, saved.problem)})"
    return labelled(saved.name, saved.value)


def _columns(rows: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows)]
    return [
        "  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip()
        for row in rows
    ]


def summary_lines(graph: Graph) -> list[str]:
    """The operations of a large graph by how often they occur, and its leaves."""
    kinds = Counter(node.op for node in graph.operations).most_common()
    lines = [f"{n:>7,} × {op}" for op, n in kinds]
    named = [labelled(node.name or "a leaf", None, node.shape) for node in graph.leaves[:12]]
    more = len(graph.leaves) - len(named)
    lines.append(f"leaves: {', '.join(named)}" + (f" and {more:,} more" if more else ""))
    return lines


def hint(graph: Graph) -> str:
    """What to do about a graph too large to draw."""
    return (
        f"A graph of {len(graph.nodes):,} nodes is too large to read as a picture (more than "
        f"{MOST_NODES}). Draw a part, such as one layer or one step of a loop; or viz.to_dot(...)."
    )
