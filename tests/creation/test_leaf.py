import numpy as np
import pytest

import minigrad
from minigrad.creation.leaf import floating, leaf, number_of, numpy_type, shape_of, tuple_of


def test_a_leaf_keeps_the_memory_it_is_given():
    array = np.ones(2, np.float32)
    x = leaf("f", array, None, True)
    assert x.is_leaf
    assert x.requires_grad
    assert x.detach().numpy() is array


def test_one_number_stays_a_number_inside():
    assert isinstance(leaf("f", np.array(2.0), None, False)._array, np.float64)


def test_only_floats_require_grad():
    words = "^Only Tensors of floating point and complex dtype can require gradients\nThis .* int64"
    with pytest.raises(RuntimeError, match=words):
        leaf("f", np.array([1]), None, True)


def test_a_leaf_goes_where_it_is_told():
    assert leaf("f", np.ones(2), "cpu", False).device == minigrad.device("cpu")
    with pytest.raises(RuntimeError, match="device string: gpu"):
        leaf("f", np.ones(2), "gpu", False)
    with pytest.raises(
        TypeError, match=r"^f\(\): argument 'device' must be minigrad.device, not float"
    ):
        leaf("f", np.ones(2), 1.5, False)


def test_whether_to_record_is_a_bool():
    with pytest.raises(TypeError, match=r"^f\(\): argument 'requires_grad' must be bool, not int$"):
        leaf("f", np.ones(2), None, 1)


def test_types_go_by_our_names_and_pythons():
    assert numpy_type("f", None) is None
    assert numpy_type("f", None, minigrad.int64) == np.int64
    assert numpy_type("f", minigrad.float64, minigrad.int64) == np.float64
    assert [numpy_type("f", t) for t in (bool, int, float)] == [np.bool_, np.int64, np.float64]
    with pytest.raises(
        TypeError, match=r"^f\(\): argument 'dtype' must be minigrad.dtype, not str"
    ):
        numpy_type("f", "float32")


def test_the_floating_type_is_the_default_one():
    assert floating("f", None) == np.float32
    minigrad.set_default_dtype(minigrad.float64)
    try:
        assert floating("f", None) == np.float64
    finally:
        minigrad.set_default_dtype(minigrad.float32)


def test_shapes():
    assert shape_of("f", (2, 3)) == shape_of("f", ((2, 3),)) == shape_of("f", (), [2, 3]) == (2, 3)
    assert shape_of("f", ((),)) == ()
    with pytest.raises(TypeError, match=r'^f\(\) missing 1 required positional arguments: "size"$'):
        shape_of("f", ())
    with pytest.raises(
        TypeError, match=r"^f\(\): argument 'size' .* must be tuple of ints, not str"
    ):
        shape_of("f", ("a",))
    with pytest.raises(
        RuntimeError, match=r"^zeros: Dimension size must be non-negative.\nThe size is \[2, -1\]"
    ):
        shape_of("zeros", (2, -1))
    with pytest.raises(
        RuntimeError, match=r"^Trying to create .* negative dimension -1: \[2, -1\]$"
    ):
        shape_of("f", (2, -1))


def test_tuples_and_numbers():
    assert tuple_of("f", [2], 1) == [2]
    with pytest.raises(TypeError, match=r"^f\(\): argument 'size' \(position 1\) .*, not int$"):
        tuple_of("f", 2, 1)
    assert [number_of("f", "x", 1, x) for x in (2, 2.5, np.int8(2), minigrad.ones(()))] == [
        2,
        2.5,
        2,
        1.0,
    ]
    with pytest.raises(
        TypeError, match=r"^f\(\): argument 'x' \(position 1\) must be Number, not list"
    ):
        number_of("f", "x", 1, [2])
