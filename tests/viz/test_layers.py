import itertools
import random

import pytest

from minigrad.viz import layers
from minigrad.viz.layers import Lane, Link, Net


def links(*pairs):
    return [Link(f"{above}>{below}", above, below) for above, below in pairs]


def test_each_box_is_below_its_inputs_and_sources_are_near_their_use():
    depth = layers.depths("zabxw", links("xa", "ab", "bz", "wz"))
    assert depth == {"x": 0, "a": 1, "b": 2, "w": 2, "z": 3}


def test_a_circle_has_no_layers():
    with pytest.raises(ValueError, match="run in a circle"):
        Net("ab", links("ab", "ba"))


def test_edges_of_one_source_share_their_lane():
    net = Net("zcbax", links("xa", "ab", "bc", "cz", "xb", "xc", "xz"))
    lanes = [v for layer in net.layers for v in layer if isinstance(v, Lane)]
    assert lanes == [Lane("x", 1), Lane("x", 2), Lane("x", 3)]
    assert net.lanes(Link("", "x", "c")) == [Lane("x", 1), Lane("x", 2)]
    assert net.down[Lane("x", 1)] == [Lane("x", 2), "b"] or set(net.down[Lane("x", 1)]) == {
        Lane("x", 2),
        "b",
    }


def test_inputs_keep_their_order_where_it_costs_nothing():
    net = Net("zab", links("az", "bz"))
    assert net.layers == [["a", "b"], ["z"]]


def test_the_inputs_of_the_result_go_first_where_not_all_can_keep_their_order():
    net = Net("zmlxy", links("mz", "lz", "xm", "ym", "xl"))  # z = x * y + log(x)
    assert net.layers == [["y", "x"], ["m", "l"], ["z"]]
    assert layers.crossings(net) == 0


@pytest.mark.parametrize("seed", range(10))
def test_no_drawing_has_a_mirror_image_with_more_inputs_in_order(seed):
    draw = random.Random(seed)
    pairs = [(str(draw.randrange(max(0, i - 5), i)), str(i)) for i in range(4, 30) for _ in "ab"]
    net = Net([str(i) for i in range(30)], links(*dict.fromkeys(pairs)))
    place = {v: i for layer in net.layers for i, v in enumerate(layer)}
    neighbours = [p for inputs in net.up.values() for p in itertools.pairwise(inputs)]
    kept = sum(place[a] < place[b] for a, b in neighbours)
    assert kept >= len(neighbours) / 2


def test_a_crossing_that_can_be_avoided_is():
    net = Net("zuvabcd", links("uz", "vz", "au", "bv", "cu", "dv"))
    assert layers.crossings(net) == 0


@pytest.mark.parametrize("seed", range(10))
def test_crossings_are_counted_right_and_never_grow(seed):
    draw = random.Random(seed)
    upper, lower = [f"u{i}" for i in range(6)], [f"l{i}" for i in range(6)]
    pairs = draw.sample(list(itertools.product(upper, lower)), 14)
    pairs += [(u, draw.choice(lower)) for u in upper] + [(draw.choice(upper), v) for v in lower]
    pairs = list(dict.fromkeys(pairs))
    net = Net([*lower, *upper], links(*pairs))
    assert layers.crossings(net) == counted_by_hand(net, pairs)
    first = Net.__new__(Net)
    first.__dict__.update(net.__dict__)
    first.layers = first._first_order()
    assert layers.crossings(net) <= layers.crossings(first)


def counted_by_hand(net, pairs):
    place = {v: i for layer in net.layers for i, v in enumerate(layer)}
    return sum(
        (place[a] - place[c]) * (place[b] - place[d]) < 0
        for (a, b), (c, d) in itertools.combinations(pairs, 2)
    )
