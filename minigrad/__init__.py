"""minigrad: the autograd you can see through.

Tensors over NumPy that behave like PyTorch's, name for name::

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
from .autograd.anomaly_mode import (
    is_anomaly_check_nan_enabled,
    is_anomaly_enabled,
    set_anomaly_enabled,
)
from .autograd.grad_mode import (
    enable_grad,
    inference_mode,
    is_grad_enabled,
    is_inference,
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
from .ops.activation import relu, sigmoid
from .ops.addmm import addmm
from .ops.amax import amax, amin
from .ops.arithmetic import add, mul, neg, rsub, sub
from .ops.broadcast import broadcast_to
from .ops.clamp import clamp, clamp_max, clamp_min
from .ops.compare import (
    allclose,
    eq,
    equal,
    ge,
    gt,
    isclose,
    isfinite,
    isinf,
    isnan,
    le,
    lt,
    ne,
)
from .ops.copy import clone
from .ops.division import div, floor_divide, reciprocal, remainder
from .ops.einsum import einsum
from .ops.erf import erf
from .ops.exponential import exp, expm1, log, log1p
from .ops.extrema import argmax, argmin, max, maximum, min, minimum
from .ops.gather import gather, take_along_dim
from .ops.index import narrow, select
from .ops.index_put import index_put
from .ops.join import cat, hstack, stack, vstack
from .ops.lerp import addcmul, lerp
from .ops.linalg import bmm, dot, mv, outer
from .ops.logic import (
    all,
    any,
    bitwise_and,
    bitwise_not,
    bitwise_or,
    bitwise_xor,
    logical_and,
    logical_not,
    logical_or,
    logical_xor,
)
from .ops.matmul import matmul
from .ops.median import median
from .ops.mm import mm
from .ops.norm import norm
from .ops.power import pow, rsqrt, sqrt, square
from .ops.reduce import mean, sum
from .ops.repeat import flip, roll
from .ops.rounding import abs, ceil, floor, round, sign
from .ops.scan import cumprod, cumsum, prod
from .ops.scatter import scatter, scatter_add
from .ops.shape import flatten, reshape, squeeze, unflatten, unsqueeze
from .ops.slices import index_add, index_select
from .ops.softmax import log_softmax, logsumexp, softmax
from .ops.sort import argsort, sort, topk
from .ops.split import chunk, split, unbind
from .ops.triangle import diagonal, tril, triu
from .ops.trig import acos, asin, atan, atan2, cos, cosh, sin, sinh, tan, tanh
from .ops.turn import movedim, permute, t, transpose
from .ops.variance import std, var, var_mean
from .ops.where import masked_fill, masked_select, where
from .random import (
    Generator,
    default_generator,
    get_rng_state,
    initial_seed,
    manual_seed,
    seed,
    set_rng_state,
)
from .size import Size
from .tensor import Tensor, is_tensor

__version__ = "0.1.0"

bool = bool_
absolute, multiply, divide, true_divide, subtract, negative = abs, mul, div, div, sub, neg
clip = clamp

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
    "acos",
    "add",
    "addcmul",
    "addmm",
    "all",
    "allclose",
    "amax",
    "amin",
    "any",
    "arange",
    "argmax",
    "argmin",
    "argsort",
    "as_tensor",
    "asin",
    "atan",
    "atan2",
    "autograd",
    "bitwise_and",
    "bitwise_not",
    "bitwise_or",
    "bitwise_xor",
    "bmm",
    "bool",
    "bool_",
    "broadcast_to",
    "cat",
    "ceil",
    "chunk",
    "clamp",
    "clamp_max",
    "clamp_min",
    "clip",
    "clone",
    "cos",
    "cosh",
    "cumprod",
    "cumsum",
    "default_generator",
    "device",
    "diagonal",
    "div",
    "divide",
    "dot",
    "double",
    "dtype",
    "einsum",
    "empty",
    "empty_like",
    "enable_grad",
    "eq",
    "equal",
    "erf",
    "exp",
    "expm1",
    "eye",
    "flatten",
    "flip",
    "float",
    "float16",
    "float32",
    "float64",
    "floor",
    "floor_divide",
    "from_numpy",
    "full",
    "full_like",
    "gather",
    "ge",
    "get_default_dtype",
    "get_printoptions",
    "get_rng_state",
    "gt",
    "half",
    "hstack",
    "index_add",
    "index_put",
    "index_select",
    "inference_mode",
    "initial_seed",
    "int",
    "int8",
    "int16",
    "int32",
    "int64",
    "is_anomaly_check_nan_enabled",
    "is_anomaly_enabled",
    "is_grad_enabled",
    "is_inference",
    "is_inference_mode_enabled",
    "is_tensor",
    "isclose",
    "isfinite",
    "isinf",
    "isnan",
    "le",
    "lerp",
    "linspace",
    "log",
    "log1p",
    "log_softmax",
    "logical_and",
    "logical_not",
    "logical_or",
    "logical_xor",
    "logsumexp",
    "long",
    "lt",
    "manual_seed",
    "masked_fill",
    "masked_select",
    "matmul",
    "max",
    "maximum",
    "mean",
    "median",
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
    "norm",
    "ones",
    "ones_like",
    "optim",
    "outer",
    "permute",
    "pow",
    "prod",
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
    "roll",
    "round",
    "rsqrt",
    "rsub",
    "scatter",
    "scatter_add",
    "seed",
    "select",
    "set_anomaly_enabled",
    "set_default_dtype",
    "set_grad_enabled",
    "set_printoptions",
    "set_rng_state",
    "short",
    "sigmoid",
    "sign",
    "sin",
    "sinh",
    "softmax",
    "sort",
    "split",
    "sqrt",
    "square",
    "squeeze",
    "stack",
    "std",
    "sub",
    "subtract",
    "sum",
    "t",
    "take_along_dim",
    "tan",
    "tanh",
    "tensor",
    "topk",
    "transpose",
    "tril",
    "triu",
    "true_divide",
    "uint8",
    "unbind",
    "unflatten",
    "unsqueeze",
    "utils",
    "var",
    "var_mean",
    "vstack",
    "where",
    "zeros",
    "zeros_like",
]
