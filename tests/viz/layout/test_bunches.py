"""Many leaves of one node stand in rows; a few do not, and nothing else does."""

import re

import pytest

import minigrad as mg
from minigrad.viz import graph as read
from minigrad.viz.layout import layout
from minigrad.viz.layout.bunches import MANY, Bunches
from minigrad.viz.svg import svg
from tests.viz.drawings import BUNCHED, CORPUS, GROUPED, SIZE, cat, ours


def rows_of(drawing, leaves):
    """The leaves as they stand: row by row, each from left to right."""
    places = sorted((drawing.boxes[f"x{i}"].y, drawing.boxes[f"x{i}"].x, i) for i in range(leaves))
    rows = {}
    for y, _, number in places:
        rows.setdefault(y, []).append(number)
    return list(rows.values())


@pytest.mark.parametrize("count", [13, 40, 100, 500])
def test_many_leaves_stand_in_rows_in_the_order_of_the_inputs(count):
    drawing = layout(*cat(count))
    rows = rows_of(drawing, count)
    assert [number for row in rows for number in row] == list(range(count))
    assert len({len(row) for row in rows[:-1]}) == 1
    assert 1 < len(rows) < len(rows[0])
    assert 0.9 < drawing.width / drawing.height < 2


def test_a_few_leaves_stand_side_by_side():
    assert len(rows_of(layout(*cat(MANY)), MANY)) == 1


def test_nothing_else_is_bunched():
    for given in (*CORPUS.values(), *GROUPED.values()):
        assert Bunches(*given).of == {}
    sizes, links, paths = BUNCHED["cat of what is used"]
    assert len(Bunches(sizes, links, paths).of) == 38  # without those that are used elsewhere


def test_leaves_in_different_modules_do_not_mix():
    sizes, links, _ = cat(40)
    paths = {f"x{i}": ("a",) if i < 20 else ("b",) for i in range(40)}
    bunches = set(Bunches(sizes, links, paths).of.values())
    assert sorted(len(bunch.places) for bunch in bunches) == [20, 20]
    frames = layout(sizes, links, paths).frames
    assert set(frames) == {"a", "b"}


@pytest.mark.parametrize("name", BUNCHED)
def test_no_edge_of_a_bunch_crosses_another(name):
    sizes, links, groups = BUNCHED[name]
    drawn = ours(layout(sizes, links, groups))
    assert drawn.crossings() <= 2  # of those beside it


def test_a_lower_box_beside_a_bunch_is_reached_and_left_straight_down():
    drawing = layout(*BUNCHED["cat beside others"])
    box, leaf = drawing.boxes["b"], drawing.boxes["x0"]
    assert box.y > leaf.y + 2 * SIZE[1]
    (route,) = (r for key, r in drawing.routes.items() if key.endswith("a>b"))
    assert route.points[-2][0] == route.points[-1][0]
    assert route.points[-2][1] < leaf.y + SIZE[1]


def test_the_number_beside_each_edge_has_a_place_of_its_own():
    parts = [mg.tensor([float(i)], requires_grad=True) for i in range(60)]
    drawn = svg(read(mg.cat(parts)))
    labels = re.findall(r'data-label="([^"]+)"', drawn)
    assert len(labels) == 61
    assert len(set(labels)) == 61
