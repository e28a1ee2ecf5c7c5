"""Activations: what stands between linear layers, so that two are more than one."""

from __future__ import annotations

from ...tensor import Tensor
from .. import functional
from .module import Module

__all__ = ["ELU", "GELU", "LeakyReLU", "LogSoftmax", "ReLU", "SiLU", "Sigmoid", "Softmax"]
__all__ += ["Softplus", "Tanh"]


class _InPlace(Module):
    """What `ReLU` and `SiLU` have in common: no number, only the choice to write over the input."""

    inplace: bool

    def extra_repr(self) -> str:
        """``inplace=True``, if so."""
        return "inplace=True" if self.inplace else ""


class ReLU(_InPlace):
    """``max(x, 0)``, element by element.

    Args:
        inplace: Write over the input.

    Example:
        >>> import minigrad
        >>> minigrad.nn.ReLU()(minigrad.tensor([-1.0, 2.0]))
        tensor([0., 2.])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.ReLU.html
    """

    def __init__(self, inplace: bool = False) -> None:
        super().__init__()
        self.inplace = inplace

    def forward(self, input: Tensor) -> Tensor:
        """Any shape to the same shape."""
        return functional.relu(input, self.inplace)


class LeakyReLU(Module):
    """``x`` where it is positive, elsewhere ``negative_slope * x``.

    Args:
        negative_slope: The slope below 0.
        inplace: Write over the input.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.LeakyReLU.html
    """

    def __init__(self, negative_slope: float = 0.01, inplace: bool = False) -> None:
        super().__init__()
        self.negative_slope = negative_slope
        self.inplace = inplace

    def forward(self, input: Tensor) -> Tensor:
        """Any shape to the same shape."""
        return functional.leaky_relu(input, self.negative_slope, self.inplace)

    def extra_repr(self) -> str:
        """The slope, and ``inplace=True``, if so."""
        return f"negative_slope={self.negative_slope}{_in_place(self.inplace)}"


class ELU(Module):
    """``x`` where it is positive, elsewhere ``alpha * (exp(x) - 1)``.

    Args:
        alpha: How far below 0 it goes.
        inplace: Write over the input.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.ELU.html
    """

    def __init__(self, alpha: float = 1.0, inplace: bool = False) -> None:
        super().__init__()
        self.alpha = alpha
        self.inplace = inplace

    def forward(self, input: Tensor) -> Tensor:
        """Any shape to the same shape."""
        return functional.elu(input, self.alpha, self.inplace)

    def extra_repr(self) -> str:
        """The depth, and ``inplace=True``, if so."""
        return f"alpha={self.alpha}{_in_place(self.inplace)}"


class GELU(Module):
    """``x`` times the probability that a standard normal number is smaller: a `ReLU` with a bend.

    Args:
        approximate: ``"none"``, or ``"tanh"`` for a formula with `tanh`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.GELU.html
    """

    def __init__(self, approximate: str = "none") -> None:
        super().__init__()
        self.approximate = approximate

    def forward(self, input: Tensor) -> Tensor:
        """Any shape to the same shape."""
        return functional.gelu(input, approximate=self.approximate)

    def extra_repr(self) -> str:
        """Which formula."""
        return f"approximate={self.approximate!r}"


class SiLU(_InPlace):
    """``x * sigmoid(x)``.

    Args:
        inplace: Write over the input.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.SiLU.html
    """

    def __init__(self, inplace: bool = False) -> None:
        super().__init__()
        self.inplace = inplace

    def forward(self, input: Tensor) -> Tensor:
        """Any shape to the same shape."""
        return functional.silu(input, self.inplace)


class Softplus(Module):
    """``log(1 + exp(beta * x)) / beta``: a `ReLU` without a kink.

    Args:
        beta: How sharp the bend is.
        threshold: Above it, ``beta * x`` counts as straight.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.Softplus.html
    """

    def __init__(self, beta: float = 1.0, threshold: float = 20.0) -> None:
        super().__init__()
        self.beta = beta
        self.threshold = threshold

    def forward(self, input: Tensor) -> Tensor:
        """Any shape to the same shape."""
        return functional.softplus(input, self.beta, self.threshold)

    def extra_repr(self) -> str:
        """Both numbers."""
        return f"beta={self.beta}, threshold={self.threshold}"


class Tanh(Module):
    """The hyperbolic tangent, from -1 to 1, element by element.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.Tanh.html
    """

    def forward(self, input: Tensor) -> Tensor:
        """Any shape to the same shape."""
        return functional.tanh(input)


class Sigmoid(Module):
    """The logistic function, from 0 to 1, element by element.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.Sigmoid.html
    """

    def forward(self, input: Tensor) -> Tensor:
        """Any shape to the same shape."""
        return functional.sigmoid(input)


class Softmax(Module):
    """Scores as probabilities that add up to 1. Not in front of `CrossEntropyLoss`: it has its own.

    Args:
        dim: The axis of the classes. None guesses it from the number of axes, with a warning.

    Example:
        >>> import minigrad
        >>> minigrad.nn.Softmax(dim=1)(minigrad.zeros(1, 4))
        tensor([[0.2500, 0.2500, 0.2500, 0.2500]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.Softmax.html
    """

    def __init__(self, dim: int | None = None) -> None:
        super().__init__()
        self.dim = dim

    def forward(self, input: Tensor) -> Tensor:
        """Any shape to the same shape."""
        return functional.softmax(input, self.dim)

    def extra_repr(self) -> str:
        """The axis."""
        return f"dim={self.dim}"


class LogSoftmax(Softmax):
    """The logarithm of `Softmax`, right also for tiny probabilities; the argument is its.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.LogSoftmax.html
    """

    def forward(self, input: Tensor) -> Tensor:
        """Any shape to the same shape."""
        return functional.log_softmax(input, self.dim)


def _in_place(inplace: bool) -> str:
    return ", inplace=True" if inplace else ""
