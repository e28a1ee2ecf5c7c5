import numpy as np
import pytest

import minigrad
from minigrad.ops.key import Step, check_gathers, read


def test_integers_slices_and_none_become_views_in_order():
    steps, gathers = read((0, slice(1, None), None, ..., slice(None)), (2, 3, 4, 5))
    assert steps == [Step("select", 0, 0), Step("slice", 0, slice(1, 3, 1)), Step("unsqueeze", 1)]
    assert gathers == {}


def test_a_slice_that_cuts_nothing_off_is_no_view():
    assert read((slice(None), slice(0, 9)), (2, 3)) == ([], {})
    assert read((slice(None),), (2,)) == ([], {})
    assert read(slice(None), (2,)) == ([Step("slice", 0, slice(0, 2, 1))], {})
    assert read(slice(None), (2,), writing=True) == ([], {})
    assert read((slice(-2, None),), (2,)) == ([Step("slice", 0, slice(0, 2, 1))], {})


def test_an_ellipsis_stands_for_all_that_is_left():
    assert read((..., 1), (2, 3, 4))[0] == [Step("select", 2, 1)]
    assert read((1, ..., 0), (2, 3))[0] == [Step("select", 0, 1), Step("select", 0, 0)]
    assert read((..., None), (2, 3))[0] == [Step("unsqueeze", 2)]
    assert read(..., ()) == ([], {})


def test_lists_and_tensors_gather_at_their_place_after_the_views():
    steps, gathers = read((0, None, [1, 2], slice(0, 1), minigrad.tensor([0, 0])), (2, 3, 4, 5))
    assert [step.view for step in steps] == ["select", "unsqueeze", "slice"]
    assert {dim: array.tolist() for dim, array in gathers.items()} == {1: [1, 2], 3: [0, 0]}


def test_a_mask_speaks_of_as_many_dimensions_as_it_has():
    mask = minigrad.ones(2, 3) > 0
    steps, gathers = read((mask, 1), (2, 3, 4))
    assert steps == [Step("select", 2, 1)]
    assert list(gathers) == [0]
    assert gathers[0].shape == (2, 3)


def test_a_single_bool_gathers_along_a_new_dimension():
    for key, count in ((True, 1), (False, 0), (minigrad.tensor(True), 1), (np.array(False), 0)):
        steps, gathers = read(key, (2,))
        assert steps == [Step("unsqueeze", 0)]
        assert gathers[0].tolist() == [0] * count


def test_what_is_kept_of_a_key_is_a_copy():
    positions, mask = np.array([0, 1]), np.array([True, False])
    kept = [read(key, (2,))[1][0] for key in (positions, mask)]
    positions[0] = mask[0] = 0
    assert [array.tolist() for array in kept] == [[0, 1], [True, False]]


def test_a_list_of_more_than_numbers_counts_as_several_parts():
    with pytest.warns(UserWarning, match="^Using a non-tuple sequence for multidimensional"):
        steps, _ = read([slice(0, 1), 0], (2, 3))
    assert steps == [Step("slice", 0, slice(0, 1, 1)), Step("select", 1, 0)]
    assert read([0, 1], (2, 3))[1][0].tolist() == [0, 1]


@pytest.mark.parametrize(
    ("key", "shape", "words"),
    [
        ((0, 0, 0), (2, 3), "too many indices for tensor of dimension 2"),
        (0, (), "invalid index of a 0-dim tensor"),
        (2, (2,), "index 2 is out of bounds for dimension 0 with size 2"),
        ((0, -4), (2, 3), "index -4 is out of bounds for dimension 1 with size 3"),
        ([0, 7], (2,), "index 7 is out of bounds for dimension 0 with size 2"),
        ((0, [3]), (2, 3), "index 3 is out of bounds for dimension 0 with size 3"),
        ((None, 5), (2,), "index 5 is out of bounds for dimension 1 with size 2"),
        ((..., 5), (1, 2), "index 5 is out of bounds for dimension 1 with size 2"),
        ((0,), (), "too many indices for tensor of dimension 0"),
        (1, (), "invalid index of a 0-dim tensor. Use `tensor.item..`"),
        ("a", (2,), "only integers, slices .* are valid indices .got str"),
        (minigrad.tensor([1, 0], dtype=minigrad.uint8), (2,), "tensors used as indices must be"),
        (1.0, (2,), "only integers, slices .* are valid indices .got float"),
        (minigrad.ones(1), (2,), "tensors used as indices must be long, int, byte or bool tensors"),
        (minigrad.tensor(1.0), (2,), "tensors used as indices must be long, int, byte or bool"),
        ([True], (2,), r"The shape of the mask \[1\] at index 0 does not match .* tensor \[2\]"),
        (([0, 1], [0, 1, 1]), (2, 2), "shape mismatch: indexing tensors .* shapes .2., .3."),
    ],
)
def test_a_key_that_does_not_fit_is_refused(key, shape, words):
    with pytest.raises(IndexError, match=f"^{words}"):
        read(key, shape)


def test_slices_count_forwards_in_integers():
    with pytest.raises(ValueError, match=r"^step must be greater than zero"):
        read(slice(None, None, -1), (3,))
    with pytest.raises(ValueError, match="slice step cannot be zero"):
        read(slice(None, None, 0), (3,))
    with pytest.raises(TypeError, match="slice indices must be integers"):
        read(slice(0.5, 2), (3,))
    assert read(slice(5, 2), (9,))[0] == [Step("slice", 0, slice(5, 5, 1))]


def test_numbers_in_a_sequence_are_cut_to_integers():
    """So PyTorch has it; only tensors must be of integers."""
    for key in ([1.9, 0.0], np.array([1.9, 0.0]), np.array([1, 0], np.int16), range(1, -1, -1)):
        assert read(key, (2,))[1][0].tolist() == [1, 0]


def test_an_integer_tensor_without_dimensions_is_an_integer_of_whatever_type():
    for dtype in (minigrad.int8, minigrad.int16, minigrad.int32, minigrad.int64):
        assert read(minigrad.tensor(1, dtype=dtype), (2,)) == ([Step("select", 0, 1)], {})


def test_a_mask_has_the_shape_of_what_it_picks_from():
    with pytest.raises(IndexError) as error:
        check_gathers({1: np.ones((3, 2), bool)}, [5, 3, 4])
    assert str(error.value) == (
        "The shape of the mask [3, 2] at index 1 does not match the shape of the indexed tensor "
        "[5, 3, 4] at index 2"
    )


def test_a_mask_counts_with_each_of_its_dimensions():
    arrays = {0: np.ones((2, 3), bool), 2: np.array([-5])}
    with pytest.raises(IndexError, match="index -5 is out of bounds for dimension 2 with size 4"):
        check_gathers(arrays, [2, 3, 4])


def test_what_is_neither_position_nor_mask_is_refused():
    with pytest.raises(IndexError, match="tensors used as indices must be long, int, byte or bool"):
        check_gathers({0: np.array([1.0])}, [2])
