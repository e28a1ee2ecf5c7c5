"""Options of the checks and of `functional`.

What compares, and how closely, stays. Fast mode, forward mode, vmap and the checks of independence
go, each with its words.
"""

import warnings

from tests.behaviours.helpers import doubling, leaf, leaf64, tried
from tests.behaviours.table import row


@row(why="the whole Jacobian is what one learns from")
def gradcheck_in_fast_mode(lib):
    """With `fast_mode` one random projection of each Jacobian is compared."""
    x = lib.ones(2, dtype=lib.float64, requires_grad=True)
    return lib.autograd.gradcheck(lib.exp, x, fast_mode=True)


@row(why="an independence shows as zeros")
def a_strict_jacobian(lib):
    """With `strict` an output that does not depend on an input is an error."""
    return lib.autograd.functional.jacobian(lambda x: lib.ones(2), leaf(lib), strict=True)


@row(why="there is no vmap: a Jacobian is computed row by row")
def a_vectorized_jacobian(lib):
    """With `vectorize` a Jacobian is computed in one walk."""
    return lib.autograd.functional.jacobian(lambda x: x * x, leaf(lib), vectorize=True)


@row(why="a backward gets None only where it asks for that")
def a_backward_that_fails_on_none(lib):
    """`gradcheck` also tries what a backward makes of an output that no gradient reaches."""

    def backward(ctx, g):
        if g is None:
            raise RuntimeError("no gradient")
        return g * 2

    f = doubling(lib, backward, materialize=False)
    return lib.autograd.gradcheck(f, leaf64(lib))


@row(why="minigrad has neither forward mode nor vmap: what needs them is refused, and says so")
def what_needs_forward_mode_or_vmap(lib):
    """Checks of forward mode, and batched gradients, need what only PyTorch has."""
    check, second, F = lib.autograd.gradcheck, lib.autograd.gradgradcheck, lib.autograd.functional
    x = leaf64(lib)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return [
            tried(check, lambda x: x * x, x, check_forward_ad=True),
            tried(check, lambda x: x * x, x, check_batched_grad=True),
            tried(second, lambda x: x * x, x, check_fwd_over_rev=True),
            tried(F.jacobian, lambda x: x * x, x, vectorize=True),
            tried(F.hessian, lambda x: (x * x).sum(), x, vectorize=True),
        ]
