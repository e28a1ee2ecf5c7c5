"""Laplace: two exponential slopes, back to back."""

from __future__ import annotations

from typing import Any, ClassVar

from ..creation.drawn import uniform_
from ..creation.filled import empty
from ..tensor import Tensor
from . import constraints
from .distribution import Distribution, parameters


class Laplace(Distribution):
    """Numbers around `loc`; far ones are rare, but less so than with `Normal`.

    Args:
        loc: The mean: a tensor, or a number.
        scale: The mean distance from it, positive.
        validate_args: See `Distribution`.

    Raises:
        ValueError: `scale` is not positive.

    Example:
        >>> import minigrad
        >>> from minigrad.distributions import Laplace
        >>> Laplace(0.0, 1.0).log_prob(minigrad.tensor([0.0, 2.0]))
        tensor([-0.6931, -2.6931])

    Source: https://docs.pytorch.org/docs/stable/distributions.html#laplace
    """

    has_rsample = True
    arg_constraints: ClassVar[Any] = {"loc": constraints.real, "scale": constraints.positive}
    support = constraints.real

    def __init__(self, loc: Any, scale: Any, validate_args: bool | None = None) -> None:
        self.loc, self.scale = parameters(loc, scale)
        super().__init__(self.loc.shape, validate_args=validate_args)

    @property
    def mean(self) -> Tensor:
        """The mean."""
        return self.loc

    @property
    def mode(self) -> Tensor:
        """The most likely value."""
        return self.loc

    @property
    def variance(self) -> Tensor:
        """The mean squared distance from the mean."""
        return 2 * self.scale.pow(2)

    @property
    def stddev(self) -> Tensor:
        """The standard deviation."""
        return 2**0.5 * self.scale

    def rsample(self, sample_shape: Any = ()) -> Tensor:
        """Draws that gradients pass through, to `loc` and `scale`."""
        shape = self._extended_shape(sample_shape)
        eps = 2.0**-52 if self.loc.itemsize == 8 else 2.0**-23
        part = uniform_(empty(shape, dtype=self.loc.dtype, device=self.loc.device), eps - 1, 1)
        return self.loc - self.scale * part.sign() * (-part.abs()).log1p()

    def log_prob(self, value: Any) -> Tensor:
        """The logarithm of the density at `value`."""
        self._validate_sample(value)
        return -(2 * self.scale).log() - (value - self.loc).abs() / self.scale

    def cdf(self, value: Any) -> Tensor:
        """The probability of a draw below `value`."""
        self._validate_sample(value)
        away = value - self.loc
        return 0.5 - 0.5 * away.sign() * (-away.abs() / self.scale).expm1()

    def icdf(self, value: Any) -> Tensor:
        """Below which number a draw lies with probability `value`."""
        part = value - 0.5
        return self.loc - self.scale * part.sign() * (-2 * part.abs()).log1p()

    def entropy(self) -> Tensor:
        """How unpredictable a draw is, in nats: it grows with `scale` alone."""
        return 1 + (2 * self.scale).log()
