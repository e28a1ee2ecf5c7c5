"""Types under torch's names, and torch's promotion, type by type."""

import itertools
import pickle

import numpy as np
import pytest

import minigrad
from minigrad.dtype import ALL, of, result_type, tensor_type
from tests.autograd.twins import both, cases

case = cases()

NAMES = [each.name for each in ALL]


@case
def attributes(lib):
    types = [getattr(lib, name) for name in NAMES]
    return [[repr(t), t.is_floating_point, t.is_complex, t.is_signed, t.itemsize] for t in types]


@case
def other_names(lib):
    names = "float double half int long short bool".split()
    return [str(getattr(lib, name)) for name in names]


@case
def each_exists_once(lib):
    return lib.ones(2).dtype is lib.float32, lib.float is lib.float32, lib.ones(1).dtype == 3


def operand(lib, name, ndim):
    return lib.ones((2,) * ndim, dtype=getattr(lib, name))


def promoted(dims):
    """A case: the type of a sum for every pair of types, here with dimensions, there without."""

    def run(lib):
        pairs = itertools.product(NAMES, NAMES)
        return [str((operand(lib, a, dims[0]) + operand(lib, b, dims[1])).dtype) for a, b in pairs]

    return run


case.all["sums"] = promoted((1, 1))
case.all["sums_with_a_0d"] = promoted((1, 0))
case.all["sums_of_0ds"] = promoted((0, 0))


@case
def sums_with_numbers(lib):
    numbers = True, 2, 2.5
    return [
        str((operand(lib, name, dims) * n).dtype)
        for name in NAMES
        for dims in (0, 1)
        for n in numbers
    ]


@case
def quotients(lib):
    pairs = itertools.product(NAMES, NAMES)
    return [str((operand(lib, a, 1) / operand(lib, b, 1)).dtype) for a, b in pairs]


@case
def functions_of_integers(lib):
    return [str(operand(lib, name, 1).exp().dtype) for name in NAMES]


@case
def another_default(lib):
    lib.set_default_dtype(lib.float64)
    try:
        one = lib.tensor([1.0]), lib.ones(1), lib.tensor([1]) * 2.5, lib.tensor([2]) / 2
        return [str(x.dtype) for x in one], str(lib.get_default_dtype()), lib.tensor([1.0])
    finally:
        lib.set_default_dtype(lib.float32)


@case
def an_integer_default(lib):
    lib.set_default_dtype(lib.int64)


test_dtype_as_in_torch = both(__name__, case)


@pytest.mark.parametrize("each", ALL)
def test_each_survives_pickling(each):
    assert pickle.loads(pickle.dumps(each)) is each


@pytest.mark.parametrize("each", ALL)
def test_numpy_types_are_found_again(each):
    assert of(np.dtype(each.name)) is each and each.numpy == np.dtype(each.name)
    assert tensor_type(each.numpy) == f"minigrad.{each.title}Tensor"


@pytest.mark.parametrize("name", ["complex64", "uint16", "U1", "object", "datetime64"])
def test_other_numpy_types_are_refused_by_name(name):
    with pytest.raises(TypeError, match=r"^can't convert np.ndarray of type numpy\..* float16"):
        of(np.dtype(name))


def test_a_wrong_default_is_refused_and_changes_nothing():
    with pytest.raises(TypeError, match=r"^only floating-point types .*\nNot minigrad.bool"):
        minigrad.set_default_dtype(minigrad.bool)
    assert minigrad.get_default_dtype() is minigrad.float32


def test_several_operands_meet_group_by_group():
    def array(name, *shape):
        return np.ones(shape, name)

    assert result_type(array("int8", 2), array("int64"), 3) == np.int8
    assert result_type(array("int8", 2), array("float64"), 3) == np.float64
    assert result_type(array("bool", 2), 3) == np.int64
    assert result_type(array("float16", 2), array("int64", 2), array("float64")) == np.float16
    assert result_type(True, 2.5) == np.float32
