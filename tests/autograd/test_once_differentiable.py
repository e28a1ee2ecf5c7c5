"""A rule marked as once differentiable: what it gives, and what it refuses."""

import gc
import weakref

import pytest

import minigrad
from minigrad.autograd.function import once_differentiable
from tests.autograd.twins import make_function


def marked(rule):
    return make_function(minigrad, forward=lambda ctx, x: x * 1, backward=once_differentiable(rule))


def refused(rule):
    """A gradient that the rule gave with ``create_graph=True``."""
    x = minigrad.tensor([3.0, 1.0], requires_grad=True)
    y = marked(rule).apply(x)
    (g,) = minigrad.autograd.grad((y * y).sum(), x, create_graph=True)
    return g


def test_the_rule_runs_unrecorded_so_that_numpy_may_be_used():
    x = minigrad.tensor([3.0, 1.0], requires_grad=True)
    y = marked(lambda ctx, g: minigrad.from_numpy(g.detach().numpy() * 2)).apply(x)
    (g,) = minigrad.autograd.grad((y * y).sum(), x, create_graph=True)
    assert g.tolist() == [12.0, 4.0]
    assert g.requires_grad


def test_a_second_derivative_is_refused():
    g = refused(lambda ctx, g: g * 2)
    with pytest.raises(RuntimeError, match=r"^trying to differentiate twice a function that was "):
        g.sum().backward()


def test_the_error_comes_each_time_for_nothing_is_freed():
    loss = refused(lambda ctx, g: g * 2).sum()
    for _ in range(2):
        with pytest.raises(RuntimeError, match=r"^trying to differentiate twice"):
            loss.backward()


def test_gradients_in_a_tuple_keep_their_places_and_none_stays_none():
    own = make_function(
        minigrad,
        forward=lambda ctx, n, x, w: x * w,
        backward=once_differentiable(lambda ctx, g: (None, g * 2, g * 3)),
    )
    x, w = (minigrad.tensor([1.0], requires_grad=True) for _ in range(2))
    y = own.apply(5, x, w)
    gx, gw = minigrad.autograd.grad(y * y, (x, w), create_graph=True)
    assert (gx.tolist(), gw.tolist()) == ([4.0], [6.0])
    assert gx.grad_fn is gw.grad_fn
    assert (gx.output_nr, gw.output_nr) == (1, 2)
    assert [parent is None for parent, _ in gx.grad_fn.next_functions] == [True, False, False]


def test_it_is_freed_with_its_result():
    g = refused(lambda ctx, g: g * 2)
    node = weakref.ref(g.grad_fn)
    gc.disable()
    try:
        del g
        assert node() is None
    finally:
        gc.enable()
