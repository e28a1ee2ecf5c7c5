"""Activations as functions: what a network does between its layers, element by element."""

from __future__ import annotations

from ..ops import functions
from ..ops.functions import gelu as gelu
from ..ops.functions import relu_ as relu_
from ..ops.functions import sigmoid as sigmoid
from ..ops.functions import tanh as tanh
from ..tensor import Tensor

__all__ = ["elu", "gelu", "leaky_relu", "relu", "relu_", "sigmoid", "silu", "softplus", "tanh"]


def relu(input: Tensor, inplace: bool = False) -> Tensor:
    """``max(input, 0)``; with `inplace`, written over `input`.

    Example:
        >>> import minigrad
        >>> minigrad.nn.functional.relu(minigrad.tensor([-1.0, 2.0]))
        tensor([0., 2.])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.relu.html
    """
    return functions.relu_(input) if inplace else functions.relu(input)


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
    call = functions.leaky_relu_ if inplace else functions.leaky_relu
    return call(input, float(negative_slope))


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
    call = functions.elu_ if inplace else functions.elu
    return call(input, float(alpha))


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
    return functions.silu_(input) if inplace else functions.silu(input)


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
    return functions.softplus(input, float(beta), float(threshold))
