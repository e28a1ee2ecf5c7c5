from minigrad.viz.layout.layers import Border, Lane, Link, Net


def links(*pairs):
    return [Link(f"{above}>{below}", above, below) for above, below in pairs]


def lanes(net, link):
    return [(lane.source, lane.layer, lane.group) for lane in net.lanes(link)]


def test_edges_of_one_source_share_their_lane():
    pairs = links("xa", "ab", "bc", "cz", "xb", "xc", "xz")
    net = Net("zcbax", pairs)
    found = [v for layer in net.layers for v in layer if isinstance(v, Lane)]
    assert [(lane.source, lane.layer) for lane in found] == [("x", 1), ("x", 2), ("x", 3)]
    assert net.lanes(pairs[5]) == found[:2]
    assert net.lanes(pairs[0]) == []
    assert set(net.down[found[0]]) == {found[1], "b"}


def test_inputs_stand_in_their_order_at_first():
    net = Net("zab", links("az", "bz"))
    assert net.layers == [["a", "b"], ["z"]]


def test_two_edges_between_the_same_boxes_are_joined_twice():
    net = Net("zx", [Link("0", "x", "z"), Link("1", "x", "z")])
    assert net.down["x"] == ["z", "z"]


def test_a_lane_lies_in_the_group_of_its_source_then_in_that_of_its_target():
    pairs = links("ab", "bc", "ad", "cd", "de", "ef", "af")
    net = Net("fedcba", pairs, {**dict.fromkeys("abc", ("g",)), **dict.fromkeys("ef", ("h",))})
    assert [net.spans[g] for g in "gh"] == [(0, 2), (4, 5)]
    assert lanes(net, pairs[-1]) == [
        ("a", 1, "g"),
        ("a", 2, "g"),
        ("a", 3, ""),
        ("a", 4, "h"),
    ]


def test_borders_stand_on_every_layer_of_a_group():
    net = Net("dcba", links("ab", "bc", "cd"), {"b": ("g", "g.in"), "c": ("g",)})
    borders = [v for layer in net.layers for v in layer if isinstance(v, Border)]
    assert {(b.group, b.layer, b.right) for b in borders} == {
        ("g", 1, False),
        ("g", 1, True),
        ("g", 2, False),
        ("g", 2, True),
        ("g.in", 1, False),
        ("g.in", 1, True),
    }
    assert net.path("b") == ("g", "g.in") == net.path(net.borders["g.in"][0][0])
    assert net.path("a") == ()
