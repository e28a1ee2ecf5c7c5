"""Activations: what stands between linear layers, so that two are more than one."""

from __future__ import annotations

from ...tensor import Tensor
from .. import functional
from .module import Module


class ReLU(Module):
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

    def extra_repr(self) -> str:
        """``inplace=True``, if so."""
        return "inplace=True" if self.inplace else ""


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
