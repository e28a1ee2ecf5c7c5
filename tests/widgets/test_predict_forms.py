"""What `Predict` takes for an answer, and questions that it asks by name."""

import pytest

pytest.importorskip("anywidget")

import minigrad as mg
from minigrad.testing import registry
from minigrad.testing.prediction import Prediction
from minigrad.widgets import Predict
from tests.viz.samples import example
from tests.widgets.test_predict import Page


@pytest.mark.parametrize(
    ("truth", "misread", "said"),
    [
        (12, "seven", "seven is a word. Write a number such as 0.5, 1/2 or 1e-3, several as"),
        (None, "nothing", "nothing is a word. Write a number such as 0.5"),
        (True, "yes", "yes is a word. Write a number such as 0.5"),
        (mg.tensor([1.0, 2.0]), "both", "both is a word. Write a number"),
        ("AddBackward0", "2", "2 is no word. Write one word, such as the name of an operation."),
        (mg.float32, "[1, 2]", "[1, 2] is no word. Write one word"),
    ],
)
def test_the_wrong_kind_of_answer_is_no_try(truth, misread, said):
    question = Predict("What?", lambda: truth)
    page = Page(question)
    assert page.does(do="answer", given=misread)["problem"].startswith(said)
    assert (question.tries, question.right, question.given) == (0, None, None)
    assert question.submit(truth).startswith("Right")
    assert question.tries == 1


def test_a_misread_answer_between_two_tries_changes_nothing():
    question = Predict("How much?", 12)
    question.submit("6")
    assert question.submit("seven").startswith("seven is a word.")
    assert (question.tries, question.right, question.given) == (1, False, "6")
    assert question.submit("6") == "You said 6 before."


def test_a_word_that_has_a_hint_is_an_answer():
    question = Predict("How much?", 12, hints={"error": "Nothing fails."})
    assert question.submit("error") == "Not there yet: error. Nothing fails."
    assert question.tries == 1


def test_a_word_noted_before_there_is_a_truth_is_no_try_either():
    later = {}
    question = Predict("?", lambda: later["x"])
    page = Page(question)
    assert page.does(do="answer", given="seven")["problem"].startswith("Noted: seven.")
    later["x"] = 6
    question._after_cell(None)
    assert page.heard[-1]["problem"].startswith("seven is a word.")
    assert (question.tries, question.right, question.given) == (0, None, None)
    assert question.submit("6") == "Right: 6."


def test_a_question_by_its_name(monkeypatch):
    asked = Prediction("diamond", "How many?", 5, why="2 + 3.", hints={2: "One path."})
    monkeypatch.setattr(registry, "predictions", lambda: {"diamond": asked})
    question = Predict("diamond")
    assert repr(question) == "Predict: How many?\n(not answered yet)"
    assert question.submit("2") == "Not there yet: 2. One path."
    assert question.submit("5") == "Right: 5. 2 + 3."


def test_a_question_by_its_name_on_a_graph_of_the_notebook(monkeypatch):
    asked = Prediction("first", "Which runs first?", "AddBackward0")
    monkeypatch.setattr(registry, "predictions", lambda: {"first": asked})
    graph = example(mg)["z"]
    question = Predict("first", graph=graph)
    assert question.submit("AddBackward0").startswith("Right: AddBackward0")


def test_without_an_answer_it_must_be_a_name():
    with pytest.raises(ValueError, match=r"no prediction is called 'How much\?'"):
        Predict("How much?")
