import numpy as np
import pytest

from minigrad.ops.key_arrays import check_range, checked_gathers, refuse_position


def test_positions_become_int64():
    found = checked_gathers({0: np.array([1, 0], np.int32)}, [3])[0]
    assert found.dtype == np.int64
    assert found.tolist() == [1, 0]


def test_what_needs_no_conversion_is_not_copied():
    positions, mask = np.array([1, 0]), np.array([True, False])
    assert checked_gathers({0: positions}, [3])[0] is positions
    assert checked_gathers({0: mask}, [2])[0] is mask


def test_a_mask_of_bytes_warns():
    with pytest.warns(UserWarning, match="indexing with dtype minigrad.uint8 is now deprecated"):
        found = checked_gathers({0: np.array([2, 0], np.uint8)}, [2])[0]
    assert found.tolist() == [True, False]


def test_a_mask_has_the_shape_of_what_it_picks_from():
    with pytest.raises(IndexError) as error:
        checked_gathers({1: np.ones((3, 2), bool)}, [5, 3, 4])
    assert str(error.value) == (
        "The shape of the mask [3, 2] at index 1 does not match the shape of the indexed tensor "
        "[5, 3, 4] at index 2"
    )


def test_the_first_position_out_of_range_is_named_element_by_element():
    arrays = {0: np.array([0, 9]), 2: np.array([8, 0])}
    with pytest.raises(IndexError, match="index 8 is out of bounds for dimension 1 with size 4"):
        check_range(arrays, [2, 3, 4])


def test_a_mask_counts_with_each_of_its_dimensions():
    arrays = {0: np.ones((2, 3), bool), 2: np.array([-5])}
    with pytest.raises(IndexError, match="index -5 is out of bounds for dimension 2 with size 4"):
        check_range(arrays, [2, 3, 4])


def test_where_nothing_is_gathered_no_position_is_out_of_range():
    check_range({1: np.array([9])}, [0, 3])
    check_range({0: np.zeros(0, int)}, [0])
    with pytest.raises(IndexError, match=r"^index is out of bounds for dimension with size 0"):
        checked_gathers({0: np.array([0])}, [0, 3])


def test_what_is_neither_position_nor_mask_is_refused():
    with pytest.raises(IndexError, match="tensors used as indices must be long, int, byte or bool"):
        checked_gathers({0: np.array([1.0])}, [2])


def test_refuse_position():
    with pytest.raises(IndexError, match="index 3 is out of bounds for dimension 1 with size 2"):
        refuse_position(3, 1, 2)
