"""What `Tensor.to` is asked for."""

import numpy as np
import pytest

import minigrad
from minigrad._target import target

CPU = minigrad.device("cpu")
FLOAT64 = np.dtype("float64")


@pytest.mark.parametrize(
    ("args", "given", "asked"),
    [
        ((minigrad.float64,), {}, (FLOAT64, None, False)),
        (("cpu",), {}, (None, CPU, False)),
        ((CPU, minigrad.float64), {}, (FLOAT64, CPU, False)),
        ((CPU, minigrad.float64, True, True), {}, (FLOAT64, CPU, True)),
        ((minigrad.float64, False, True), {}, (FLOAT64, None, True)),
        ((None, float), {}, (FLOAT64, None, False)),
        ((minigrad.ones(1).double(),), {}, (FLOAT64, CPU, False)),
        ((minigrad.ones(1).double(), True), {"copy": True}, (FLOAT64, CPU, True)),
        ((), {"dtype": bool, "device": "cpu"}, (np.dtype("bool"), CPU, False)),
        (("cpu",), {"dtype": minigrad.float64}, (FLOAT64, CPU, False)),
        ((), {}, (None, None, False)),
    ],
)
def test_each_form_is_read(args, given, asked):
    assert target(args, given) == asked


@pytest.mark.parametrize(
    ("args", "given", "got"),
    [
        ((minigrad.float64, CPU), {}, "minigrad.dtype, minigrad.device"),
        ((2.5,), {}, "float"),
        ((np.float64,), {}, "type"),
        (("cpu",), {"device": "cpu"}, "str, device=str"),
        ((), {"other": minigrad.ones(1)}, "other=Tensor, "),
        ((), {"dtype": "float64"}, "dtype=str, "),
        ((minigrad.float64, 1), {}, "minigrad.dtype, int"),
        ((), {"kind": 1}, "kind=int, "),
        ((minigrad.float64, True, True, True), {}, "minigrad.dtype, bool, bool, bool"),
    ],
)
def test_other_forms_are_refused(args, given, got):
    words = rf"^to\(\) received an invalid combination of arguments - got \({got}\), but expected "
    with pytest.raises(TypeError, match=words):
        target(args, given)


def test_a_place_that_is_none():
    with pytest.raises(RuntimeError, match="device string: gpu"):
        target(("gpu",), {})
