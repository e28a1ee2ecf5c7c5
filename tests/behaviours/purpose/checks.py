"""Options of the checks and of `functional`.

What compares, and how closely, stays. Fast mode, forward mode, vmap and the checks of independence
go, each with its words.
"""

import warnings

from tests.behaviours.helpers import double, doubling, leaf, leaf64, tried
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


@row(why="its Jacobian by backward is 0, and compared like any other")
def an_output_that_requires_no_grad(lib):
    """Where no output requires grad, none may move with the inputs."""
    check = lib.autograd.gradcheck
    return (
        tried(check, lambda x: x.detach() * 3, leaf64(lib)),
        tried(check, lambda x: x.detach() * 0, leaf64(lib)),
        tried(check, lambda x: x.argmax(), leaf64(lib)),
        tried(check, lambda x: (x.detach(), x * 2), leaf64(lib)),
    )


@row(why="its Jacobian by backward is 0, and compared like any other")
def recording_is_off(lib):
    """Under `no_grad` nothing requires grad, so all must stand still."""
    with lib.no_grad():
        return tried(lib.autograd.gradcheck, lambda x: x * 2, leaf64(lib))


@row(why="a backward runs once: one that is random is compared as it is")
def a_backward_that_changes_its_mind(lib):
    """The same backward twice must give the same, up to `nondet_tol`."""
    runs = []

    def backward(ctx, g):
        runs.append(g)
        return g * (2 + 1e-7 * len(runs))

    check, f = lib.autograd.gradcheck, doubling(lib, backward)
    return (
        tried(check, f, leaf64(lib)),
        tried(check, f, leaf64(lib), nondet_tol=1e-3),
    )


@row(why="one sentence says it")
def vectors_that_may_be_left_out(lib):
    """`v` may be left out only for a single number, of outputs or of inputs."""
    F, one, two = lib.autograd.functional, double(lib, 3.0), double(lib, 1.0, 2.0)
    return [
        F.vjp(lambda x: x.sum(), two),
        F.jvp(lambda x: x * two, one),
        tried(F.vjp, lambda x: x * 2, two),
        tried(F.vjp, lambda x: (x.sum(), x.sum()), two),
        tried(F.jvp, lambda x: x.sum(), two),
        tried(F.vhp, lambda x: x.sum(), two),
        tried(F.hvp, lambda x, y: x.sum(), (one, one)),
    ]


@row(why="one sentence says it, with all shapes")
def vectors_that_do_not_fit(lib):
    """A `v` of the wrong length, shape or type says what it should be."""
    F, x, v = lib.autograd.functional, double(lib, 1.0, 2.0), double(lib, 1.0, 2.0, 3.0)
    double_it = lambda *x: tuple(each * 2 for each in x)  # noqa: E731
    return [
        tried(F.vjp, lambda x: x * 2, x, v),
        tried(F.vjp, lambda x: x * 2, x, (x, x)),
        tried(F.vjp, double_it, (x, x), x),
        tried(F.jvp, double_it, (x, x), (x, v)),
        tried(F.jvp, double_it, (x, x), (x, x, x)),
        tried(F.vhp, lambda x: x.sum(), x, [x]),
        tried(F.hvp, lambda x: x.sum(), x, (1.0,)),
    ]


@row(why="one sentence says it")
def hessian_products_want_one_number(lib):
    """Second derivatives are of one number: anything else is refused."""
    F, x = lib.autograd.functional, double(lib, 1.0, 2.0)
    calls = [(F.vhp, (x,)), (F.hvp, (x,)), (F.hessian, ())]
    outputs = lambda x: (x.sum(),), lambda x: x * 2
    return [tried(act, f, x, *v) for act, v in calls for f in outputs]
