import warnings

import numpy as np
import pytest

import minigrad
from minigrad.testing.bank import layout
from minigrad.testing.kinds import Function
from minigrad.testing.mistakes import Mistake

SQUARE = Function(
    "square",
    "x², for numbers and arrays",
    reference=lambda x: x**2,
    draws=(lambda rng: (rng.normal(),), lambda rng: (rng.normal(size=(2, 3)),)),
    mistakes=(Mistake(lambda x: 2 * x, "That is its slope."),),
)

# The rule of a product y = x · w, in which w was broadcast: the gradients of both.
PRODUCT = Function(
    "product",
    "the gradients of x * w for x and w",
    reference=lambda g, x, w: (g * w, np.sum(g * x, 0)),
    draws=(lambda rng: (rng.normal(size=(4, 3)), rng.normal(size=(4, 3)), rng.normal(size=3)),),
    parts=("∂x", "∂w"),
    mistakes=(Mistake(lambda g, x, w: (w, np.sum(x, 0)), "The upstream gradient is ignored."),),
)

WALK = Function(
    "walk",
    "names",
    reference=lambda n: ["Mul"] * n + ["Leaf"],
    draws=(lambda rng: (int(rng.integers(2, 5)),),),
    mistakes=(Mistake(lambda n: ["Mul"] * n, "The leaf is missing."),),
)


def said(question, answer, **options):
    verdict = question.judge(answer, **options)
    return verdict, " ".join(verdict.message.split())


@pytest.mark.parametrize(
    "answer",
    [
        lambda x: x**2,
        lambda number: number * number,
        lambda x: minigrad.tensor(x) ** 2,
        lambda x: minigrad.tensor(x, requires_grad=True) ** 2,
        lambda x: np.square(x).tolist(),
        lambda x, power=2: x**power,
        np.square,
    ],
)
def test_right_written_differently(answer):
    assert SQUARE.judge(answer).message == "✓ square: right, on 6 random inputs."


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (lambda x: 2 * x, "That is its slope."),
        (lambda x: -(x**2), "exactly −1 ×"),
        (lambda x: x, "Yours is `x` itself"),
        (lambda x: np.sum(x**2), "I do not recognise this mistake"),
        (lambda x: x**2 + 1e-4 * np.sign(x), "off by up to"),
        (3, "should be a function, but it is a number. Hand over the function itself, without"),
        (lambda x: "a", "it is the text 'a': a number has no quotes"),
        (lambda x: undefined, "no `undefined` there"),  # noqa: F821
        (lambda: 3, "called as `<lambda>(x)`"),
    ],
)
def test_wrong(answer, words):
    verdict, message = said(SQUARE, answer)
    assert verdict.score == 0.0 and verdict.state == "not yet"
    assert words in message


def test_no_return():
    def square(x):
        result = x**2  # noqa: F841

    found = said(SQUARE, square)[1]
    assert "does it end in a `return`? Printing shows a result" in found


def test_a_mistake_on_an_early_input_is_told_before_an_error_on_a_later_one():
    def square(x):
        return -(x**2) if np.ndim(x) == 0 else undefined  # noqa: F821

    assert "look at the sign" in said(SQUARE, square)[1]


def test_the_smallest_failing_input_is_shown_with_both_results():
    _, message = said(SQUARE, lambda x: x**2 if np.ndim(x) else x + 1)
    assert "given x = " in message and "[" not in message.split("yours")[0]
    assert "wanted" in message


def test_each_part_is_judged_for_itself():
    verdict, message = said(PRODUCT, lambda g, x, w: (g * w, g * x))
    assert verdict.score == 0.5
    assert "∂w: Yours still has the broadcast shape" in message
    assert "∂x: " not in message
    verdict, message = said(PRODUCT, lambda g, x, w: (w, np.sum(x, 0)))
    assert verdict.score == 0.0
    assert "∂x and ∂w: The upstream gradient is ignored." in message


def test_parts_exchanged():
    square = Function(
        "parts", "two", lambda x, y: (2 * x, 3 * y), (lambda rng: tuple(rng.normal(size=2)),),
        parts=("∂x", "∂y"),
    )  # fmt: skip
    assert "swapped: ∂x comes first" in said(square, lambda x, y: (3 * y, 2 * x))[1]


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (lambda g, x, w: (g, None), "There is None in it"),
        (lambda g, x, w: (g, x, w), "2 values are wanted: ∂x, ∂w, in this order; yours has 3"),
        (lambda g, x, w: g * w, "yours is an array of shape (4, 3)"),
        (lambda g, x, w: {}, "This is a dictionary"),
    ],
)
def test_parts_of_another_form(value, words):
    assert words in said(PRODUCT, value)[1]


def test_the_first_sentence_of_a_warning_is_told():
    def warn(x):
        warnings.warn("Mind the gap. There is more.", stacklevel=1)
        return x

    assert "warned Mind the gap Yours is `x` itself" in said(SQUARE, warn)[1]


def test_names():
    assert WALK.judge(lambda n: ["Mul"] * n + ["Leaf"]).ok
    assert "The leaf is missing." in said(WALK, lambda n: ["Mul"] * n)[1]
    assert "opposite order" in said(WALK, lambda n: ["Leaf"] + ["Mul"] * n)[1]
    assert "Entry 1 should be a name in quotes" in said(WALK, lambda n: [1])[1]


def test_an_answer_that_writes_into_its_inputs_cannot_spoil_the_reference():
    def square(x):
        if np.ndim(x):
            x *= 0
            return x
        return x**2

    assert not SQUARE.judge(square).ok


def test_other_inputs():
    assert SQUARE.judge(lambda x: 9.0, lambda rng: (3.0,)).ok


def test_a_question_may_look_for_fewer_general_mistakes():
    count = Function("n", "a number", lambda n: n, (lambda rng: (4,),), guesses=(layout,))
    assert "exactly twice" not in said(count, lambda n: 2 * n)[1]


def test_arguments_may_be_shown_in_words():
    shown = Function(
        "n", "", lambda n: n, (lambda rng: (4,),), show=lambda n: f"{n} of them", guesses=()
    )
    assert "given 4 of them yours 8" in said(shown, lambda n: 2 * n)[1]


def test_dots_in_it():
    def faded(x):
        half = ...
        return half * x

    assert SQUARE.judge(faded).state == "not attempted yet"
    assert SQUARE.judge(lambda x: [...]).state == "not attempted yet"
