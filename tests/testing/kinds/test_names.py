import pytest

import minigrad
from minigrad.testing.kinds.names import Names, compare_names, first_difference, misspelled

NODE = (minigrad.tensor(2.0, requires_grad=True) * 2).grad_fn
RIGHT = ("AddBackward0", "MulBackward0", "LogBackward0")
QUESTION = Names("n", "names", RIGHT, ("what ran last", "its first input", "its second input"))


@pytest.mark.parametrize("answer", [list(RIGHT), RIGHT])
def test_right(answer):
    assert QUESTION.judge(answer).ok


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (RIGHT[::-1], "exactly the opposite order. At that place: what ran last."),
        ((RIGHT[0], RIGHT[2], RIGHT[1]), "order differs from entry 2 on. At that place: its first"),
        (("addbackward", "mulbackward0", "Log"), "up to spelling: entry 1, 'addbackward'"),
        (RIGHT[:2], "There are 2 entries, which is 1 too few; the first that differs is entry 3"),
        ((*RIGHT, "ExpBackward0"), "There are 4 entries, which is 1 too many"),
        ((*RIGHT, RIGHT[2]), "LogBackward0 is there 2 times: each node counts once"),
        ((*RIGHT[:2], "ExpBackward0"), "Entry 3 is wrong; the others are right"),
        ((RIGHT[1], *RIGHT[1:2], "ExpBackward0"), "Entry 1 is wrong; 2 differ in all"),
        ([1, 2], "Entry 1 should be a name in quotes, but it is a number."),
        ([NODE], "Entry 1 is a node, not its name: write `node.name()`."),
        ([RIGHT[0], NODE.name], "Entry 2 is a method: write `node.name()`, with brackets."),
        ([(NODE, 0)], "Entry 1 is a pair: an entry of next_functions is a pair (node, number)."),
        ([RIGHT[0]], "There is 1 entry, which is 2 too few"),
        ([RIGHT[0], ...], "1 right so far; replace or delete the dots."),
        ([RIGHT[0], "Exp", ...], "1 right so far, then entry 2 is wrong. At that place: its first"),
        ("AddBackward0", "This should be a list of names, but it is the text 'AddBackward0'."),
    ],
)
def test_a_wrong_list_is_explained_without_the_right_one(answer, words):
    verdict = QUESTION.judge(answer)
    message = " ".join(verdict.message.split())
    assert verdict.score == 0.0
    assert words in message
    unmentioned = [name for name in RIGHT if name not in str(answer)]
    assert not any(name in message for name in unmentioned)


def test_dots_are_not_an_attempt():
    assert QUESTION.judge([..., ...]).state == "not attempted yet"


@pytest.mark.parametrize("name", ["MulBackward", "mulbackward0", "MulBackwards0", "MulBakward0"])
def test_a_name_that_is_almost_it(name):
    assert misspelled(name, "MulBackward0")
    assert not misspelled("AddBackward0", "MulBackward0")
    assert not misspelled("MulBackward0", "MulBackward0")
    assert not misspelled("0", "1")


def test_a_number_is_another_and_not_misspelled():
    assert compare_names(["1", "2"], ["0", "4"]) == "Entry 1 is wrong; 2 differ in all."


def test_a_hint_that_is_a_question_ends_once():
    asks = Names("n", "names", RIGHT, ("what ran last?", "", ""))
    assert asks.judge(RIGHT[::-1]).message.endswith("At that place: what ran last?")


def test_helpers():
    assert compare_names([], []) == ""
    assert first_difference(["a"], ["a", "b"]) == 1
