"""Bernoulli: yes or no."""

from __future__ import annotations

from functools import cached_property
from typing import Any, ClassVar

from ..autograd.grad_mode import enable_grad, no_grad
from ..creation.drawn import bernoulli
from ..creation.filled import arange
from ..ops.joining import broadcast_tensors
from ..ops.losses import NONE, binary_cross_entropy_with_logits
from ..size import Size
from ..tensor import Tensor
from . import constraints
from .distribution import Distribution, logits_of, one_of, parameters


class Bernoulli(Distribution):
    """1 with probability `probs`, else 0.

    Args:
        probs: The probability of 1: a tensor, or a number.
        logits: Instead, the logarithm of how many times as likely 1 is as 0.
        validate_args: See `Distribution`.

    Raises:
        ValueError: Both parameters are given, or none, or one is no probability.

    Example:
        >>> import minigrad
        >>> from minigrad.distributions import Bernoulli
        >>> _ = minigrad.manual_seed(0)
        >>> Bernoulli(minigrad.tensor([0.1, 0.9])).sample((2,))
        tensor([[0., 1.],
                [1., 1.]])

    Source: https://docs.pytorch.org/docs/stable/distributions.html#bernoulli
    """

    arg_constraints: ClassVar[Any] = {
        "probs": constraints.unit_interval,
        "logits": constraints.real,
    }
    support = constraints.boolean

    def __init__(
        self, probs: Any = None, logits: Any = None, validate_args: bool | None = None
    ) -> None:
        (given,) = parameters(one_of(probs, logits))
        if probs is None:
            self.logits = given
        else:
            self.probs = given
        super().__init__(given.shape, validate_args=validate_args)

    @property
    def param_shape(self) -> Size:
        """The shape of `probs`."""
        return self.batch_shape

    @cached_property
    def probs(self) -> Tensor:
        """The probability of 1."""
        with enable_grad():  # whoever asks first
            return self.logits.sigmoid()

    @cached_property
    def logits(self) -> Tensor:
        """The logarithm of how many times as likely 1 is as 0."""
        with enable_grad():  # whoever asks first
            return logits_of(self.probs)

    @property
    def mean(self) -> Tensor:
        """The mean: the probability of 1."""
        return self.probs

    @property
    def mode(self) -> Tensor:
        """The more likely of both; nan where they are equally likely."""
        mode = (self.probs >= 0.5).to(self.probs.dtype)
        mode[self.probs == 0.5] = float("nan")
        return mode

    @property
    def variance(self) -> Tensor:
        """The mean squared distance from the mean."""
        return self.probs * (1 - self.probs)

    def sample(self, sample_shape: Any = ()) -> Tensor:
        """Zeros and ones, ``(*sample_shape, *batch_shape)``."""
        with no_grad():
            return bernoulli(self.probs.expand(self._extended_shape(sample_shape)))

    def log_prob(self, value: Any) -> Tensor:
        """The logarithm of the probability of `value`, 0 or 1."""
        self._validate_sample(value)
        return self._expected(*parameters(value))

    def enumerate_support(self, expand: bool = True) -> Tensor:
        """0 and 1, along a new first dimension."""
        values = arange(2, dtype=self.probs.dtype, device=self.probs.device)
        return self._listed(values, expand)

    def entropy(self) -> Tensor:
        """How unpredictable a draw is, in nats: most where both are equally likely."""
        return -self._expected(self.probs)

    def _expected(self, yes: Tensor) -> Tensor:
        """What log_prob is on average, where 1 comes up as often as `yes` says."""
        logits, yes = broadcast_tensors(self.logits, yes)
        return -binary_cross_entropy_with_logits(logits, yes, None, None, NONE)
