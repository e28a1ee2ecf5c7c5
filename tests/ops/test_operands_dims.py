import numpy as np
import pytest

from minigrad.ops.operands import (
    broadcast_shapes,
    inferred,
    listed,
    own_dim,
    reduced_axes,
    sized,
    wrap_dim,
    wrap_dims,
)


@pytest.mark.parametrize(
    ("dim", "ndim", "found"), [(0, 3, 0), (-1, 3, 2), (2, 3, 2), (-3, 3, 0), (0, 0, 0), (-1, 0, 0)]
)
def test_wrap_dim_counts_from_the_front(dim, ndim, found):
    assert wrap_dim(dim, ndim) == found


@pytest.mark.parametrize(
    ("dim", "ndim", "bounds"), [(3, 3, "-3, 2"), (-4, 3, "-3, 2"), (1, 0, "-1, 0"), (9, 1, "-1, 0")]
)
def test_wrap_dim_names_the_bounds(dim, ndim, bounds):
    words = rf"Dimension out of range \(expected to be in range of \[{bounds}\], but got {dim}\)"
    with pytest.raises(IndexError, match=f"^{words}$"):
        wrap_dim(dim, ndim)


def test_wrap_dim_takes_what_counts_as_an_integer():
    assert wrap_dim(np.int64(-1), 2) == 1
    with pytest.raises(TypeError, match="must be int, not float"):
        wrap_dim(1.0, 2)
    with pytest.raises(TypeError, match="must be int, not str"):
        wrap_dim("0", 2)


def test_wrap_dims():
    assert wrap_dims(None, 3) == wrap_dims((), 3) == (0, 1, 2)
    assert wrap_dims(-1, 3) == (2,)
    assert wrap_dims([2, 0], 3) == (2, 0)
    assert wrap_dims((0, -1), 2) == (0, 1)
    with pytest.raises(RuntimeError, match=r"^dim 1 appears multiple times in the list of dims"):
        wrap_dims((1, -1), 2)


def test_reduced_axes_of_a_number_are_none():
    assert reduced_axes(None, 0) == reduced_axes(0, 0) == reduced_axes(-1, 0) == ()
    assert reduced_axes((0, -1), 3) == (0, 2)
    with pytest.raises(IndexError):
        reduced_axes(1, 0)


def test_listed():
    assert listed((2, 3)) == listed(((2, 3),)) == listed(([2, 3],)) == (2, 3)
    assert listed((4,)) == (4,)
    assert listed(((),)) == ()
    assert listed((np.int64(2), True)) == (2, 1)


@pytest.mark.parametrize("wrong", [(2.0,), ((2, 3), 4), ("a",), (None,), ([2, None],)])
def test_listed_refuses_what_is_no_integer(wrong):
    with pytest.raises(TypeError):
        listed(wrong)


def test_inferred():
    assert inferred((2, 3), 6) == (2, 3)
    assert inferred((-1,), 6) == (6,)
    assert inferred((2, -1), 6) == (2, 3)
    assert inferred((), 1) == ()
    assert inferred((0, 3), 0) == (0, 3)
    assert inferred((2, -1), 0) == (2, 0)


@pytest.mark.parametrize(
    ("shape", "numel", "words"),
    [
        ((2, 4), 6, r"shape '\[2, 4\]' is invalid for input of size 6"),
        ((4, -1), 6, r"shape '\[4, -1\]' is invalid for input of size 6"),
        ((0, -1), 6, r"shape '\[0, -1\]' is invalid for input of size 6"),
        ((-1, -1), 6, "only one dimension can be inferred"),
        ((2, -3), 6, r"shape '\[2, -3\]' is invalid for input of size 6"),
        ((0, -1), 0, r"shape '\[0, -1\]' is invalid for input of size 0"),
        ((), 0, r"shape '\[\]' is invalid for input of size 0"),
    ],
)
def test_inferred_says_what_does_not_fit(shape, numel, words):
    with pytest.raises(RuntimeError, match=f"^{words}"):
        inferred(shape, numel)


def test_own_dim_wants_a_dimension():
    assert own_dim(-1, 2) == 1
    with pytest.raises(
        IndexError, match=r"^Dimension specified as 0 but tensor has no dimensions$"
    ):
        own_dim(0, 0)


def test_sized_wants_a_tuple_or_a_list():
    assert sized([np.int64(2), 3]) == sized((2, 3)) == (2, 3)
    for wrong in (2, "ab", (2.0,), None):
        with pytest.raises(TypeError):
            sized(wrong)


def test_broadcast_shapes():
    assert broadcast_shapes((3, 1), (4,)) == (3, 4)
    assert broadcast_shapes((), (0, 2)) == (0, 2)
    assert broadcast_shapes((1,), (0,)) == (0,)
    said = r"size of tensor a \(2\) must match the size of tensor b \(4\) .* dimension 1\n"
    with pytest.raises(RuntimeError, match=f"^The {said}The shapes"):
        broadcast_shapes((5, 2, 3), (4, 3))
