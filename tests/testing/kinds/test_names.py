import pytest

from minigrad.testing.kinds.names import Names, compare_names, first_difference

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
        (RIGHT[:2], "There are 2 names, which is 1 too few; the first that differs is entry 3"),
        ((*RIGHT, "ExpBackward0"), "There are 4 names, which is 1 too many"),
        ((*RIGHT, RIGHT[2]), "LogBackward0 is there 2 times: each node counts once"),
        ((*RIGHT[:2], "ExpBackward0"), "Entry 3 is another one; the others are right"),
        ((RIGHT[1], *RIGHT[1:2], "ExpBackward0"), "Entry 1 is another one; 2 differ in all"),
        ([1, 2], "This is to be a list of names, and it is a list of 2."),
        ("AddBackward0", "This is to be a list of names, and it is 'AddBackward0'."),
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
    assert QUESTION.judge([RIGHT[0], ...]).state == "not attempted yet"


def test_helpers():
    assert compare_names([], []) == ""
    assert first_difference(["a"], ["a", "b"]) == 1
