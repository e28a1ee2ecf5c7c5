"""OneHotCategorical: one of several, as a row of zeros with a single 1."""

from __future__ import annotations

from typing import Any

from ..autograd.grad_mode import no_grad
from ..creation.filled import arange
from ..tensor import Tensor
from . import constraints
from .categorical import OfOutcomes


class OneHotCategorical(OfOutcomes):
    """What a `Categorical` draws, as vectors: 1 in the place of the outcome, 0 in the others.

    Args:
        probs: ``(*, C)``: how likely each outcome is; need not add up to 1.
        logits: Instead, logarithms of the same.
        validate_args: See `Distribution`.

    Raises:
        ValueError: Both parameters are given, or none, or a probability is negative.

    Example:
        >>> import minigrad
        >>> from minigrad.distributions import OneHotCategorical
        >>> _ = minigrad.manual_seed(0)
        >>> OneHotCategorical(minigrad.tensor([0.1, 0.1, 0.8])).sample((2,))
        tensor([[0., 0., 1.],
                [0., 0., 1.]])

    Source: https://docs.pytorch.org/docs/stable/distributions.html#onehotcategorical
    """

    support = constraints.one_hot

    def __init__(
        self, probs: Any = None, logits: Any = None, validate_args: bool | None = None
    ) -> None:
        super().__init__(probs, logits, validate_args)

    @property
    def mean(self) -> Tensor:
        """The mean: the probabilities."""
        return self.probs

    @property
    def mode(self) -> Tensor:
        """The most likely vector."""
        return self._as_rows(self.probs.argmax(-1))

    @property
    def variance(self) -> Tensor:
        """The mean squared distance from the mean, of each number."""
        return self.probs * (1 - self.probs)

    def sample(self, sample_shape: Any = ()) -> Tensor:
        """Vectors, ``(*sample_shape, *batch_shape, C)``."""
        with no_grad():
            return self._as_rows(self._categorical.sample(sample_shape))

    def log_prob(self, value: Any) -> Tensor:
        """The logarithm of the probability of `value`, ``(*, C)``."""
        self._validate_sample(value)
        return self._categorical.log_prob(value.argmax(-1))

    def entropy(self) -> Tensor:
        """How unpredictable a draw is, in nats: at most the logarithm of C."""
        return self._categorical.entropy()

    def enumerate_support(self, expand: bool = True) -> Tensor:
        """All vectors that can come, along a new first dimension."""
        count = self.event_shape[0]
        values = self._as_rows(arange(count, device=self.probs.device))
        values = values.view((count, *(1,) * len(self.batch_shape), count))
        return values.expand((count, *self.batch_shape, count)) if expand else values

    def _as_rows(self, outcomes: Tensor) -> Tensor:
        places = arange(self.event_shape[0], device=outcomes.device)
        return (outcomes.unsqueeze(-1) == places).to(self.probs.dtype)
