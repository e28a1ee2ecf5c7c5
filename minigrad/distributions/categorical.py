"""Categorical: one of several."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from ..autograd.grad_mode import enable_grad, no_grad
from ..creation.drawn import multinomial
from ..ops.joining import broadcast_tensors
from ..tensor import Tensor
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

    names = ("probs", "logits")

    def __init__(
        self, probs: Any = None, logits: Any = None, validate_args: bool | None = None
    ) -> None:
        given = one_of(probs, logits)
        if not given.ndim:
            which = "logits" if probs is None else "probs"
            raise ValueError(f"`{which}` parameter must be at least one-dimensional.")
        super().__init__(given.shape[:-1], validate_args)
        if probs is None:
            self._check("parameter logits", given, lambda x: x == x, "real")
            self.logits = given - given.logsumexp(-1, keepdim=True)
        else:
            self._check("parameter probs", given, lambda p: p >= 0, "0 or more")
            self.probs = given / given.sum(-1, keepdim=True)

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
    def mode(self) -> Tensor:
        """The most likely number."""
        return self.probs.argmax(-1)

    def sample(self, sample_shape: Any = ()) -> Tensor:
        """Integers, ``(*sample_shape, *batch_shape)``."""
        with no_grad():
            shape = self._extended(sample_shape)
            rows = self.probs.reshape((-1, self.probs.shape[-1]))
            draws = shape.numel() // max(self.batch_shape.numel(), 1)
            return multinomial(rows, draws, True).T.reshape(shape)

    def log_prob(self, value: Any) -> Tensor:
        """The logarithm of the probability of `value`, integers in the batch's shape."""
        count = self.logits.shape[-1]
        self._check("value", value, lambda x: (x >= 0) & (x < count), f"in 0 … {count - 1}")
        value, logits = broadcast_tensors(value.long().unsqueeze(-1), self.logits)
        return logits.gather(-1, value[..., :1]).squeeze(-1)

    def entropy(self) -> Tensor:
        """How unpredictable a draw is, in nats: at most the logarithm of C."""
        lowest = -3.4028234663852886e38  # of float32: an infinite score times 0 would be nan
        return -(self.logits.clamp(min=lowest) * self.probs).sum(-1)
