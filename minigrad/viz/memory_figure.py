"""The memory that graphs kept over a loop's iterations, as a picture and as text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from .curves import GAP, Panel, Series, chart, figure, sentences
from .holders import Holder
from .memory import GraphWatch
from .scales import spaced
from .text import count

WIDTH = 760.0
MEASURED = (
    "At the end of each iteration it counts the nodes of recorded graphs that are still in memory, "
    "and the bytes of the tensors that they saved for backward. Leaves that require a gradient, "
    "such as parameters, are not counted: they live anyway."
)
_HEIGHT = 240.0
_ROWS = 8  # of the table as text: the first iterations, the last, and some between
_ALL = 1000  # of the table on a page: of more iterations, so many
_UNITS = ((1e9, "GB"), (1e6, "MB"), (1e3, "kB"))


@dataclass
class Loop:
    """One loop that was watched, and what holds its oldest graph, where that was found."""

    watch: GraphWatch
    holder: Holder | None = None


Loops = Mapping[str, Loop]  # by name; "" for the only one


def picture(loops: Loops) -> str:
    """The whole figure as an SVG document."""
    rows = [[sentences([MEASURED], WIDTH)], charts(loops), [sentences(findings(loops), WIDTH)]]
    return figure(rows, headline(loops), text(loops))


def charts(loops: Loops) -> list[Panel]:
    """Bytes and nodes in memory over the iterations, a line per loop."""
    size, over = ((WIDTH - GAP) / 2, _HEIGHT), counted(loops)
    held = [
        Series(name or "bytes", _iterations(loop.watch), np.array(loop.watch.bytes, float))
        for name, loop in loops.items()
    ]
    nodes = [
        Series(name or "nodes", _iterations(loop.watch), np.array(loop.watch.nodes, float))
        for name, loop in loops.items()
    ]
    return [
        chart("Memory held by graphs", held, *size, write=amount, over=over, log=False),
        chart("Nodes still in memory", nodes, *size, write=_whole, over=over, log=False),
    ]


def headline(loops: Loops) -> str:
    """One line: how many iterations, and what was held at their end."""
    said = []
    for name, loop in loops.items():
        watch = loop.watch
        if not watch.nodes:
            said.append(_named(name, "no iteration yet"))
            continue
        end = f"{amount(watch.bytes[-1])} in {count(watch.nodes[-1], 'node')}"
        said.append(_named(name, f"{end} after {count(len(watch.nodes), watch.counted)}"))
    return f"Memory held by graphs: {'; '.join(said)}"


def title(loops: Loops) -> str:
    """What was watched, without what came of it."""
    iterations = len(_longest(loops).nodes)
    said = count(iterations, counted(loops)) if iterations else "no iteration yet"
    return f"Memory held by graphs, {said}"


def counted(loops: Loops) -> str:
    """What the figure counts: iterations, or marks that were made within them."""
    return _longest(loops).counted


def findings(loops: Loops) -> list[str]:
    """What the numbers mean, a sentence or two for each loop."""
    return [_named(name, _finding(loop)) for name, loop in loops.items()]


def text(loops: Loops) -> str:
    """The figure in words and numbers."""
    lines = [headline(loops)]
    for name, loop in loops.items():
        lines += ["", *([name] if name else []), *_table(loop.watch), _finding(loop)]
    return "\n".join(lines)


def amount(size: float) -> str:
    """A number of bytes with three digits: ``512 B``, ``33.8 kB`` (a thousand), ``1.2 MB``."""
    for unit, name in _UNITS:
        if size >= unit:
            return f"{size / unit:.3g} {name}"
    return f"{size:g} B"


def reading(loops: Loops) -> dict[str, Any]:
    """What to read at each iteration, in words; of more than a page can hold, at some.

    Returns:
        ``{"at": [...], "says": [...], "note": "..."}``
    """
    iterations = len(_longest(loops).nodes)
    at = spaced(iterations)
    note = _left_out("The slider stops at", len(at), loops)
    return {"at": [i + 1 for i in at], "says": [_read(loops, i) for i in at], "note": note}


def _read(loops: Loops, i: int) -> str:
    said = []
    for name, loop in loops.items():
        if i < len(loop.watch.nodes):
            held, nodes = amount(loop.watch.bytes[i]), count(loop.watch.nodes[i], "node")
            said.append(f"{name} holds {held} in {nodes}" if name else f"{held}, {nodes}")
    return f"{counted(loops).capitalize()} {i + 1:,}: {'; '.join(said)}"


def _finding(loop: Loop) -> str:
    watch = loop.watch
    if not watch.nodes:
        return "Nothing was watched yet."
    last, oldest = len(watch.nodes), watch.oldest[-1]
    if not oldest:
        return "No graph is alive at the end."
    if watch.rounds[oldest - 1] == watch.rounds[last - 1]:
        kept = (
            "It holds no saved tensors of its own."
            if not watch.bytes[-1]
            else (f"It keeps {amount(watch.bytes[-1])} of saved tensors.")
        )
        return f"At the end only the graph of the last iteration is alive. {kept}"
    if loop.holder is None or loop.holder.oldest > oldest:
        return (
            f"Graphs are alive since {watch.counted} {oldest:,}; which variable holds them was not "
            "found."
        )
    return _held_since(loop.holder, watch, oldest)


def _held_since(who: Holder, watch: GraphWatch, oldest: int) -> str:
    """What holds the graphs of all iterations since the oldest, and what to do about it."""
    holds = f"The variable {who.name} holds graphs since {watch.counted} {oldest:,}"
    nodes = count(who.nodes, "node")
    if who.count > 1:
        return (
            f"{holds}: {who.count:,} tensors, each with the graph behind it, {nodes} in all. Keep "
            "numbers instead: loss.item()."
        )
    freed = "" if watch.bytes[-1] else " (which hold no saved tensors of their own)"
    return (
        f"{holds}: its own graph reaches back that far, {nodes}{freed}. A tensor keeps the node "
        "that computed it, and every node keeps those before it. Add a number instead, "
        "loss.item(): it has no node. Or cut the graph off: detach()."
    )


def rows(loops: Loops, most: int = _ALL) -> list[list[str]]:
    """The iterations as a table, its head first: memory and nodes of each loop; at most so many."""
    at = spaced(len(_longest(loops).nodes), most)
    found = [[counted(loops)], *([f"{i + 1:,}"] for i in at)]
    for name, loop in loops.items():
        for row, column in zip(found, _columns(name, loop.watch, at)):
            row += column
    return found


def rows_note(loops: Loops, most: int = _ALL) -> str:
    """Which iterations the table leaves out; ``""`` for none."""
    return _left_out("The table has", min(most, len(_longest(loops).nodes)), loops)


def _left_out(what: str, shown: int, loops: Loops) -> str:
    total = len(_longest(loops).nodes)
    return (
        ""
        if shown == total
        else f"{what} {shown:,} of the {total:,} {counted(loops)}s, evenly spaced."
    )


def _columns(name: str, watch: GraphWatch, at: list[int]) -> list[tuple[str, str]]:
    """Memory and nodes of one loop, with their heads."""
    head = (_named(name, "memory"), _named(name, "nodes"))
    there = [i for i in at if i < len(watch.nodes)]
    cells = [(amount(watch.bytes[i]), _whole(watch.nodes[i])) for i in there]
    return [head, *cells, *[("", "")] * (len(at) - len(there))]


def _table(watch: GraphWatch) -> list[str]:
    loops = {"": Loop(watch)}
    cells = rows(loops, _ROWS)
    widths = [max(map(len, column)) for column in zip(*cells)]
    lines = ["  ".join(cell.rjust(width) for cell, width in zip(row, widths)) for row in cells]
    note = rows_note(loops, _ROWS)
    return [*lines, *([note] if note else [])]


def _longest(loops: Loops) -> GraphWatch:
    return max((loop.watch for loop in loops.values()), key=lambda watch: len(watch.nodes))


def _iterations(watch: GraphWatch) -> np.ndarray:
    return np.arange(1, len(watch.nodes) + 1, dtype=np.float64)


def _named(name: str, said: str) -> str:
    return f"{name}: {said}" if name else said


def _whole(value: float) -> str:
    return f"{value:,.0f}"
