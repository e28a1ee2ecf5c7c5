import numpy as np
import pytest

import minigrad
from minigrad.testing.kinds.value import Slip, Value

NUMBER = Value("v", "∂z/∂x", 3.5, slips=(Slip(3.0, "Only one path is there."),), within=0.01)
VECTOR = Value("w", "the gradient", np.array([2.0, 5.0, 9.0]))


@pytest.mark.parametrize("answer", [3.5, 3.505, np.float32(3.5), minigrad.tensor([3.5]), [3.5]])
def test_right(answer):
    assert NUMBER.judge(answer).ok


def test_a_tensor_needs_the_shape():
    assert VECTOR.judge(minigrad.tensor([2.0, 5.0, 9.0])).ok
    verdict = VECTOR.judge([[2.0, 5.0, 9.0]])
    assert "the shape is not" in verdict.message


@pytest.mark.parametrize(
    ("question", "answer", "words"),
    [
        (NUMBER, 3.0, "Only one path is there."),
        (NUMBER, -3.5, "exactly −1 ×"),
        (NUMBER, 7, "exactly twice"),
        (NUMBER, 4.1, "I do not recognise the mistake"),
        (NUMBER, "3.5", "it is the text '3.5'. A number has no quotes"),
        (NUMBER, float("nan"), "nan or inf"),
        (VECTOR, [4.0, 7.0, 11.0], "exactly 2 more"),
        (VECTOR, [9.0, 5.0, 2.0], "in another order"),
        (VECTOR, [2.0, ...], "still dots in it"),
        (VECTOR, [2.0, 5.0], "The shape is (2,), it should be (3,)"),
    ],
)
def test_wrong(question, answer, words):
    verdict = question.judge(answer)
    assert verdict.score == 0.0
    assert words in " ".join(verdict.message.split())


def test_the_right_value_is_not_shown():
    assert "3.5" not in NUMBER.judge(4.1).message


@pytest.mark.parametrize("answer", [None, ...])
def test_not_attempted(answer):
    assert NUMBER.judge(answer).state == "not attempted yet"
