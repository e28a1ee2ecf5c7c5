"""What a Function saves: how it is read back, differentiated, checked for writes, and freed."""

import gc
import weakref

import minigrad
from tests.autograd.starts import leaf, square
from tests.autograd.twins import both, cases, first_words, make_function

case = cases()


@case
def saved_tensors(lib):
    def forward(ctx, x, w):
        mid = x.exp()
        y = mid * w
        ctx.save_for_backward(x, None, mid, y)
        return y

    own = make_function(lib, forward=forward, backward=lambda ctx, g: (g, None))
    y = own.apply(leaf(lib, 0.0), lib.ones(1))
    return [None if x is None else [x, x.requires_grad] for x in y.grad_fn.saved_tensors]


@case
def saved_tensors_are_freed(lib):
    y = square(lib).apply(leaf(lib)).sum()
    y.backward()
    return first_words(y.backward, "(or directly")


@case
def nothing_saved_nothing_freed(lib):
    own = make_function(lib, forward=lambda ctx, x: x * x, backward=lambda ctx, g: g)
    x = leaf(lib)
    y = own.apply(x).sum()
    y.backward()
    y.backward()
    return x.grad


@case
def second_derivative(lib):
    x = leaf(lib, 2.0)
    (g,) = lib.autograd.grad(square(lib).apply(x), x, create_graph=True)
    return g, lib.autograd.grad(g, x)


@case
def second_derivative_through_a_saved_output(lib):
    def forward(ctx, x):
        y = x.exp()
        ctx.save_for_backward(y)
        return y

    own = make_function(lib, forward=forward, backward=lambda ctx, g: g * ctx.saved_tensors[0])
    x = leaf(lib, 0.5)
    (g,) = lib.autograd.grad(own.apply(x), x, create_graph=True)
    return g.detach(), lib.autograd.grad(g, x)


@case
def saved_input_written_over(lib):
    def forward(ctx, x, w):
        ctx.save_for_backward(w)
        return x * w

    own = make_function(
        lib, forward=forward, backward=lambda ctx, g: (g * ctx.saved_tensors[0], None)
    )
    w = lib.ones(2)
    y = own.apply(leaf(lib), w).sum()
    w.add_(1)
    return first_words(y.backward, "Hint")


@case
def saved_output_written_over(lib):
    def forward(ctx, x):
        y = x.exp()
        ctx.save_for_backward(y)
        return y

    own = make_function(lib, forward=forward, backward=lambda ctx, g: g * ctx.saved_tensors[0])
    y = own.apply(leaf(lib))
    y.mul_(2)
    return first_words(y.sum().backward, "Hint")


test_function_as_in_torch = both(__name__, case)


def test_ctx_holds_no_output_and_everything_is_freed():
    gc.collect()
    gc.disable()
    own = square(minigrad)
    try:
        x = leaf(minigrad)
        y = own.apply(own.apply(x))
        refs = [weakref.ref(y), weakref.ref(y.grad_fn), weakref.ref(x)]
        y.sum().backward()
        del x, y
        assert [ref() for ref in refs] == [None] * 3
        assert gc.collect() == 0
    finally:
        gc.enable()
