import pytest

from minigrad.viz.layout.gutter import FAR, TRACK, is_far, tracks
from minigrad.viz.layout.layered import MARGIN, Link, layout
from tests.viz.drawings import SIZE, drawing, ours


def test_only_very_long_edges_go_round():
    depth = {"a": 0, "b": FAR, "c": FAR + 1}
    assert not is_far(Link("", "a", "b"), depth)
    assert is_far(Link("", "a", "c"), depth)


def test_sources_that_meet_have_tracks_of_their_own():
    depth = {"a": 0, "b": 20, "c": 200, "d": 100}
    links = [Link("0", "a", "c"), Link("1", "b", "d"), Link("2", "d", "c")]
    assert tracks(links, depth) == {"a": 0, "b": 1, "d": 1}


@pytest.fixture(scope="module")
def long():
    """Two weights that each of 200 steps uses, and a result that goes far down."""
    pairs = [(f"h{i}", f"h{i + 1}") for i in range(200)] + [("h0", "h200")]
    pairs += [(w, f"h{i}") for w in ("U", "W") for i in range(1, 201)]
    return drawing(pairs)


def test_nothing_is_in_the_way_of_a_long_edge(long):
    sizes, links, _ = long
    picture = layout(sizes, links)
    assert ours(picture).struck() == []
    assert ours(picture).touching() == []
    ways = {picture.routes[link.id].points[1][0] for link in links if link.below == "h199"}
    first = min(box.x - box.width / 2 for box in picture.boxes.values())
    gutter = sorted(x for x in ways if x < first)
    assert len(gutter) == 2
    assert gutter[1] - gutter[0] == TRACK
    assert gutter[0] > MARGIN / 2


def test_long_edges_cost_no_lanes(long):
    sizes, links, _ = long
    assert layout(sizes, links).vertices < len(sizes) + 3 * FAR


def test_a_long_edge_begins_and_ends_at_its_boxes(long):
    sizes, links, _ = long
    picture = layout(sizes, links)
    for link in links:
        (x0, y0), *_, (x1, y1) = picture.routes[link.id].points
        above, below = picture.boxes[link.above], picture.boxes[link.below]
        assert abs(x0 - above.x) < SIZE[0] / 2
        assert abs(x1 - below.x) < SIZE[0] / 2
        assert (y0, y1) == (above.y + SIZE[1] / 2, below.y - SIZE[1] / 2)
