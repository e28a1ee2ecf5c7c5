"""Graphs for Graphviz: `make_dot` as users of torchviz know it, `to_dot` with names and values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from . import library
from .arrows import Arrows
from .boxes import lines
from .names import check_params
from .paper import LIGHT
from .reader import as_graph
from .text import contents_of, why

if TYPE_CHECKING:
    from graphviz import Digraph

_LEAF = "lightblue"
_OUTPUT = "darkolivegreen1"
_SAVED = "orange"
_BASE = "darkolivegreen3"
_INCHES_PER_LINE, _LEAST_INCHES = 0.15, 12


def make_dot(
    var: Any,
    params: Mapping[str, Any] | None = None,
    show_attrs: bool = False,
    show_saved: bool = False,
    max_attr_chars: int = 50,
) -> Digraph:
    """The graph behind `var` as torchviz draws it: same boxes, same labels, same colours.

    Backward nodes are grey. Tensors are green for the output, dark green for what the output is a
    view of, blue for leaves, orange for what was saved. Unlike in torchviz, the same program gives
    the same DOT source every time, a graph may be of any depth, and no saved-tensors hook runs:
    what one has packed is not drawn.

    Args:
        var: the output, or a tuple of outputs.
        params: names for leaves and saved tensors, ``{name: tensor}``.
        show_attrs: write into each backward node what it saved.
        show_saved: draw the saved tensors.
        max_attr_chars: how much of each saved value `show_attrs` writes, at least 3.

    Returns:
        A ``graphviz.Digraph``: it shows itself in a notebook, ``.render("file")`` writes a file
        (both need Graphviz's program ``dot``), ``.source`` is the text.

    Raises:
        ImportError: the Python package graphviz is not installed.
        TypeError: `var`, or something in `params`, is no tensor; or `params` is no dictionary.

    Example:
        >>> import minigrad
        >>> x = minigrad.tensor([1.0], requires_grad=True)
        >>> dot = minigrad.viz.make_dot(x.sin(), params={"x": x})
        >>> [line.strip() for line in dot.body if "->" in line]
        ['n2 -> n1', 'n3 -> n2', 'n1 -> n0']
        >>> dot.body[1].strip()
        'n1 [label=SinBackward0]'

    Source: https://github.com/szagoruyko/pytorchviz
    """
    outputs = var if isinstance(var, (tuple, list)) else (var,)
    names = {}
    check_params(params)
    for name, tensor in (params or {}).items():
        _check_tensor(tensor, f"params[{name!r}]")
        names[id(tensor)] = name
    drawing = _TorchvizDrawing(names, show_attrs, show_saved, max(max_attr_chars, 3))
    for output in outputs:
        _check_tensor(output, "var")
        _run(drawing.output(output))
    size = max(_LEAST_INCHES, len(drawing.dot.body) * _INCHES_PER_LINE)
    drawing.dot.graph_attr.update(size=f"{size},{size}")
    return drawing.dot


def to_dot(output: Any, params: Mapping[str, Any] | None = None) -> Digraph:
    """The picture of `draw` for Graphviz: for graphs too large for `draw`, and for other formats.

    What ran inside a module has a frame round it.

    Args:
        output: the result, any shape, or a list of several, which must require a gradient; or a
            graph that was read.
        params: further names, ``{name: tensor}``; they go before those of your variables.

    Returns:
        A ``graphviz.Digraph``, as from `make_dot`.

    Raises:
        ImportError: the Python package graphviz is not installed.
        TypeError: `output` is no tensor and no graph.
        ValueError: `output` requires no gradient.

    Example:
        >>> import minigrad
        >>> model = minigrad.nn.Linear(2, 1)
        >>> dot = minigrad.viz.to_dot(model(minigrad.ones(3, 2)))
        >>> [line.strip() for line in dot.source.splitlines() if "subgraph" in line]
        ['subgraph cluster_model {']
    """
    graph = as_graph(output, params)
    groups = graph.groups()
    parts = {"": _digraph(node_attr={"shape": "box", "fontname": "monospace", "fontsize": "11"})}
    for group in groups.values():
        frame = {"label": group.title, "fontname": "monospace", "style": "rounded"}
        parts[group.id] = _digraph(name=f"cluster_{group.id}", graph_attr=frame)
    for node in graph.nodes:
        style = "filled" if node.leaf else "filled,rounded"
        fill = LIGHT["leaf" if node.leaf else "op"]
        part = parts[node.modules[-1] if node.modules else ""]
        part.node(_key(node.id), "\n".join(lines(graph, node)), style=style, fillcolor=fill)
    for one in graph.constants:
        words = f"{contents_of(one)}\n{why(one)}"
        part = parts[one.modules[-1] if one.modules else ""]
        part.node(one.id, words, color="gray", fontcolor="gray40")
    for group in reversed(groups.values()):
        parts[group.parent].subgraph(parts[group.id])
    looks = {"": {}, "pale": {"color": "gray"}, "cut": {"color": "gray", "style": "dashed"}}
    for arrow in Arrows(graph):
        parts[""].edge(_key(arrow.above), _key(arrow.below), **looks[arrow.kind])
    return parts[""]


def _key(id: str) -> str:
    """An id for Graphviz, to whom a colon would mean a port."""
    return id.replace(":", " ")


def _digraph(**attributes: Any) -> Digraph:
    try:
        import graphviz
    except ImportError as error:
        raise ImportError(
            "make_dot and to_dot return objects of the Python package graphviz, which is not "
            'installed: pip install graphviz (or, in your clone, pip install -e ".[lab]"). '
            "viz.draw(tensor) draws the graph without it."
        ) from error
    return graphviz.Digraph(**attributes)


def _check_tensor(value: Any, what: str) -> None:
    if not library.is_tensor(value):
        raise TypeError(f"make_dot draws tensors, but {what} is a {type(value).__name__}")


Task = Iterator[Any]  # draws one thing; yields the tasks that are to be finished before it goes on


def _run(task: Task) -> None:
    """Finish a task and all that it asks for: recursion on a list, so of any depth."""
    stack = [task]
    while stack:
        more = next(stack[-1], None)
        if more is None:
            stack.pop()
        else:
            stack.append(more)


class _TorchvizDrawing:
    """A Digraph under way, in torchviz's order: what is drawn again takes the later label."""

    def __init__(
        self, names: Mapping[int, str], show_attrs: bool, show_saved: bool, chars: int
    ) -> None:
        self.dot = _digraph(
            node_attr={
                "style": "filled",
                "shape": "box",
                "align": "left",
                "fontsize": "10",
                "ranksep": "0.1",
                "height": "0.2",
                "fontname": "monospace",
            },
        )
        self._names = names
        self._attrs = show_attrs
        self._saved = show_saved
        self._chars = chars
        self._ids: dict[int, tuple[str, Any]] = {}  # with the object, so that no id is used twice
        self._seen: set[int] = set()

    def output(self, tensor: Any, colour: str = _OUTPUT) -> Task:
        """An output, all that it came from, and the tensor that it is a view of."""
        if self._is_seen(tensor):
            return
        self._tensor(tensor, colour)
        if tensor.grad_fn is not None:
            yield self.node(tensor.grad_fn)
            self._edge(tensor.grad_fn, tensor)
        if tensor._is_view():
            yield self.output(tensor._base, _BASE)
            self._edge(tensor._base, tensor, style="dotted")

    def node(self, node: Any) -> Task:
        """A backward node, what it saved, and all the nodes behind it."""
        if self._is_seen(node):
            return
        if self._saved:
            self._saved_tensors(node)
        if hasattr(node, "variable"):
            self._is_seen(node.variable)
            self._tensor(node.variable, _LEAF)
            self._edge(node.variable, node)
        self.dot.node(self._id(node), self._label(node))
        for parent, _ in node.next_functions:
            if parent is not None:
                self._edge(parent, node)
                yield self.node(parent)
        for tensor in library.own_saved(node):
            self._is_seen(tensor)
            self._edge(tensor, node, dir="none")
            self._tensor(tensor, _SAVED)

    def _saved_tensors(self, node: Any) -> None:
        for attribute in _saved_attributes(node):
            name = attribute.removeprefix(library.SAVED_PREFIX)
            value, _ = library.read_saved(node, attribute)
            parts = enumerate(value) if isinstance(value, tuple) else ()
            named = [(name, value)] + [(f"{name}[{i}]", part) for i, part in parts]
            for label, tensor in named:
                if library.is_tensor(tensor):
                    self._is_seen(tensor)
                    self._edge(node, tensor, dir="none")
                    self._tensor(tensor, _SAVED, label)

    def _label(self, node: Any) -> str:
        name = library.name_of(node)
        attributes = {
            attribute.removeprefix(library.SAVED_PREFIX): _described(node, attribute)
            for attribute in (_saved_attributes(node) if self._attrs else ())
        }
        return name + _table(attributes, len(name), self._chars) if attributes else name

    def _tensor(self, tensor: Any, colour: str, name: str = "") -> None:
        shape = ", ".join(map(str, tensor.shape))
        label = f"{name or self._names.get(id(tensor), '')}\n ({shape})"
        self.dot.node(self._id(tensor), label, fillcolor=colour)

    def _edge(self, start: Any, end: Any, **attributes: str) -> None:
        self.dot.edge(self._id(start), self._id(end), **attributes)

    def _id(self, thing: Any) -> str:
        return self._ids.setdefault(id(thing), (f"n{len(self._ids)}", thing))[0]

    def _is_seen(self, thing: Any) -> bool:
        """Has this been drawn? From now on it has."""
        seen = id(thing) in self._seen
        self._seen.add(id(thing))
        return seen


def _saved_attributes(node: Any) -> list[str]:
    return sorted(library.saved_names(node))


def _described(node: Any, attribute: str) -> str:
    value, problem = library.read_saved(node, attribute)
    if problem:
        return f"[{problem}]"
    if library.is_tensor(value):
        return "[saved tensor]"
    if isinstance(value, tuple) and any(map(library.is_tensor, value)):
        return "[saved tensors]"
    return str(value)


def _table(attributes: Mapping[str, str], width: int, most: int) -> str:
    """The lines under a node's name: a rule, then ``name: value``, shortened and aligned."""
    left = max(map(len, attributes))
    right = min(max(map(len, attributes.values())), most)
    rows: Sequence[str] = [
        f"{name:<{left}}: {value if len(value) <= right else value[: right - 3] + '...':>{right}}"
        for name, value in attributes.items()
    ]
    return "\n".join(["", "-" * max(left + right + 2, width), *rows])
