import json
import math

import pytest

pytest.importorskip("anywidget")

import traitlets

import minigrad as mg
from minigrad.widgets import DescentExplorer


def test_it_starts_with_what_suits_the_loss():
    explorer = DescentExplorer()
    assert (explorer.start, explorer.lr, explorer.momentum) == ((2.5,), 0.1, 0.0)
    assert explorer.step == explorer.descent.steps == 50
    assert explorer._spec["title"] == "Gradient descent on the parabola, loss = w²"
    assert DescentExplorer(lambda a: a**2)._spec["title"] == "Gradient descent on the loss"


def test_what_is_chosen_counts():
    explorer = DescentExplorer(
        lambda left, right: left * left + right * right,
        start=[1, 2],
        lr=0.25,
        momentum=0.5,
        steps=3,
        bounds=(-4, 4),
    )
    assert explorer.start == (1.0, 2.0)
    assert explorer.descent.points[1] == (0.5, 1.0)
    assert explorer.descent.points[2] == (0.0, 0.0)  # half of the first step comes on top
    assert explorer._spec["names"] == ("left", "right")
    assert explorer._spec["plane"]["numbers"] == [-4, -4, 4, 4]


def test_a_change_makes_a_new_way():
    explorer = DescentExplorer("parabola", start=2.0, lr=0.25, steps=2)
    explorer.start = 1.0
    assert explorer.start == (1.0,)
    assert explorer.descent.points == ((1.0,), (0.5,), (0.25,))
    explorer.lr = 0.5
    assert explorer.descent.points == ((1.0,), (0.0,), (0.0,))
    explorer.momentum = 0.5
    assert explorer.descent.points == ((1.0,), (0.0,), (-0.5,))
    assert explorer._path["start"] == "w = 1"
    assert explorer._path["momentum"] == "0.5"


def test_the_browser_may_change_several_things_at_once():
    explorer = DescentExplorer("parabola", start=2.0, lr=0.25, steps=2)
    explorer.set_state({"start": [1.0], "lr": 0.5, "step": 1})
    assert explorer.descent.points == ((1.0,), (0.0,), (0.0,))
    assert explorer.step == 1


@pytest.mark.parametrize("loss", ["bowl", "double well"])
def test_all_that_is_sent_is_json(loss):
    explorer = DescentExplorer(loss, lr=9.0)
    assert explorer.descent.ended
    for part in (explorer._spec, explorer._path):
        json.dumps(part, allow_nan=False)
    log = DescentExplorer(lambda w: w.log(), bounds=(-1, 1), start=-0.5)
    assert math.isnan(log.descent.losses[0])
    json.dumps([log._spec, log._path], allow_nan=False)
    assert log.picture().startswith("<svg")


def test_a_way_has_pixels_words_and_slopes_for_each_place():
    path = DescentExplorer("saddle", steps=7)._path
    assert {len(path[part]) for part in ("pixels", "slopes", "captions", "curve")} == {8}
    line = DescentExplorer(xs=[0, 1, 2], ys=[1, 2, 4], steps=7)._path
    assert {len(line[part]) for part in ("pixels", "slopes", "captions", "lines")} == {8}


def test_a_line_through_points():
    xs = mg.tensor([0.0, 1.0, 2.0])
    explorer = DescentExplorer(xs=xs, ys=2 * xs + 1, steps=300)
    assert explorer.descent.points[-1] == pytest.approx((2, 1), abs=1e-2)
    assert explorer._spec["names"] == ("w", "b")
    assert len(explorer._spec["dots"]) == 3
    assert explorer._spec["side"].startswith("<svg")


@pytest.mark.parametrize(
    "name, value, message",
    [
        ("start", (9, 0), r"start is \(9, 0\), but the picture shows a from -3 to 3 and b from"),
        ("start", 1.0, "start is 1.0, but the picture"),
        ("start", (1, 2, 3), "start is"),
        ("start", "here", "start is 'here'"),
        ("start", (math.nan, 0), "start is"),
        ("start", None, "start is None"),
        ("lr", 0, "lr is 0.0, but must be above 0 and finite"),
        ("lr", -1.0, "lr is -1.0"),
        ("lr", math.inf, "lr is inf"),
        ("lr", math.nan, "lr is nan"),
        ("momentum", 1, "momentum is 1.0, but must be from 0 to below 1"),
        ("momentum", -0.1, "momentum is -0.1"),
        ("step", 51, "step is 51, but must be from 0 to 50"),
        ("step", -1, "step is -1"),
    ],
)
def test_what_cannot_be_is_said_and_changes_nothing(name, value, message):
    explorer = DescentExplorer("bowl")
    before = getattr(explorer, name), explorer.descent
    with pytest.raises(traitlets.TraitError, match=message):
        setattr(explorer, name, value)
    assert (getattr(explorer, name), explorer.descent) == before


@pytest.mark.parametrize("steps", [0, 501, 2.5, True, "many"])
def test_steps_are_a_whole_number(steps):
    with pytest.raises(
        ValueError, match=f"steps must be a whole number from 1 to 500, but is {steps!r}"
    ):
        DescentExplorer(steps=steps)


def test_a_loss_or_points():
    with pytest.raises(
        ValueError, match="give a loss, or the points xs and ys of a line, not both"
    ):
        DescentExplorer("bowl", [1, 2], [1, 2])
    with pytest.raises(ValueError, match="xs and ys must be numbers"):
        DescentExplorer(xs=[1, 2])


def test_as_text():
    explorer = DescentExplorer("parabola", start=2.0, lr=0.25, steps=2)
    explorer.step = 1
    assert repr(explorer).splitlines() == [
        "Gradient descent on the parabola, loss = w²",
        "Start: w = 2. Loss 4, gradient 4.",
        "Learning rate 0.25, momentum 0.",
        "Step 1: w = 1. Loss 1, gradient 2.",
        explorer._path["verdict"],
    ]
    data, _ = explorer._repr_mimebundle_()
    assert data["text/plain"] == repr(explorer)
    assert data["image/svg+xml"] == explorer.picture()


def test_a_step_beyond_the_end_shows_the_end():
    explorer = DescentExplorer("parabola", lr=9.0)
    assert explorer.descent.steps < explorer.step == 50
    assert f"Step {explorer.descent.steps}: " in repr(explorer)


def test_it_says_so_where_the_scales_differ():
    said = "a and b are drawn at different scales, so right angles are not seen."
    stretched = DescentExplorer(lambda a, b: a**2 + b**2, bounds=((-1, 1), (-20, 20)))
    assert stretched._spec["about"].endswith(said)
    assert said not in DescentExplorer("bowl")._spec["about"]
    assert "scales" not in DescentExplorer("parabola")._spec["about"]
