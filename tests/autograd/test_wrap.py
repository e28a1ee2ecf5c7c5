"""The record behind a tensor."""

import numpy as np
import pytest

import minigrad
from minigrad.autograd import wrap as module
from minigrad.autograd.wrap import (
    FRESH_COUNTER,
    INFERENCE,
    TensorBase,
    is_tensor,
    type_name,
    untracked,
    wrap,
)


def test_wrapping_copies_nothing_and_checks_nothing():
    array = np.ones(2, np.float32)
    x = wrap(array)
    assert type(x) is minigrad.Tensor and x._array is array
    assert (x._requires_grad, x._edge, x._grad, x._view, x._accumulator, x._hooks) == (
        False,
        *[None] * 5,
    )
    assert x._counter is FRESH_COUNTER and x._version == 0
    assert wrap(array, True).requires_grad


def test_a_result_in_inference_mode_has_no_version():
    assert untracked(np.ones(2))._counter is FRESH_COUNTER
    with minigrad.inference_mode():
        x = untracked(np.ones(2))
    assert x._counter is INFERENCE
    with pytest.raises(RuntimeError, match="Inference tensors cannot be saved for backward"):
        INFERENCE[0]


def test_who_is_a_tensor():
    class Own(minigrad.Tensor):
        pass

    assert is_tensor(minigrad.ones(1)) and is_tensor(object.__new__(Own))
    assert not is_tensor(np.ones(1)) and not is_tensor(None) and not is_tensor(minigrad.Tensor)


@pytest.mark.parametrize(
    "x, name",
    [(3, "int"), (None, "NoneType"), (np.ones(1), "numpy.ndarray"), ([], "list")],
)
def test_names_of_types(x, name):
    assert type_name(x) == name
    assert type_name(minigrad.ones(1)) == "Tensor"


def test_the_record_has_no_dict():
    assert not hasattr(object.__new__(TensorBase), "__dict__")
    assert set(TensorBase.__slots__) >= {"_array", "_node", "_counter", "__weakref__"}


def test_the_class_is_handed_over_once():
    assert module._class is minigrad.Tensor
