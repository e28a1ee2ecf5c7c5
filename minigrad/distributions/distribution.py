"""What all distributions have in common: shapes, draws without history, checks of parameters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..autograd.grad_mode import no_grad
from ..creation.data import tensor
from ..ops.joining import broadcast_tensors
from ..size import Size
from ..tensor import Tensor, is_tensor


class Distribution:
    """Base of distributions; with parameters of a shape, it is one for each of their elements.

    Args:
        *shape: The parameters' shape.
        validate_args: Whether parameters, and what `log_prob` is asked for, are checked; None
            checks them.

    Attributes:
        batch_shape: The shape of one draw.
        has_rsample: Whether `rsample` is there.

    Source: https://docs.pytorch.org/docs/stable/distributions.html
    """

    has_rsample = False
    event_shape = Size()
    names: tuple[str, ...] = ()  # of the parameters; those are shown that are known already

    def __init__(self, shape: Any, validate_args: bool | None = None) -> None:
        self.batch_shape, self.validates = Size(shape), validate_args is not False

    def sample(self, sample_shape: Any = ()) -> Tensor:
        """Draws that know nothing of the parameters: no gradient passes.

        Args:
            sample_shape: How many draws of each element, in which shape.

        Returns:
            ``(*sample_shape, *batch_shape)``.
        """
        with no_grad():
            return self.rsample(sample_shape)

    def rsample(self, sample_shape: Any = ()) -> Tensor:
        """Draws that gradients pass through, to the parameters; not all distributions can.

        Raises:
            NotImplementedError: This one cannot.
        """
        raise NotImplementedError(f"{type(self).__name__} has no rsample: its draws jump.")

    def log_prob(self, value: Any) -> Tensor:
        """The logarithm of the probability, or its density, at `value`.

        Raises:
            ValueError: `value` cannot come.
        """
        raise NotImplementedError

    def entropy(self) -> Tensor:
        """How unpredictable a draw is, in nats."""
        raise NotImplementedError

    @property
    def stddev(self) -> Tensor:
        """The standard deviation."""
        return self.variance.sqrt()

    @property
    def variance(self) -> Tensor:
        """The mean squared distance from the mean."""
        raise NotImplementedError

    def _extended(self, sample_shape: Any) -> Size:
        return Size((*sample_shape, *self.batch_shape))

    def _check(self, name: str, value: Any, fits: Callable[[Any], Any], wanted: str) -> None:
        """Raise unless all of `value` fits; nan never does."""
        if self.validates and not fits(value).all():
            raise ValueError(f"Expected {name} of {type(self).__name__} to be {wanted}: {value}")

    def __repr__(self) -> str:
        given = [(name, vars(self)[name]) for name in self.names if name in vars(self)]
        shown = [f"{name}: {x if x.numel() == 1 else x.size()}" for name, x in given]
        return f"{type(self).__name__}({', '.join(shown)})"


def parameters(*given: Any) -> tuple[Tensor, ...]:
    """Numbers and tensors as tensors of one shape."""
    floats = [x if is_tensor(x) else tensor(float(x)) for x in given]
    return broadcast_tensors(*floats)


def one_of(probs: Any, logits: Any) -> Any:
    """The one of two parameters that is given.

    Raises:
        ValueError: Both are, or none.
    """
    if (probs is None) == (logits is None):
        raise ValueError("Either `probs` or `logits` must be specified, but not both.")
    return logits if probs is None else probs


def log_of(probs: Tensor) -> Tensor:
    """The logarithm of probabilities, kept off 0 and 1 as far as their type can tell."""
    return inside(probs).log()


def inside(probs: Tensor) -> Tensor:
    """Probabilities, kept off 0 and 1."""
    eps = 2.0**-52 if probs.itemsize == 8 else 2.0**-23
    return probs.clamp(eps, 1 - eps)
