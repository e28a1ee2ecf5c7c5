import pytest

pytest.importorskip("anywidget")

import minigrad as torch
from minigrad.widgets import DescentExplorer


def said(loss, **options):
    """What the explorer says of it."""
    return DescentExplorer(loss, **options)._path["verdict"].removeprefix("The whole way: ")


def why(loss, **options):
    """And what it keeps back until it is asked."""
    return DescentExplorer(loss, **options)._path["why"]


def test_each_step_in_a_sentence():
    explorer = DescentExplorer("parabola", start=2.0, lr=0.25, steps=2)
    assert explorer._path["captions"] == [
        "Start: w = 2. Loss 4, gradient 4.",
        "Step 1: w = 1. Loss 1, gradient 2.",
        "Step 2: w = 0.5. Loss 0.25, gradient 1.",
    ]
    both = DescentExplorer("bowl", start=(1.0, -2.0), lr=0.1)
    assert both._path["captions"][0] == "Start: a = 1, b = -2. Loss 5, gradient (2, -4)."


def test_a_place_outside_the_picture_is_called_so():
    explorer = DescentExplorer("parabola", start=2.0, lr=1.5, steps=2)
    assert [caption.endswith("outside the picture.") for caption in explorer._path["captions"]] == [
        False, True, True,
    ]  # fmt: skip


def test_how_a_step_is_made():
    about = DescentExplorer("parabola")._spec["about"]
    assert about.startswith(
        "w is the number to choose. Each step goes against the gradient: new w = w − learning rate"
    )  # not "downhill": a step that is too long ends higher
    assert "new (a, b) = (a, b) − learning rate" in DescentExplorer("bowl")._spec["about"]


def test_steps_too_long_for_a_quadratic():
    assert said("bowl", start=(1, 0), lr=1.05, steps=12) == (
        "The loss grew 12 steps in a row, from 1 to 9.85."
    )
    assert why("parabola", start=1, lr=1.05, steps=12) == (
        "The slope of this loss changes by 2 per unit: that is its curvature. A step multiplies "
        "the distance to the bottom by 1 − 1.05 × 2 = -1.1; below -1 it gets larger each time. So "
        "the learning rate must stay below 2 / 2 = 1. Yours is 1.05."
    )
    assert "After step 3 it is far away" in said("narrow valley", start=(1, 1), lr=5)
    far = why("narrow valley", start=(1, 1), lr=5)
    assert far.startswith("In the direction in which this loss bends most, its slope changes by 4")
    assert "must stay below 2 / 4 = 0.5. Yours is 5." in far


@pytest.mark.parametrize("rate", [0.1, 0.5, 0.9])
def test_the_largest_learning_rate_is_not_told_to_who_stays_below_it(rate):
    explorer = DescentExplorer("bowl", lr=rate)
    assert explorer._path["why"] == ""
    for told in (explorer._spec["about"], repr(explorer), explorer.picture()):
        assert "must stay below" not in told


def test_momentum_allows_longer_steps():
    assert "must stay below 2 × (1 + 0.5) / 2 = 1.5. Yours is 1.6." in why(
        "bowl", start=(1, 0), lr=1.6, momentum=0.5
    )


def test_a_loss_that_bends_here_so_and_there_otherwise():
    text = why("double well", start=2.0, lr=0.9)
    assert "At the start the curvature is 10, so fast does the slope change; " in text
    assert "wants a learning rate below 2 / 10 = 0.2. Yours is 0.9." in text


def test_no_finite_loss():
    log = DescentExplorer(lambda w: w.log(), bounds=(-1, 3), start=2.0)
    assert log._path["verdict"] == (
        "The whole way: After step 21 there is no finite loss, and nothing more to see."
    )
    log.start = -0.5
    assert log._path["verdict"] == "The whole way: There is no finite loss or gradient at w = -0.5."


def test_swinging_but_lower():
    text = said("bowl", lr=0.9, steps=10)
    assert text.startswith("Each step jumps over the floor of the valley: it swings from side to s")
    assert text.endswith("and gets lower all the same.")
    assert "must stay below 2 / 2 = 1. Yours is 0.9." in why("bowl", lr=0.9, steps=10)
    assert "and gets no lower" in said("bowl", lr=1.0)
    assert said("bowl", lr=1.5, momentum=0.9).startswith("It swings from side to side, and gets")


def test_arrived():
    assert said("bowl", lr=0.1) == "It has arrived. After 11 steps 99 % of the way down was done."


def test_as_good_as_down_but_not_there():
    assert said(lambda a, b: 0.001 * a**2 + b**2, start=(2.0, 2.0), lr=0.3) == (
        "After 3 steps 99 % of the way down was done. "
        "The rest goes slowly, along a floor almost level: a small gradient, small steps."
    )


def test_still_on_the_way():
    assert said("parabola", start=2.0, lr=0.005) == (
        "After 50 steps it is still on its way down. About 37% of the way down is left. "
        "A larger learning rate or some momentum gets it further."
    )
    assert said("parabola", start=2.0, lr=0.001, momentum=0.1, steps=20).endswith("is left.")
    assert said(lambda w: 2 * w) == (
        "After 50 steps it is still on its way down. "
        "A larger learning rate or some momentum gets it further."
    )


def test_overshot():
    text = said("parabola", start=2.0, lr=0.02, momentum=0.95, steps=11)
    assert text.startswith("Carried by its momentum, it is just going uphill")


def waves(w):
    return torch.sin(3 * w) + 0.1 * w**2


@pytest.mark.parametrize(
    "loss, options, numbers",
    [
        (
            lambda w: (torch.sigmoid(w) - 1) ** 2,
            {"bounds": (-12, 12), "start": -10.0},
            "9.083e-05, the learning rate 0.1.",
        ),
        ("parabola", {"start": 2.0, "lr": 1e-9}, "4, the learning rate 1e-09."),
        ("parabola", {"start": 2.0, "lr": 1e-9, "momentum": 0.5}, "4, the learning rate 1e-09."),
        (lambda w: 1e-8 * w**2, {"start": 2.0}, "4e-08, the learning rate 0.1."),
    ],
)
def test_steps_too_small_to_change_the_loss(loss, options, numbers):
    expected = "The steps are too small to change the loss: the gradient here is about "
    assert said(loss, **options) == expected + numbers


def test_steps_that_have_become_too_small():
    text = said(lambda w: 1 + torch.exp(-w), bounds=(-2, 20), start=8.5, lr=1.0, steps=300)
    assert text.startswith("By now the steps are too small to change the loss: the gradient here i")


@pytest.mark.parametrize("start, grew", [(-1.5, 23), (0.3, 25), (2.5, 27)])
def test_without_momentum_steps_that_end_higher_are_too_long(start, grew):
    text = said(waves, start=start, lr=0.6)
    assert text == (
        f"In {grew} of 50 steps the loss grew: a step this long goes down at first and then up the "
        "other side."
    )
    assert "must stay below 2 / 2 = 1. Yours is 1.2." in why("parabola", lr=1.2, steps=1)


def test_a_learning_rate_below_the_bound_of_the_start_is_not_told_that_bound():
    assert said(waves, start=2.0, lr=0.6).startswith("Most steps jump over the floor of the valley")
    assert why(waves, start=2.0, lr=0.6) == ""


def test_a_swing_that_gets_no_lower_is_not_said_to_get_lower():
    text = said(lambda w: torch.abs(w), start=2.0, lr=0.3)
    assert text == (
        "Most steps jump over the floor of the valley: it swings from side to side. In 22 of 50 "
        "steps the loss grew."
    )
    assert said(lambda w: torch.abs(w), start=1.75, lr=0.5) == (
        "Most steps jump over the floor of the valley: it swings from side to side, and gets no "
        "lower any more."
    )
    assert said(lambda w: torch.abs(w), start=2.25, lr=0.5, steps=6) == (
        "It jumps from one side of the valley to the other, and gets no lower."
    )


def test_momentum_that_passes_the_floor_has_not_arrived():
    options = {"start": 2.0, "lr": 0.02, "momentum": 0.95}
    level = "The ground is almost level here, but momentum carries it on."
    assert said("double well", **options, steps=29) == level
    assert said("double well", **options, steps=41) == (
        "Carried by its momentum, it is just going uphill: it has overshot."
    )


def test_down_again_but_no_lower_than_the_start():
    found = {said(waves, start=1.5, lr=0.6, momentum=0.9, steps=n) for n in range(2, 40)}
    assert "It is going down, but the loss is no lower than at the start." in found


def test_the_wrong_valley_a_saddle_a_hilltop_and_no_step_at_all():
    assert "There is a lower place in the picture, with a loss of -1.361" in said("double well")
    assert "lower place" not in said("double well", start=-2.0)
    assert "It is a saddle: level, but downhill on two sides." in said("saddle", start=(0.0, 1.0))
    assert said(lambda w: -w * w, start=0.0) == (
        "The gradient is 0 at the start, so no step moves. "
        "It is the top of a hill: the smallest push would set it going."
    )
    assert said("bowl", start=(0, 0)) == "The gradient is 0 at the start, so no step moves."


def test_what_lies_further_down_the_same_valley_is_no_other_valley():
    xs, ys = [0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5], [0.9, 1.1, 1.9, 2.1, 2.9, 3.1, 3.9]
    assert said(None, xs=xs, ys=ys, start=(2.0, 1.6), lr=0.03, steps=20) == (
        "After 6 steps 99 % of the way down was done. The rest goes slowly, along a floor almost "
        "level: a small gradient, small steps."
    )
