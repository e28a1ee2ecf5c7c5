"""In what order vertices stand on their layers: few edges cross, groups stay together."""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, pairwise
from math import fsum, inf

from .layers import Border, Net, Vertex

SWEEPS = 24
PATIENCE = 6  # sweeps without a better order
SWAPS = 5  # how often a layer is gone through for neighbours to swap

Layers = list[list[Vertex]]
Places = dict[Vertex, float]


def reduce_crossings(net: Net) -> None:
    """Move vertices along their layers, each towards its neighbours; keep the best order met.

    Of an order and its mirror image, which cross alike, the one that turns fewer inputs round wins,
    those whose order matters before the others; the result comes first, so that where either will
    do, its own inputs stand in their order.
    """
    patience = 2 if net.many else PATIENCE
    if net.groups:
        _sort_towards(net, {}, net.layers)
    best = [list(layer) for layer in net.layers]
    fewest = crossings(net)
    last = 0
    for sweep in range(SWEEPS):
        if not fewest or sweep - last > patience:
            break
        if sweep % 2 == 0:
            _sort_towards(net, net.down, net.layers[::-1])
        else:
            _sort_towards(net, net.up, net.layers)
        if not net.many:
            _swap(net)
        count = crossings(net)
        if count < fewest:
            best = [list(layer) for layer in net.layers]
            fewest = count
            last = sweep
    net.layers = best
    if net.many:  # only the best order is improved by swaps
        _swap(net)
    mirrored = _mirrored(net)
    if _turned_round(net, mirrored) < _turned_round(net, net.layers):
        net.layers = mirrored


def _mirrored(net: Net) -> Layers:
    """The layers from right to left; the sides of the frames change places."""
    other: dict[Vertex, Vertex] = {}
    for left, right in chain.from_iterable(net.borders.values()):
        other[left], other[right] = right, left
    return [[other.get(v, v) for v in reversed(layer)] for layer in net.layers]


def _turned_round(net: Net, layers: Layers) -> tuple[int, int]:
    """How many inputs stand to the left of the one before them: where it matters, and in all."""
    place = _positions(layers)
    turned = {v: sum(place[b] < place[a] for a, b in pairwise(vs)) for v, vs in net.up.items()}
    return sum(turned[box] for box in net.ordered), sum(turned.values())


def _positions(layers: Iterable[Sequence[Vertex]]) -> Places:
    """Where each vertex stands on its layer, from 0 to 1."""
    return {v: (i + 0.5) / len(layer) for layer in layers for i, v in enumerate(layer)}


def _sort_towards(net: Net, neighbours: Mapping[Vertex, list[Vertex]], layers: Layers) -> None:
    """Sort each layer in turn by the mean place of its neighbours in the layer before.

    A group has one place on all its layers, so that no two groups change sides.
    """
    place = _positions(layers)
    ranks = _ranks(net, neighbours, place)
    for layer in layers:
        mean = {v: _mean_place([place[n] for n in neighbours.get(v, ())], place[v]) for v in layer}
        if ranks:
            key = {v: _key(net, v, mean[v], ranks) for v in layer}
            layer.sort(key=key.__getitem__)
        else:
            layer.sort(key=mean.__getitem__)
        place.update((v, (i + 0.5) / len(layer)) for i, v in enumerate(layer))


def _mean_place(places: list[float], own: float) -> float:
    return fsum(places) / len(places) if places else own


def _key(
    net: Net, vertex: Vertex, mean: float, ranks: Mapping[str, tuple[float, int]]
) -> tuple[tuple[float, int], ...]:
    """What a vertex is sorted by: the places of its groups, outermost first, then its own."""
    if isinstance(vertex, Border):
        mean = inf if vertex.right else -inf
    return (*(ranks[group] for group in net.path(vertex)), (mean, 0))


def _ranks(
    net: Net, neighbours: Mapping[Vertex, list[Vertex]], place: Places
) -> dict[str, tuple[float, int]]:
    """For each group the mean place of what its vertices are joined to outside, and its number."""
    inside: dict[str, list[float]] = defaultdict(list)
    outside: dict[str, list[float]] = defaultdict(list)
    for vertex in place if net.groups else ():
        if isinstance(vertex, Border):
            continue
        for group in net.path(vertex):
            inside[group].append(place[vertex])
            joined = (n for n in neighbours.get(vertex, ()) if group not in net.path(n))
            outside[group] += [place[n] for n in joined]
    return {
        group: (_mean_place(outside[group] or inside[group], 0.5), number)
        for number, group in enumerate(net.groups, 1)
    }


def _swap(net: Net) -> None:
    """Swap neighbours on a layer where that saves crossings."""
    place = {v: i for layer in net.layers for i, v in enumerate(layer)}
    for layer in net.layers:
        up = {v: sorted([place[n] for n in net.up[v]]) for v in layer}
        down = {v: sorted([place[n] for n in net.down[v]]) for v in layer}
        for _ in range(SWAPS):
            if not _swap_once(net, layer, up, down):
                break
        place.update((v, i) for i, v in enumerate(layer))


def _swap_once(
    net: Net,
    layer: list[Vertex],
    up: Mapping[Vertex, list[int]],
    down: Mapping[Vertex, list[int]],
) -> bool:
    swapped = False
    for i in range(len(layer) - 1):
        a, b = layer[i], layer[i + 1]
        if _saved(up[a], up[b]) + _saved(down[a], down[b]) > 0 and _may_swap(net, a, b):
            layer[i], layer[i + 1] = b, a
            swapped = True
    return swapped


def _saved(left: list[int], right: list[int]) -> int:
    """How many crossings there are fewer if the two, joined to these places, change theirs."""
    saved = 0
    for place in left:
        saved += bisect_left(right, place)
    for place in right:
        saved -= bisect_left(left, place)
    return saved


def _may_swap(net: Net, a: Vertex, b: Vertex) -> bool:
    """Do both stand free in the same group?"""
    borders = isinstance(a, Border) or isinstance(b, Border)
    return not net.groups or (not borders and net.path(a) == net.path(b))


def crossings(net: Net) -> int:
    """How many pairs of curves cross."""
    total = 0
    for upper, lower in pairwise(net.layers):
        place = {v: i for i, v in enumerate(lower)}
        passed: list[int] = []
        for vertex in upper:
            ends = [place[n] for n in net.down[vertex]]
            for end in ends:
                total += len(passed) - bisect_right(passed, end)
            for end in ends:
                insort(passed, end)
    return total
