from minigrad.viz.layout.columns import Columns, columns_of, sides
from minigrad.viz.layout.layers import Border, Lane, Link, Net


def straightened(rows, x, least=None):
    lanes = {v: (v.source, False) for layer, _ in rows for v in layer if isinstance(v, Lane)}
    columns = Columns(rows, least or {}, lanes)
    columns.straighten(x, sides(rows, x))


def test_lanes_of_one_source_come_to_stand_under_each_other():
    first, second = Lane("s", 1), Lane("s", 2)
    rows = [([first, "a"], [40.0]), ([second, "b"], [40.0])]
    x = {first: 0.0, "a": 60.0, second: 20.0, "b": 70.0}
    straightened(rows, x)
    assert x == {first: 10.0, "a": 60.0, second: 10.0, "b": 70.0}


def test_boxes_give_way_to_either_side():
    first, second = Lane("s", 1), Lane("s", 2)
    rows = [(["a", first, "b"], [30.0, 30.0]), ([second], [])]
    x = {"a": 0.0, first: 30.0, "b": 60.0, second: 50.0}
    straightened(rows, x)
    assert x[first] == x[second] == 35.0  # where they stood on average, 40, is 10 too near to b
    assert x["b"] - x[first] >= 30.0
    assert x[first] - x["a"] >= 30.0


def test_lanes_that_cross_stay_single():
    s, t = [Lane("s", i) for i in (1, 2)], [Lane("t", i) for i in (1, 2)]
    rows = [([s[0], t[0]], [20.0]), ([t[1], s[1]], [20.0])]
    x = {s[0]: 0.0, t[0]: 20.0, t[1]: 0.0, s[1]: 20.0}
    straightened(rows, x)
    assert x == {s[0]: 0.0, t[0]: 20.0, t[1]: 0.0, s[1]: 20.0}


def test_a_frame_is_as_wide_as_its_widest_layer_and_as_its_title():
    left, right = [Border("g", i, False) for i in (0, 1)], [Border("g", i, True) for i in (0, 1)]
    rows = [([left[0], "a", right[0], "other"], [20.0] * 3)]
    rows += [([left[1], "b", "c", right[1]], [20.0] * 3)]
    for least, width in ((0.0, 60.0), (100.0, 100.0)):
        x = dict.fromkeys([*left, *right], 0.0) | {"a": 0.0, "other": 25.0, "b": -10.0, "c": 10.0}
        straightened(rows, x, least={"g": least})
        assert x[left[0]] == x[left[1]]
        assert x[right[0]] == x[right[1]]
        assert x[right[0]] - x[left[0]] == width
        assert x["other"] - x[right[0]] >= 20.0
        assert x[left[0]] + 20.0 <= x["a"] <= x[right[0]] - 20.0


def test_what_makes_a_column():
    pairs = ("xa", "ab", "bc", "cd", "dz", "bz", "yz", "az")
    net = Net("zdcbayx", [Link(pair, *pair) for pair in pairs])
    column_of = columns_of(net)
    assert column_of["a"] == column_of["x"]  # x has no other use, a no other input
    assert column_of["d"] == column_of["c"] != column_of.get("b")
    assert not {"z", "y"} & set(column_of)
    lanes = {
        s: {column_of[v] for v in column_of if isinstance(v, Lane) and v.source == s} for s in "ab"
    }
    assert [len(columns) for columns in lanes.values()] == [1, 1]
    assert lanes["a"] != lanes["b"]


def test_a_box_whose_only_use_is_far_stands_above_its_lane():
    net = Net("zdcbaw", [Link(pair, *pair) for pair in ("ab", "bc", "cd", "dz", "aw", "wz")])
    (lane, *_) = (v for v in net.up if isinstance(v, Lane))
    assert columns_of(net)[lane] == columns_of(net)["w"]
