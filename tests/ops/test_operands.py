import numpy as np
import pytest

import minigrad
from minigrad.ops.operands import (
    as_scalar,
    in_common_type,
    is_number,
    pythonic,
    tensors,
)


def test_a_hook_that_raises_is_not_called_again():
    calls = []

    def pack(x):
        calls.append(x)
        raise RuntimeError("no room")

    y = minigrad.ones(2, requires_grad=True).clone()
    with minigrad.autograd.graph.saved_tensors_hooks(pack, lambda x: x):
        with pytest.raises(RuntimeError, match="no room"):
            y.addcmul_(y, y, value=minigrad.tensor(2.0))
    assert len(calls) == 1
    assert y.tolist() == [1.0, 1.0]


def test_numbers_are_pythons_and_numpys():
    assert all(map(is_number, [1, 1.5, True, np.float32(1), np.int8(1), np.bool_(True)]))
    assert not any(map(is_number, ["1", None, [1], np.ones(1), minigrad.ones(()), 1j]))


def test_pythonic_frees_numbers_of_their_type():
    assert type(pythonic(np.float32(1.5))) is float
    assert type(pythonic(np.int8(1))) is int
    assert type(pythonic(np.bool_(True))) is bool
    assert type(pythonic(minigrad.tensor(2))) is int
    assert pythonic("a") == "a"


@pytest.mark.parametrize("name", ["bitwise_and", "bitwise_or", "bitwise_xor"])
def test_bits_with_a_number_first(name):
    row, x = getattr(minigrad, name), minigrad.tensor([3, -4], dtype=minigrad.uint8)
    assert row(6, x).tolist() == row(x, 6).tolist()
    assert row(6, x).dtype is minigrad.uint8
    assert row(True, x > 3).dtype is minigrad.bool


def test_tensors_wraps_numbers_in_the_type_that_all_have_in_common():
    whole, single = minigrad.tensor([1]), minigrad.tensor([1.0])
    both = tensors(whole, single)
    assert both[0] is whole
    assert both[1] is single
    assert tensors(whole, np.float64(2.5))[1].dtype is minigrad.float32
    assert tensors(whole, True)[1].dtype is minigrad.int64
    assert tensors(True, False)[0].dtype is minigrad.bool
    assert tensors(whole, 2.5)[1].shape == ()


def test_tensors_refuses_a_number_that_does_not_fit():
    with pytest.raises(RuntimeError, match=r"^value cannot be converted to type int8_t"):
        tensors(minigrad.tensor([1], dtype=minigrad.int8), 300)


def test_meeting_leaves_a_float_and_wraps_an_integer():
    single = minigrad.tensor([1.0])
    x, number = in_common_type(single, 2)
    assert x is single
    assert type(number) is int
    x, number = in_common_type(minigrad.tensor([1], dtype=minigrad.int8), 300)
    assert (x.dtype, number) == (minigrad.int8, 44)
    x, number = in_common_type(minigrad.tensor([1]), np.float64(2.5))
    assert (x.dtype, number) == (minigrad.float32, 2.5)


@pytest.mark.parametrize(
    ("number", "dtype", "found"),
    [
        (2.7, "int64", 2),
        (-2.7, "int8", -2),
        (127, "int8", 127),
        (-1, "uint8", 255),
        (-255, "uint8", 1),
        (2, "bool", True),
        (0.0, "bool", False),
        (float("inf"), "float32", np.inf),
        (-3.5e38, "float64", -3.5e38),
        (True, "float32", 1.0),
        (2**63 - 1, "int64", 2**63 - 1),
    ],
)
def test_fitted(number, dtype, found):
    made = as_scalar(number, np.dtype(dtype))
    assert made == found
    assert made.dtype == dtype


@pytest.mark.parametrize(
    ("number", "dtype", "name"),
    [
        (128, "int8", "int8_t"),
        (-129, "int8", "int8_t"),
        (256, "uint8", "uint8_t"),
        (-256, "uint8", "uint8_t"),
        (float("nan"), "int64", "int64_t"),
        (float("inf"), "int32", "int"),
        (-0.5, "uint8", "uint8_t"),
        (1e300, "float32", "float"),
        (1e5, "float16", "c10::Half"),
        (2**63, "int64", "int64_t"),
    ],
)
def test_fitted_refuses_what_lies_outside(number, dtype, name):
    words = f"^value cannot be converted to type {name} without overflow\n{number} does not lie"
    with pytest.raises(RuntimeError, match=words.replace("+", r"\+")):
        as_scalar(number, np.dtype(dtype))


def test_what_is_computed_with_float16_is_of_that_type():
    x = minigrad.tensor([1.5, 2.5], dtype=minigrad.float16)
    assert (x * 2 + x / 2).tolist() == [3.75, 6.25]
    assert (x * 2).dtype is minigrad.float16
