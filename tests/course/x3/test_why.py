"""Exercise set 3, the walk: what is asked in which order, and of what."""

import numpy as np

from minigrad.testing.registry import find


def test_all_four_answers_are_asked_for():
    question = find("x3-why")
    drawn = [draw(np.random.default_rng(0)) for draw in question.draws]
    assert [question.reference(*args) for args in drawn] == [
        *("filled", "plain", "passes", "filled"),
        *("elsewhere", "elsewhere", "plain", "passes"),
    ]


def test_a_report_says_what_the_tensor_is():
    verdict = find("x3-why").judge(lambda tensor, loss: "filled")
    assert "requires_grad=False, no node behind it" in verdict.message
    assert "a loss: requires_grad=True, made by PowBackward0" in verdict.message
