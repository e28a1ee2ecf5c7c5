"""Tensors of random numbers; and methods that write such numbers into a tensor.

After `manual_seed` they are PyTorch's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _draws
from ..autograd.registry import public
from ..autograd.wrap import Tensor, is_tensor
from ..dtype import dtype as DType
from ..dtype import int64, of
from ..ops.operands import as_scalar
from ..ops.shapes import copy_
from .leaf import floating, leaf, numpy_type, own, shape_of

if TYPE_CHECKING:
    from ..random import Generator


# ---------------------------------------------------------------------------------- of a shape


@public(function=True)
def rand(*sizes: Any, **options: Any) -> Tensor:
    """Random numbers, uniform in ``[0, 1)``.

    Args:
        *sizes: the shape, as ``2, 3`` or ``(2, 3)``, or by name, ``size=(2, 3)``.
        **options: `generator`, where to draw from, by default the one that `manual_seed` seeds;
            `dtype`, `device` and `requires_grad`, as for `zeros`. Whatever the device, the numbers
            are drawn on the CPU.

    Raises:
        NotImplementedError: `dtype` is not a floating type.
        RuntimeError: a dimension is negative.
        TypeError: there is no shape, or a dimension is not an integer.

    Example:
        >>> import minigrad
        >>> _ = minigrad.manual_seed(0)
        >>> minigrad.rand(2)
        tensor([0.4963, 0.7682])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.rand.html
    """
    return _drawn(_draws.uniform, sizes, **options)


@public(function=True)
def randn(*sizes: Any, **options: Any) -> Tensor:
    """Random numbers, normal with mean 0 and variance 1; arguments are those of `rand`.

    Example:
        >>> import minigrad
        >>> _ = minigrad.manual_seed(0)
        >>> minigrad.randn(2)
        tensor([ 1.5410, -0.2934])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.randn.html
    """
    return _drawn(_draws.normal, sizes, **options)


def _drawn(
    draw: Any,
    sizes: Any,
    size: Any = None,
    generator: Generator | None = None,
    dtype: DType | None = None,
    **options: Any,
) -> Tensor:
    array = draw(shape_of(sizes, size), dtype=floating(dtype), generator=generator)
    return leaf(array, **options)


@public(function=True)
def randint(
    low: int = 0,
    high: Any = None,
    size: Any = None,
    *,
    generator: Generator | None = None,
    dtype: DType | None = None,
    **options: Any,
) -> Tensor:
    """Random integers from `low` up to, and without, `high`.

    Args:
        low: the smallest; ``randint(high, size)`` and ``randint(high, size=size)`` start at 0.
        high: one more than the largest.
        size: the shape, a tuple or a list.
        generator: where to draw from; default: the one that `manual_seed` seeds.
        dtype: default: int64.
        **options: `device` and `requires_grad`, as for `zeros`.

    Raises:
        RuntimeError: `low` is not smaller than `high`, or they do not fit into `dtype`.
        TypeError: a limit is no integer.

    Example:
        >>> import minigrad
        >>> _ = minigrad.manual_seed(0)
        >>> minigrad.randint(10, (4,))
        tensor([4, 9, 3, 0])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.randint.html
    """
    if size is None:
        low, high, size = 0, low, high
    elif high is None:
        low, high = 0, low
    numbers = _draws.integers(low, high, shape_of((size,)), generator)
    wanted = numpy_type(dtype, int64)
    for limit in (low, high - 1):
        as_scalar(limit, wanted)
    return leaf(numbers.astype(wanted), **options)


@public(function=True)
def randperm(
    n: int, *, generator: Generator | None = None, dtype: DType | None = None, **options: Any
) -> Tensor:
    """The numbers from 0 to ``n - 1`` in random order.

    Args:
        n: how many.
        generator: where to draw from; default: the one that `manual_seed` seeds.
        dtype: default: int64.
        **options: `device` and `requires_grad`, as for `zeros`.

    Example:
        >>> import minigrad
        >>> _ = minigrad.manual_seed(0)
        >>> minigrad.randperm(4)
        tensor([0, 1, 3, 2])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.randperm.html
    """
    return leaf(_draws.permutation(n, generator).astype(numpy_type(dtype, int64)), **options)


@public(function=True)
def rand_like(input: Tensor, **options: Any) -> Tensor:
    """Random numbers, uniform in ``[0, 1)``, in the shape, type and place of `input`.

    Example:
        >>> import minigrad
        >>> minigrad.rand_like(minigrad.zeros(2, 3)).shape
        minigrad.Size([2, 3])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.rand_like.html
    """
    return rand(input.shape, **own(input, options))


@public(function=True)
def randn_like(input: Tensor, **options: Any) -> Tensor:
    """Random numbers, normal with mean 0 and variance 1, in the shape, type and place of `input`.

    Example:
        >>> import minigrad
        >>> minigrad.randn_like(minigrad.zeros(2, 3)).shape
        minigrad.Size([2, 3])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.randn_like.html
    """
    return randn(input.shape, **own(input, options))


# ------------------------------------------------------------------ of a distribution's parameters


@public(function=True)
def normal(
    mean: Any,
    std: Any = 1.0,
    size: Any = None,
    *,
    generator: Generator | None = None,
    **options: Any,
) -> Tensor:
    """Normally distributed numbers, each with its own mean and standard deviation.

    No gradient passes: `distributions.Normal.rsample` draws so that one does.

    Args:
        mean: a tensor, or a number.
        std: a tensor that broadcasts with it, or a number.
        size: the shape, where both are numbers.
        generator: where the random words come from; the default generator if None.
        **options: `dtype`, `device` and `requires_grad`, as for `zeros`, where both are numbers.

    Example:
        >>> import minigrad
        >>> _ = minigrad.manual_seed(0)
        >>> minigrad.normal(minigrad.tensor([0.0, 100.0]), 1.0)
        tensor([ 1.5410, 99.7066])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.normal.html
    """
    mean, std = (x.detach() if is_tensor(x) else x for x in (mean, std))
    if size is None:
        return randn_like(mean * 0 + std * 0, generator=generator) * std + mean  # as both are
    options["generator"] = generator
    return _drawn(lambda n, **more: _draws.normal(n, mean, std, **more), (size,), **options)


@public(method=True)
def bernoulli(input: Tensor, *, generator: Generator | None = None) -> Tensor:
    """Zeros and ones: each is 1 with the probability that `input` holds in its place.

    Args:
        input: probabilities, floating point, any shape.
        generator: where the random words come from; the default generator if None.

    Raises:
        RuntimeError: an element is no probability.

    Example:
        >>> import minigrad
        >>> _ = minigrad.manual_seed(0)
        >>> minigrad.bernoulli(minigrad.tensor([0.1, 0.9, 0.5]))
        tensor([0., 1., 1.])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.bernoulli.html
    """
    p = input.detach()
    if not ((p >= 0) & (p <= 1)).all():
        raise RuntimeError("Expected p_in >= 0 && p_in <= 1 to be true: all are probabilities")
    return (rand_like(p, generator=generator) < p).to(p.dtype)


@public(method=True)
def multinomial(
    input: Tensor,
    num_samples: int,
    replacement: bool = False,
    *,
    generator: Generator | None = None,
) -> Tensor:
    """Which of C outcomes came up, by their weights: a row of draws for each row of `input`.

    Args:
        input: ``(C,)`` or ``(N, C)``, floating point and not negative; need not add up to 1.
        num_samples: how many draws of each row.
        replacement: whether an outcome may come up again.
        generator: where the random words come from; the default generator if None.

    Returns:
        ``(num_samples,)`` or ``(N, num_samples)``, int64.

    Raises:
        RuntimeError: a weight is negative or not finite, or there are too few outcomes.

    Example:
        >>> import minigrad
        >>> _ = minigrad.manual_seed(0)
        >>> minigrad.multinomial(minigrad.tensor([0.1, 0.2, 0.3, 0.4]), 2)
        tensor([2, 1])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.multinomial.html
    """
    weights = input.detach().cpu().numpy()
    if not ((weights >= 0) & (weights < np.inf)).all():
        raise RuntimeError("probability tensor contains either `inf`, `nan` or element < 0")
    if num_samples > weights.shape[-1] and not replacement:
        said = f"samples without replacement\nHere they are {num_samples} of {weights.shape[-1]}."
        raise RuntimeError(f"cannot sample n_sample > prob_dist.size(-1) {said}")
    choose = _draws.choices if replacement and num_samples > 1 else _draws.distinct_choices
    return leaf(choose(weights, num_samples, generator), device=input.device)


# ------------------------------------------------------------------------------- into a tensor


@public(function=False, method=True)
def uniform_(
    self: Tensor, low: float = 0.0, to: float = 1.0, *, generator: Generator | None = None
) -> Tensor:
    """Write random numbers, uniform in ``[low, to)``, into this tensor, and return it.

    Example:
        >>> import minigrad
        >>> _ = minigrad.manual_seed(0)
        >>> minigrad.empty(2).uniform_(-1, 1)
        tensor([-0.0075,  0.5364])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.uniform_.html
    """
    drawn = _draws.uniform(self.shape, low, to, self.dtype.numpy, generator)
    return copy_(self, leaf(drawn, device=self.device))


@public(function=False, method=True)
def normal_(
    self: Tensor, mean: float = 0.0, std: float = 1.0, *, generator: Generator | None = None
) -> Tensor:
    """Write normally distributed numbers into this tensor, and return it.

    Example:
        >>> import minigrad
        >>> _ = minigrad.manual_seed(0)
        >>> minigrad.empty(2).normal_(10, 0.1)
        tensor([10.1541,  9.9707])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.normal_.html
    """
    drawn = _draws.normal(self.shape, mean, std, self.dtype.numpy, generator)
    return copy_(self, leaf(drawn, device=self.device))


@public(function=False, method=True)
def bernoulli_(self: Tensor, p: Any = 0.5, *, generator: Generator | None = None) -> Tensor:
    """Write 1 with probability `p`, a number or a tensor of them, else 0; return the tensor.

    Example:
        >>> import minigrad
        >>> _ = minigrad.manual_seed(0)
        >>> minigrad.empty(4).bernoulli_(0.8)
        tensor([0., 1., 1., 0.])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.bernoulli_.html
    """
    if is_tensor(p):
        return copy_(self, bernoulli(p.expand(self.shape), generator=generator))
    return copy_(self, leaf(_draws.bernoulli(self.shape, p, generator), device=self.device))


@public(function=False, method=True)
def exponential_(self: Tensor, lambd: float = 1, *, generator: Generator | None = None) -> Tensor:
    """Write exponentially distributed numbers, ``1 / lambd`` in the mean, into this tensor.

    Args:
        self: floating point, any shape; returned.
        lambd: the rate.
        generator: where the random words come from; the default generator if None.

    Raises:
        RuntimeError: `lambd` is not positive, or the tensor is not floating point.

    Example:
        >>> import minigrad
        >>> _ = minigrad.manual_seed(0)
        >>> minigrad.empty(2).exponential_()
        tensor([3.5083, 1.2304])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.exponential_.html
    """
    if lambd <= 0:
        raise RuntimeError(f"exponential_ expects lambda > 0.0, but found lambda={lambd:g}")
    if not self.is_floating_point():
        raise RuntimeError(
            "Exponential distribution is a continuous probability distribution. dtype must be a "
            f"floating point but you specified {self.dtype.title}"
        )
    drawn = _draws.exponential(self.shape, lambd, self.dtype.numpy, generator)
    return copy_(self, leaf(drawn, device=self.device))


@public(function=False, method=True)
def random_(self: Tensor, *bounds: Any, generator: Generator | None = None, **named: Any) -> Tensor:
    """Write random integers into this tensor, and return it.

    Args:
        self: any type, any shape; returned.
        *bounds: ``to``, or ``from, to``: the smallest, 0 by default, and one more than the largest;
            without either up to the largest of the type, for floats 2²⁴ or what holds it in theirs.
        generator: where the random words come from; the default generator if None.
        **named: `from` and `to` may be given by name.

    Raises:
        RuntimeError: `from` is not smaller than `to`, or they do not fit the type.

    Example:
        >>> import minigrad
        >>> _ = minigrad.manual_seed(0)
        >>> minigrad.empty(4).random_(10)
        tensor([4., 9., 3., 0.])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.random_.html
    """
    places = ("from", "to") if len(bounds) == 2 or "to" in named else ("to",)
    given = {**dict(zip(places, bounds)), **named}
    low = given.pop("from", 0)
    high = given.pop("to", None)
    kind = self.dtype.numpy
    if given:
        raise TypeError(f"random_() got an unexpected keyword argument {next(iter(given))!r}")
    if high is None and not low:
        drawn = _draws.any_integers(self.shape, kind, generator)
    else:
        high = _draws.largest(kind) + 1 if high is None else high
        check_limits(kind, low, high)
        drawn = _draws.integers(low, high, self.shape, generator).astype(kind)
    return copy_(self, leaf(drawn, device=self.device))


def check_limits(kind: np.dtype[Any], low: int, high: int) -> None:
    """Raise unless a type holds the numbers from `low` to ``high - 1``."""
    if kind.kind == "f" or low >= high:
        return  # a float holds them nearly; that there are none is said by the draw
    least = 0 if kind.kind == "b" else int(np.iinfo(kind).min)
    for called, limit in (("from", low), ("to - 1", high - 1)):
        if not least <= limit <= _draws.largest(kind):
            raise RuntimeError(f"{called} is out of bounds for {of(kind).cpp}")
