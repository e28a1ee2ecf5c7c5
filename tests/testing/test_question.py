import warnings
from dataclasses import dataclass

from minigrad.testing.question import Question
from minigrad.testing.verdict import right, wrong


@dataclass(frozen=True)
class Even(Question):
    def verdict(self, answer, draw):
        value = answer() if callable(answer) else answer
        return wrong(self.name, "odd") if value % 2 else right(self.name)


EVEN = Even("even", "an even number")


def unfinished():
    total = 1
    ...  # add one  # noqa: PIE790
    return total


def fine():
    shape = ...
    return 2 if shape is ... else 1


def test_not_attempted_is_told_apart_from_wrong():
    blank, wrong, right = "not attempted yet", "not yet", "right"
    answers = (None, ..., 3, 4, lambda: 5, lambda: ...)
    assert [EVEN.judge(answer).state for answer in answers] == [
        blank, blank, wrong, right, wrong, blank,
    ]  # fmt: skip


def test_dots_that_are_left_excuse_a_wrong_answer_and_spoil_no_right_one():
    assert EVEN.judge(unfinished).state == "not attempted yet"
    assert "still dots in your code" in EVEN.judge(unfinished).message
    assert EVEN.judge(fine).state == "right"


def test_the_judges_own_warnings_stay_off_stderr(recwarn):
    assert not Even("warns", "").judge(lambda: warnings.warn("overflow", stacklevel=1) or 3)
    assert not recwarn.list


def test_each_trial_has_its_own_numbers_the_same_every_time():
    first, second = (EVEN.generator(0).normal(size=3) for _ in range(2))
    assert (first == second).all()
    assert (first != EVEN.generator(1).normal(size=3)).all()
    assert (first != Even("odd", "").generator(0).normal(size=3)).all()
