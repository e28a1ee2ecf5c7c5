import numpy as np
import pytest

import minigrad as torch
from minigrad.testing.kinds import Graph

QUESTION = Graph(
    "g", "a tensor", lambda x, y: x * y + x.log(), leaves={"x": 2.0, "y": 3.0}
)  # fmt: skip
TIMES = Graph("t", "a tensor", lambda x, n: x * 3.0 * n, leaves={"x": np.ones((2, 3)), "n": 2})


def leaves():
    return (torch.tensor(value, requires_grad=True) for value in (2.0, 3.0))


def said(question, answer, **options):
    verdict = question.judge(answer, **options)
    return verdict, " ".join(verdict.message.split())


@pytest.mark.parametrize(
    "answer",
    [
        lambda x, y: x * y + torch.log(x),
        lambda first, second: first.log() + second * first,
        lambda x, y: (lambda p, q: q + p)(y * x, torch.log(x)),
    ],
)
def test_right_written_differently(answer):
    assert QUESTION.judge(answer).ok
    assert QUESTION.judge(answer(*leaves())).ok
    x, y = leaves()
    assert QUESTION.judge(answer(x.detach().view(1).requires_grad_(), y)).ok


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (lambda x, y: x * y + y.log(), "ends in y, where x is wanted"),
        (lambda x, y: x * y - x.log(), "yours has SubBackward0; wanted is AddBackward0"),
        (lambda x, y: x + y + x.log(), "AddBackward0; wanted is MulBackward0"),
        (lambda x, y: x * y.item() + x.log(), "needs no gradient, where y is wanted"),
        (lambda x, y: (x * y).item(), "it is a number"),
        (lambda x, y: (x * y + x.log()).detach(), "cut the recording off"),
        (lambda x, y: x, "This is a leaf"),
    ],
)
def test_wrong(answer, words):
    assert words in said(QUESTION, answer)[1]
    assert words in said(QUESTION, answer(*leaves()))[1]


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (lambda x, y: x.nothing, "no attribute 'nothing'"),
        (lambda x: x, "called as `<lambda>(x, y)`"),
        (lambda x, y: print(end=""), "does it end in a `return`?"),
        (
            lambda x, y: torch.tensor(x.tolist(), requires_grad=True) * y + x.log(),
            "another tensor with x's value, where x is wanted. Use the tensors that are handed in",
        ),
    ],
)
def test_a_function_that_fails(answer, words):
    assert words in said(QUESTION, answer)[1]


def test_a_leaf_of_a_finished_tensor_is_known_by_its_value():
    x, _ = leaves()
    stranger, other = (torch.tensor(v, requires_grad=True) for v in (7.0, 8.0))
    assert "a leaf with 7" in said(QUESTION, x * other + stranger.log())[1]


@pytest.mark.parametrize("values", [(5.0, 7.0), (2.0, 7.0), (3.0, 2.0), (4.0, 4.0), (2.0, 2.0)])
def test_the_leaves_of_a_finished_tensor_may_have_other_values(values):
    x, y = (torch.tensor(value, requires_grad=True) for value in values)
    if sorted(values) != [2.0, 3.0]:
        assert QUESTION.judge(x * y + x.log()).ok
    assert not QUESTION.judge(x * x + x.log())
    assert not QUESTION.judge(x * y + torch.tensor(4.0, requires_grad=True).log())


def test_the_value_counts_too():
    verdict, message = said(TIMES, lambda x, n: x * 4.0 * n)
    assert not verdict
    assert "The graph is right, the value is not" in message


def test_one_value_many_graphs():
    assert "The value is right" in said(TIMES, lambda x, n: x * (3.0 * n))[1]
    assert "In all, yours has 3 MulBackward0, where 2 are wanted" in said(
        TIMES, lambda x, n: x * 2.0 * n * 3.0
    )[1]  # fmt: skip


def test_inputs_vary_in_value_and_shape():
    shapes, numbers = set(), set()

    def answer(x, y):
        shapes.add(tuple(x.shape))
        numbers.add(float(y.detach().sum()))
        return x * y + x.log()

    assert QUESTION.judge(answer).ok
    assert shapes == {(), (2, 3)}
    assert len(numbers) == 3


def test_arrays_keep_their_shape_and_integers_stay_integers():
    found = []
    assert TIMES.judge(lambda x, n: found.append((tuple(x.shape), type(n))) or x * 3.0 * n).ok
    assert found == [((2, 3), int)] * 3


def test_other_inputs_even_one_leaf_twice():
    def one_leaf(rng):
        x = torch.tensor(rng.uniform(1, 2, 4), requires_grad=True)
        return x, x

    assert QUESTION.judge(lambda x, y: y * x + y.log(), one_leaf).ok
    assert not QUESTION.judge(lambda x, y: y * x + y.log()).ok


def test_the_verdict_shows_both_graphs_side_by_side():
    assert QUESTION.judge(lambda x, y: x * y).message.split("\n")[1:] == [
        "    given    x = 2, y = 3",
        "    yours    MulBackward0   ← here   wanted   AddBackward0",
        "             ├─ x                             ├─ MulBackward0",
        "             └─ y                             │  ├─ x",
        "                                              │  └─ y",
        "                                              └─ LogBackward0",
        "                                                 └─ x",
        "  At the arrow yours has MulBackward0; wanted is AddBackward0.",
    ]


def test_large_graphs_stand_one_below_the_other():
    def deep(x, y):
        for _ in range(18):
            x = x.sin()
        return x * y

    message = QUESTION.judge(deep).message
    assert "\n    yours    MulBackward0   ← here\n" in message
    assert "\n    wanted   AddBackward0\n" in message


def test_dots():
    def faded(x, y):
        product = ...
        return product + x.log()

    assert QUESTION.judge(faded).state == "not attempted yet"
    assert QUESTION.judge(...).state == "not attempted yet"


def test_the_reference_has_leaves_of_its_own():
    def spoil(x, y):
        with torch.no_grad():
            x.zero_().add_(4.0)
        return x * y + x.log()

    assert "The graph is right, the value is not" in said(QUESTION, spoil)[1]
