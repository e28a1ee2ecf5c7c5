import numpy as np
import pytest

from minigrad.testing.kinds import Function
from minigrad.testing.kinds.diagnosis import Diagnosis, Run, part_of
from minigrad.testing.kinds.forms import frozen
from minigrad.testing.mistakes import Mistake

THREE = Function(
    "three",
    "three numbers",
    lambda x, y: (2 * x, 3 * y, x * y),
    (lambda rng: tuple(rng.uniform(2, 3, 2)),),
    parts=("a", "b", "c"),
    mistakes=(
        Mistake(lambda x, y: (x, None.a, y), "never"),
        Mistake(lambda x, y: (np.log(-x), 1.0, 2.0), "never either"),
        Mistake(lambda x, y: (2 * y, 3 * y, x * y), "a is made of y"),
    ),
)
NAMES = Function("names", "", lambda n: list("abc")[:n], (lambda rng: (int(rng.integers(1, 4)),),))


def said(question, answer):
    return " ".join(question.judge(answer).message.split())


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (lambda x, y: (2 * y, 3 * y, x * y), "a: a is made of y"),
        (lambda x, y: (2 * x, 2 * x, x * y), "b: This is a, where b is wanted."),
        (lambda x, y: (3 * y, 2 * x, x * y), "a: This is b, where a is wanted. b: This is a, wh"),
        (lambda x, y: (-2 * x, -3 * y, x * y), "a and b: Yours is exactly −1 × the right one"),
        (lambda x, y: (2 * x, None, x * y), "b: There is None in it"),
        (lambda x, y: (2 * x, y**y, x * y), "b: I do not recognise this mistake"),
    ],
)
def test_each_part_has_its_sentence(answer, words):
    assert words in said(THREE, answer)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (lambda n: list("abc")[:n][::-1], "exactly the opposite order"),
        (lambda n: list("abc")[:n][:-1], "The last one is missing"),
        (lambda n: list("abc")[:1], "Only the first is there"),
        (lambda n: list("bac")[:n] if n > 1 else ["a"], "the order differs from entry 1 on"),
        (lambda n: {"a": 1, "b": 2, "c": 3}.keys() if n == 3 else list("abc")[:n], "right"),
    ],
)
def test_lists_of_names_are_compared_over_all_inputs(answer, words):
    assert words in said(NAMES, answer)


def test_a_mistake_that_fails_on_an_input_explains_nothing():
    runs = [Run(0, frozen((1.0, 2.0, 3.0)), frozen((1.0, 2.0, 4.0)))]
    assert "never" not in Diagnosis(THREE, lambda x, y: None, runs, None).texts([2])[0]


COUNTED = Function(
    "counted",
    "a number and how many steps",
    lambda x: (2 * x, 3),
    (lambda rng: (rng.uniform(2, 3),),),
    parts=("a", "steps"),
    mistakes=(
        Mistake(lambda x: (5 * x, 4), "five, once more"),
        Mistake(lambda x: (7 * x, 4), "seven, once more"),
        Mistake(lambda x: (2 * x, 5), "twice more"),
    ),
)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (lambda x: (7 * x, 4), "a and steps: seven, once more"),  # not that of the first mistake
        (lambda x: (x**3, 4), "steps: Yours is exactly 1 more"),  # both mistakes speak against it
        (lambda x: (x**3, 5), "steps: twice more"),
    ],
)
def test_a_count_that_agrees_by_chance_names_no_mistake(answer, words):
    assert words in said(COUNTED, answer)
    assert "five" not in said(COUNTED, answer)


def test_a_single_value_is_its_own_part():
    assert part_of(3, 0) == 3
    assert part_of((3, 4), 1) == 4
