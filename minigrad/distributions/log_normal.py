"""LogNormal: numbers whose logarithm is normal."""

from __future__ import annotations

from typing import Any

from ..tensor import Tensor
from . import constraints
from .distribution import Distribution
from .normal import Normal


class LogNormal(Distribution):
    """The exponential of a `Normal`: positive numbers, most small and a few very large.

    Args:
        loc: The mean of the logarithm: a tensor, or a number.
        scale: The standard deviation of the logarithm, positive.
        validate_args: See `Distribution`.

    Raises:
        ValueError: `scale` is not positive.

    Example:
        >>> import minigrad
        >>> from minigrad.distributions import LogNormal
        >>> LogNormal(0.0, 1.0).mean
        tensor(1.6487)

    Source: https://docs.pytorch.org/docs/stable/distributions.html#lognormal
    """

    has_rsample = True
    support = constraints.positive

    def __init__(self, loc: Any, scale: Any, validate_args: bool | None = None) -> None:
        self.base_dist = Normal(loc, scale, validate_args)
        super().__init__(self.base_dist.batch_shape, validate_args=validate_args)

    def expand(self, batch_shape: Any) -> Any:
        """The same distribution with a larger batch; nothing is copied."""
        new = super().expand(batch_shape)
        new.base_dist = self.base_dist.expand(batch_shape)
        return new

    @property
    def loc(self) -> Tensor:
        """The mean of the logarithm."""
        return self.base_dist.loc

    @property
    def scale(self) -> Tensor:
        """The standard deviation of the logarithm."""
        return self.base_dist.scale

    @property
    def mean(self) -> Tensor:
        """The mean."""
        return (self.loc + self.scale.pow(2) / 2).exp()

    @property
    def mode(self) -> Tensor:
        """The most likely value."""
        return (self.loc - self.scale.square()).exp()

    @property
    def variance(self) -> Tensor:
        """The mean squared distance from the mean."""
        squared = self.scale.pow(2)
        return squared.expm1() * (2 * self.loc + squared).exp()

    def rsample(self, sample_shape: Any = ()) -> Tensor:
        """Draws that gradients pass through, to `loc` and `scale`."""
        return self.base_dist.rsample(sample_shape).exp()

    def log_prob(self, value: Any) -> Tensor:
        """The logarithm of the density at `value`."""
        self._validate_sample(value)
        logarithm = value.log()
        return -logarithm + self.base_dist.log_prob(logarithm)

    def cdf(self, value: Any) -> Tensor:
        """The probability of a draw below `value`."""
        self._validate_sample(value)
        return self.base_dist.cdf(value.log())

    def icdf(self, value: Any) -> Tensor:
        """Below which number a draw lies with probability `value`."""
        return self.base_dist.icdf(value).exp()

    def entropy(self) -> Tensor:
        """How unpredictable a draw is, in nats."""
        return self.base_dist.entropy() + self.loc
