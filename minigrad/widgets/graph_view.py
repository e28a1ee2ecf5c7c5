"""The graph behind a tensor, to look around in: pan, zoom, search, open modules, ask any node."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any

import traitlets

from ..viz.arrows import Arrows
from ..viz.data import Constant, Graph, Node
from ..viz.figures import outputs, shape_text
from ..viz.groups import PREFIX, collapsed
from ..viz.names import names_around
from ..viz.reader import Reader
from ..viz.rules import function
from ..viz.summary import summary
from ..viz.svg import svg
from ..viz.text import MOST_NODES, contents_of, headline, kept_gradients, listing, saves, why
from ._widget import Widget, script, style
from .facts import Facts
from .specification import Json

_ALL_FACTS = 100  # nodes; of a larger graph facts are worked out when somebody asks
_MOST_BOXES = 40  # so many are readable: modules are closed at first until there are no more


class GraphView(Widget):
    """The graph behind a tensor, to look around in.

    Click a box to see all that is known of it: value, gradient, whether it is a leaf and why its
    ``.grad`` is what it is, what it saved, its formula and derivative rule with the actual numbers,
    and the lines of minigrad that compute them. What it was computed from and what was computed
    from it stand out. It runs no backward and changes nothing: the gradients that it shows inside
    the graph are worked out beside it, for a backward that starts with 1, hooks aside.

    Drag to pan; the buttons, ctrl and the wheel, or ``+``, ``-`` and ``0`` zoom. In the picture the
    arrow keys go from box to box, up to an input and down to what uses it; with shift they pan.
    Enter chooses a box or opens a module, Escape lets go, ``/`` goes to the search; there Enter
    goes from hit to hit and opens the modules they are in.

    Measured for 10, 100, 500 and 2,000 nodes (``python -m tests.browser.paint``), on two cores, in
    milliseconds of Chromium's main thread: until it first stands there 33, 41, 33 and 31 of script,
    35, 92, 133 and 782 of style and layout; for a choice 4, 7, 6 and 9 of script, 6, 8, 9 and 11 of
    style and layout. Python needs 0.05, 0.2, 0.3 and 1.2 s to read, lay out and draw them.

    Args:
        output: the result, any shape, or a list of several; each must require a gradient. The view
            keeps their graph alive.
        params: names for tensors, ``{name: tensor}``, before those of your variables.
        closed: the modules drawn as one box, ``["model.0"]``, or a single one, ``"model.0"``; None
            closes what it takes to have no more than some 40 boxes.
        constants: also show the inputs that want no gradient, pale, as `viz.draw` does.

    Attributes:
        graph: what is shown, as plain data, modules open.
        selected: the id of the chosen node, ``"n1"``, or module, ``"group:model.0"``; ``""`` for
            none. Assign an id, or the name of a variable.
        closed: the ids of the closed modules, as ``view.graph.groups()`` has them; assign to it to
            open and close.
        query: what is searched for.

    Raises:
        TypeError: `output` is no tensor; `closed` is no list of names.
        ValueError: `output` requires no gradient.
        TraitError: a module that is to be closed is not there.

    Example:
        >>> import minigrad
        >>> from minigrad.widgets import GraphView
        >>> x = minigrad.tensor(2.0, requires_grad=True)
        >>> a = x * 3.0
        >>> z = a.log()
        >>> view = GraphView(z)
        >>> z.backward()
        >>> view.refresh()
        >>> view.selected = "a"
        >>> print(view)
        Graph of z = 1.792: 2 operations, 1 leaf
        <BLANKLINE>
          n0  LogBackward0  z = 1.792  from a (n1)  what it saved is freed
          n1  MulBackward0  a = 6      from x (n2)  what it saved is freed
          n2  leaf          x = 2      grad 0.5
        <BLANKLINE>
        Chosen: n1. is_leaf False, requires_grad True, .grad None. a is not a leaf: mul computed \
it from x. Backward uses its gradient to go on to x and keeps it nowhere, so a.grad is None. To \
keep it, call a.retain_grad() before backward.
    """

    _esm = script("inspector", "canvas", "legend", "graph_view")
    _css = style("legend", "graph_view")
    _svg = traitlets.Unicode().tag(sync=True)
    _parts = traitlets.Dict().tag(sync=True)
    _words = traitlets.Dict().tag(sync=True)
    _facts = traitlets.Dict().tag(sync=True)
    selected = traitlets.Unicode("").tag(sync=True)
    closed = traitlets.Tuple(()).tag(sync=True)
    query = traitlets.Unicode("").tag(sync=True)

    def __init__(
        self,
        output: Any,
        params: Mapping[str, Any] | None = None,
        *,
        closed: str | Iterable[str] | None = None,
        constants: bool = False,
    ) -> None:
        self._output = output
        self._params = params
        self._constants = constants
        self.graph = self._read()
        super().__init__()
        self.closed = _closed_at_first(self.graph) if closed is None else _several(closed)
        self._draw()
        self.observe(self._arrange, "closed")

    def refresh(self) -> None:
        """Read the graph again: gradients, what is freed, what was written in place."""
        known = {node.id: node.names for node in self.graph.nodes}
        graph = self._read()
        named = [replace(n, names={**known.get(n.id, {}), **n.names}) for n in graph.nodes]
        constants = max(graph.constants, self.graph.constants, key=_how_many_known)
        self.graph = replace(graph, nodes=tuple(named), constants=constants)
        self._draw(self._told)

    def _read(self) -> Graph:
        self._reader = Reader(self._output, names_around(self._params), self._constants)
        return self._reader.graph

    def _draw(self, before: Facts | None = None) -> None:
        """Tell the page everything anew."""
        self._told = Facts(self._reader, self.graph, before)
        asked = _ids(self.graph)
        asked += [PREFIX + key for key in self.graph.groups()]
        if len(asked) > _ALL_FACTS:
            asked = [self.graph.root.id, *filter(None, [self.selected])]
        with self.hold_sync():
            self._facts = {key: self._told.of(key) for key in asked}
            self._words = _words(self.graph)
            self._arrange()

    def _arrange(self, change: Any = None) -> None:
        """Draw the graph with the modules that are closed now."""
        shown = collapsed(self.graph, self.closed)
        with self.hold_sync():
            self._svg = svg(shown, fewest=1)  # each module has a frame, whose title closes it
            self._parts = {
                "title": headline(self.graph),
                "root": shown.root.id,
                "nodes": _parts(shown),
                "closed": _hidden(self.graph, self.closed),
            }

    @traitlets.observe("selected")
    def _answer(self, change: Any) -> None:
        key = change["new"]
        if key and key not in self._facts:
            self._facts = {**self._root_facts(), key: self._told.of(key)}

    def _root_facts(self) -> Json:
        root = self.graph.root.id
        return {root: self._facts[root]}

    @traitlets.validate("selected")
    def _check_selected(self, proposal: Any) -> str:
        value = proposal["value"]
        groups = [PREFIX + key for key in self.graph.groups()]
        if not value or value in _ids(self.graph) + groups:
            return str(value)
        for node in self.graph.nodes:
            if value in node.names.values():
                return node.id
        for one in self.graph.constants:
            if value == one.name:
                return one.id
        raise traitlets.TraitError(f"no node, module or variable of this graph is called {value!r}")

    @traitlets.validate("closed")
    def _check_closed(self, proposal: Any) -> tuple[str, ...]:
        groups = self.graph.groups()
        for key in proposal["value"]:
            if key not in groups:
                known = ", ".join(groups) or "none"
                raise traitlets.TraitError(f"no module of this graph is {key!r}; it has: {known}")
        return tuple(key for key in groups if key in proposal["value"])

    def __repr__(self) -> str:
        shown = listing(collapsed(self.graph, self.closed))
        text = f"Graph of {shown}"
        if self.selected not in {node.id for node in self.graph.nodes}:
            return text
        standing = self._told.standing(self.selected)
        flags = ", ".join(f"{name} {value}" for name, value in standing["flags"])
        return f"{text}\n\nChosen: {self.selected}. {flags}. {standing['why']}"

    def picture(self) -> str:
        """The graph as it is drawn now, the chosen box in a thick frame; a summary if large."""
        if len(self._parts["nodes"]) > MOST_NODES:
            return summary(self.graph)
        chosen = next(iter(self._parts["closed"].get(self.selected, ())), self.selected)
        box = rf'(data-id="{re.escape(chosen)}"><rect [^>]*stroke-width=")[\d.]+'
        return re.sub(box, r"\g<1>4", self._svg)


def _parts(graph: Graph) -> dict[str, Json]:
    """What the page needs of each box and constant."""
    arrows = Arrows(graph)
    found = {node.id: _part(graph, node, arrows) for node in graph.nodes}
    for one in graph.constants:
        label = ", ".join(filter(None, [one.op or "constant", contents_of(one), why(one)]))
        edges = {arrow.id: arrow.above for arrow in arrows.behind(one)}
        found[one.id] = {"label": label, "edges": edges, "group": False}
    return found


def _ids(graph: Graph) -> list[str]:
    return [node.id for node in graph.nodes] + [one.id for one in graph.constants]


def _how_many_known(constants: tuple[Constant, ...]) -> int:
    """Once a graph is freed less is known than before."""
    return sum(one.known for one in constants)


def _part(graph: Graph, node: Node, arrows: Arrows) -> Json:
    """What the page needs of a box besides its picture: words, and where its edges lead."""
    output = outputs(node.names, node.value, node.shape)
    rest = [kept_gradients(graph, node), saves(graph, node) if node.kind == "op" else ""]
    if node.leaf:
        rest = ["no gradient yet" if node.grad is None else "has a gradient"]
    what = "leaf" if node.leaf else node.op
    return {
        "label": ", ".join(filter(None, [what, output, *rest])),
        "edges": {arrow.id: arrow.above for arrow in arrows.into(node)},
        "group": node.kind == "group",
    }


def _hidden(graph: Graph, closed: Collection[str]) -> dict[str, list[str]]:
    """The closed modules around each node and module that is out of sight, outermost first."""
    around: dict[str, tuple[str, ...]] = {}
    around.update((one.id, one.modules) for one in graph.constants)
    for node in graph.nodes:
        around[node.id] = node.modules
        around.update((PREFIX + key, node.modules[:i]) for i, key in enumerate(node.modules))
    closings = {
        key: [PREFIX + one for one in path if one in closed] for key, path in around.items()
    }
    return {key: path for key, path in closings.items() if path}


def _words(graph: Graph) -> dict[str, str]:
    """The words by which a search finds each module and each node, in the order of the nodes."""
    found: dict[str, str] = {}
    for node in graph.nodes:
        for key in node.modules:
            words = [*re.findall(r"[^\s·(),]+", graph.titles.get(key, key)), *key.split(".")]
            found.setdefault(PREFIX + key, " ".join(["", "module", *words]).lower())
        found[node.id] = f" {_findable(node)}"
    for one in graph.constants:
        found[one.id] = f" {one.name} constant {one.reason} {one.dtype} {one.id}".lower()
    return found


def _findable(node: Node) -> str:
    """The words by which a search finds a node: it is enough to begin one of them."""
    words = [node.op, "leaf" if node.leaf else function(node.op), node.name, node.dtype, node.id]
    words += re.findall(r"[A-Z][a-z0-9]+", node.op) + node.name.split(".")
    if node.shape is not None:
        words += [shape_text(node.shape), "x".join(map(str, node.shape))]
    return " ".join(words).lower()


def _several(closed: Any) -> tuple[Any, ...]:
    """The modules to close; a single name is one of them."""
    if isinstance(closed, str):
        return (closed,)
    if not isinstance(closed, Iterable):
        raise TypeError(f"closed must be names of modules, ['model.0'], but is {closed!r}")
    return tuple(closed)


def _closed_at_first(graph: Graph) -> tuple[str, ...]:
    """Which modules to close: all, but the outermost opened while the boxes stay few."""
    groups = graph.groups()
    if len(graph.nodes) <= _MOST_BOXES:
        return ()
    children: dict[str, list[str]] = {key: [] for key in ("", *groups)}
    own = dict.fromkeys(("", *groups), 0)
    for key, group in groups.items():
        children[group.parent].append(key)
    for node in graph.nodes:
        own[(node.modules or ("",))[-1]] += 1
    closed, boxes = list(children[""]), own[""] + len(children[""])
    waiting = list(closed)
    for key in waiting:  # grows meanwhile: outermost first
        more = own[key] + len(children[key]) - 1
        if boxes + more <= _MOST_BOXES:
            boxes += more
            closed.remove(key)
            closed += children[key]
            waiting += children[key]
    return tuple(closed)
