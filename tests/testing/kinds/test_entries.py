import numpy as np
import pytest

import minigrad
from minigrad.testing.kinds import Entries

RIGHT = {"before": None, "name": "AccumulateGrad", "leaf": True, "after": 5.0}
QUESTION = Entries("e", "the four", RIGHT, hints={"before": "has backward run?"})


@pytest.mark.parametrize(
    "answer",
    [
        RIGHT,
        list(RIGHT.values()),
        RIGHT | {"after": 5},
        RIGHT | {"after": minigrad.tensor(5.0)},
        dict(reversed(RIGHT.items())),
    ],
)
def test_right(answer):
    assert QUESTION.judge(answer).ok


@pytest.mark.parametrize(
    "entry",
    [
        {"before": 0.0},
        {"name": "accumulategrad"},
        {"leaf": 1},
        {"leaf": "True"},
        {"after": None},
        {"after": True},
        {"after": np.ones(2)},
    ],
)
def test_one_entry_wrong(entry):
    verdict = QUESTION.judge(RIGHT | entry)
    assert verdict.score == 0.75
    assert "3 of 4 right" in verdict.message
    assert ("has backward run?" in verdict.message) == ("before" in entry)


def test_what_is_still_open_is_not_wrong():
    verdict = QUESTION.judge(RIGHT | {"before": ..., "after": ...})
    assert verdict.state == "not yet"
    assert verdict.score == 0.5
    assert "2 of 4 right so far." in verdict.message
    assert verdict.message.endswith("Still open: before, after.")
    verdict = QUESTION.judge(RIGHT | {"before": ..., "after": 2.0})
    assert verdict.state == "not yet"
    assert (
        "2 of 4 right so far. Look again" in verdict.message
        and "Still open: before." in verdict.message
    )


def test_nothing_filled_in_earns_nothing():
    verdict = QUESTION.judge(dict.fromkeys(RIGHT, ...))
    assert (verdict.state, verdict.score) == ("not attempted yet", 0.0)


def test_what_was_given_is_no_attempt():
    question = Entries("e", "the four", RIGHT, given=("before", "name"))
    stub = dict.fromkeys(RIGHT, ...) | {"before": None, "name": "AccumulateGrad"}
    assert question.judge(stub).state == "not attempted yet"
    assert "3 of 4 right so far" in question.judge(stub | {"leaf": True}).message
    assert "1 of 4 right so far" in QUESTION.judge([..., ..., True, ...]).message


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ({"name": "AccumulatGrad"}, "name: right, up to spelling"),
        ({"leaf": "True"}, "leaf: 'True'"),
        ({"after": "5"}, "after: in quotes it is text"),
        ({"before": "None"}, "before: in quotes it is text"),
        ({"after": 5.02}, "after: nearly, but rounded"),
    ],
)
def test_almost_right(entry, words):
    assert words in QUESTION.judge(RIGHT | entry).message


def test_what_was_given_and_is_changed():
    question = Entries("e", "the four", RIGHT, given=("leaf",))
    assert "leaf: it was right as it stood there" in question.judge(RIGHT | {"leaf": False}).message


def test_a_word_that_is_no_node_is_misspelled_otherwise():
    message = Entries("e", "a word", {"cure": "detach"}).judge({"cure": "detatch"}).message
    assert "Write one of the words exactly as they are given" in message


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ({"befor": None}, "Nobody asked for befor"),
        ([1, 2], "It is a list of 2"),
        (3, "one entry for each of: before, name, leaf, after. It is a number"),
    ],
)
def test_another_form(answer, words):
    assert words in " ".join(QUESTION.judge(answer).message.split())


def test_the_right_values_are_not_shown():
    assert "AccumulateGrad" not in QUESTION.judge(RIGHT | {"name": "Mul"}).message


def test_a_word_that_is_not_on_offer():
    right = {"a": "later", "b": "later"}
    asked = Entries("e", 'one of "now", "later"', right, {"a": "when?"})
    message = asked.judge(["soon", "later"]).message
    assert message.endswith('a: \'soon\' is none of the words. Asked for: one of "now", "later".')
    assert asked.judge(["now", "later"]).message.endswith("a: when?")
    assert "none of the words" not in QUESTION.judge(RIGHT | {"name": "nobody"}).message
