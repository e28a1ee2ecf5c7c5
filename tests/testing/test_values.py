import math

import numpy as np
import pytest

import minigrad
from minigrad.testing.values import as_array, brief, close, distinct, kind

LEAF = minigrad.tensor([1.0, 2.5], requires_grad=True)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (2, 2),
        (2.5, 2.5),
        (True, True),
        (np.float32(2.5), 2.5),
        (LEAF, [1.0, 2.5]),
        (LEAF * 2, [2.0, 5.0]),
        ([1, 2], [1, 2]),
        ((LEAF, LEAF), [[1.0, 2.5], [1.0, 2.5]]),
        ([[1], [2]], [[1], [2]]),
    ],
)
def test_numbers_of_every_kind_become_an_array(value, expected):
    assert np.array_equal(as_array(value), expected)


@pytest.mark.parametrize(
    "value", [None, minigrad.Tensor, "a", ["a"], [1, [2, 3]], [1, None], {}, object(), len, ...]
)
def test_what_is_not_numbers_becomes_none(value):
    assert as_array(value) is None


def arrays(*values, dtypes=("float64", "float64")):
    return [np.asarray(value, dtype) for value, dtype in zip(values, dtypes)]


@pytest.mark.parametrize(
    ("yours", "right", "dtypes", "expected"),
    [
        ([1.0, 100.0], [1.0, 100.0001], ("float64", "float64"), True),
        ([1.0, 100.0], [1.0, 100.01], ("float64", "float64"), False),
        ([1.0, 100.0], [1.0, 100.005], ("float32", "float64"), True),
        ([1.0, 100.0], [1.0, 100.005], ("float64", "float32"), True),
        ([1.0], [[1.0]], ("float64", "float64"), False),
        ([], [], ("float64", "float64"), True),
        ([0.0], [1e-9], ("float64", "float64"), False),
        ([math.nan], [math.nan], ("float64", "float64"), True),
        ([math.inf], [math.inf], ("float64", "float64"), True),
        ([math.inf], [1.0], ("float64", "float64"), False),
        ([2], [2.0], ("int64", "float64"), True),
    ],
)
def test_close_means_up_to_rounding(yours, right, dtypes, expected):
    assert close(*arrays(yours, right, dtypes=dtypes)) is expected


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (2.0, "2"),
        (1 / 3, "0.3333"),
        (-0.0, "0"),
        (123456.0, "1.235e+05"),
        (math.nan, "nan"),
        (True, "True"),
        (12345, "12345"),
        ([12345, 2], "[12345, 2]"),
        (np.array([True, False]), "[True, False]"),
        (None, "None"),
        ("MulBackward0", "MulBackward0"),
        ([0.5, 2.0], "[0.5, 2]"),
        (LEAF, "[1, 2.5]"),
        (np.ones((2, 2)) / 3, "[[0.3333, 0.3333],\n [0.3333, 0.3333]]"),
        (np.ones((9, 9)), "an array of shape (9, 9)"),
        ([LEAF, LEAF[:1]], "[[1, 2.5], [1]]"),
    ],
)
def test_values_are_shown_briefly(value, text):
    assert brief(value) == text


def test_as_many_digits_as_it_takes():
    assert distinct(1.0, 2.0) == ("1", "2")
    assert distinct(1.0, 1.0001) == ("1", "1.0001")
    assert distinct(1.0, 1.0 + 1e-9) == ("1", "1")
    assert distinct("a", None) == ("a", "None")
    long = np.zeros(50)
    assert distinct(long, long + 1) == (
        "in an array of shape (50,), at [0], 0",
        "in an array of shape (50,), at [0], 1",
    )


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (LEAF, "a tensor of shape (2,)"),
        (np.ones((2, 1)), "an array of shape (2, 1)"),
        ({"a": 1}, "a dict of 1"),
        (np.float64(1), "a number"),
        (True, "True"),
        (None, "None"),
    ],
)
def test_kinds_have_words(value, text):
    assert kind(value) == text
