import pytest

pytest.importorskip("anywidget")

import minigrad as mg
from minigrad.widgets.truths import array_or_none, as_text, remark, same

nan, inf = float("nan"), float("inf")


@pytest.mark.parametrize(
    "given, truth",
    [
        (8, mg.tensor(8.0)),
        (8.0, mg.tensor(7.9999995)),
        ([8], mg.tensor(8.0)),
        (8, mg.tensor([8.0])),
        ([1, 2], mg.tensor([1.0, 2.0], requires_grad=True)),
        ([5, 4], mg.zeros(5, 4).shape),
        (6.69, 6.6931),
        (6.7, 6.6931),
        (0.33, 1 / 3),
        (0.667, 2 / 3),
        (1 / 3, mg.tensor(1.0) / 3),
        (1.2e-5, 1.2345e-5),
        (1200000.5, 1200000.5),
        (0, mg.tensor(1e-9)),
        (None, None),
        (True, mg.tensor(True)),
        (True, True),
        ("float32", mg.float32),
        ("mulbackward0", "MulBackward0"),
        (nan, mg.tensor(nan)),
        (-inf, mg.tensor(-inf)),
    ],
)
def test_right(given, truth):
    assert same(given, truth)


@pytest.mark.parametrize(
    "given, truth",
    [
        (7, 6.6931),
        (0.3, 1 / 3),
        (0.34, 1 / 3),
        (0.7, 2 / 3),
        (201, mg.tensor(200.0)),
        (-8, mg.tensor(8.0)),
        (8.1, mg.tensor(8.0)),
        ([1, 2, 3], mg.tensor([1.0, 2.0])),
        ([[1, 2]], mg.tensor([1.0, 2.0])),
        (0, None),
        (None, 0),
        (1, True),
        (True, 1),
        (0, nan),
        (nan, 0.5),
        (inf, -inf),
        (inf, 3.0),
        ("float64", mg.float32),
        ("None of these", None),
    ],
)
def test_wrong(given, truth):
    assert not same(given, truth)


def test_how_it_is_written():
    assert [as_text(v) for v in (mg.tensor(123456.0), 2 / 3, None, True, "a word")] == [
        "123456",
        "0.6667",
        "None",
        "True",
        "a word",
    ]
    assert as_text(mg.zeros(5, 4).shape) == "(5, 4)"
    assert as_text([1, 2]) == "[1, 2]"
    assert as_text(mg.arange(6.0).reshape(2, 3)) == "[[0., 1., 2.],\n [3., 4., 5.]]"


def test_a_remark_says_of_what_kind_the_answer_is_and_no_more():
    assert remark(None, mg.tensor(8.0)) == "The answer is a number."
    assert remark("zero", mg.tensor([8.0, 1.0])) == "The answer is several numbers."
    assert remark(0, None) == "The answer is not a number."
    assert remark([1, 2], mg.zeros(3)) == "Yours has the shape (2,); the answer has another."
    assert remark(7, mg.tensor(8.0)) == ""


def test_numbers():
    assert array_or_none(None) is None
    assert array_or_none("8") is None
    assert array_or_none(mg.tensor([1.0], requires_grad=True)).tolist() == [1.0]
