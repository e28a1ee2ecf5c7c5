"""Functions that are differentiated twice, or only once."""

from tests.behaviours.helpers import cube, cube_rule, facts, keep_input, leaf, own, tried
from tests.behaviours.table import row


def once(lib):
    function = lib.autograd.function
    rule = function.once_differentiable(cube_rule)
    return own(lib, keep_input, rule), rule


@row
def a_second_derivative(lib):
    """A Function whose backward is made of operations can be differentiated again, and again."""
    x = leaf(lib, 2.0)
    y = cube(lib).apply(x)
    (first,) = lib.autograd.grad(y, x, create_graph=True)
    (second,) = lib.autograd.grad(first, x, create_graph=True)
    (third,) = lib.autograd.grad(second, x)
    return first, second, third


@row
def a_second_derivative_through_an_output(lib):
    """A saved output leads back through the Function itself."""

    def forward(ctx, x):
        y = x.exp()
        ctx.save_for_backward(y)
        return y

    x = leaf(lib, 0.5)
    y = own(lib, forward, lambda ctx, g: g * ctx.saved_tensors[0]).apply(x)
    (first,) = lib.autograd.grad(y, x, create_graph=True)
    return first, lib.autograd.grad(first, x)


@row
def a_second_derivative_past_an_intermediate(lib):
    """What lay between input and output is a constant to the second derivative."""

    def forward(ctx, x):
        square = x * x
        ctx.save_for_backward(square)
        return square * x

    x = leaf(lib, 2.0)
    y = own(lib, forward, lambda ctx, g: g * 3 * ctx.saved_tensors[0]).apply(x)
    (first,) = lib.autograd.grad(y, x, create_graph=True)
    return first, lib.autograd.grad(first.sum(), x, allow_unused=True)


@row
def differentiated_once(lib):
    """``once_differentiable`` runs the rule unrecorded and lets a first derivative pass."""
    x = leaf(lib)
    f, rule = once(lib)
    f.apply(x).sum().backward()
    return x.grad, rule.__name__


@row
def differentiated_twice(lib):
    """A second derivative through ``once_differentiable`` raises when it is asked for."""
    x = leaf(lib)
    y = once(lib)[0].apply(x)
    (g,) = lib.autograd.grad((y * y).sum(), x, create_graph=True)
    return g.requires_grad, g.grad_fn.name().rpartition("::")[2], tried(g.sum().backward)


@row
def differentiated_twice_where_it_needs_none(lib):
    """Where the incoming gradient requires none the result does not either."""
    x = leaf(lib)
    (g,) = lib.autograd.grad(once(lib)[0].apply(x).sum(), x, create_graph=True)
    return facts(g), g
