"""Uniform: each number of an interval, equally likely."""

from __future__ import annotations

from typing import Any

from ..creation.drawn import rand
from ..tensor import Tensor
from . import constraints
from .distribution import Distribution, parameters


class Uniform(Distribution):
    """A number from `low` on and below `high`.

    Args:
        low: Where the interval begins: a tensor, or a number.
        high: Where it ends.
        validate_args: See `Distribution`.

    Raises:
        ValueError: `high` is not above `low`.

    Example:
        >>> import minigrad
        >>> from minigrad.distributions import Uniform
        >>> _ = minigrad.manual_seed(0)
        >>> Uniform(minigrad.tensor([0.0, 10.0]), minigrad.tensor([1.0, 20.0])).sample()
        tensor([ 0.4963, 17.6822])

    Source: https://docs.pytorch.org/docs/stable/distributions.html#uniform
    """

    has_rsample = True

    def __init__(self, low: Any, high: Any, validate_args: bool | None = None) -> None:
        self.low, self.high = parameters(low, high)
        super().__init__(self.low.shape, validate_args=validate_args)

    @property
    def arg_constraints(self) -> Any:
        """What the parameters have to be: each on its side of the other."""
        low, high = constraints.less_than(self.high), constraints.greater_than(self.low)
        return {"low": low, "high": high}

    @property
    def support(self) -> Any:
        """What values can come; the upper end counts, too, though it never comes."""
        return constraints.interval(self.low, self.high)

    @property
    def mean(self) -> Tensor:
        """The mean: the middle."""
        return (self.high + self.low) / 2

    @property
    def mode(self) -> Tensor:
        """No value is the most likely: nan."""
        return float("nan") * self.high

    @property
    def stddev(self) -> Tensor:
        """The standard deviation."""
        return (self.high - self.low) / 12**0.5

    @property
    def variance(self) -> Tensor:
        """The mean squared distance from the mean."""
        return (self.high - self.low).pow(2) / 12

    def rsample(self, sample_shape: Any = ()) -> Tensor:
        """Draws that gradients pass through, to both ends."""
        shape = self._extended_shape(sample_shape)
        part = rand(shape, dtype=self.low.dtype, device=self.low.device)
        return self.low + part * (self.high - self.low)

    def log_prob(self, value: Any) -> Tensor:
        """The logarithm of the density at `value`."""
        self._validate_sample(value)
        above = self.low.le(value).type_as(self.low)
        below = self.high.gt(value).type_as(self.low)
        return above.mul(below).log() - (self.high - self.low).log()

    def cdf(self, value: Any) -> Tensor:
        """The probability of a draw below `value`."""
        self._validate_sample(value)
        return ((value - self.low) / (self.high - self.low)).clamp(0, 1)

    def icdf(self, value: Any) -> Tensor:
        """Below which number a draw lies with probability `value`."""
        return value * (self.high - self.low) + self.low

    def entropy(self) -> Tensor:
        """How unpredictable a draw is, in nats: the logarithm of the width."""
        return (self.high - self.low).log()
