"""Each general mistake is named when it was made, and a right answer or another mistake is not."""

import numpy as np
import pytest

from minigrad.testing.bank import GUESSES, diagnose
from minigrad.testing.mistakes import Trial

SHAPES = ((), (2, 3), (3, 4), (5,))


def trials(wrong, right=lambda x, y: 3 * x * y, shapes=SHAPES):
    """What a wrong way gives beside the right one, on random inputs of several shapes."""
    rng = np.random.default_rng(7)
    found = []
    for shape in shapes:
        x, y = rng.normal(2, 3, shape), rng.normal(-1, 2, shape)
        found.append(Trial({"x": x, "y": y}, np.asarray(right(x, y)), np.asarray(wrong(x, y))))
    return found


def relu_slope(x, y):
    return (x > 0) * y


MATRICES = ((2, 3), (3, 4), (4, 2))
NUMBERS = ((),) * 4

NAMED = [
    (lambda x, y: 3 * x * y + np.where(x > 0, np.nan, 0), {}, "nan or inf"),
    (lambda x, y: 0 * x, {}, "0 everywhere"),
    (lambda x, y: -3 * x * y, {}, "exactly −1 ×"),
    (lambda x, y: 6 * x * y, {}, "exactly twice"),
    (lambda x, y: 1.5 * x * y, {}, "exactly half"),
    (lambda x, y: -x * y, {}, "−0.3333 ×"),
    (lambda x, y: 30 * x * y, {}, "10 ×"),
    (lambda x, y: 3 * x * y * x.size, {"shapes": MATRICES}, "a mean divides by N"),
    (lambda x, y: 3 * x * y / x.size, {"shapes": MATRICES}, "a sum does not divide"),
    (lambda x, y: 3 * x * y * 6, {"shapes": ((2, 3),)}, "a mean divides by N"),
    (lambda x, y: 3 * x * y * y, {"shapes": NUMBERS}, "a factor y too many"),
    (lambda x, y: 3 * x, {"shapes": NUMBERS}, "a factor y is missing"),
    (lambda x, y: 3 * x * y + 1, {}, "exactly 1 more"),
    (lambda x, y: 3 * x * y - 2, {}, "exactly 2 less"),
    (lambda x, y: 0 * x + 4.25, {}, "4.25 for every input"),
    (lambda x, y: x, {}, "`x` itself"),
    (lambda x, y: (3 * x * y).T, {"shapes": MATRICES}, "transposed"),
    (lambda x, y: np.sort(3 * x * y, None), {"shapes": ((6,), (4,))}, "in another order"),
    (lambda x, y: np.ravel(3 * x * y), {"shapes": MATRICES}, "the shape is not"),
    (
        lambda x, y: x * y,
        {"right": lambda x, y: np.sum(x * y, 0), "shapes": MATRICES},
        "broadcast shape",
    ),
    (
        lambda x, y: x * y,
        {"right": lambda x, y: np.sum(x * y, 0, keepdims=True), "shapes": ((1, 2, 3), (2, 2, 3))},
        "",
    ),
    (
        lambda x, y: x * y,
        {"right": lambda x, y: np.mean(x * y, 0), "shapes": MATRICES},
        "averaged",
    ),
    (lambda x, y: y, {"right": relu_slope, "shapes": MATRICES}, "`y` itself"),
    (lambda x, y: 2 * y, {"right": lambda x, y: 2 * relu_slope(x, y)}, "a mask is missing"),
    (lambda x, y: abs(3 * x * y), {}, "signs are not always"),
    (lambda x, y: 1 / (3 * x * y), {}, "1 divided by"),
    (lambda x, y: (3 * x * y) ** 2, {}, "the square of"),
    (lambda x, y: np.sqrt(x * x + 1), {"right": lambda x, y: x * x + 1}, "the square root of"),
    (lambda x, y: np.round(3 * x * y, 2), {"shapes": MATRICES}, "close, but off by up to"),
    (lambda x, y: 3 * x * y + 1e-3, {"shapes": ((3,), (3,))}, "close, but off by up to"),
]


@pytest.mark.parametrize(("wrong", "how", "words"), NAMED)
def test_a_mistake_is_named(wrong, how, words):
    found = diagnose(trials(wrong, **how))
    assert words in found
    assert bool(words) == bool(found)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda x, y: np.sin(x) + y,
        lambda x, y: x**2 * y,
        lambda x, y: 3 * x * y + x,
        lambda x, y: np.maximum(x, y),
        lambda x, y: np.zeros((*x.shape, 2)) + 5 * y[..., None],
    ],
)
def test_an_unknown_mistake_is_not_named(wrong):
    assert diagnose(trials(wrong)) == ""


def test_one_trial_that_does_not_fit_is_enough():
    some = trials(lambda x, y: -3 * x * y)
    other = trials(lambda x, y: 3 * x * y)
    assert "−1" in diagnose(some)
    assert diagnose([*some[:-1], other[-1]]) == "The sizes are right, the signs are not always."


def test_a_single_number_is_no_evidence_for_a_free_constant():
    assert diagnose(trials(lambda x, y: 3.7 * x * y, shapes=((),))) == ""
    assert "−1" in diagnose(trials(lambda x, y: -3 * x * y, shapes=((),)))


def calls(values):
    """Numbers that come out of call after call, where 2, 3, 4 and 5 are right."""
    rights = (2.0, 3.0, 4.0, 5.0)
    return [Trial({}, np.asarray(right), np.asarray(yours)) for right, yours in zip(rights, values)]


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ((2.0, 5.0, 9.0, 14.0), "the sum over this call and all calls before it"),
        ((1.5, 3.0, 4.5, 6.0), "once more each time"),
        ((9.0, 2.0, 3.0, 4.0), "for the input before"),
        ((7.0, 7.0, 7.0, 7.0), "for every input"),
    ],
)
def test_what_is_kept_from_call_to_call(values, words):
    assert words in diagnose(calls(values))


def test_each_guess_names_something_above():
    found = [trials(wrong, **how) for wrong, how, _ in NAMED]
    found += [calls(v) for v in ((2.0, 5.0, 9.0, 14.0), (7.0, 7.0, 7.0, 7.0))]
    assert [guess.__name__ for guess in GUESSES if not any(map(guess, found))] == []


@pytest.mark.parametrize("shape", SHAPES)
def test_guesses_stand_any_shape_of_answer(shape):
    odd = trials(lambda x, y: np.zeros(shape) + 0.25, shapes=((), (2, 3), (1,), (0,), (4, 1)))
    for guess in GUESSES:
        assert isinstance(guess(odd), str)
