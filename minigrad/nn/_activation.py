"""Activations as functions: what a network does between its layers, element by element."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from ..autograd.inplace import in_place
from ..dtype import bool_, uint8
from ..ops import activation, piecewise
from ..ops.activation import gelu as gelu
from ..ops.activation import sigmoid as sigmoid
from ..ops.functions import tanh as tanh
from ..ops.operands import check_floating, own_dim
from ..tensor import Tensor

__all__ = ["celu", "elu", "gelu", "glu", "hardshrink", "hardsigmoid", "hardswish", "hardtanh"]
__all__ += ["leaky_relu", "logsigmoid", "mish", "prelu", "relu", "relu6", "relu_", "selu"]
__all__ += ["sigmoid", "silu", "softplus", "softshrink", "softsign", "tanh", "tanhshrink"]
__all__ += ["threshold"]

in_place_of = functools.cache(in_place)  # of a row that writes over its input
relu_ = in_place_of(piecewise.relu)


def _applied(row: Any, inplace: bool, input: Tensor, *args: Any) -> Tensor:
    """What `row` makes of `input`; with `inplace`, written over it."""
    return (in_place_of(row) if inplace else row)(input, *args)


def relu(input: Tensor, inplace: bool = False) -> Tensor:
    """``max(input, 0)``; with `inplace`, written over `input`.

    Example:
        >>> import minigrad
        >>> minigrad.nn.functional.relu(minigrad.tensor([-1.0, 2.0]))
        tensor([0., 2.])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.relu.html
    """
    return _applied(piecewise.relu, inplace, input)


def leaky_relu(input: Tensor, negative_slope: float = 0.01, inplace: bool = False) -> Tensor:
    """`input` where it is positive, elsewhere ``negative_slope * input``.

    Args:
        input: Floating point, any shape.
        negative_slope: How much of a negative number is left; also the derivative at 0.
        inplace: Write the result over `input`.

    Raises:
        NotImplementedError: If `input` is not floating point.

    Example:
        >>> import minigrad
        >>> minigrad.nn.functional.leaky_relu(minigrad.tensor([-1.0, 2.0]), 0.1)
        tensor([-0.1000,  2.0000])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.leaky_relu.html
    """
    return _applied(piecewise.leaky_relu, inplace, input, float(negative_slope))


def elu(input: Tensor, alpha: float = 1.0, inplace: bool = False) -> Tensor:
    """`input` where it is positive, elsewhere ``alpha * (exp(input) - 1)``.

    Args:
        input: Floating point, any shape.
        alpha: The result approaches ``-alpha`` for negative numbers.
        inplace: Write the result over `input`.

    Raises:
        NotImplementedError: If `input` is not floating point.

    Example:
        >>> import minigrad
        >>> minigrad.nn.functional.elu(minigrad.tensor([-1.0, 2.0]))
        tensor([-0.6321,  2.0000])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.elu.html
    """
    return _applied(activation.elu, inplace, input, float(alpha))


_SELU_ALPHA = 1.6732632423543772848170429916717
_SELU_SCALE = 1.0507009873554804934193349852946


def selu(input: Tensor, inplace: bool = False) -> Tensor:
    """A steeper `elu` that keeps mean 0 and variance 1 from layer to layer, if they begin so.

    Args:
        input: Floating point, any shape.
        inplace: Write the result over `input`.

    Raises:
        NotImplementedError: If `input` is not floating point.

    Example:
        >>> import minigrad
        >>> minigrad.nn.functional.selu(minigrad.tensor([-1.0, 2.0]))
        tensor([-1.1113,  2.1014])

    Source: G. Klambauer et al., "Self-normalizing neural networks", 2017: both constants are its.
    """
    return _applied(activation.elu, inplace, input, _SELU_ALPHA, _SELU_SCALE)


def celu(input: Tensor, alpha: float = 1.0, inplace: bool = False) -> Tensor:
    """`input` where it is positive, elsewhere ``alpha * (exp(input / alpha) - 1)``.

    Args:
        input: Floating point, any shape.
        alpha: The result approaches ``-alpha`` for negative numbers.
        inplace: Write the result over `input`.

    Raises:
        NotImplementedError: If `input` is not floating point.
        RuntimeError: If `alpha` is 0.

    Example:
        >>> import minigrad
        >>> minigrad.nn.functional.celu(minigrad.tensor([-1.0, 2.0]), 0.5)
        tensor([-0.4323,  2.0000])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.celu.html
    """
    return _applied(activation.celu, inplace, input, float(alpha))


def silu(input: Tensor, inplace: bool = False) -> Tensor:
    """``input * sigmoid(input)``; with `inplace`, written over `input`.

    Raises:
        NotImplementedError: If `input` is not floating point.

    Example:
        >>> import minigrad
        >>> minigrad.nn.functional.silu(minigrad.tensor([-1.0, 2.0]))
        tensor([-0.2689,  1.7616])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.silu.html
    """
    return _applied(activation.silu, inplace, input)


def softplus(input: Tensor, beta: float = 1, threshold: float = 20) -> Tensor:
    """``log(1 + exp(beta * input)) / beta``, a `relu` without a kink.

    Args:
        input: Floating point, any shape.
        beta: How sharp the bend is.
        threshold: Where ``beta * input`` is larger, the result is `input` itself.

    Raises:
        NotImplementedError: If `input` is not floating point.

    Example:
        >>> import minigrad
        >>> minigrad.nn.functional.softplus(minigrad.tensor([-1.0, 30.0]))
        tensor([ 0.3133, 30.0000])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.softplus.html
    """
    return activation.softplus(input, float(beta), float(threshold))


def glu(input: Tensor, dim: int = -1) -> Tensor:
    """One half of `input` times the `sigmoid` of the other half: a linear unit with a gate.

    Args:
        input: Floating point, of even size along `dim`: values, then gates.
        dim: Along which dimension it is halved.

    Raises:
        NotImplementedError: If `input` is not floating point.
        RuntimeError: If it has no dimension, or the size is odd.

    Example:
        >>> import minigrad
        >>> minigrad.nn.functional.glu(minigrad.tensor([2.0, 4.0, 0.0, 100.0]))
        tensor([1., 4.])

    Source: Y. Dauphin et al., "Language modeling with gated convolutional networks", 2017.
    """
    if input.ndim == 0:
        raise RuntimeError("glu does not support scalars because halving size must be even")
    dim = own_dim(dim, input.ndim)
    if input.shape[dim] % 2:
        raise RuntimeError(
            f"Halving dimension must be even, but dimension {dim} is size {input.shape[dim]}"
        )
    check_floating("glu_cpu", input._array)
    return activation.glu(input, dim)


def mish(input: Tensor, inplace: bool = False) -> Tensor:
    """``input * tanh(log(1 + exp(input)))``; with `inplace`, written over `input`.

    Raises:
        NotImplementedError: If `input` is not floating point.

    Source: D. Misra, "Mish: a self regularized non-monotonic activation function", 2019.
    """
    return _applied(activation.mish, inplace, input)


def hardsigmoid(input: Tensor, inplace: bool = False) -> Tensor:
    """``input / 6 + 1 / 2``, but 0 left of -3 and 1 right of 3: a `sigmoid` made of lines.

    Raises:
        NotImplementedError: If `input` is not floating point.

    Example:
        >>> import minigrad
        >>> minigrad.nn.functional.hardsigmoid(minigrad.tensor([-4.0, 0.0, 1.5]))
        tensor([0.0000, 0.5000, 0.7500])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.hardsigmoid.html
    """
    return _applied(piecewise.hardsigmoid, inplace, input)


def hardswish(input: Tensor, inplace: bool = False) -> Tensor:
    """``input * (input + 3) / 6``, but 0 left of -3 and `input` right of 3.

    Raises:
        NotImplementedError: If `input` is not floating point.

    Source: A. Howard et al., "Searching for MobileNetV3", 2019.
    """
    return _applied(piecewise.hardswish, inplace, input)


def hardtanh(
    input: Tensor, min_val: float = -1.0, max_val: float = 1.0, inplace: bool = False
) -> Tensor:
    """`input`, cut off at `min_val` and at `max_val`; with `inplace`, written over `input`.

    Raises:
        RuntimeError: If `input` is bools, or has no negative numbers and `min_val` is one.
        ValueError: If `min_val` is larger than `max_val`.

    Example:
        >>> import minigrad
        >>> minigrad.nn.functional.hardtanh(minigrad.tensor([-2.0, 0.5]))
        tensor([-1.0000,  0.5000])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.hardtanh.html
    """
    if min_val > max_val:
        raise ValueError("min_val cannot be greater than max_val")
    if input.dtype is bool_:
        raise RuntimeError("Bool inputs not supported for hardtanh")
    if input.dtype is uint8 and min_val < 0:
        raise RuntimeError("cannot do hardtanh on an unsigned type with negative limits")
    if not input.is_floating_point():  # whole numbers stay whole
        min_val, max_val = int(min_val), int(max_val)
    return _applied(piecewise.hardtanh, inplace, input, min_val, max_val)


def relu6(input: Tensor, inplace: bool = False) -> Tensor:
    """`relu`, cut off at 6; with `inplace`, written over `input`.

    Raises:
        RuntimeError: If `input` is bools.

    Example:
        >>> import minigrad
        >>> minigrad.nn.functional.relu6(minigrad.tensor([-1.0, 2.0, 7.0]))
        tensor([0., 2., 6.])

    Source: A. Howard et al., "MobileNets", 2017.
    """
    return hardtanh(input, 0.0, 6.0, inplace)


def threshold(input: Tensor, threshold: float, value: float, inplace: bool = False) -> Tensor:
    """`input` where it is larger than `threshold`, elsewhere `value`.

    Args:
        input: Any shape.
        threshold: Up to which number, that itself included, `value` takes the place.
        value: Any number.
        inplace: Write the result over `input`.

    Raises:
        NotImplementedError: If `input` is bools.

    Example:
        >>> import minigrad
        >>> minigrad.nn.functional.threshold(minigrad.tensor([0.1, 0.2, 0.3]), 0.2, 9.0)
        tensor([9.0000, 9.0000, 0.3000])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.threshold.html
    """
    if input.dtype is bool_:
        raise NotImplementedError("\"threshold_cpu\" not implemented for 'Bool'")
    return _applied(piecewise.threshold, inplace, input, threshold, value)


def hardshrink(input: Tensor, lambd: float = 0.5) -> Tensor:
    """`input`, but 0 where it is no further from 0 than `lambd`.

    Raises:
        NotImplementedError: If `input` is not floating point.

    Example:
        >>> import minigrad
        >>> minigrad.nn.functional.hardshrink(minigrad.tensor([-1.0, 0.5, 2.0]))
        tensor([-1.,  0.,  2.])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.hardshrink.html
    """
    return piecewise.hardshrink(input, lambd)


def softshrink(input: Tensor, lambd: float = 0.5) -> Tensor:
    """`input`, nearer to 0 by `lambd`, and 0 where it is no further from it than that.

    Raises:
        NotImplementedError: If `input` is not floating point.
        RuntimeError: If `lambd` is negative.

    Example:
        >>> import minigrad
        >>> minigrad.nn.functional.softshrink(minigrad.tensor([-1.0, 0.5, 2.0]))
        tensor([-0.5000,  0.0000,  1.5000])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.softshrink.html
    """
    if lambd < 0 and input.is_floating_point():
        largest = np.finfo(input._array.dtype).max
        raise RuntimeError(
            f"lambda must be in range [0, {largest:g}] for input dtype {input.dtype.title}, but "
            f"found {lambd:g}"
        )
    return piecewise.softshrink(input, lambd)


def tanhshrink(input: Tensor) -> Tensor:
    """``input - tanh(input)``.

    Example:
        >>> import minigrad
        >>> minigrad.nn.functional.tanhshrink(minigrad.tensor([0.0, 2.0]))
        tensor([0.0000, 1.0360])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.tanhshrink.html
    """
    return input - tanh(input)


def logsigmoid(input: Tensor) -> Tensor:
    """The logarithm of `sigmoid`, right also for large numbers.

    Raises:
        NotImplementedError: If `input` is not floating point.

    Example:
        >>> import minigrad
        >>> minigrad.nn.functional.logsigmoid(minigrad.tensor([0.0, -1000.0]))
        tensor([-6.9315e-01, -1.0000e+03])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.logsigmoid.html
    """
    return activation.log_sigmoid(input)


def softsign(input: Tensor) -> Tensor:
    """``input / (1 + |input|)``, from -1 to 1.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.softsign.html
    """
    return input / (input.abs() + 1)


def prelu(input: Tensor, weight: Tensor) -> Tensor:
    """`input` where it is positive, elsewhere ``weight * input``: a `leaky_relu` that learns.

    Args:
        input: Floating point, ``(N, C, *)``.
        weight: ``(C,)`` or ``(1,)``: the slopes below 0, one for each channel or for all.

    Raises:
        NotImplementedError: If `input` is not floating point.
        RuntimeError: If the types differ, or there is not a slope for each channel, or one for all.

    Example:
        >>> import minigrad
        >>> minigrad.nn.functional.prelu(minigrad.tensor([-2.0, 3.0]), minigrad.tensor([0.25]))
        tensor([-0.5000,  3.0000])

    Source: K. He et al., "Delving deep into rectifiers", 2015.
    """
    if input.dtype != weight.dtype:
        kinds = f"{input.dtype.title} and {weight.dtype.title}"
        raise RuntimeError(f"prelu: Type promoting not supported. Got {kinds}")
    channels = input.shape[1] if input.ndim > 1 else 1
    if weight.numel() not in (1, channels):
        raise RuntimeError(
            "Mismatch of parameter numbers and input channel size. Found parameter numbers = "
            f"{weight.numel()} and channel size = {channels}."
        )
    if weight.ndim > 1:
        raise RuntimeError(
            f"prelu: Expected `weight` to be a scalar or 1D tensor, but got: ndim = {weight.ndim}"
        )
    if input.ndim != 1:  # the channels are dimension 1
        weight = weight.view([-1, *[1] * (input.ndim - 2)] if input.ndim else [])
    return piecewise.prelu(input, weight)
