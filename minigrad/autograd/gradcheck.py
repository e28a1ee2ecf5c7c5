"""`gradcheck`: is the gradient that backward computes the one that the function has?

It computes the whole Jacobian twice, by backward and by small differences of the function's values,
and compares. The second needs no calculus: move one element of an input a little, up and down, and
see how far the outputs move. It is slow and inexact, but knows nothing of rules and graphs, and so
can be believed where those are in doubt.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

from .._warn import warn
from ..creation.drawn import rand_like
from ..creation.filled import zeros_like
from ..dtype import float64
from .entry import grad
from .wrap import is_tensor

Tensors = Any  # one tensor or a sequence of them

__all__ = ["GradcheckError", "gradcheck", "gradgradcheck"]


class GradcheckError(RuntimeError):
    """What `gradcheck` and `gradgradcheck` raise when a gradient is wrong."""


def gradcheck(
    func: Callable[..., Tensors],
    inputs: Tensors,
    *,
    eps: float = 1e-6,
    atol: float = 1e-5,
    rtol: float = 1e-3,
    raise_exception: bool = True,
) -> bool:
    """Compare the gradients that backward computes with differences of the function's values.

    Use float64: in float32 the differences themselves are too inexact, and a warning says so. At a
    kink (``relu`` at 0) the two may differ though nobody is wrong.

    Args:
        func: takes the inputs, returns a tensor or several; called twice per input element.
        inputs: one tensor or several, any shape; those that require grad are checked. No two of
            their elements may share memory.
        eps: how far an element is moved, each way.
        atol: what must hold is ``|analytical - numerical| <= atol + rtol * |numerical|``.
        rtol: see `atol`.
        raise_exception: raise for a wrong gradient; else return False.

    Returns:
        True; False only with ``raise_exception=False``.

    Raises:
        GradcheckError: a gradient is wrong.
        ValueError: no input requires grad.

    Example:
        >>> import minigrad
        >>> from minigrad.autograd.gradcheck import gradcheck
        >>> x = minigrad.tensor([0.5, 2.0], dtype=minigrad.float64, requires_grad=True)
        >>> gradcheck(lambda x: x.exp() * x, x)
        True

    Source: https://docs.pytorch.org/docs/stable/generated/torch.autograd.gradcheck.gradcheck.html
    """
    point = Jacobians(func, _as_tuple(inputs), eps)
    try:
        _compare(point, atol, rtol)
        _check_scaling(point)
    except GradcheckError:
        if raise_exception:
            raise
        return False
    return True


def _compare(point: Jacobians, atol: float, rtol: float) -> None:
    """Each Jacobian, by differences and by backward."""
    by_differences = [point.numerical(x) for x in point.wanted]
    for i, y in enumerate(point.checked):
        for j, analytical in enumerate(point.analytical(y)):
            numerical = by_differences[j][i]
            if not _close(analytical, numerical, atol, rtol):
                raise GradcheckError(
                    f"Jacobian mismatch for output {i} with respect to input {j},\n"
                    f"numerical:{numerical}\nanalytical:{analytical}\n"
                )


def _close(analytical: Any, numerical: Any, atol: float, rtol: float) -> bool:
    near = (analytical - numerical).abs() <= atol + rtol * numerical.abs()
    return bool((near | (analytical == numerical)).all())  # infinity is close to itself


def _check_scaling(point: Jacobians) -> None:
    """A backward multiplies by what arrives: zeros in, zeros out."""
    recorded = [y for y in point.checked if y.requires_grad]
    zeros = [zeros_like(y) for y in recorded]
    for g in grad(recorded, point.wanted, zeros, allow_unused=True) if recorded else ():
        if g is not None and (g != 0).any():
            raise GradcheckError(
                "backward not multiplied by grad_output\n"
                f"From zeros it computed {g}: some rule forgets what arrives from above."
            )


def gradgradcheck(
    func: Callable[..., Tensors],
    inputs: Tensors,
    grad_outputs: Tensors | None = None,
    **options: Any,
) -> bool:
    """`gradcheck` of the backward itself: are the second derivatives right?

    The function checked maps the inputs, and what arrives at the outputs, to the inputs' gradients.

    Args:
        func: as in `gradcheck`.
        inputs: one tensor or several.
        grad_outputs: where backward starts, one per output; default: random numbers.
        options: those of `gradcheck`.

    Returns:
        True; False only with ``raise_exception=False``.

    Raises:
        GradcheckError: a second derivative is wrong.
        ValueError: no input requires grad.

    Example:
        >>> import minigrad
        >>> from minigrad.autograd.gradcheck import gradgradcheck
        >>> x = minigrad.tensor([0.5, 2.0], dtype=minigrad.float64, requires_grad=True)
        >>> gradgradcheck(lambda x: x.exp() * x, x)
        True

    Source: https://docs.pytorch.org/docs/stable/generated/torch.autograd.gradcheck.gradgradcheck.html
    """
    inputs = _as_tuple(inputs)
    wanted = [place for place, x in enumerate(inputs) if is_tensor(x) and x.requires_grad]
    if grad_outputs is None:
        outputs = _checked(func(*inputs))
        # From -1 to 1, to be differentiated as well.
        grad_outputs = [(rand_like(y) * 2 - 1).requires_grad_() for y in outputs]

    def backward(*given: Any) -> tuple[Any, ...]:
        outputs = _checked(func(*given[: len(inputs)]))
        seeds = given[len(inputs) :]
        xs = [given[place] for place in wanted]
        found = grad(outputs, xs, seeds, create_graph=True, allow_unused=True)
        return tuple(g for g in found if g is not None)

    return gradcheck(backward, inputs + _as_tuple(grad_outputs), **options)


class Jacobians:
    """A function at a point, and its Jacobians there.

    Attributes:
        wanted: the inputs that require grad.
        checked: the outputs that require grad; where none does, all that are floating point.
        eps: how far an element is moved, each way.
    """

    def __init__(self, func: Callable[..., Tensors], inputs: tuple[Any, ...], eps: float) -> None:
        _check_inputs(inputs)
        self.func = func
        self.inputs = inputs
        self.eps = eps
        self.wanted = [x for x in inputs if is_tensor(x) and x.requires_grad]
        self.checked = _checked(func(*inputs))

    def numerical(self, x: Any) -> list[Any]:
        """The Jacobian of each checked output in `x`, by differences: a row per element of `x`."""
        jacobians = [y.new_zeros((x.numel(), y.numel())) for y in self.checked]
        for row, place in enumerate(itertools.product(*map(range, x.shape))):
            entry = x.data[place]  # a view: writing into it moves x, and no graph takes notice
            for jacobian, change in zip(jacobians, self._differences(entry)):
                jacobian[row] = change
        return jacobians

    def _differences(self, entry: Any) -> list[Any]:
        """How fast each output moves when `entry` does: the mean of both sides."""
        start = entry.clone()
        try:
            entry.copy_(start - self.eps)
            before = self._values()
            entry.copy_(start + self.eps)
            after = self._values()
        finally:
            entry.copy_(start)
        return [((b - a) / (2 * self.eps)).reshape(-1) for a, b in zip(before, after)]

    def _values(self) -> list[Any]:
        """The outputs as they are now; cloned, since they may be views of what moves next."""
        return [y.detach().clone() for y in _checked(self.func(*self.inputs))]

    def analytical(self, y: Any) -> list[Any]:
        """The Jacobian of output `y` in each wanted input, by backward: a walk gives a column.

        What requires no grad has zeros, and so must not move with the inputs.
        """
        jacobians = [x.new_zeros((x.numel(), y.numel())) for x in self.wanted]
        for column in range(y.numel() if y.requires_grad else 0):
            seed = y.new_zeros((y.numel(),))
            seed[column] = 1.0
            found = grad(y, self.wanted, seed.view(y.shape), retain_graph=True, allow_unused=True)
            for jacobian, g in zip(jacobians, found):
                if g is not None:
                    jacobian[:, column] = g.reshape(-1)
        return jacobians


def _as_tuple(x: Tensors) -> tuple[Any, ...]:
    """One tensor, or several, as a tuple."""
    return tuple(x) if isinstance(x, (tuple, list)) else (x,)


def _checked(outputs: Tensors) -> list[Any]:
    """The outputs that require grad; where none does, all that are floating point."""
    found = _as_tuple(outputs)
    return [y for y in found if y.requires_grad] or [y for y in found if y.is_floating_point()]


def _check_inputs(inputs: tuple[Any, ...]) -> None:
    """Raise unless there is something to check, and its elements can be moved one by one."""
    wanted = [(i, x) for i, x in enumerate(inputs) if is_tensor(x) and x.requires_grad]
    for i, x in wanted:
        if x.dtype != float64:
            warn(_NOT_DOUBLE.format(i), UserWarning)
    if not wanted:
        raise ValueError(
            "gradcheck expects at least one input tensor to require gradient, but none of them "
            "have requires_grad=True."
        )


_NOT_DOUBLE = (
    "Input #{} requires gradient and is not a double precision floating point or complex. This "
    "check will likely fail if all the inputs are not of double precision floating point or "
    "complex. "
)
