"""Independent: a batch of distributions as one distribution of vectors."""

from __future__ import annotations

from typing import Any

from ..tensor import Tensor
from . import constraints
from .distribution import Distribution


class Independent(Distribution):
    """Counts the last dimensions of a distribution's batch to its events.

    Draws stay as they are, and `log_prob` is summed over those dimensions: one draw is then all
    numbers along them, as of a normal distribution of vectors whose parts know nothing of each
    other.

    Args:
        base_distribution: The distribution.
        reinterpreted_batch_ndims: How many dimensions.
        validate_args: See `Distribution`.

    Raises:
        ValueError: The batch has not so many dimensions.

    Example:
        >>> import minigrad
        >>> from minigrad.distributions import Independent, Normal
        >>> vectors = Independent(Normal(minigrad.zeros(2, 3), 1.0), 1)
        >>> vectors.batch_shape, vectors.event_shape
        (minigrad.Size([2]), minigrad.Size([3]))
        >>> vectors.log_prob(minigrad.zeros(2, 3))
        tensor([-2.7568, -2.7568])

    Source: https://docs.pytorch.org/docs/stable/distributions.html#independent
    """

    def __init__(
        self,
        base_distribution: Distribution,
        reinterpreted_batch_ndims: int,
        validate_args: bool | None = None,
    ) -> None:
        have = len(base_distribution.batch_shape)
        if reinterpreted_batch_ndims > have:
            raise ValueError(
                "Expected reinterpreted_batch_ndims <= len(base_distribution.batch_shape), "
                f"actual {reinterpreted_batch_ndims} vs {have}"
            )
        batch = base_distribution.batch_shape[: have - reinterpreted_batch_ndims]
        moved = base_distribution.batch_shape[have - reinterpreted_batch_ndims :]
        self.base_dist = base_distribution
        self.reinterpreted_batch_ndims = reinterpreted_batch_ndims
        super().__init__(batch, (*moved, *base_distribution.event_shape), validate_args)

    def expand(self, batch_shape: Any) -> Any:
        """The same distribution with a larger batch; nothing is copied."""
        new = super().expand(batch_shape)
        moved = self.event_shape[: self.reinterpreted_batch_ndims]
        new.base_dist = self.base_dist.expand((*batch_shape, *moved))
        return new

    @property
    def has_rsample(self) -> bool:  # type: ignore[override]
        """Whether the distribution itself has `rsample`."""
        return self.base_dist.has_rsample

    @property
    def support(self) -> Any:
        """What values can come."""
        count = self.reinterpreted_batch_ndims
        inner = self.base_dist.support
        return constraints.independent(inner, count) if count else inner

    @property
    def mean(self) -> Tensor:
        """The mean."""
        return self.base_dist.mean

    @property
    def mode(self) -> Tensor:
        """The most likely value."""
        return self.base_dist.mode

    @property
    def variance(self) -> Tensor:
        """The mean squared distance from the mean, of each number."""
        return self.base_dist.variance

    def sample(self, sample_shape: Any = ()) -> Tensor:
        """Draws that know nothing of the parameters."""
        return self.base_dist.sample(sample_shape)

    def rsample(self, sample_shape: Any = ()) -> Tensor:
        """Draws that gradients pass through."""
        return self.base_dist.rsample(sample_shape)

    def log_prob(self, value: Any) -> Tensor:
        """The logarithm of the probability, or its density, of all numbers of a draw."""
        return self._summed(self.base_dist.log_prob(value))

    def entropy(self) -> Tensor:
        """How unpredictable a draw is, in nats: the numbers' entropies add up."""
        return self._summed(self.base_dist.entropy())

    def enumerate_support(self, expand: bool = True) -> Tensor:
        """All values that can come, where a draw is a single number.

        Raises:
            NotImplementedError: A draw is several numbers.
        """
        if self.reinterpreted_batch_ndims:
            raise NotImplementedError("Enumeration over cartesian product is not implemented")
        return self.base_dist.enumerate_support(expand)

    def _summed(self, values: Tensor) -> Tensor:
        count = self.reinterpreted_batch_ndims
        return values.sum(tuple(range(-count, 0))) if count else values

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.base_dist}, {self.reinterpreted_batch_ndims})"
