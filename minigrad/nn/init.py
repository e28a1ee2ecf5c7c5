"""Filling parameters before training: from which distribution, and how wide.

A layer should hand on a signal about as large as it got one, and gradients likewise. That fixes the
spread of its weights: by the number of inputs that meet in an output (`fan_in`), the number of
outputs that an input reaches (`fan_out`), and the nonlinearity that follows (`calculate_gain`).
Every function here writes into the tensor it is given, unrecorded, and returns it; the numbers
drawn after a seed are PyTorch's.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import Any

import numpy as np

from .. import _draws
from .._warn import warn
from ..autograd.grad_mode import no_grad
from ..autograd.inplace import bump, check_writable
from ..random import Generator
from ..tensor import Tensor

_GAINS = {"sigmoid": 1, "tanh": 5 / 3, "relu": math.sqrt(2), "selu": 3 / 4}
_LINEAR = ("linear", *(f"conv{kind}{n}d" for kind in ("", "_transpose") for n in (1, 2, 3)))


def calculate_gain(nonlinearity: str, param: float | None = None) -> float:
    """By how much weights must be wider because of the nonlinearity behind them.

    Args:
        nonlinearity: ``"linear"``, ``"sigmoid"``, ``"tanh"``, ``"relu"``, ``"leaky_relu"`` or
            ``"selu"``.
        param: The slope of ``"leaky_relu"`` for negative numbers; 0.01 if None.

    Raises:
        ValueError: If the nonlinearity is none of these.

    Example:
        >>> from minigrad.nn import init
        >>> init.calculate_gain("tanh")
        1.6666666666666667

    Source: https://docs.pytorch.org/docs/stable/nn.init.html#torch.nn.init.calculate_gain
    """
    if nonlinearity in _LINEAR:
        return 1
    if nonlinearity in _GAINS:
        return _GAINS[nonlinearity]
    if nonlinearity != "leaky_relu":
        raise ValueError(f"Unsupported nonlinearity {nonlinearity}")
    slope = 0.01 if param is None else param
    return math.sqrt(2 / (1 + slope**2))


def uniform_(
    tensor: Tensor, a: float = 0.0, b: float = 1.0, generator: Generator | None = None
) -> Tensor:
    """Fill with numbers from [a, b), each as likely as the next.

    Args:
        tensor: Floating point, any shape.
        a: Smallest number that can come.
        b: Upper limit.
        generator: Where chance comes from; the default generator if None.

    Example:
        >>> import minigrad
        >>> _ = minigrad.manual_seed(0)
        >>> minigrad.nn.init.uniform_(minigrad.empty(2), -1, 1)
        tensor([-0.0075,  0.5364])

    Source: https://docs.pytorch.org/docs/stable/nn.init.html#torch.nn.init.uniform_
    """
    kind = tensor.dtype.numpy
    return _fill(tensor, lambda shape: _draws.uniform(shape, a, b, kind, generator))


def normal_(
    tensor: Tensor, mean: float = 0.0, std: float = 1.0, generator: Generator | None = None
) -> Tensor:
    """Fill with normally distributed numbers.

    Args:
        tensor: Floating point, any shape.
        mean: Centre of the distribution.
        std: Standard deviation, 0 or more.
        generator: Where chance comes from; the default generator if None.

    Example:
        >>> import minigrad
        >>> _ = minigrad.manual_seed(0)
        >>> minigrad.nn.init.normal_(minigrad.empty(2))
        tensor([ 1.5410, -0.2934])

    Source: https://docs.pytorch.org/docs/stable/nn.init.html#torch.nn.init.normal_
    """
    kind = tensor.dtype.numpy
    return _fill(tensor, lambda shape: _draws.normal(shape, mean, std, kind, generator))


def constant_(tensor: Tensor, val: float) -> Tensor:
    """Fill with one number.

    Example:
        >>> import minigrad
        >>> minigrad.nn.init.constant_(minigrad.empty(2), 0.5)
        tensor([0.5000, 0.5000])

    Source: https://docs.pytorch.org/docs/stable/nn.init.html#torch.nn.init.constant_
    """
    with no_grad():
        return tensor.fill_(val)


def zeros_(tensor: Tensor) -> Tensor:
    """Fill with zeros."""
    return constant_(tensor, 0)


def ones_(tensor: Tensor) -> Tensor:
    """Fill with ones."""
    return constant_(tensor, 1)


def xavier_uniform_(
    tensor: Tensor, gain: float = 1.0, generator: Generator | None = None
) -> Tensor:
    """Fill evenly, with variance ``gain² · 2 / (fan_in + fan_out)``: between both directions.

    Args:
        tensor: ``(fan_out, fan_in)``; further dimensions multiply both.
        gain: From `calculate_gain`.
        generator: Where chance comes from; the default generator if None.

    Raises:
        ValueError: If `tensor` has fewer than two dimensions.

    Source: X. Glorot and Y. Bengio, "Understanding the difficulty of training deep feedforward
    neural networks", AISTATS 2010.
    """
    bound = math.sqrt(3) * _xavier_std(tensor, gain)
    return uniform_(tensor, -bound, bound, generator)


def xavier_normal_(tensor: Tensor, gain: float = 1.0, generator: Generator | None = None) -> Tensor:
    """Fill normally, with the variance of `xavier_uniform_`, whose arguments it has."""
    return normal_(tensor, 0.0, _xavier_std(tensor, gain), generator)


def kaiming_uniform_(
    tensor: Tensor,
    a: float = 0,
    mode: str = "fan_in",
    nonlinearity: str = "leaky_relu",
    generator: Generator | None = None,
) -> Tensor:
    """Fill evenly, with variance ``gain² / fan``: it keeps the size of one direction exactly.

    Args:
        tensor: ``(fan_out, fan_in)``; further dimensions multiply both.
        a: The slope of a leaky ReLU for negative numbers; 0 is the ReLU.
        mode: ``"fan_in"`` keeps signals the same size going forward, ``"fan_out"`` gradients back.
        nonlinearity: What follows; see `calculate_gain`.
        generator: Where chance comes from; the default generator if None.

    Raises:
        ValueError: If `tensor` has fewer than two dimensions, or a name is unknown.

    Source: K. He et al., "Delving deep into rectifiers", ICCV 2015.
    """
    if 0 in tensor.shape:
        return tensor
    bound = math.sqrt(3) * _kaiming_std(tensor, a, mode, nonlinearity)
    return uniform_(tensor, -bound, bound, generator)


def kaiming_normal_(
    tensor: Tensor,
    a: float = 0,
    mode: str = "fan_in",
    nonlinearity: str = "leaky_relu",
    generator: Generator | None = None,
) -> Tensor:
    """Fill normally, with the variance of `kaiming_uniform_`, whose arguments it has."""
    if 0 in tensor.shape:
        return tensor
    return normal_(tensor, 0, _kaiming_std(tensor, a, mode, nonlinearity), generator)


def eye_(tensor: Tensor) -> Tensor:
    """Fill a matrix with ones on the diagonal and zeros elsewhere."""
    return _fill(tensor, lambda shape: np.eye(*shape, dtype=tensor.dtype.numpy))


def orthogonal_(tensor: Tensor, gain: float = 1, generator: Generator | None = None) -> Tensor:
    """Fill with rows, or columns where those are fewer, at right angles and of length `gain`.

    Args:
        tensor: ``(N, *)``; all dimensions but the first count as one.
        gain: From `calculate_gain`.
        generator: Where chance comes from; the default generator if None.

    Source: A. Saxe, J. McClelland and S. Ganguli, "Exact solutions to the nonlinear dynamics of
    learning in deep linear neural networks", 2013.
    """
    kind = tensor.dtype.numpy

    def draw(shape: tuple[int, ...]) -> Any:
        matrix = _draws.normal((shape[0], math.prod(shape[1:])), 0, 1, kind, generator)
        wide = matrix.shape[0] < matrix.shape[1]
        q, r = np.linalg.qr(matrix.T if wide else matrix)
        q = q * np.sign(np.diag(r))
        return (q.T if wide else q).reshape(shape) * kind.type(gain)

    return tensor if 0 in tensor.shape else _fill(tensor, draw)


def trunc_normal_(
    tensor: Tensor,
    mean: float = 0.0,
    std: float = 1.0,
    a: float = -2.0,
    b: float = 2.0,
    generator: Generator | None = None,
) -> Tensor:
    """Fill normally, but only with numbers between `a` and `b`: others are drawn again.

    Args:
        tensor: Floating point, any shape.
        mean: Centre of the distribution.
        std: Its standard deviation, if nothing were cut off.
        a: The least number that can come.
        b: The largest.
        generator: Where chance comes from; the default generator if None.

    Raises:
        NotImplementedError: If hardly any number would lie there.

    Source: https://docs.pytorch.org/docs/stable/nn.init.html#torch.nn.init.trunc_normal_
    """
    below, above = (math.erf((x - mean) / std / math.sqrt(2)) / 2 for x in (a, b))
    if above - below <= 0.3:
        raise NotImplementedError(f"Only {above - below:.0%} of the numbers are in [{a}, {b}].")

    def draw(shape: tuple[int, ...]) -> Any:
        kind = tensor.dtype.numpy
        values = _draws.normal(shape, mean, std, kind, generator)
        while ((values < a) | (values > b)).any():
            again = _draws.normal(shape, mean, std, kind, generator)
            values = np.where((values < a) | (values > b), again, values)
        return values

    return _fill(tensor, draw)


def _under_old_name(new: Callable[..., Tensor]) -> Callable[..., Tensor]:
    """The function without the underscore that its name ends in: deprecated, hence a warning."""
    name = new.__name__
    old = name.removesuffix("_")

    @functools.wraps(new)
    def call(*args: Any, **kwargs: Any) -> Tensor:
        warn(f"`nn.init.{old}` is now deprecated in favor of `nn.init.{name}`.", FutureWarning)
        return new(*args, **kwargs)

    call.__name__ = call.__qualname__ = old
    call.__doc__ = f"The same as `{name}`; deprecated."
    return call


uniform, normal = _under_old_name(uniform_), _under_old_name(normal_)
constant, eye = _under_old_name(constant_), _under_old_name(eye_)
xavier_uniform, xavier_normal = map(_under_old_name, (xavier_uniform_, xavier_normal_))
kaiming_uniform, kaiming_normal = map(_under_old_name, (kaiming_uniform_, kaiming_normal_))
orthogonal = _under_old_name(orthogonal_)


def _xavier_std(tensor: Tensor, gain: float) -> float:
    return gain * math.sqrt(2 / sum(_fans(tensor)))


def _kaiming_std(tensor: Tensor, a: float, mode: str, nonlinearity: str) -> float:
    modes = ["fan_in", "fan_out"]
    if mode.lower() not in modes:
        raise ValueError(f"Mode {mode.lower()} not supported, please use one of {modes}")
    fan = _fans(tensor)[modes.index(mode.lower())]
    return calculate_gain(nonlinearity, a) / math.sqrt(fan)


def _fans(tensor: Tensor) -> tuple[int, int]:
    """How many inputs meet in an output, and how many outputs an input reaches."""
    if tensor.ndim < 2:
        raise ValueError(
            "Fan in and fan out can not be computed for tensor with fewer than 2 dimensions"
        )
    outputs, inputs, *field = tensor.shape
    return inputs * math.prod(field), outputs * math.prod(field)


def _fill(tensor: Tensor, draw: Callable[[tuple[int, ...]], Any]) -> Tensor:
    """Write over `tensor`, unrecorded."""
    check_writable(tensor, recorded=False)
    tensor._share()
    _draws.fill(tensor._array, draw)
    bump(tensor)
    return tensor
