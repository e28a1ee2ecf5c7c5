"""Exponential: how long it takes until something happens that may happen at any time."""

from __future__ import annotations

from typing import Any, ClassVar

from ..creation.drawn import exponential_
from ..creation.filled import empty, zeros_like
from ..tensor import Tensor
from . import constraints
from .distribution import Distribution, parameters


class Exponential(Distribution):
    """Waiting times, where `rate` things happen in a unit of time.

    Args:
        rate: One over the mean: a tensor, or a number.
        validate_args: See `Distribution`.

    Raises:
        ValueError: `rate` is not positive.

    Example:
        >>> import minigrad
        >>> from minigrad.distributions import Exponential
        >>> Exponential(2.0).log_prob(minigrad.tensor([0.0, 1.0]))
        tensor([ 0.6931, -1.3069])

    Source: https://docs.pytorch.org/docs/stable/distributions.html#exponential
    """

    has_rsample = True
    arg_constraints: ClassVar[Any] = {"rate": constraints.positive}
    support = constraints.nonnegative

    def __init__(self, rate: Any, validate_args: bool | None = None) -> None:
        (self.rate,) = parameters(rate)
        super().__init__(self.rate.shape, validate_args=validate_args)

    @property
    def mean(self) -> Tensor:
        """The mean."""
        return self.rate.reciprocal()

    @property
    def mode(self) -> Tensor:
        """The most likely value: 0."""
        return zeros_like(self.rate)

    @property
    def stddev(self) -> Tensor:
        """The standard deviation."""
        return self.rate.reciprocal()

    @property
    def variance(self) -> Tensor:
        """The mean squared distance from the mean."""
        return self.rate.pow(-2)

    def rsample(self, sample_shape: Any = ()) -> Tensor:
        """Draws that gradients pass through, to `rate`."""
        shape = self._extended_shape(sample_shape)
        waits = exponential_(empty(shape, dtype=self.rate.dtype, device=self.rate.device))
        return waits / self.rate

    def log_prob(self, value: Any) -> Tensor:
        """The logarithm of the density at `value`."""
        self._validate_sample(value)
        return self.rate.log() - self.rate * value

    def cdf(self, value: Any) -> Tensor:
        """The probability of a draw below `value`."""
        self._validate_sample(value)
        return 1 - (-self.rate * value).exp()

    def icdf(self, value: Any) -> Tensor:
        """Below which number a draw lies with probability `value`."""
        return -(-value).log1p() / self.rate

    def entropy(self) -> Tensor:
        """How unpredictable a draw is, in nats."""
        return 1.0 - self.rate.log()
