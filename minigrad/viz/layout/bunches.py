"""Many boxes that only go into one other, as `cat` has them: in rows, instead of one endless row.

Such boxes become one, a bunch, for all that follows; once that has its place, they stand in it, row
by row as one reads. The edges of a column go down beside it together and part below.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from .ranks import Link, Path

MANY = 12  # so many still fit into one row
ACROSS = 30.0  # between columns; the edges of a column go down in the middle
DOWN = 36.0  # between rows
ASPECT = 1.5  # about as wide for its height as a page

Size = tuple[float, float]


@dataclass(frozen=True, eq=False)
class Bunch:
    """Boxes in rows.

    Attributes:
        id: of the box that they become.
        size: of that box.
        places: of each box, its middle, from the middle of the bunch.
        sources: the box of each edge.
        exits: of each of their edges, where it leaves the bunch, from its middle.
        turns: of each edge that goes down beside its column: the top of the row below its box.
    """

    id: str
    size: Size
    places: dict[str, tuple[float, float]]
    sources: dict[str, str]
    exits: dict[str, float]
    turns: dict[str, float]


class Bunches:
    """The bunches of a graph, and the graph that has them in place of their boxes.

    Attributes:
        of: the bunch of each edge that leaves one.
        sizes: of the boxes and bunches that are left.
        links: all edges; those of a bunch start at it.
        paths: the groups that each box or bunch lies in.
    """

    def __init__(
        self, sizes: Mapping[str, Size], links: Sequence[Link], paths: Mapping[str, Path]
    ) -> None:
        found = _found(sizes, links, paths)
        self.of = {link: bunch for bunch in found for link in bunch.exits}
        owner = {box: bunch for bunch in found for box in bunch.places}
        self.sizes = {
            owner[box].id if box in owner else box: owner[box].size if box in owner else size
            for box, size in sizes.items()
        }
        self.links = [
            replace(link, above=self.of[link.id].id) if link.id in self.of else link
            for link in links
        ]
        self.paths = {owner[box].id if box in owner else box: path for box, path in paths.items()}


def _found(
    sizes: Mapping[str, Size], links: Sequence[Link], paths: Mapping[str, Path]
) -> list[Bunch]:
    """Boxes without inputs, each with one edge, all into the same box: if there are many."""
    uses = Counter(link.above for link in links)
    fed = {link.below for link in links}
    into: dict[tuple[str, Path], list[Link]] = defaultdict(list)
    for link in links:
        if uses[link.above] == 1 and link.above not in fed:
            into[link.below, paths.get(link.above, ())].append(link)
    return [_bunch(sizes, found) for found in into.values() if len(found) > MANY]


def _bunch(sizes: Mapping[str, Size], links: Sequence[Link]) -> Bunch:
    boxes = [link.above for link in links]
    wide, high = (max(sizes[box][side] for box in boxes) for side in (0, 1))
    columns = next(n for n in range(1, len(boxes) + 1) if _is_wide(n, len(boxes), wide, high))
    rows = -(-len(boxes) // columns)
    width, height = columns * (wide + ACROSS) + ACROSS, rows * (high + DOWN) - DOWN
    left = [ACROSS + i * (wide + ACROSS) - width / 2 for i in range(columns)]
    top = [i * (high + DOWN) - height / 2 for i in range(rows)]
    places = {}
    exits = {}
    turns = {}
    for number, link in enumerate(links):
        row, column = divmod(number, columns)
        middle = left[column] + wide / 2
        places[link.above] = middle, top[row] + high / 2
        exits[link.id] = middle
        if row < rows - 1:
            exits[link.id], turns[link.id] = left[column] + wide + ACROSS / 2, top[row + 1]
    sources = {link.id: link.above for link in links}
    return Bunch(f"bunch of {links[0].id}", (width, height), places, sources, exits, turns)


def _is_wide(columns: int, count: int, wide: float, high: float) -> bool:
    rows = -(-count // columns)
    return columns * (wide + ACROSS) >= ASPECT * rows * (high + DOWN)
