import pytest

from minigrad.testing.observed import Counted, OddForm, parted


def test_as_many_parts_as_names():
    assert parted((1, 2), "a", "b") == [1, 2]
    assert parted([3], "a") == parted(3, "a") == [3]


@pytest.mark.parametrize(
    ("result", "names", "words"),
    [
        ((1, 2, 3), ("a", "b"), "2 values are wanted: a, b, in this order; yours is a tuple of 3."),
        (1, ("a", "b"), "yours is a number."),
        ((1, 2), ("a",), "One value is wanted: a; yours is a tuple of 2."),
        (None, ("a",), "yours is None."),
    ],
)
def test_another_number_of_parts_is_named(result, names, words):
    with pytest.raises(OddForm, match="wanted") as caught:
        parted(result, *names)
    assert str(caught.value).endswith(words)


def test_calls_are_counted():
    double = Counted(lambda x: 2 * x)
    assert (double(1), double(2), double.calls) == (2, 4, 2)
