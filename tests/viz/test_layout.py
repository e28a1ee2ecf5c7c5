import random

import pytest

from minigrad.viz import layers, spread
from minigrad.viz.layout import LAYER_GAP, Link, layout

SIZE = (110.0, 62.0)


def random_drawing(n, seed=0):
    draw = random.Random(seed)
    sources = max(2, n // 10)
    links = []
    for i in range(sources, n):
        near = max(0, i - max(6, n // 12))
        for slot in range(2):
            links.append(Link(f"{i}.{slot}", str(draw.randrange(near, i)), str(i)))
    return {str(i): SIZE for i in range(n)}, links


def loop(n):
    """A weight used at each of `n` steps: ``h = f(h, w)``."""
    steps = [Link(f"{i}.0", f"h{i - 1}", f"h{i}") for i in range(1, n)]
    uses = [Link(f"{i}.1", "w", f"h{i}") for i in range(1, n)]
    return {f"h{i}": SIZE for i in range(n)} | {"w": SIZE}, [*steps, *uses]


@pytest.mark.parametrize("seed", range(5))
def test_boxes_do_not_touch_and_inputs_are_above(seed):
    sizes, links = random_drawing(60, seed)
    drawing = layout(sizes, links)
    boxes = list(drawing.boxes.values())
    for i, a in enumerate(boxes):
        assert a.width / 2 <= a.x <= drawing.width - a.width / 2
        assert a.height / 2 <= a.y <= drawing.height - a.height / 2
        for b in boxes[i + 1 :]:
            assert abs(a.x - b.x) >= SIZE[0] or abs(a.y - b.y) >= SIZE[1]
    for link in links:
        gap = drawing.boxes[link.below].y - drawing.boxes[link.above].y
        assert gap >= SIZE[1] + LAYER_GAP


def test_edges_begin_and_end_at_their_boxes_and_pass_between_the_others():
    sizes, links = random_drawing(60)
    drawing = layout(sizes, links)
    for link in links:
        points, above, below = (
            drawing.routes[link.id].points,
            drawing.boxes[link.above],
            drawing.boxes[link.below],
        )
        assert len(points) % 2 == 0
        (x0, y0), (x1, y1) = points[0], points[-1]
        assert (y0, y1) == (above.y + SIZE[1] / 2, below.y - SIZE[1] / 2)
        assert abs(x0 - above.x) < SIZE[0] / 2
        assert abs(x1 - below.x) < SIZE[0] / 2
        for (x, top), (same, bottom) in zip(points[1:-1:2], points[2:-1:2]):
            assert x == same
            assert not any(
                top < box.y < bottom and abs(box.x - x) < SIZE[0] / 2
                for box in drawing.boxes.values()
            )


def test_two_edges_between_the_same_boxes_are_apart():
    drawing = layout({"x": SIZE, "y": SIZE}, [Link("0", "x", "y"), Link("1", "x", "y")])
    first, second = drawing.routes["0"], drawing.routes["1"]
    assert (first.place, second.place, first.of) == (0, 1, 2)
    assert second.points[-1][0] - first.points[-1][0] >= 20


def test_a_chain_is_straight():
    drawing = layout({"a": (90.0, 40.0), "b": SIZE}, [Link("ab", "a", "b")])
    (x0, _), (x1, _) = drawing.routes["ab"].points
    assert x0 == x1 == drawing.boxes["a"].x == drawing.boxes["b"].x


def test_one_box():
    drawing = layout({"a": SIZE}, [])
    assert (drawing.width, drawing.height, drawing.vertices) == (138.0, 90.0, 1)


def test_the_same_input_gives_the_same_drawing():
    assert layout(*random_drawing(120)) == layout(*random_drawing(120))


def test_the_work_for_2000_nodes_is_linear_but_for_the_sweeps(monkeypatch):
    """Counted, not timed: vertices arranged, and how often each is moved."""
    moved, counted = [], []
    monkeypatch.setattr(spread, "spread", counting(spread.spread, moved))
    monkeypatch.setattr(layers, "crossings", counting(layers.crossings, counted))
    drawing = layout(*random_drawing(2000))
    assert len(drawing.boxes) == 2000
    assert drawing.vertices < 5 * 2000
    assert sum(moved) == drawing.vertices * (spread.SWEEPS + 3)
    assert len(counted) <= layers.SWEEPS + 1


def counting(function, calls):
    def counted(first, *more):
        calls.append(len(first) if isinstance(first, list) else 1)
        return function(first, *more)

    return counted


def test_a_weight_used_2000_times_takes_one_lane():
    drawing = layout(*loop(2000))
    assert drawing.vertices <= 2 * 2001
    assert sum(len(route.points) for route in drawing.routes.values()) < 20 * 2000
