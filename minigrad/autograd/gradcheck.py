"""`gradcheck`: is the gradient that backward computes the one that the function has?

It computes the whole Jacobian by backward and, knowing nothing of the rules, by small differences
of the function's values (`_jacobians` shows how), and compares.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

from ..creation import rand, zeros_like
from ..random import Generator
from ._jacobians import Jacobians, Tensors, as_tuple, differentiable
from .entry import grad
from .function import Function
from .wrap import is_tensor

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
    nondet_tol: float = 0.0,
    check_undefined_grad: bool = True,
    check_grad_dtypes: bool = False,
    check_batched_grad: bool = False,
    check_batched_forward_grad: bool = False,
    check_forward_ad: bool = False,
    check_backward_ad: bool = True,
    fast_mode: bool = False,
    masked: bool | None = None,
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
        nondet_tol: how far two runs of the same backward may be apart.
        check_undefined_grad: also check that outputs that no gradient reaches count as zeros.
        check_grad_dtypes: nothing is left to check: a gradient arrives in its input's type.
        check_batched_grad: not supported: PyTorch's vmap has no counterpart here.
        check_batched_forward_grad: not supported either.
        check_forward_ad: not supported: PyTorch's forward mode has no counterpart here.
        check_backward_ad: must be True: there is nothing else to check.
        fast_mode: compare one random projection of each Jacobian, ``v J u``, instead of all of it.
        masked: compare with a tolerance where an exact zero is due.

    Returns:
        True; False only with ``raise_exception=False``.

    Raises:
        GradcheckError: a gradient is wrong.
        RuntimeError: an input has elements that share memory.
        ValueError: no input requires grad.

    Example:
        >>> import minigrad
        >>> from minigrad.autograd.gradcheck import gradcheck
        >>> x = minigrad.tensor([0.5, 2.0], dtype=minigrad.float64, requires_grad=True)
        >>> gradcheck(lambda x: x.exp() * x, x)
        True

    Source: https://docs.pytorch.org/docs/stable/generated/torch.autograd.gradcheck.gradcheck.html
    """
    _refuse(check_forward_ad, check_backward_ad, check_batched_grad, check_batched_forward_grad)
    point = Jacobians(func, as_tuple(inputs), eps)
    compare = _compare_projections if fast_mode else _compare
    try:
        if point.checked:
            compare(point, atol, rtol, nondet_tol)
            _check_scaling(point, masked)
            if check_undefined_grad:
                _check_undefined(point)
        else:
            _expect_zero(point)
    except GradcheckError:
        if raise_exception:
            raise
        return False
    return True


def _compare(point: Jacobians, atol: float, rtol: float, nondet_tol: float) -> None:
    """Each Jacobian, by differences and by backward."""
    by_differences = [point.numerical(x) for x in point.wanted]
    for i, y in enumerate(point.checked):
        by_backward = point.analytical(y)
        _check_repeats(by_backward, point.analytical(y), nondet_tol)
        for j, analytical in enumerate(by_backward):
            numerical = by_differences[j][i]
            if not _close(analytical, numerical, atol, rtol):
                raise GradcheckError(_mismatch(i, j, numerical, analytical))


def _compare_projections(point: Jacobians, atol: float, rtol: float, nondet_tol: float) -> None:
    """``v J u`` of each: by differences along `u`, and by one backward from `v`."""
    random = Generator()  # of its own: the user's numbers stay as they are
    all_u = [_direction(x, random) for x in point.wanted]
    all_v = [_direction(y, random) for y in point.checked]
    by_backward = [point.backward(y, v) for y, v in zip(point.checked, all_v)]
    for y, v, first in zip(point.checked, all_v, by_backward):
        _check_repeats(first, point.backward(y, v), nondet_tol)
    for j, (x, u) in enumerate(zip(point.wanted, all_u)):
        along = point.numerical_along(x, u)
        for i, (y, v) in enumerate(zip(point.checked, all_v)):
            g = by_backward[i][j]
            analytical = (v * 0).sum() if g is None else (g.reshape(-1) * u).sum()
            numerical = (v * along[i]).sum()
            if not _close(analytical, numerical, atol * (u.sum() * v.sum()).item(), rtol):
                both = point.numerical(x)[i], point.analytical(y)[j]
                raise GradcheckError(_mismatch(i, j, numerical, analytical) + _in_full(*both))


def _close(analytical: Any, numerical: Any, atol: float, rtol: float) -> bool:
    near = (analytical - numerical).abs() <= atol + rtol * numerical.abs()
    return bool((near | (analytical == numerical)).all())  # infinity is close to itself


def _check_repeats(first: Any, second: Any, tolerance: float) -> None:
    """The same backward twice must give the same."""
    for a, b in zip(first, second):
        if a is not None and a.numel() and (a - b).abs().max().item() > tolerance:
            raise GradcheckError(
                "Backward is not reentrant, i.e., running backward with same input and grad_output "
                "multiple times gives different values, although analytical gradient matches "
                f"numerical gradient.The tolerance for nondeterminism was {tolerance}.\n"
                f"first:{a}\nsecond:{b}\n"
                "Does a backward write into what it saved, or into what arrives? If it is random "
                "on purpose, pass a nondet_tol."
            )


def _check_scaling(point: Jacobians, masked: bool | None) -> None:
    """A backward multiplies by what arrives: zeros in, zeros out."""
    zeros = [zeros_like(y) for y in point.checked]
    for g in grad(point.checked, point.wanted, zeros, allow_unused=True):
        if g is None or (_close(g, zeros_like(g), 1e-8, 0.0) if masked else (g == 0).all()):
            continue
        raise GradcheckError(
            "backward not multiplied by grad_output\n"
            f"From zeros it computed {g}: some rule forgets what arrives from above."
        )


def _check_undefined(point: Jacobians) -> None:
    """Outputs that no gradient reaches count as zeros: all of them, then each by itself."""
    several = range(len(point.checked)) if len(point.checked) > 1 else ()
    for places in ({*range(len(point.checked))}, *({place} for place in several)):
        outputs = differentiable(as_tuple(point.func(*point.inputs)))
        outputs = [_NoGradient.apply(y) if i in places else y for i, y in enumerate(outputs)]
        zeros = [zeros_like(y) for y in outputs]
        try:
            found = grad(outputs, point.wanted, zeros, allow_unused=True)
        except RuntimeError as error:
            warnings.warn(_UNDEFINED_WARNING, UserWarning, stacklevel=3)
            raise GradcheckError(
                f"Expected backward function to handle undefined output grads. {_SEE}"
            ) from error
        if any(g is not None and (g != 0).any() for g in found):
            warnings.warn(_UNDEFINED_WARNING, UserWarning, stacklevel=3)
            raise GradcheckError(
                "Expected all input grads to be undefined or zero when all output grads are "
                f"undefined or zero. {_SEE}"
            )


class _NoGradient(Function):
    """The identity, whose backward sends nothing on."""

    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        """Give `x`."""
        return x.clone()

    @staticmethod
    def backward(ctx: Any, grad_output: Any) -> None:
        """Give nothing."""


def _expect_zero(point: Jacobians) -> None:
    """No output requires grad, so none may move."""
    for j, x in enumerate(point.wanted):
        for i, numerical in enumerate(point.numerical(x)):
            if (numerical != 0).any():
                raise GradcheckError(
                    "Numerical gradient for function expected to be zero\n"
                    f"No output requires grad, yet output {i} moves with input {j}:\n"
                    f"numerical:{numerical}"
                )


def gradgradcheck(
    func: Callable[..., Tensors],
    inputs: Tensors,
    grad_outputs: Tensors | None = None,
    *,
    eps: float = 1e-6,
    atol: float = 1e-5,
    rtol: float = 1e-3,
    gen_non_contig_grad_outputs: bool = False,
    raise_exception: bool = True,
    nondet_tol: float = 0.0,
    check_undefined_grad: bool = True,
    check_grad_dtypes: bool = False,
    check_batched_grad: bool = False,
    check_fwd_over_rev: bool = False,
    check_rev_over_rev: bool = True,
    fast_mode: bool = False,
    masked: bool = False,
) -> bool:
    """`gradcheck` of the backward itself: are the second derivatives right?

    The function checked maps the inputs, and what arrives at the outputs, to the inputs' gradients.

    Args:
        func: as in `gradcheck`, like all that is not explained here.
        inputs: one tensor or several.
        grad_outputs: where backward starts, one per output; default: random numbers.
        eps: how far an element is moved.
        atol: absolute tolerance.
        rtol: relative tolerance.
        gen_non_contig_grad_outputs: make the random numbers lie in memory with gaps.
        raise_exception: raise, or return False.
        nondet_tol: how far two runs may be apart.
        check_undefined_grad: check that outputs that no gradient reaches count as zeros.
        check_grad_dtypes: nothing is left to check.
        check_batched_grad: not supported.
        check_fwd_over_rev: not supported.
        check_rev_over_rev: must be True: there is nothing else to check.
        fast_mode: compare one random projection.
        masked: compare with a tolerance where an exact zero is due.

    Returns:
        True; False only with ``raise_exception=False``.

    Raises:
        GradcheckError: a second derivative is wrong.
        RuntimeError: an input has elements that share memory.
        ValueError: no input requires grad.

    Example:
        >>> import minigrad
        >>> from minigrad.autograd.gradcheck import gradgradcheck
        >>> x = minigrad.tensor([0.5, 2.0], dtype=minigrad.float64, requires_grad=True)
        >>> gradgradcheck(lambda x: x.exp() * x, x)
        True

    Source: https://docs.pytorch.org/docs/stable/generated/torch.autograd.gradcheck.gradgradcheck.html
    """
    _refuse_second(check_fwd_over_rev, check_rev_over_rev, check_undefined_grad, check_batched_grad)
    inputs = as_tuple(inputs)
    wanted = [place for place, x in enumerate(inputs) if is_tensor(x) and x.requires_grad]
    if grad_outputs is None:
        outputs = differentiable(as_tuple(func(*inputs)))
        grad_outputs = [_random_like(y, gen_non_contig_grad_outputs) for y in outputs]

    def backward(*given: Any) -> tuple[Any, ...]:
        outputs = differentiable(as_tuple(func(*given[: len(inputs)])))
        seeds = given[len(inputs) :]
        xs = [given[place] for place in wanted]
        found = grad(outputs, xs, seeds, create_graph=True, allow_unused=True)
        return tuple(g for g in found if g is not None)

    return gradcheck(
        backward,
        inputs + as_tuple(grad_outputs),
        eps=eps,
        atol=atol,
        rtol=rtol,
        raise_exception=raise_exception,
        nondet_tol=nondet_tol,
        check_undefined_grad=check_undefined_grad,
        check_grad_dtypes=check_grad_dtypes,
        fast_mode=fast_mode,
        masked=masked,
    )


def _direction(x: Any, random: Generator) -> Any:
    """A random vector of length 1, with as many elements as `x`."""
    vector = rand(x.numel(), generator=random).to(x.dtype)
    return vector / (vector * vector).sum().sqrt()


def _random_like(y: Any, gaps: bool) -> Any:
    """Random numbers from -1 to 1 in the shape of `y`, to be differentiated as well."""
    numbers = (rand(*y.shape, 2, dtype=y.dtype) * 2 - 1)[..., 0]
    return (numbers if gaps else numbers.contiguous()).requires_grad_()


def _mismatch(i: int, j: int, numerical: Any, analytical: Any) -> str:
    return (
        f"Jacobian mismatch for output {i} with respect to input {j},\n"
        f"numerical:{numerical}\nanalytical:{analytical}\n"
    )


def _in_full(numerical: Any, analytical: Any) -> str:
    return (
        "Those are the projections that fast mode compares. The Jacobians themselves:\n"
        f"numerical:{numerical}\nanalytical:{analytical}\n"
        f"They are at most {(numerical - analytical).abs().max().item()} apart: where that is "
        "little, the check may pass with `fast_mode=False`."
    )


def _refuse(forward: bool, backward: bool, batched: bool, batched_forward: bool) -> None:
    _need(forward or backward, "check_forward_ad or check_backward_ad")
    _need_too("check_batched_grad", batched, "check_backward_ad", backward)
    _need_too("check_batched_forward_grad", batched_forward, "check_forward_ad", forward)
    _out_of_scope(forward, batched)


def _refuse_second(forward: bool, reverse: bool, undefined: bool, batched: bool) -> None:
    _need(forward or reverse, "check_fwd_over_rev or check_rev_over_rev")
    _need_too("check_undefined_grad", undefined, "check_rev_over_rev", reverse)
    _need_too("check_batched_grad", batched, "check_rev_over_rev", reverse)
    _out_of_scope(forward, batched)


def _need(given: bool, names: str) -> None:
    if not given:
        raise AssertionError(f"Expected at least one of {names} to be True")


def _need_too(name: str, given: bool, needed: str, there: bool) -> None:
    if given and not there:
        raise AssertionError(f"Setting {name}=True requires {needed} to be True")


def _out_of_scope(forward: bool, batched: bool) -> None:
    for asked, what in ((forward, "forward mode"), (batched, "vmap")):
        if asked:
            raise NotImplementedError(
                f"minigrad has no {what}, so there is nothing to check: leave the argument False."
            )


_SEE = (
    'Please look at "Notes about undefined output gradients" in "tools/autograd/derivatives.yaml"\n'
    "A Function with set_materialize_grads(False) gets None for an output that no gradient "
    "reaches: its backward must treat that as zeros."
)
_UNDEFINED_WARNING = (
    "Backwards compatibility: New undefined gradient support checking feature is enabled by "
    "default, but it may break existing callers of this function. If this is true for you, you can "
    'call this function with "check_undefined_grad=False" to disable the feature'
)
