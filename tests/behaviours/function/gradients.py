"""What a Function's backward may return."""

from tests.behaviours.helpers import leaf, own
from tests.behaviours.table import row


@row
def too_few_gradients(lib):
    """One gradient per argument, or an error with both counts."""
    f = own(lib, lambda ctx, x, y: x * y, lambda ctx, g: g)
    f.apply(leaf(lib), leaf(lib)).sum().backward()


@row
def too_many_gradients(lib):
    """Too many are an error as well."""
    own(lib, lambda ctx, x: x * 2, lambda ctx, g: (g, g)).apply(leaf(lib)).sum().backward()


@row
def too_many_but_none(lib):
    """Surplus places are no error where they are None."""
    x = leaf(lib)
    own(lib, lambda ctx, x: x * 2, lambda ctx, g: (g, None, None)).apply(x).sum().backward()
    return x.grad


@row
def no_gradient(lib):
    """None for a tensor stops the gradient there."""
    x = leaf(lib)
    own(lib, lambda ctx, x: x * 2, lambda ctx, g: None).apply(x * 1).sum().backward()
    return x.grad


@row
def no_gradient_for_a_function(lib):
    """Behind a Function that gave None another still runs, on zeros, or on None."""
    seen = []
    x = leaf(lib)
    stop = own(lib, lambda ctx, x: x * 2, lambda ctx, g: None)
    for zeros in (True, False):

        def forward(ctx, x, zeros=zeros):
            ctx.set_materialize_grads(zeros)
            return x * 3

        before = own(lib, forward, lambda ctx, g: seen.append(g) or g)
        stop.apply(before.apply(x)).sum().backward()
    return seen, x.grad


@row
def a_gradient_for_a_number(lib):
    """An argument that is no tensor takes None alone."""
    f = own(lib, lambda ctx, x, n: x * n, lambda ctx, g: (g, g))
    f.apply(leaf(lib), 2.0).sum().backward()


@row
def a_gradient_for_what_needs_none(lib):
    """A gradient for a tensor that needs none is dropped, whatever its shape."""
    x, w = leaf(lib), lib.ones(2)
    f = own(lib, lambda ctx, x, w: x * w, lambda ctx, g: (g, lib.ones(7)))
    f.apply(x, w).sum().backward()
    return x.grad, w.grad


@row
def a_gradient_that_is_no_tensor(lib):
    """A number is no gradient."""
    own(lib, lambda ctx, x: x * 2, lambda ctx, g: 3.0).apply(leaf(lib)).sum().backward()


@row
def a_gradient_in_a_list(lib):
    """Nor is a list of gradients."""
    own(lib, lambda ctx, x: x * 2, lambda ctx, g: [g]).apply(leaf(lib)).sum().backward()


@row
def a_gradient_of_a_wrong_shape(lib):
    """A gradient of another shape is refused, with both shapes."""
    f = own(lib, lambda ctx, x: x * 2, lambda ctx, g: lib.ones(5))
    f.apply(leaf(lib)).sum().backward()


@row
def a_gradient_that_is_too_small(lib):
    """One that would have to be expanded too."""
    f = own(lib, lambda ctx, x: x * 2, lambda ctx, g: lib.tensor(7.0))
    f.apply(leaf(lib)).sum().backward()


@row
def a_gradient_that_was_broadcast(lib):
    """One that is broadcast is summed to the input's shape."""
    x = leaf(lib)
    own(lib, lambda ctx, x: x * 2, lambda ctx, g: lib.ones(5, 2)).apply(x).sum().backward()
    return x.grad


@row
def a_gradient_of_another_type(lib):
    """A gradient of another floating type is converted."""
    x = leaf(lib)
    own(lib, lambda ctx, x: x * 2, lambda ctx, g: g.double() * 2).apply(x).sum().backward()
    return x.grad, x.grad.dtype


@row
def none_and_a_hook_on_what_comes_behind(lib):
    """A leaf whose gradient is None has its hooks run, in its turn."""
    ran = []

    def forward(ctx, x, w):
        return x * w.detach()

    first = own(lib, lambda ctx, x: x, lambda ctx, g: (ran.append("first"), g)[1])
    half = own(lib, forward, lambda ctx, g: (g, None))
    x, w = leaf(lib), leaf(lib)
    w.register_hook(lambda g: ran.append(["w", g]))
    half.apply(first.apply(x), w).sum().backward()
    return ran, x.grad, w.grad
