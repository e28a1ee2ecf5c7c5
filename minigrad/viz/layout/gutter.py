"""The way of very long edges: round the whole drawing, so that layers need no room for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .ranks import Link

FAR = 40  # layers; a longer edge goes down here
TRACK = 16.0  # from one way down to the next


def is_far(link: Link, depth: Mapping[str, int]) -> bool:
    """Does an edge pass so many layers that it is better led round them?"""
    return depth[link.below] - depth[link.above] > FAR


def tracks(links: Sequence[Link], depth: Mapping[str, int]) -> dict[str, int]:
    """The track of each source of long edges, counted from the drawing outwards.

    Edges of one source share their track; so do sources that do not meet there.

    Example:
        >>> depth = {"a": 0, "b": 100, "c": 150, "d": 250}
        >>> tracks([Link("1", "a", "b"), Link("2", "a", "c"), Link("3", "c", "d")], depth)
        {'a': 0, 'c': 0}
    """
    ends: dict[str, int] = {}
    for link in links:
        if is_far(link, depth):
            ends[link.above] = max(depth[link.below], ends.get(link.above, 0))
    found: dict[str, int] = {}
    taken: list[int] = []  # of each track, down to which layer
    for source in sorted(ends, key=depth.__getitem__):
        free = (i for i, end in enumerate(taken) if end <= depth[source])
        track = next(free, len(taken))
        taken[track : track + 1] = [ends[source]]
        found[source] = track
    return found
