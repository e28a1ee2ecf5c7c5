"""The ctx of a Function: what it holds, for how long, and what it reads back."""

import weakref

import pytest

import minigrad
from minigrad.autograd.function import FunctionCtx, FunctionNode
from tests.autograd.twins import make_function


def leaf(*numbers):
    return minigrad.tensor(list(numbers or (3.0, 1.0)), requires_grad=True)


def saving(*what):
    """A Function whose forward doubles, and saves what these pick from ctx, input and output."""

    def forward(ctx, x):
        y = x * 2
        ctx.save_for_backward(*(pick(x, y) for pick in what))
        return y

    return make_function(
        minigrad, forward=forward, backward=lambda ctx, g: (ctx.saved_tensors, g)[1]
    )


def test_it_goes_by_two_names():
    assert FunctionCtx is FunctionNode


def test_an_input_is_held_and_an_output_is_not():
    x = leaf() * 1
    y = saving(lambda x, y: x, lambda x, y: y).apply(x)
    node = y.grad_fn
    assert node.saved[0] is x
    assert node.saved[1] is not y and node.saved[1].grad_fn is None
    assert node.saved_tensors[1].grad_fn is node
    output = weakref.ref(y)
    del y
    assert output() is None


def test_a_saved_output_that_carries_no_gradient_comes_back_bare():
    own = make_function(
        minigrad,
        forward=lambda ctx, x: ((i := x.argmax()), ctx.save_for_backward(i), (x * 2, i))[2],
    )
    y, place = own.apply(leaf())
    (saved,) = y.grad_fn.saved_tensors
    assert saved.item() == place.item() == 0
    assert saved.grad_fn is None and not saved.requires_grad


def test_a_saved_result_may_be_cut_off():
    x = leaf()
    y = x * 1
    z = saving(lambda x, y: x).apply(y)
    y.detach_()
    z.sum().backward()
    assert x.grad is not None


def test_a_saved_leaf_may_be_cut_off():
    x = leaf()
    y = saving(lambda x, y: x).apply(x)
    x.detach_()
    y.sum().backward()
    assert x.grad is None


def test_marks_of_the_forward_keep_nothing_alive():
    outputs = []

    def forward(ctx, x):
        extra = x * 3
        outputs.append(weakref.ref(extra))
        ctx.mark_non_differentiable(extra)
        return x * 2, extra

    y = make_function(minigrad, forward=forward).apply(leaf())[0]
    assert y.grad_fn is not None
    assert outputs[0]() is None


def test_freed_is_freed_but_a_second_walk_that_reads_nothing_is_none_the_wiser():
    seen = []
    own = make_function(
        minigrad,
        forward=lambda ctx, x: ctx.save_for_backward(x) or x * 2,
        backward=lambda ctx, g: seen.append(ctx) or g * 2,
    )
    x = leaf()
    y = own.apply(x).sum()
    y.backward()
    assert seen[0].saved is None
    y.backward()
    assert x.grad.tolist() == [4.0, 4.0]
    with pytest.raises(RuntimeError, match=r"^Trying to backward through the graph a second time"):
        _ = seen[0].saved_tensors


def test_zeros_take_no_memory_until_they_are_needed():
    own = make_function(
        minigrad,
        forward=lambda ctx, x: (x * 2, x.expand(1000, 2) * 1),
        backward=lambda ctx, a, b: a + b.sum(0),
    )
    x = leaf()
    y, _ = own.apply(x)
    assert all(z is None or z.nbytes <= 8 for z in y.grad_fn._zeros)
    y.sum().backward()
    assert x.grad.tolist() == [1.0, 1.0]


def test_anomaly_mode_hears_of_a_function():
    own = saving(lambda x, y: x)
    with pytest.warns(UserWarning, match="Anomaly"), minigrad.autograd.detect_anomaly():
        y = own.apply(leaf())
    assert any("traceback" in key for key in y.grad_fn.metadata), y.grad_fn.metadata


def test_a_dirty_input_counts_one_write_more():
    own = make_function(
        minigrad,
        forward=lambda ctx, x: (ctx.mark_dirty(x), x.mul_(2))[1],
        backward=lambda ctx, g: g * 2,
    )
    x = minigrad.ones(2)
    own.apply(x)
    assert x._version == 2
