"""Questions that a cell asks by name: answerable, and with hints for wrong answers only."""

import pytest

pytest.importorskip("anywidget")

from minigrad.testing.registry import predictions
from minigrad.widgets.answers import Answers, Choices
from minigrad.widgets.truths import kept


def test_each_answer_is_right_and_no_hint_is_for_it():
    for asked in predictions().values():
        answers = Answers() if asked.choices is None else Choices(asked.choices)
        truth = kept(asked.answer() if callable(asked.answer) else asked.answer)
        assert answers.fits(answers.read(truth), truth), asked.name
        hinted = [answers.read(key) for key in asked.hints]
        assert [key for key in hinted if answers.fits(key, truth)] == [], asked.name
