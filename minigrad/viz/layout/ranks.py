"""On which layer each box belongs: below its inputs, near its uses, modules under each other."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

Path = tuple[str, ...]  # the groups that a box lies in, outermost first
Bound = tuple[str, str]  # ("top" or "bottom", a group): above, below all that lies in it
Place = str | Bound


@dataclass(frozen=True)
class Link:
    """An edge to draw: from the box `above` down to the box `below`."""

    id: str
    above: str
    below: str


def depths(
    boxes: Sequence[str], links: Sequence[Link], paths: Mapping[str, Path] | None = None
) -> dict[str, int]:
    """The layer of each box.

    A group lies below all that it needs, above all that needs it, so that groups that follow each
    other stand under each other. Where that is impossible, for two that need each other, groups
    have no say.

    Raises:
        ValueError: the edges run in a circle.
    """
    try:
        order = _Order(boxes, links, paths or {})
    except ValueError:
        order = _Order(boxes, links, {})
    first = order.depth
    order.sink(everything=True)
    order.lift()
    low, order.depth = order.depth, first
    order.sink()
    order.lift()
    depth = min(low, order.depth, key=order.length)  # two ways, neither is always the better one
    top = min(depth[box] for box in boxes)
    return {box: depth[box] - top for box in boxes}


class _Order:
    """Who must be above whom: the boxes, and for each group a bound above it and one below.

    Attributes:
        depth: the layer of each.
    """

    def __init__(
        self, boxes: Sequence[str], links: Sequence[Link], paths: Mapping[str, Path]
    ) -> None:
        self.down: dict[Place, dict[Place, int]] = {box: {} for box in boxes}  # and by how much
        self.up: dict[Place, dict[Place, int]] = {}
        self.uses = _neighbours((link.above, link.below) for link in links)
        self.inputs = _neighbours((link.below, link.above) for link in links)
        for link in links:
            self._require(*_ends(link, paths), 1)
        for box, path in paths.items():
            self._require_within(box, path)
        for above, belows in list(self.down.items()):
            for below, by in belows.items():
                self.up.setdefault(below, {})[above] = by
        self.depth = self._first()

    def _require(self, above: Place, below: Place, by: int) -> None:
        self.down.setdefault(below, {})
        self.down.setdefault(above, {})[below] = by

    def _require_within(self, box: Place, path: Path) -> None:
        top: Place = box
        bottom: Place = box
        for group in reversed(path):
            self._require(("top", group), top, 0)
            self._require(bottom, ("bottom", group), 0)
            top, bottom = ("top", group), ("bottom", group)

    def _first(self) -> dict[Place, int]:
        """As near to the top as possible, in an order in which inputs come first."""
        waiting = {place: len(self.up.get(place, ())) for place in self.down}
        depth = {place: 0 for place, n in waiting.items() if not n}
        ready = deque(depth)
        low = dict.fromkeys(self.down, 0)
        while ready:
            place = ready.popleft()
            depth[place] = low[place]
            for lower, by in self.down[place].items():
                low[lower] = max(low[lower], low[place] + by)
                waiting[lower] -= 1
                if not waiting[lower]:
                    depth[lower] = low[lower]
                    ready.append(lower)
        if len(depth) < len(self.down):
            raise ValueError("the edges run in a circle, so there is no box to start from")
        return depth

    def sink(self, everything: bool = False) -> None:
        """Move down to just above its first use: what makes no edge longer by it, or everything."""
        bottom = max(self.depth.values())
        depth = self.depth = dict(self.depth)
        for place in reversed(depth):
            uses = self.down[place]
            if everything or (uses and (isinstance(place, tuple) or self._gain(place) <= 0)):
                depth[place] = min((depth[use] - by for use, by in uses.items()), default=bottom)

    def lift(self) -> None:
        """Move up to just below its last input: what makes edges shorter by it."""
        for place in self.depth:
            inputs = self.up.get(place)
            if inputs and (isinstance(place, tuple) or self._gain(place) > 0):
                self.depth[place] = max(self.depth[p] + by for p, by in inputs.items())

    def length(self, depth: Mapping[Place, int]) -> int:
        """How many layers all edges pass; those of one source together."""
        return sum(max(depth[use] for use in uses) - depth[box] for box, uses in self.uses.items())

    def _gain(self, box: str) -> int:
        """How many edges are shorter, less those longer, with the box one layer higher up."""
        furthest = sum(
            all(self.depth[use] < self.depth[box] for use in self.uses[above] if use != box)
            for above in self.inputs[box]
        )
        return furthest - bool(self.uses.get(box))


def _neighbours(pairs: Iterable[tuple[str, str]]) -> defaultdict[str, dict[str, None]]:
    found: defaultdict[str, dict[str, None]] = defaultdict(dict)
    for a, b in pairs:
        found[a][b] = None
    return found


def _ends(link: Link, paths: Mapping[str, Path]) -> tuple[Place, Place]:
    """The two that an edge really sets apart: the outermost groups that hold only one end."""
    above, below = paths.get(link.above, ()), paths.get(link.below, ())
    shared = sum(1 for _ in _common(above, below))
    first: Place = ("bottom", above[shared]) if len(above) > shared else link.above
    second: Place = ("top", below[shared]) if len(below) > shared else link.below
    return first, second


def _common(a: Path, b: Path) -> Iterable[str]:
    for one, other in zip(a, b):
        if one != other:
            return
        yield one
