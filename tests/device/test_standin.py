"""The stand-in answers as CuPy does, where CuPy answers without a GPU."""

import pytest

from tests.device import facts, fake
from tests.device.functions import CUPY


@pytest.fixture
def cupy():
    with fake.installed() as module:
        yield module


@pytest.mark.parametrize("expression", CUPY["answers"])
def test_as_cupy_answers(cupy, expression):
    x = cupy.arange(12.0).reshape(3, 4).copy()
    found = facts.answer(expression, x, cupy.lib.stride_tricks.as_strided)
    assert found == CUPY["answers"][expression]


def test_every_question_was_asked():
    assert list(CUPY["answers"]) == facts.asked(facts.VIEWS) + facts.asked(facts.ANSWERS)
