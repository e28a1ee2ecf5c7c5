import math
import re

import numpy as np
import pytest

pytest.importorskip("anywidget")

import minigrad as mg
from minigrad.widgets.losses import LOSSES, find, line


@pytest.mark.parametrize("name", LOSSES)
def test_each_loss_has_a_place_to_start_and_goes_down_there(name):
    loss = find(name)
    assert len(loss.names) == len(loss.bounds) == len(loss.start)
    assert all(low < x < high for x, (low, high) in zip(loss.start, loss.bounds))
    numbers = [mg.tensor(x, requires_grad=True) for x in loss.start]
    loss(*numbers).backward()
    step = [x - loss.lr * n.grad.item() for x, n in zip(loss.start, numbers)]
    assert loss.value(*step) < loss.value(*loss.start)


def letters(text):
    return set(re.findall("(?<![a-z])[a-z](?![a-z])", text))


def test_the_first_is_the_simplest_and_every_letter_of_a_formula_is_named():
    assert next(iter(LOSSES)) == "parabola"
    fitted = line([0.0, 1.0], [0.0, 1.0])
    assert letters(fitted.formula) == set("wxby")
    for loss in (*LOSSES.values(), fitted):
        assert letters(loss.formula) <= letters(loss.letters)
    assert find(lambda left: left**2).formula == ""
    assert find(lambda left: left**2).letters == "left is the number to choose."


@pytest.mark.parametrize("name", LOSSES)
def test_a_formula_is_that_of_its_loss(name):
    loss = LOSSES[name]
    code = loss.formula.translate({ord("²"): "**2", ord("⁴"): "**4", ord("−"): "-"})
    numbers = dict(zip(loss.names, (0.7, -1.3)))
    value = eval(re.sub(r"(\d) (?=[a-z])", r"\1*", code), numbers)
    assert value == pytest.approx(loss.value(*(numbers[name] for name in loss.names)))


def test_what_the_losses_look_like():
    assert LOSSES["bowl"].value(3, 4) == 25
    assert LOSSES["parabola"].value(-3) == 9
    assert LOSSES["narrow valley"].value(1, 0) == pytest.approx(0.1)
    assert LOSSES["narrow valley"].value(0, 1) == 2
    wells, saddle = LOSSES["double well"], LOSSES["saddle"]
    assert wells.value(-1.5) < wells.value(1.3) < wells.value(0.1)
    assert saddle.value(1, 0) == saddle.value(-1, 0) == 0 < saddle.value(0, 0) < saddle.value(0, 1)


def test_a_function_of_one_s_own():
    def height(left, right, power=2):
        return (left - right) ** power

    loss = find(height)
    assert (loss.names, loss.title, loss.bounds) == (
        ("left", "right"),
        "height",
        ((-3.0, 3.0), (-3.0, 3.0)),
    )
    assert loss.value(3, 1) == 4
    assert find(lambda w: w.exp(), (0, 2)).bounds == ((0.0, 2.0),)
    assert find(lambda w: w.exp()).title == "loss"
    both = find(height, ((0, 1), (5, 9)))
    assert both.bounds == ((0.0, 1.0), (5.0, 9.0))
    assert all(low < x < high for x, (low, high) in zip(both.start, both.bounds))


def test_a_result_of_one_element_will_do():
    assert find(lambda w: w * mg.ones(1, 1)).value(3.0) == 3.0


def test_bounds_may_leave_the_usual_start_outside():
    assert find("parabola", (5, 6)).start == (5.15,)
    assert find("parabola", (0, 6)).start == LOSSES["parabola"].start


@pytest.mark.parametrize(
    "loss, bounds, error, message",
    [
        ("hill", None, ValueError, "no loss is called 'hill': there are parabola, double well"),
        (3, None, TypeError, "loss must be a function of one number or two, or one of .* but is 3"),
        (lambda: 1, None, ValueError, "must take one number or two, but takes none"),
        (lambda a, b, c: a, None, ValueError, "must take one number or two, but takes a, b, c"),
        (lambda a: 1.0, None, TypeError, "loss must return a tensor .* from a, but returned 1.0"),
        (lambda a: mg.ones(2) * a, None, TypeError, "must return a tensor with one element"),
        (lambda a: mg.tensor(a.item()), None, TypeError, "there is no gradient: was something"),
        ("bowl", (1, 1), ValueError, r"bounds must be \(\(low, high\), .* but is \(1, 1\)"),
        ("parabola", "wide", ValueError, r"bounds must be \(low, high\) with low < high, but is"),
        ("parabola", (0, math.inf), ValueError, "bounds must be"),
        ("parabola", (0, 1, 2), ValueError, "bounds must be"),
    ],
)
def test_what_is_no_loss_is_said(loss, bounds, error, message):
    with pytest.raises(error, match=message):
        find(loss, bounds)


def test_the_grid_goes_through_the_first_number_along_a_row():
    loss = find(lambda a, b: a + 10 * b, ((0, 1), (0, 2)))
    assert loss.grid(3) == pytest.approx(np.array([[0, 0.5, 1], [10, 10.5, 11], [20, 20.5, 21]]))
    assert find("parabola", (-1, 1)).grid(3).tolist() == [1, 0, 1]


def test_a_line_s_loss_is_the_mean_squared_error():
    xs, ys = [0.0, 1.0, 2.0], [1.0, 3.0, 4.0]
    loss = line(xs, ys)
    assert loss.names == ("w", "b")
    assert loss.value(2, 1) == pytest.approx(1 / 3)
    best = np.polyfit(xs, ys, 1)
    assert all(low < x < high for x, (low, high) in zip(best, loss.bounds))
    assert all(low < 0 < high for low, high in loss.bounds)
    assert loss.data[0].tolist() == xs
    assert line(mg.tensor(xs), mg.tensor(ys, requires_grad=True)).value(2, 1) == loss.value(2, 1)
    assert line(xs, ys, ((-1, 1), (0, 9))).bounds == ((-1.0, 1.0), (0.0, 9.0))


def test_a_line_s_learning_rate_is_below_what_its_curvature_allows():
    xs = np.linspace(0, 10, 30)
    loss = line(xs, 3 * xs)
    hessian = 2 * np.array([[np.mean(xs * xs), xs.mean()], [xs.mean(), 1]])
    assert 0.05 < loss.lr * np.linalg.eigvalsh(hessian)[-1] < 1


@pytest.mark.parametrize(
    "xs, ys",
    [
        ([1, 2], [1, 2, 3]),
        ([1, 1], [1, 2]),
        ([[1, 2]], [[1, 2]]),
        (["a", "b"], [1, 2]),
        (None, [1, 2]),
    ],
)
def test_points_must_be_numbers_and_two_at_least(xs, ys):
    with pytest.raises(ValueError, match="xs and ys must be numbers, equally many, with two"):
        line(xs, ys)
    with pytest.raises(ValueError, match="must be finite"):
        line([1, 2], [1, math.nan])
