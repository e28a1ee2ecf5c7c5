"""Functions that write to their inputs, and writes to what a Function gave."""

import pytest

import minigrad
from tests.autograd.starts import leaf
from tests.autograd.twins import both, cases, make_function

case = cases()


def dirty(ctx, x, *others):
    x.add_(others[0] if others else 1)
    ctx.mark_dirty(x)
    return x


@case
def a_write(lib):
    own = make_function(lib, forward=dirty, backward=lambda ctx, g: g * 10)
    x = leaf(lib)
    y = x * 1
    z = own.apply(y)
    z.sum().backward()
    return z is y, y, x.grad, y._version


@case
def a_write_into_a_constant(lib):
    own = make_function(lib, forward=dirty, backward=lambda ctx, g: (g * 10, g * 100))
    x, w = lib.ones(2), leaf(lib)
    own.apply(x, w).sum().backward()
    return x, w.grad, x._version


@case
def a_write_that_is_not_recorded(lib):
    own = make_function(lib, forward=dirty)
    x = lib.ones(2)
    return own.apply(x) is x, x, x._version


@case
def a_write_into_a_view(lib):
    own = make_function(lib, forward=dirty, backward=lambda ctx, g: g * 10)
    x = leaf(lib)
    y = x * 1
    z = own.apply(y[0])
    y.sum().backward()
    return z, y, x.grad


@case
def a_write_into_a_view_of_a_leaf(lib):
    make_function(lib, forward=dirty).apply(leaf(lib)[0])


@case
def a_write_that_is_not_given_back(lib):
    own = make_function(lib, forward=lambda ctx, x: dirty(ctx, x) * 2)
    own.apply(leaf(lib) * 1)


@case
def a_result_written_to_later(lib):
    own = make_function(lib, forward=lambda ctx, x: x * 2, backward=lambda ctx, g: g * 2)
    x = leaf(lib)
    y = own.apply(x)
    y.mul_(5)
    y.sum().backward()
    return x.grad, y


test_function_as_in_torch = both(__name__, case)


def test_a_write_into_a_leaf_is_refused():
    own = make_function(minigrad, forward=dirty)
    with pytest.raises(RuntimeError, match="a leaf Variable that requires grad"):
        own.apply(minigrad.ones(2, requires_grad=True))


def test_a_write_into_a_view_needs_the_first_place():
    own = make_function(minigrad, forward=lambda ctx, w, x: dirty(ctx, x, w))
    y = minigrad.ones(2, requires_grad=True) * 1
    with pytest.raises(RuntimeError, match="first tensor"):
        own.apply(minigrad.ones(()), y[0])
