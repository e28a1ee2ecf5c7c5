"""Activations: what stands between linear layers, so that two are more than one."""

from __future__ import annotations

from ...tensor import Tensor
from .. import functional
from .module import Module

__all__ = ["ELU", "GELU", "Hardswish", "Hardtanh", "LeakyReLU", "LogSigmoid", "LogSoftmax", "Mish"]
__all__ += ["ReLU", "SiLU", "Sigmoid", "Softmax", "Softmin", "Softplus", "Softsign", "Tanh"]


class _InPlace(Module):
    """What `ReLU` and its like share: no number, only the choice to write over the input."""

    def __init__(self, inplace: bool = False) -> None:
        super().__init__()
        self.inplace = inplace

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
        super().__init__(inplace)

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
        super().__init__(inplace)

    def forward(self, input: Tensor) -> Tensor:
        """Any shape to the same shape."""
        return functional.silu(input, self.inplace)


class Mish(_InPlace):
    """``x * tanh(log(1 + exp(x)))``.

    Args:
        inplace: Write over the input.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.Mish.html
    """

    def forward(self, input: Tensor) -> Tensor:
        """Any shape to the same shape."""
        return functional.mish(input, self.inplace)


class Hardswish(_InPlace):
    """``x * (x + 3) / 6``; left of -3 it is 0, right of 3 it is ``x``: `SiLU` made of lines.

    Args:
        inplace: Write over the input.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.Hardswish.html
    """

    def forward(self, input: Tensor) -> Tensor:
        """Any shape to the same shape."""
        return functional.hardswish(input, self.inplace)


class Hardtanh(Module):
    """``x``, cut off at both ends.

    Args:
        min_val: The least result.
        max_val: The largest.
        inplace: Write over the input.

    Raises:
        ValueError: When called, if the ends are the wrong way round.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.Hardtanh.html
    """

    def __init__(self, min_val: float = -1.0, max_val: float = 1.0, inplace: bool = False) -> None:
        super().__init__()
        self.min_val, self.max_val, self.inplace = min_val, max_val, inplace

    def forward(self, input: Tensor) -> Tensor:
        """Any shape to the same shape."""
        return functional.hardtanh(input, self.min_val, self.max_val, self.inplace)

    def extra_repr(self) -> str:
        """Both ends, and ``inplace=True``, if so."""
        return f"min_val={self.min_val}, max_val={self.max_val}{_in_place(self.inplace)}"


class LogSigmoid(Module):
    """The logarithm of `Sigmoid`, right also for large numbers.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.LogSigmoid.html
    """

    def forward(self, input: Tensor) -> Tensor:
        """Any shape to the same shape."""
        return functional.logsigmoid(input)


class Softsign(Module):
    """``x / (1 + |x|)``, from -1 to 1.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.Softsign.html
    """

    def forward(self, input: Tensor) -> Tensor:
        """Any shape to the same shape."""
        return functional.softsign(input)


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


class Softmin(Softmax):
    """`Softmax` of ``-x``: the smallest score is the most probable; the argument is its.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.Softmin.html
    """

    def forward(self, input: Tensor) -> Tensor:
        """Any shape to the same shape."""
        return functional.softmin(input, self.dim)


def _in_place(inplace: bool) -> str:
    return ", inplace=True" if inplace else ""
