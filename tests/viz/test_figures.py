import numpy as np
import pytest

from minigrad.viz import figures


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (6.693147, "6.693"),
        (np.float32(0.1), "0.1"),
        (-0.5, "-0.5"),
        (1e6, "1e+06"),
        (3, "3"),
        (np.int64(1234567), "1234567"),
        (True, "True"),
        (np.bool_(False), "False"),
        (float("nan"), "nan"),
        (float("-inf"), "-inf"),
        (1 + 2j, "1+2j"),
    ],
)
def test_numbers(value, text):
    assert figures.number(value) == text


@pytest.mark.parametrize(
    ("array", "text"),
    [
        (np.array(2.0), "2"),
        (np.array([6.6931]), "[6.693]"),
        (np.array([[1.0, 2.0], [3.0, 4.5]]), "[[1, 2], [3, 4.5]]"),
        (np.array([0.4239, 0.9119, -0.982]), "[0.4239, 0.9119, -0.982]"),
        (np.array([0.4239, 0.9119, -0.9821]), "(3,)"),
        (np.array([[0.4239, 0.9119, -0.9821]]), "(1, 3)"),
        (np.zeros(5), "(5,)"),
        (np.zeros((5, 4)), "(5, 4)"),
        (np.zeros(0), "(0,)"),
        (np.float32(2.5), "2.5"),
    ],
)
def test_tensors_in_brief(array, text):
    assert figures.brief(array) == text
    assert figures.shows_numbers(array) == (not text.startswith("("))


def test_labels():
    assert figures.labelled("a", np.array(6.0)) == "a = 6"
    assert figures.labelled("", np.array(6.0)) == "6"
    assert figures.labelled("W", np.zeros((5, 4))) == "W (5, 4)"
    assert figures.labelled("W", None, (5, 4)) == "W (5, 4)"
    assert figures.labelled("", None) == ""


def test_in_full():
    assert figures.in_full(np.array(2.0)) == "2"
    assert figures.in_full(np.arange(6.0).reshape(2, 3)) == "[[0., 1., 2.],\n [3., 4., 5.]]"
    long = figures.in_full(np.arange(1000.0))
    assert "..." in long
    assert max(map(len, long.splitlines())) <= 38
    assert len(long) < 80
    assert len(figures.in_full(np.arange(32.0).reshape(32, 1)).splitlines()) == 7
    table = figures.in_full(np.full((2, 9), -0.12345))
    assert [row.count("-0.1235") for row in table.splitlines()] == [9, 9]


def test_the_value_of_a_node_is_that_of_its_first_output():
    one = np.array(1.0)
    assert figures.outputs({0: "p", 1: "q"}, one) == "p = 1, q"
    assert figures.outputs({1: "q"}, one) == "1, q"
    assert figures.outputs({0: "p"}, None, (2, 3)) == "p (2, 3)"
    assert figures.outputs({}, None) == ""
