import numpy as np
import pytest

import minigrad
from minigrad.creation.leaf import floating, leaf, number, numpy_type, own, shape_of, target


def test_a_leaf_keeps_the_memory_it_is_given():
    array = np.ones(2, np.float32)
    x = leaf(array, requires_grad=True)
    assert x.is_leaf
    assert x.requires_grad
    assert x.detach().numpy() is array


def test_one_number_stays_a_number_inside():
    assert isinstance(leaf(np.array(2.0))._array, np.float64)


def test_only_floats_require_grad():
    words = "^Only Tensors of floating point and complex dtype can require gradients\nThis .* int64"
    with pytest.raises(RuntimeError, match=words):
        leaf(np.array([1]), requires_grad=True)


def test_a_leaf_goes_where_it_is_told():
    assert leaf(np.ones(2), "cpu").device == minigrad.device("cpu")
    with pytest.raises(RuntimeError, match="device string: gpu"):
        leaf(np.ones(2), "gpu")


def test_types_go_by_our_names_and_pythons():
    assert numpy_type(None) is None
    assert numpy_type(None, minigrad.int64) == np.int64
    assert numpy_type(minigrad.float64, minigrad.int64) == np.float64
    assert [numpy_type(t) for t in (bool, int, float)] == [np.bool_, np.int64, np.float64]
    with pytest.raises(TypeError, match=r"^argument 'dtype' must be minigrad.dtype, not str"):
        numpy_type("float32")


def test_the_floating_type_is_the_default_one():
    assert floating(None) == np.float32
    minigrad.set_default_dtype(minigrad.float64)
    try:
        assert floating(None) == np.float64
    finally:
        minigrad.set_default_dtype(minigrad.float32)


def test_shapes():
    assert shape_of((2, 3)) == shape_of(((2, 3),)) == shape_of((), [2, 3]) == (2, 3)
    assert shape_of(((),)) == ()
    for sizes in (("a",), (2.5,)):
        with pytest.raises(TypeError):
            shape_of(sizes)
    with pytest.raises(
        RuntimeError, match=r"^Trying to create .* negative dimension -1: \[2, -1\]$"
    ):
        shape_of((2, -1))


def test_numbers():
    given = 2, 2.5, np.int8(2), minigrad.ones(())
    assert [number(x) for x in given] == [2, 2.5, 2, 1.0]


def test_where_to_go():
    cpu, x = minigrad.device("cpu"), minigrad.ones(2)
    assert target() == (None, None, False)
    assert target(minigrad.float64) == target(dtype=minigrad.float64) == (np.float64, None, False)
    assert target("cpu") == target(device="cpu", non_blocking=True) == (None, cpu, False)
    assert target("cpu", minigrad.int64, copy=True) == (np.int64, cpu, True)
    assert target(x) == (np.float32, cpu, False)
    with pytest.raises(TypeError, match="not float"):
        target(2.5)


def test_what_is_not_said_is_as_in_the_other():
    x = minigrad.ones(2, dtype=minigrad.float64)
    options = own(x, {"dtype": None, "requires_grad": True})
    assert options == {"dtype": x.dtype, "device": x.device, "requires_grad": True}
