import random

import pytest

from minigrad.viz.layout.ranks import Link, depths


def links(*pairs):
    return [Link(f"{i}:{above}>{below}", above, below) for i, (above, below) in enumerate(pairs)]


def test_each_box_is_below_its_inputs_and_sources_are_near_their_use():
    depth = depths("zabxw", links("xa", "ab", "bz", "wz"))
    assert depth == {"x": 0, "a": 1, "b": 2, "w": 2, "z": 3}


def test_what_leads_from_a_source_to_one_late_use_goes_there_as_a_whole():
    depth = depths("zcbaxtw", links("xa", "ab", "bc", "cz", "wt", "tz"))  # a weight, turned
    assert (depth["w"], depth["t"], depth["z"]) == (2, 3, 4)


def test_what_joins_two_early_inputs_for_a_late_use_stays_early():
    depth = depths("zcbayxm", links("xa", "ya", "ab", "bc", "cz", "xm", "ym", "mz"))
    assert depth["m"] == 1  # one long edge instead of two


def test_a_circle_has_no_layers():
    with pytest.raises(ValueError, match="run in a circle"):
        depths("ab", links("ab", "ba"))


def test_a_group_is_below_all_that_it_needs():
    pairs = links("xa", "ab", "wb", "bz")
    assert depths("zbwax", pairs)["w"] == 1
    depth = depths("zbwax", pairs, {"b": ("g",), "w": ("g",)})
    assert depth["w"] == depth["a"] + 1 == depth["b"] - 1


def test_groups_that_need_each_other_have_no_say():
    pairs = links("ab", "bc")
    paths = {"a": ("g",), "b": ("h",), "c": ("g",)}
    assert depths("cba", pairs, paths) == {"a": 0, "b": 1, "c": 2}


def test_a_group_in_a_group_keeps_within_it():
    pairs = links("xa", "ab", "wb", "bc", "cz")
    paths = {"b": ("g", "g.in"), "w": ("g", "g.in"), "c": ("g",)}
    depth = depths("zcbwax", pairs, paths)
    assert depth["a"] < depth["w"] < depth["b"] < depth["c"] < depth["z"]


@pytest.mark.parametrize("seed", range(10))
def test_every_edge_leads_down_whatever_the_groups(seed):
    draw = random.Random(seed)
    pairs = links(*((str(draw.randrange(i)), str(i)) for i in range(1, 40) for _ in "ab"))
    boxes = [str(i) for i in range(40)]
    groups = [(), ("g",), ("g", "g.in"), ("h",)]
    for paths in ({}, {box: draw.choice(groups) for box in boxes}):
        depth = depths(boxes, pairs, paths)
        assert min(depth.values()) == 0
        assert all(depth[link.above] < depth[link.below] for link in pairs)
