"""Multinomial: how often each of several came up."""

from __future__ import annotations

from typing import Any

from ..autograd.grad_mode import no_grad
from ..creation.filled import arange, ones_like, zeros
from ..ops.joining import cat
from ..tensor import Tensor
from .categorical import OfOutcomes
from .constraints import Constraint


class Multinomial(OfOutcomes):
    """How often each of C outcomes came up among `total_count` draws of a `Categorical`.

    Args:
        total_count: The number of draws.
        probs: ``(*, C)``: how likely each is; need not add up to 1.
        logits: Instead, logarithms of the same.
        validate_args: See `Distribution`.

    Raises:
        ValueError: Both parameters are given, or none, or a probability is negative.

    Example:
        >>> import minigrad
        >>> from minigrad.distributions import Multinomial
        >>> _ = minigrad.manual_seed(0)
        >>> Multinomial(100, minigrad.tensor([0.5, 0.5])).sample().sum()
        tensor(100.)

    Source: https://docs.pytorch.org/docs/stable/distributions.html#multinomial
    """

    def __init__(
        self,
        total_count: int = 1,
        probs: Any = None,
        logits: Any = None,
        validate_args: bool | None = None,
    ) -> None:
        self.total_count = total_count
        super().__init__(probs, logits, validate_args)

    @property
    def support(self) -> Constraint:
        """What values can come: counts that add up to `total_count`."""
        most = self.total_count
        return Constraint("Multinomial()", lambda k: (k >= 0).all(-1) & (k.sum(-1) == most), 1)

    @property
    def mean(self) -> Tensor:
        """The mean of each count."""
        return self.total_count * self.probs

    @property
    def variance(self) -> Tensor:
        """The mean squared distance from it."""
        return self.total_count * self.probs * (1 - self.probs)

    def sample(self, sample_shape: Any = ()) -> Tensor:
        """Counts, ``(*sample_shape, *batch_shape, C)``."""
        with no_grad():
            draws = self._categorical.sample((self.total_count, *sample_shape)).movedim(0, -1)
            counts = zeros((*draws.shape[:-1], *self.event_shape), dtype=self.probs.dtype)
            counts = counts.to(draws.device)
            return counts.scatter_add(-1, draws, ones_like(draws, dtype=counts.dtype))

    def log_prob(self, value: Tensor) -> Tensor:
        """The logarithm of the probability of the counts `value`: ``n! prod(p**k / k!)``."""
        self._validate_sample(value)
        most = arange(1, int(value.sum(-1).max()) + 1, dtype=self.logits.dtype)
        factorials = cat([zeros(1, dtype=most.dtype), most.log().cumsum(0)]).to(value.device)
        ways = factorials[value.sum(-1).long()] - factorials[value.long()].sum(-1)
        return ways + (value * self.logits.clamp(min=-3.4028234663852886e38)).sum(-1)
