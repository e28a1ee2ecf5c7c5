"""Exercise set 3, second half: what is asked in which order."""

import numpy as np

from minigrad.testing.questions import find


def test_all_four_answers_are_asked_for():
    question = find("x3-why")
    drawn = [draw(np.random.default_rng(0)) for draw in question.draws]
    assert [question.reference(*args) for args in drawn] == [
        *("filled", "plain", "passes", "filled"),
        *("elsewhere", "elsewhere", "plain", "passes"),
    ]
