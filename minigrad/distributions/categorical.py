"""Categorical: one of several."""

from __future__ import annotations

from functools import cached_property
from typing import Any, ClassVar

from ..autograd.grad_mode import enable_grad, no_grad
from ..creation.drawn import multinomial
from ..creation.filled import arange, full
from ..dtype import int64
from ..ops.joining import broadcast_tensors
from ..size import Size
from ..tensor import Tensor
from . import constraints
from .distribution import Distribution, log_of, one_of


class Categorical(Distribution):
    """One of the numbers 0 … C - 1, each with its own probability.

    Args:
        probs: ``(*, C)``: how likely each is; need not add up to 1.
        logits: Instead, the scores of a classifier, ``(*, C)``: logarithms of the same.
        validate_args: See `Distribution`.

    Raises:
        ValueError: Both parameters are given, or none, or a probability is negative.

    Example:
        >>> import minigrad
        >>> from minigrad.distributions import Categorical
        >>> scores = minigrad.zeros(4, requires_grad=True)
        >>> policy = Categorical(logits=scores)
        >>> policy.log_prob(minigrad.tensor(2)).backward()
        >>> scores.grad
        tensor([-0.2500, -0.2500,  0.7500, -0.2500])

    Source: https://docs.pytorch.org/docs/stable/distributions.html#categorical
    """

    arg_constraints: ClassVar[Any] = {
        "probs": constraints.simplex,
        "logits": constraints.real_vector,
    }

    def __init__(
        self, probs: Any = None, logits: Any = None, validate_args: bool | None = None
    ) -> None:
        given = one_of(probs, logits)
        if not given.ndim:
            which = "logits" if probs is None else "probs"
            raise ValueError(f"`{which}` parameter must be at least one-dimensional.")
        if probs is None:
            self.logits = given - given.logsumexp(-1, keepdim=True)
        else:
            self.probs = given / given.sum(-1, keepdim=True)
        self._num_events = given.shape[-1]
        super().__init__(given.shape[:-1], validate_args=validate_args)

    @cached_property
    def probs(self) -> Tensor:
        """How likely each is; they add up to 1."""
        with enable_grad():  # whoever asks first
            return self.logits.softmax(-1)

    @cached_property
    def logits(self) -> Tensor:
        """The logarithms of `probs`."""
        with enable_grad():  # whoever asks first
            return log_of(self.probs)

    @property
    def param_shape(self) -> Size:
        """The shape of `probs`."""
        return Size((*self.batch_shape, self._num_events))

    @property
    def support(self) -> Any:
        """What values can come."""
        return constraints.integer_interval(0, self._num_events - 1)

    @property
    def mean(self) -> Tensor:
        """The numbers only name what they stand for: nan."""
        probs = self.probs
        return full(self.batch_shape, float("nan"), dtype=probs.dtype, device=probs.device)

    @property
    def variance(self) -> Tensor:
        """Like `mean`: nan."""
        return self.mean

    @property
    def mode(self) -> Tensor:
        """The most likely number."""
        return self.probs.argmax(-1)

    def sample(self, sample_shape: Any = ()) -> Tensor:
        """Integers, ``(*sample_shape, *batch_shape)``."""
        with no_grad():
            shape = self._extended_shape(sample_shape)
            rows = self.probs.reshape((-1, self.probs.shape[-1]))
            draws = shape.numel() // max(self.batch_shape.numel(), 1)
            return multinomial(rows, draws, True).T.reshape(shape)

    def log_prob(self, value: Any) -> Tensor:
        """The logarithm of the probability of `value`, integers in the batch's shape."""
        self._validate_sample(value)
        value, logits = broadcast_tensors(value.long().unsqueeze(-1), self.logits)
        return logits.gather(-1, value[..., :1]).squeeze(-1)

    def enumerate_support(self, expand: bool = True) -> Tensor:
        """All numbers, along a new first dimension."""
        values = arange(self._num_events, dtype=int64, device=self.probs.device)
        return self._listed(values, expand)

    def entropy(self) -> Tensor:
        """How unpredictable a draw is, in nats: at most the logarithm of C."""
        lowest = -3.4028234663852886e38  # of float32: an infinite score times 0 would be nan
        return -(self.logits.clamp(min=lowest) * self.probs).sum(-1)


class OfOutcomes(Distribution):
    """Base of the distributions of vectors with a number for each outcome of a `Categorical`.

    Args:
        probs: ``(*, C)``: how likely each outcome is; need not add up to 1.
        logits: Instead, logarithms of the same.
        validate_args: See `Distribution`.
    """

    def __init__(self, probs: Any, logits: Any, validate_args: bool | None) -> None:
        self._categorical = Categorical(probs, logits, validate_args)
        events = self._categorical.param_shape[-1:]
        super().__init__(self._categorical.batch_shape, events, validate_args)

    def expand(self, batch_shape: Any) -> Any:
        """The same distribution with a larger batch; nothing is copied."""
        new = super().expand(batch_shape)
        new._categorical = self._categorical.expand(batch_shape)
        return new

    @property
    def probs(self) -> Tensor:
        """How likely each outcome is."""
        return self._categorical.probs

    @property
    def logits(self) -> Tensor:
        """The logarithms of the same."""
        return self._categorical.logits

    @property
    def param_shape(self) -> Size:
        """The shape of `probs`."""
        return self._categorical.param_shape
