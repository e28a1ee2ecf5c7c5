"""Normal: the bell curve."""

from __future__ import annotations

import math
from typing import Any, ClassVar

from ..creation.drawn import randn
from ..tensor import Tensor
from . import constraints
from .distribution import Distribution, parameters


class Normal(Distribution):
    """Numbers around `loc`, as far off as `scale` says.

    `rsample` draws noise that knows no parameter, and moves and stretches it: so the draw has a
    derivative in both.

    Args:
        loc: The mean: a tensor, or a number.
        scale: The standard deviation, positive.
        validate_args: See `Distribution`.

    Raises:
        ValueError: `scale` is not positive.

    Example:
        >>> import minigrad
        >>> from minigrad.distributions import Normal
        >>> mu = minigrad.tensor([0.0, 1.0], requires_grad=True)
        >>> Normal(mu, 2.0).log_prob(minigrad.tensor([0.0, 0.0]))
        tensor([-1.6121, -1.7371], grad_fn=<SubBackward0>)

    Source: https://docs.pytorch.org/docs/stable/distributions.html#normal. The trick with the
    noise: Kingma and Welling, *Auto-Encoding Variational Bayes*, section 2.4.
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
    def stddev(self) -> Tensor:
        """The standard deviation."""
        return self.scale

    @property
    def variance(self) -> Tensor:
        """The mean squared distance from the mean."""
        return self.scale**2

    def rsample(self, sample_shape: Any = ()) -> Tensor:
        """Draws that gradients pass through, to `loc` and `scale`."""
        shape = self._extended_shape(sample_shape)
        noise = randn(shape, dtype=self.loc.dtype, device=self.loc.device)
        return self.loc + noise * self.scale

    def log_prob(self, value: Any) -> Tensor:
        """The logarithm of the density at `value`."""
        self._validate_sample(value)
        distance = -((value - self.loc) ** 2) / (2 * self.variance)
        return distance - self.scale.log() - math.log(math.sqrt(2 * math.pi))

    def cdf(self, value: Any) -> Tensor:
        """The probability of a draw below `value`."""
        self._validate_sample(value)
        return 0.5 * (1 + ((value - self.loc) * self.scale.reciprocal() / math.sqrt(2)).erf())

    def icdf(self, value: Any) -> Tensor:
        """Below which number a draw lies with probability `value`."""
        return self.loc + self.scale * (2 * value - 1).erfinv() * math.sqrt(2)

    def entropy(self) -> Tensor:
        """How unpredictable a draw is, in nats: it grows with `scale` alone."""
        return 0.5 + 0.5 * math.log(2 * math.pi) + self.scale.log()
