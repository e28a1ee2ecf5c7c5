import pytest

import minigrad
from minigrad.testing.registry import find
from tests.course.x8.solved import solution


@pytest.mark.parametrize("name", ["x8-linear", "x8-sequential", "x8-momentum"])
def test_an_object_a_function_and_an_empty_class_are_no_answer(name):
    question = find(name)
    made = solution(minigrad, name)
    assert question.judge(made).ok
    assert "Hand over the class itself" in question.judge(len).message
    empty = type(made.__name__, made.__bases__, {"__init__": lambda self, *args: None})
    assert question.judge(empty).state == "not attempted yet"
