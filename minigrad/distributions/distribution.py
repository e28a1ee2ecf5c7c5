"""What all distributions have in common: shapes, draws without history, checks of parameters."""

from __future__ import annotations

from typing import Any, ClassVar

from .._warn import warn
from ..autograd.grad_mode import no_grad
from ..creation.data import tensor
from ..dtype import get_default_dtype
from ..ops.joining import broadcast_tensors
from ..size import Size
from ..tensor import Tensor, is_tensor
from .constraints import Constraint

_PARAMETER = (
    "Expected parameter {} ({} of shape {}) of distribution {} to satisfy the constraint {}, but "
    "found invalid values:\n{}"
)
_VALUE = (
    "Expected value argument ({} of shape {}) to be within the support ({}) of the distribution "
    "{}, but found invalid values:\n{}"
)
_ARGUMENTS = (
    "Input arguments must all be instances of Number, torch.Tensor or objects implementing "
    "__torch_function__."
)


class Distribution:
    """Base of distributions; with parameters of a shape, it is one for each of their elements.

    A subclass says in `arg_constraints` what its parameters are and have to be: by that they are
    checked, shown and expanded. In `support` it says what values can come.

    Args:
        batch_shape: The parameters' shape, as far as each element is a distribution of its own.
        event_shape: The shape of one draw of one of them.
        validate_args: Whether parameters, and what `log_prob` is asked for, are checked; None
            checks them, unless `set_default_validate_args` said otherwise.

    Attributes:
        has_rsample: Whether `rsample` is there.

    Raises:
        ValueError: A parameter is not what it has to be.

    Source: https://docs.pytorch.org/docs/stable/distributions.html
    """

    has_rsample = False
    arg_constraints: ClassVar[Any] = {}
    support: Any = None
    _validate_args = True

    def __init__(
        self, batch_shape: Any = (), event_shape: Any = (), validate_args: bool | None = None
    ) -> None:
        self.batch_shape, self.event_shape = Size(batch_shape), Size(event_shape)
        if validate_args is not None:
            self._validate_args = validate_args
        if self._validate_args:
            for name, constraint in self.arg_constraints.items():
                if name in vars(self):  # others follow from those that are given
                    self._check_parameter(name, vars(self)[name], constraint)

    @staticmethod
    def set_default_validate_args(value: bool) -> None:
        """Say whether distributions that are made from now on check their arguments."""
        Distribution._validate_args = value

    def expand(self, batch_shape: Any) -> Any:
        """The same distribution with parameters expanded to a larger batch; nothing is copied."""
        new = object.__new__(type(self))
        vars(new).update(vars(self))
        new.batch_shape = Size(batch_shape)
        for name in self.arg_constraints:
            if name in vars(self):
                own = vars(self)[name]
                event = own.shape[len(self.batch_shape) :]
                vars(new)[name] = own.expand((*new.batch_shape, *event))
        return new

    def sample(self, sample_shape: Any = ()) -> Tensor:
        """Draws that know nothing of the parameters: no gradient passes.

        Args:
            sample_shape: How many draws of each element, in which shape.

        Returns:
            ``(*sample_shape, *batch_shape, *event_shape)``.
        """
        with no_grad():
            return self.rsample(sample_shape)

    def rsample(self, sample_shape: Any = ()) -> Tensor:
        """Draws that gradients pass through, to the parameters; not all distributions can.

        Raises:
            NotImplementedError: This one cannot.
        """
        raise NotImplementedError(f"{type(self).__name__} has no rsample: its draws jump.")

    def sample_n(self, n: int) -> Tensor:
        """``sample((n,))``, by its older name.

        Warns:
            FutureWarning: Always.
        """
        said = "`sample_n(n)` will be deprecated. Use `sample((n,))` instead."
        warn(said, FutureWarning)
        return self.sample((n,))

    def log_prob(self, value: Any) -> Tensor:
        """The logarithm of the probability, or its density, at `value`.

        Raises:
            ValueError: `value` is no tensor, does not fit, or cannot come.
        """
        raise NotImplementedError

    def cdf(self, value: Any) -> Tensor:
        """The probability of a draw below `value`."""
        raise NotImplementedError

    def icdf(self, value: Any) -> Tensor:
        """Below which number a draw lies with probability `value`: the inverse of `cdf`."""
        raise NotImplementedError

    def enumerate_support(self, expand: bool = True) -> Tensor:
        """All values that can come, along a new first dimension; not all distributions can."""
        raise NotImplementedError

    def entropy(self) -> Tensor:
        """How unpredictable a draw is, in nats."""
        raise NotImplementedError

    def perplexity(self) -> Tensor:
        """Among how many equally likely values a draw would be as unpredictable."""
        return self.entropy().exp()

    @property
    def mean(self) -> Tensor:
        """The mean."""
        raise NotImplementedError

    @property
    def mode(self) -> Tensor:
        """The most likely value."""
        raise NotImplementedError(f"{type(self)} does not implement mode")

    @property
    def stddev(self) -> Tensor:
        """The standard deviation."""
        return self.variance.sqrt()

    @property
    def variance(self) -> Tensor:
        """The mean squared distance from the mean."""
        raise NotImplementedError

    def _extended_shape(self, sample_shape: Any = ()) -> Size:
        return Size((*sample_shape, *self.batch_shape, *self.event_shape))

    def _listed(self, values: Tensor, expand: bool) -> Tensor:
        """Values along a new first dimension, for `enumerate_support`."""
        values = values.view((-1, *(1,) * len(self.batch_shape)))
        return values.expand((-1, *self.batch_shape)) if expand else values

    def _check_parameter(self, name: str, value: Tensor, constraint: Constraint) -> None:
        if not constraint.check(value.detach()).all():
            kind, shape = type(value).__name__, tuple(value.shape)
            said = _PARAMETER.format(name, kind, shape, self, constraint, value)
            raise ValueError(said)

    def _validate_sample(self, value: Any) -> None:
        """Raise unless `value` is a tensor that fits and can come."""
        if not self._validate_args:
            return
        if not is_tensor(value):
            raise ValueError("The value argument to log_prob must be a Tensor")
        events = len(self.event_shape)
        if value.shape[value.ndim - events :] != self.event_shape:
            raise ValueError(
                "The right-most size of value must match event_shape: "
                f"{value.size()} vs {self.event_shape}."
            )
        expected = Size((*self.batch_shape, *self.event_shape))
        for mine, its in zip(reversed(value.shape), reversed(expected)):
            if mine != its and 1 not in (mine, its):
                raise ValueError(
                    "Value is not broadcastable with batch_shape+event_shape: "
                    f"{value.size()} vs {expected}."
                )
        if self.support is not None and not self.support.check(value.detach()).all():
            kind, shape = type(value).__name__, tuple(value.shape)
            raise ValueError(_VALUE.format(kind, shape, self.support, self, value))

    def __repr__(self) -> str:
        own = [(name, vars(self)[name]) for name in self.arg_constraints if name in vars(self)]
        texts = [f"{name}: {x if x.numel() == 1 else x.size()}" for name, x in own]
        return f"{type(self).__name__}({', '.join(texts)})"


def parameters(*given: Any) -> tuple[Tensor, ...]:
    """Numbers and tensors as tensors of one shape; numbers take the type of the first tensor.

    Raises:
        ValueError: One is neither.
    """
    if not all(is_tensor(x) or isinstance(x, (int, float)) for x in given):
        raise ValueError(_ARGUMENTS)
    like = next((x for x in given if is_tensor(x)), None)
    options = {"dtype": like.dtype, "device": like.device} if like is not None else {}
    options = options or {"dtype": get_default_dtype()}
    tensors = [x if is_tensor(x) else tensor(x, **options) for x in given]
    return broadcast_tensors(*tensors) if len(tensors) > 1 else (tensors[0],)


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


def logits_of(probs: Tensor) -> Tensor:
    """The logarithm of how many times as likely a yes is as a no, of its probability."""
    return log_of(probs) - (-inside(probs)).log1p()
