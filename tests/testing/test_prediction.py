"""Questions that a cell asks by name: found, answerable, and with hints for wrong answers only."""

import pytest

pytest.importorskip("anywidget")

from minigrad.testing import prediction, questions
from minigrad.testing.prediction import Prediction, find, predictions
from minigrad.widgets.answers import Answers, Choices
from minigrad.widgets.truths import kept


def test_a_name_that_is_not_known_gives_the_nearest(monkeypatch):
    known = {"diamond": Prediction("diamond", "?", 5), "chain": Prediction("chain", "?", 5)}
    monkeypatch.setattr(prediction, "predictions", lambda: known)
    assert find("diamond") is known["diamond"]
    with pytest.raises(ValueError, match=r"'diamant'\. There is: diamond, chain$"):
        find("diamant")
    monkeypatch.setattr(prediction, "predictions", dict)
    with pytest.raises(ValueError, match="There are none yet"):
        find("diamond")


def test_they_are_declared_beside_the_questions_of_a_lesson(monkeypatch):
    from minigrad.testing.questions import lesson_00

    two = (Prediction("test-one", "?", 1), Prediction("test-two", "?", 2))
    monkeypatch.setattr(lesson_00, "PREDICTIONS", two, raising=False)
    assert find("test-two") is two[1]
    monkeypatch.setattr(lesson_00, "PREDICTIONS", two + two[:1])
    with pytest.raises(ValueError, match="two predictions have the same name"):
        predictions()


def test_no_prediction_is_called_as_a_question_is():
    assert not set(predictions()) & set(questions.questions())


def test_each_answer_is_right_and_no_hint_is_for_it():
    for asked in predictions().values():
        answers = Answers() if asked.choices is None else Choices(asked.choices)
        truth = kept(asked.answer() if callable(asked.answer) else asked.answer)
        assert answers.fits(answers.read(truth), truth), asked.name
        hinted = [answers.read(key) for key in asked.hints]
        assert [key for key in hinted if answers.fits(key, truth)] == [], asked.name
