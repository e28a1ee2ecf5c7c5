"""One array, printed by `tensor_repr` and by torch."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest

import minigrad
from minigrad._tensor_str import tensor_repr

PARAMETER = "Parameter containing:\ntensor("
MEASUREMENT = "Measurement("  # a subclass of Tensor prints under its own name


@contextmanager
def printoptions(library: Any, **options: Any) -> Iterator[None]:
    """Options in place of a library's defaults, for a block."""
    library.set_printoptions(**({"profile": "default"} | options))
    try:
        yield
    finally:  # whatever prints next, in whichever test, finds the defaults
        library.set_printoptions(profile="default")


def show(
    array: Any,
    requires_grad: bool = False,
    grad_fn_name: str | None = None,
    prefix: str = "tensor(",
    **options: Any,
) -> str:
    """Print as the Tensor class does: no dtype where it is the default of its kind."""
    dtype = array.dtype.name
    with printoptions(minigrad, **options):
        return tensor_repr(
            array,
            dtype_name=None if dtype in {"float32", "int64", "bool"} else f"minigrad.{dtype}",
            requires_grad=requires_grad,
            grad_fn_name=grad_fn_name,
            prefix=prefix,
        )


def show_in_torch(
    array: Any,
    requires_grad: bool = False,
    grad_fn_name: str | None = None,
    prefix: str = "tensor(",
    **options: Any,
) -> str:
    """Make the tensor that is described and print it with torch; without torch, skip the test."""
    torch = pytest.importorskip("torch")
    tensor = torch.from_numpy(np.array(array))
    if prefix == PARAMETER:
        tensor = torch.nn.Parameter(tensor)
    elif prefix == MEASUREMENT:
        tensor = tensor.as_subclass(type("Measurement", (torch.Tensor,), {}))
    if requires_grad:
        tensor.requires_grad_()
    if grad_fn_name is not None:
        tensor = {
            "AddBackward0": lambda: tensor + 0,
            "MulBackward0": lambda: tensor * 1,
            "LeakyReluBackward0": lambda: torch.nn.functional.leaky_relu(tensor, 1.0),
        }[grad_fn_name]()
    with printoptions(torch, **options):
        return repr(tensor).replace("torch.", "minigrad.")
