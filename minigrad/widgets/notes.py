"""A short sentence for each word of the player that a newcomer meets for the first time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from ..viz.data import Graph, Node, Place
from ..viz.events import Fail, Release, Seed
from ..viz.meanings import meaning
from ..viz.recording import Recording
from ..viz.state import replay
from ..viz.text import count, join, kept_names

Grads = Mapping[Place, np.ndarray | None]

_MOST_NAMED = 5  # of more tensors only the number is said
_LEAVES = "Leaves are tensors that were made with requires_grad=True, not computed."
_SAVED = "What a node saves (its buffers), its derivative will need."
_ASKED = "retain_grad() or inputs= asked for it."
_FREED = (
    "Freed, to save memory: a second backward() would fail here, "
    "unless the first is told retain_graph=True."
)


def notes(recording: Recording) -> list[str]:
    """What to say below each step: first before any step, then after one, two, ... of them."""
    return [_first(recording), *_forward(recording), *_backward(recording)]


def _first(recording: Recording) -> str:
    """What leaves are, and which of them this backward is for."""
    grads = replay(recording).grads
    leaves = [(node.id, 0) for node in recording.graph.leaves]
    filled = [place for place in leaves if place in grads]
    if recording.failure is not None or filled == leaves:
        return f"{_LEAVES} Backward fills their .grad."
    whose = f"only that of {_all(_names(recording.graph, filled))}" if filled else "none"
    return f"{_LEAVES} Backward can fill their .grad, this one fills {whose}."


def _forward(recording: Recording) -> list[str]:
    """What a node is: at the first, and at the last, where a player opens; and what it saves."""
    graph = recording.graph
    found = []
    told = False
    for step in recording.forward:
        node = graph[step.node]
        ends = step in (recording.forward[0], recording.forward[-1])
        said = [meaning(node)] if ends else []
        if not told and kept_names(graph, node):
            said.append(_SAVED)
            told = True
        found.append(" ".join(said))
    return found


def _backward(recording: Recording) -> list[str]:
    graph, grads = recording.graph, replay(recording).grads
    kept = _kept(graph, grads)
    told: set[str] = set()
    found, seeds = [], [event for event in recording if isinstance(event, Seed)]
    for step in recording.steps:
        node, said = graph[step.node], list[str]()
        if isinstance(step.events[0], Seed):
            said += [_gradient(graph, seeds)] if step is recording.steps[0] else []
        elif node.leaf and "leaf" not in told and grads.get((node.id, 0)) is not None:
            said.append(_leaf(node))
            told.add("leaf")
        elif not node.leaf and not isinstance(step.events[-1], Fail):
            said += [_passed_on(name) for name in _computed([node], kept)]
        if "freed" not in told and any(isinstance(event, Release) for event in step.events):
            said.append(_FREED)
            told.add("freed")
        found.append(" ".join(said))
    if found and recording.failure is None:
        found[-1] = _outcome(graph, grads)
    return found


def _kept(graph: Graph, grads: Grads) -> set[Place]:
    """Where there is a ``.grad`` in the end, stored by this backward or before it."""
    before = {(node.id, nr): grad for node in graph.nodes for nr, grad in node.grads.items()}
    return {place for place, grad in {**before, **grads}.items() if grad is not None}


def _computed(nodes: Sequence[Node], kept: set[Place]) -> list[str]:
    """The variables that hold what these nodes computed, and that get no ``.grad``."""
    operations = [node for node in nodes if not node.leaf]
    return [
        name
        for node in operations
        for nr, name in sorted(node.names.items())
        if name and (node.id, nr) not in kept
    ]


def _gradient(graph: Graph, seeds: Sequence[Seed]) -> str:
    """What the gradients of a backward that starts with `seeds` are."""
    titles = [graph[seed.node].title(seed.nr) for seed in seeds]
    title, given = " + ".join(titles), seeds[0].gradient
    what, note = title, ""
    if len(seeds) > 1 and any(seed.gradient.size != 1 or seed.gradient != 1 for seed in seeds):
        what = "the sum of gradient × result"
        note = " Here gradient is what backward starts with at each result."
    elif given.size != 1:
        what = f"the sum of gradient × {title}"
        note = " Here gradient is what backward starts with, one factor for each element."
    elif given.item() != 1:
        what = f"gradient × {title}"
        note = " Here gradient is the number that backward starts with."
    return f"The gradient at a value says how fast {what} changes when that value changes.{note}"


def _passed_on(name: str) -> str:
    return (
        f"{name} is not a leaf, it was computed: its gradient is passed on and not kept, "
        f"so {name}.grad stays None."
    )


def _leaf(node: Node) -> str:
    return f"{node.name or 'This'} is a leaf, so its gradient is kept. {meaning(node)}"


def _outcome(graph: Graph, grads: Grads) -> str:
    """Who has got a ``.grad`` from this backward and who has got none, and why."""
    kept = _kept(graph, grads)
    stored = [place for place, grad in grads.items() if grad is not None]
    cleared = [place for place, grad in grads.items() if grad is None]
    missed = [
        (node.id, nr)
        for node in graph.nodes
        for nr in (0, *node.further)
        if (node.id, nr) not in grads and (node.leaf or (node.id, nr) in kept)
    ]
    of = {
        "leaves": _names(graph, [place for place in stored if graph[place[0]].leaf]),
        "retaining": _names(graph, [place for place in stored if not graph[place[0]].leaf]),
        "missed": _names(graph, missed),
        "cleared": _names(graph, cleared),
        "computed": _computed(graph.nodes, kept),
    }
    said = [_sentence(of[kind], one, many) for kind, (one, many) in _OUTCOMES.items()]
    return " ".join(filter(None, said))


# What became of these in a backward: of one, and of several.
_OUTCOMES = {
    "leaves": (
        "is a leaf, so it keeps what arrived, in .grad.",
        "are leaves, so they keep what arrived, in .grad.",
    ),
    "retaining": (
        f"was computed, but keeps what arrived, in .grad: {_ASKED}",
        f"were computed, but keep what arrived, in .grad: {_ASKED}",
    ),
    "missed": (
        "got none: its .grad is as it was before.",
        "got none: their .grad is as it was before.",
    ),
    "cleared": (
        "keeps none: a hook took its .grad away.",
        "keep none: a hook took their .grad away.",
    ),
    "computed": (
        "was computed, it is not a leaf: .grad is None.",
        "were computed, they are no leaves: .grad is None.",
    ),
}


def _names(graph: Graph, places: Iterable[Place]) -> list[str]:
    """What variables hold these, in the order of the graph."""
    return [graph[key].names.get(nr, "") for key, nr in sorted(places, key=_by_number)]


def _by_number(place: Place) -> tuple[int, int]:
    return int(place[0].removeprefix("n")), place[1]


def _sentence(names: Sequence[str], one: str, many: str) -> str:
    return f"{_all(names)} {many if len(names) > 1 else one}" if names else ""


def _all(names: Sequence[str]) -> str:
    named = all(names) and len(names) <= _MOST_NAMED
    return join(names) if named else count(len(names), "tensor")
