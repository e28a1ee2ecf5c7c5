"""Errors on the way, and what they leave behind."""

from tests.behaviours.helpers import leaf, own, tried
from tests.behaviours.table import row


@row
def an_error_in_a_rule(lib):
    """An error in a rule reaches the caller as it is, and the modes are as before."""
    x = leaf(lib)
    bad = own(lib, forward=lambda ctx, x: x * 2, backward=lambda ctx, g: 1 / 0)
    found = tried(bad.apply(x * 1).sum().backward)
    return found, x.grad, lib.is_grad_enabled(), (x * 2).requires_grad


@row
def a_second_try_after_an_error(lib):
    """After an error in a retained walk the same graph can be walked again."""
    x, w, fail = leaf(lib), leaf(lib), [True]

    def backward(ctx, g):
        return g * (1 / 0) if fail[0] else g * 5

    sometimes = own(lib, forward=lambda ctx, x: x * 5, backward=backward)
    z = (sometimes.apply(x * x) + w * 3).sum()
    first = tried(z.backward, retain_graph=True)
    fail[0] = False
    before = x.grad
    z.backward()
    return first, before, x.grad, w.grad


@row
def after_an_error_what_ran_is_freed(lib):
    """An error in a walk that retains nothing leaves freed what had run."""
    x = leaf(lib)
    y = x * x
    handle = y.register_hook(lambda g: 1 / 0)
    z = (y * y).sum()
    first = tried(z.backward)
    handle.remove()
    return first, tried(z.backward), tried(y.sum().backward), x.grad


@row
def an_error_of_the_users_own_class(lib):
    """An exception of any class passes through."""

    class Stop(BaseException):
        pass

    x = leaf(lib)
    y = x * 2
    y.register_hook(lambda g: (_ for _ in ()).throw(Stop("here")))
    try:
        y.sum().backward()
    except Stop as stop:
        return str(stop), x.grad, lib.is_grad_enabled()


@row
def a_walk_in_progress_and_an_error_in_another(lib):
    """An error in one branch keeps all that the other branch had not run yet from running."""

    def broken(ctx, g):
        raise ValueError("broken")

    x, w, v = (leaf(lib) for _ in range(3))
    fails = own(lib, forward=lambda ctx, x: x.clone(), backward=broken)
    inner = (v * v * v).sum()

    def nested(ctx, g):
        inner.backward()
        return g

    nests = own(lib, forward=lambda ctx, x: x.clone(), backward=nested)
    first, second = fails.apply(x * x), nests.apply(w)
    error = tried(lib.autograd.backward, [first.sum(), (second * second).sum()])
    return error, x.grad, w.grad, v.grad
