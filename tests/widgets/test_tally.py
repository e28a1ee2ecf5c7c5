import pytest

pytest.importorskip("anywidget")

from minigrad.widgets import Predict
from minigrad.widgets.tally import Tally, forget, record


@pytest.fixture(autouse=True)
def no_questions():
    forget()
    yield
    forget()


def test_before_any_question():
    assert repr(Predict.tally()) == "No question has been asked yet."


def test_it_keeps_itself_up_to_date():
    tally = Predict.tally()
    easy, hard, later = Predict("Easy?", 1), Predict("Hard?", 2), Predict("Later?", 3)
    tally.update()
    assert repr(tally) == "3 predictions to make, none made yet."
    easy.submit("1")
    hard.submit("1")
    assert repr(tally).splitlines() == [
        "2 of 3 predictions made, 1 right at the first try.",
        "Look at these again:",
        "  - Hard? (not right yet)",
        "Not answered yet:",
        "  - Later?",
    ]
    hard.submit("2")
    later.submit("3")
    assert repr(tally).splitlines() == [
        "3 of 3 predictions made, 2 right at the first try.",
        "Look at these again:",
        "  - Hard? (right at a later try)",
    ]


def test_the_first_answer_counts_also_when_the_cell_is_run_again():
    Predict("Again?", 1).submit("2")
    Predict("Again?", 1).submit("1")
    assert (
        repr(Predict.tally()).splitlines()[0] == "1 of 1 prediction made, 0 right at the first try."
    )


def test_questions_of_the_same_words_and_other_choices_are_two():
    assert record("Which?", ("a", "b")) is not record("Which?", ("a", "c"))
    assert record("Which?", ("a", "b")) is record("Which?", ("a", "b"))


def test_what_cannot_be_read_is_no_answer():
    question = Predict("How much?", 1)
    question.submit("very much")
    assert repr(Predict.tally()) == "1 prediction to make, none made yet."


def test_it_tells_nothing_of_the_answers():
    question = Predict("How much?", 12345)
    question.submit("1")
    question.reveal()
    tally = Tally()
    assert "12345" not in repr(tally) + str(tally._spec)
    data, _ = tally._repr_mimebundle_()
    assert data["text/plain"] == repr(tally)
    assert tally.picture() == ""
