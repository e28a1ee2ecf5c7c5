import random
from itertools import pairwise

import numpy as np
import pytest

from minigrad.viz.layout.layers import Lane, Link, Net
from minigrad.viz.layout.spread import LANE_WIDTH, offsets, positions, spread


def test_room_enough_changes_nothing():
    assert spread([0.0, 10.0, 20.0], [1.0, 1.0, 1.0], [0.0, 4.0, 8.0]) == [0.0, 10.0, 20.0]


def test_weights_decide_who_gives_way():
    assert spread([0.0, 0.0], [1.0, 3.0], [0.0, 4.0]) == [-3.0, 1.0]


def test_no_points():
    assert spread([], [], []) == []


@pytest.mark.parametrize("seed", range(20))
def test_it_is_the_least_squares_solution(seed):
    draw = random.Random(seed)
    n = draw.randrange(2, 7)
    wanted = [draw.uniform(-20, 20) for _ in range(n)]
    weights = [draw.uniform(0.5, 3) for _ in range(n)]
    steps = [draw.uniform(1, 8) for _ in range(n - 1)]
    found = np.array(spread(wanted, weights, offsets(steps)))
    gaps = np.diff(found) - steps
    assert (gaps > -1e-9).all()
    # Optimal: moving any run of touching points together would cost more.
    pull = np.array(weights) * (found - wanted)
    starts = [0, *(i + 1 for i, gap in enumerate(gaps) if gap > 1e-9), n]
    for start, end in pairwise(starts):
        assert abs(pull[start:end].sum()) < 1e-9
        assert (np.cumsum(pull[start:end]) < 1e-9).all()  # the left part is pushed, never pulled


def test_a_tree_is_symmetric_and_a_chain_is_straight():
    links = [Link("a", "left", "root"), Link("b", "right", "root"), Link("c", "root", "end")]
    net = Net(["end", "root", "left", "right"], links)
    x = positions(net, dict.fromkeys(net.depth, 100.0))
    assert x["root"] == pytest.approx(x["end"])
    assert x["root"] == pytest.approx((x["left"] + x["right"]) / 2)


def test_a_lane_runs_straight_beside_the_boxes():
    chain = [Link(f"c{i}", f"b{i}", f"b{i + 1}") for i in range(6)]
    net = Net([f"b{i}" for i in range(7)], [*chain, Link("long", "b0", "b6")])
    x = positions(net, {f"b{i}": 80.0 + 30 * (i % 2) for i in range(7)})
    lanes = {v.layer: x[v] for v in x if isinstance(v, Lane)}
    assert list(lanes) == [1, 2, 3, 4, 5]
    assert max(lanes.values()) - min(lanes.values()) < 1e-2
    for layer, lane in lanes.items():
        clear = (80.0 + 30 * (layer % 2) + LANE_WIDTH) / 2
        assert abs(lane - x[f"b{layer}"]) > clear


def test_a_chain_goes_on_straight_where_others_join_it():
    pairs = ["ab", "bc", "cd", "xb", "yd"]
    net = Net("dcbaxy", [Link(pair, *pair) for pair in pairs])
    x = positions(net, dict.fromkeys("dcbaxy", 100.0))
    assert x["b"] == pytest.approx(x["c"], abs=8)


def test_the_sides_of_a_frame_are_straight():
    pairs = ["ab", "bc", "cd", "xb", "xc"]
    net = Net("dcbax", [Link(pair, *pair) for pair in pairs], {"b": ("g",), "c": ("g",)})
    x = positions(net, dict.fromkeys("dcba", 100.0) | {"x": 200.0}, {"g": 300.0})
    for side in zip(*net.borders["g"]):
        assert max(map(x.get, side)) - min(map(x.get, side)) < 1e-2
    left, right = (x[border] for border in net.borders["g"][0])
    assert right - left == pytest.approx(300)
