import itertools
import random

import pytest

from minigrad.viz.layout.crossings import crossings, reduce_crossings
from minigrad.viz.layout.layers import Border, Link, Net
from tests.viz.drawings import grouped_tangle


def links(*pairs):
    return [Link(f"{above}>{below}", above, below) for above, below in pairs]


def ordered(boxes, pairs, paths=None):
    net = Net(boxes, pairs, paths)
    reduce_crossings(net)
    return net


def test_the_inputs_of_the_result_go_first_where_not_all_can_keep_their_order():
    net = ordered("zmlxy", links("mz", "lz", "xm", "ym", "xl"))  # z = x * y + log(x)
    assert net.layers == [["y", "x"], ["m", "l"], ["z"]]
    assert crossings(net) == 0


@pytest.mark.parametrize("seed", range(10))
def test_no_drawing_has_a_mirror_image_with_more_inputs_in_order(seed):
    draw = random.Random(seed)
    pairs = [(str(draw.randrange(max(0, i - 5), i)), str(i)) for i in range(4, 30) for _ in "ab"]
    net = ordered([str(i) for i in range(30)], links(*dict.fromkeys(pairs)))
    place = {v: i for layer in net.layers for i, v in enumerate(layer)}
    neighbours = [p for inputs in net.up.values() for p in itertools.pairwise(inputs)]
    kept = sum(place[a] < place[b] for a, b in neighbours)
    assert kept >= len(neighbours) / 2


def test_a_crossing_that_can_be_avoided_is():
    net = ordered("zuvabcd", links("uz", "vz", "au", "bv", "cu", "dv"))
    assert crossings(net) == 0


@pytest.mark.parametrize("seed", range(10))
def test_crossings_are_counted_right_and_never_grow(seed):
    draw = random.Random(seed)
    upper, lower = [f"u{i}" for i in range(6)], [f"l{i}" for i in range(6)]
    pairs = draw.sample(list(itertools.product(upper, lower)), 14)
    pairs += [(u, draw.choice(lower)) for u in upper] + [(draw.choice(upper), v) for v in lower]
    pairs = list(dict.fromkeys(pairs))
    net = Net([*lower, *upper], links(*pairs))
    first = crossings(net)
    assert first == counted_by_hand(net, pairs)
    reduce_crossings(net)
    assert crossings(net) == counted_by_hand(net, pairs)
    assert crossings(net) <= first
    assert sorted(net.layers[0]) == upper
    assert sorted(net.layers[1]) == lower


def counted_by_hand(net, pairs):
    place = {v: i for layer in net.layers for i, v in enumerate(layer)}
    return sum(
        (place[a] - place[c]) * (place[b] - place[d]) < 0
        for (a, b), (c, d) in itertools.combinations(pairs, 2)
    )


@pytest.mark.parametrize("seed", range(10))
def test_groups_stand_together_between_their_borders_and_never_change_sides(seed):
    sizes, pairs, paths = grouped_tangle(50, seed)
    net = ordered(list(sizes), pairs, paths)
    sides = set()
    for layer in net.layers:
        open_now, seen = [], []
        for vertex in layer:
            if isinstance(vertex, Border) and vertex.right:
                assert open_now.pop() == vertex.group
                continue
            if isinstance(vertex, Border):
                sides |= {(other, vertex.group) for other in seen}
                seen.append(vertex.group)
                open_now.append(vertex.group)
            assert net.path(vertex) == tuple(open_now)
        assert not open_now
    assert not {(b, a) for a, b in sides} & sides
