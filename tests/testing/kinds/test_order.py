import itertools

import pytest

from minigrad.testing.kinds.order import Misplaced, Order

QUESTION = Order(
    "o",
    "an order",
    {"A": "drink()", "B": "boil()", "C": "sing()"},
    ("B", "A", "C"),
    (Misplaced(lambda at: at["A"] < at["B"], "Nothing has boiled yet."),),
)


@pytest.mark.parametrize(
    "answer", [["B", "A", "C"], ("B", "C", "A"), "cba", "C, B, A", ["b", "a", "c"]]
)
def test_every_order_without_a_fault_is_right(answer):
    assert QUESTION.judge(answer).ok


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (["A", "B", "C"], "yours drink() boil() sing() Nothing has boiled yet."),
        (["A", "C"], "Not there yet: B."),
        (["B", ..., ...], "Not there yet: A, C."),
        (["B", "A", "A"], "More than once: A. Not there yet: C."),
        (["B", "A", "C", "D"], "No line is called D."),
        (["drink()", "A", "B"], "No line is called DRINK()."),
        (3, "This should be a list of letters, but it is a number."),
        ({"A": 1}, "This should be a list of letters, but it is a dict of 1."),
        ([..., ..., ...], "not attempted yet"),
    ],
)
def test_a_fault_is_told(answer, words):
    verdict = QUESTION.judge(answer)
    assert verdict.score == 0.0
    assert words in " ".join(verdict.message.split())


def test_all_orders():
    right = ["".join(p) for p in itertools.permutations("ABC") if QUESTION.judge(p).ok]
    assert right == ["BAC", "BCA", "CBA"]
