"""minigrad: the autograd you can see through.

Tensors over NumPy that behave like PyTorch's, name for name and error for error::

    import minigrad as torch

    x = torch.tensor([2.0], requires_grad=True)
    y = x * x
    y.backward()

Read on in `minigrad.autograd`.
"""

from importlib import import_module as _import_module
from typing import Any as _Any

from . import autograd, nn, optim, random, utils
from ._tensor_str import get_printoptions, set_printoptions
from .autograd.grad_mode import (
    enable_grad,
    inference_mode,
    is_grad_enabled,
    is_inference_mode_enabled,
    no_grad,
    set_grad_enabled,
)
from .backend import device
from .creation import (
    arange,
    as_tensor,
    empty,
    empty_like,
    eye,
    from_numpy,
    full,
    full_like,
    linspace,
    ones,
    ones_like,
    rand,
    rand_like,
    randint,
    randint_like,
    randn,
    randn_like,
    randperm,
    tensor,
    zeros,
    zeros_like,
)
from .dtype import (
    bool_,
    double,
    dtype,
    float16,
    float32,
    float64,
    get_default_dtype,
    half,
    int8,
    int16,
    int32,
    int64,
    long,
    set_default_dtype,
    short,
    uint8,
)
from .dtype import float_ as float
from .dtype import int_ as int
from .ops.arithmetic import add, div, floor_divide, mul, neg, reciprocal, remainder, rsub, sub
from .ops.compare import (
    all,
    any,
    bitwise_and,
    bitwise_not,
    bitwise_or,
    bitwise_xor,
    eq,
    ge,
    gt,
    le,
    lt,
    ne,
)
from .ops.copy import clone
from .ops.elementwise import abs, cos, exp, log, pow, relu, sigmoid, sign, sin, sqrt, tanh
from .ops.extrema import argmax, argmin, max, maximum, min, minimum
from .ops.index import narrow, select
from .ops.join import cat, chunk, split, stack, unbind
from .ops.linalg import addmm, bmm, dot, matmul, mm, mv
from .ops.reduce import mean, sum
from .ops.shape import flatten, reshape, squeeze, unsqueeze
from .ops.softmax import log_softmax, softmax
from .ops.turn import movedim, permute, t, transpose
from .ops.where import where
from .random import Generator, default_generator, initial_seed, manual_seed, seed
from .size import Size
from .tensor import Tensor, is_tensor

__version__ = "0.1.0"

bool = bool_
absolute, multiply, divide, true_divide, subtract, negative = abs, mul, div, div, sub, neg

_LAZY = ("datasets", "testing", "viz", "widgets")  # imported when first used: not all need them


def __getattr__(name: str) -> _Any:
    """Import a part of the package that ``import minigrad`` leaves out."""
    if name in _LAZY:
        return _import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "Generator",
    "Size",
    "Tensor",
    "abs",
    "absolute",
    "add",
    "addmm",
    "all",
    "any",
    "arange",
    "argmax",
    "argmin",
    "as_tensor",
    "autograd",
    "bitwise_and",
    "bitwise_not",
    "bitwise_or",
    "bitwise_xor",
    "bmm",
    "bool",
    "bool_",
    "cat",
    "chunk",
    "clone",
    "cos",
    "default_generator",
    "device",
    "div",
    "divide",
    "dot",
    "double",
    "dtype",
    "empty",
    "empty_like",
    "enable_grad",
    "eq",
    "exp",
    "eye",
    "flatten",
    "float",
    "float16",
    "float32",
    "float64",
    "floor_divide",
    "from_numpy",
    "full",
    "full_like",
    "ge",
    "get_default_dtype",
    "get_printoptions",
    "gt",
    "half",
    "inference_mode",
    "initial_seed",
    "int",
    "int8",
    "int16",
    "int32",
    "int64",
    "is_grad_enabled",
    "is_inference_mode_enabled",
    "is_tensor",
    "le",
    "linspace",
    "log",
    "log_softmax",
    "long",
    "lt",
    "manual_seed",
    "matmul",
    "max",
    "maximum",
    "mean",
    "min",
    "minimum",
    "mm",
    "movedim",
    "mul",
    "multiply",
    "mv",
    "narrow",
    "ne",
    "neg",
    "negative",
    "nn",
    "no_grad",
    "ones",
    "ones_like",
    "optim",
    "permute",
    "pow",
    "rand",
    "rand_like",
    "randint",
    "randint_like",
    "randn",
    "randn_like",
    "random",
    "randperm",
    "reciprocal",
    "relu",
    "remainder",
    "reshape",
    "rsub",
    "seed",
    "select",
    "set_default_dtype",
    "set_grad_enabled",
    "set_printoptions",
    "short",
    "sigmoid",
    "sign",
    "sin",
    "softmax",
    "split",
    "sqrt",
    "squeeze",
    "stack",
    "sub",
    "subtract",
    "sum",
    "t",
    "tanh",
    "tensor",
    "transpose",
    "true_divide",
    "uint8",
    "unbind",
    "unsqueeze",
    "utils",
    "where",
    "zeros",
    "zeros_like",
]
