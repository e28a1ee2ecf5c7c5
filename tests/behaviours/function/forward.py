"""What is recorded of a forward, and what is not."""

from tests.behaviours.helpers import cube, facts, leaf, own, tried
from tests.behaviours.table import row


@row
def nothing_is_recorded_in_forward(lib):
    """Forward runs as under no_grad, on tensors that still say they require grad."""
    seen = []

    def forward(ctx, x):
        y = x * x
        seen.append((lib.is_grad_enabled(), y.requires_grad, x.requires_grad, x.grad_fn is None))
        return y

    x = leaf(lib) * 1
    y = own(lib, forward).apply(x)
    return seen, y.requires_grad


@row
def recorded_inside_forward_on_purpose(lib):
    """With enable_grad in forward a graph inside may be built and walked."""

    def forward(ctx, x):
        with lib.enable_grad():
            inner = x.detach().requires_grad_()
            (ctx.slope,) = lib.autograd.grad((inner * inner).sum(), inner)
        return x * x

    x = leaf(lib)
    y = own(lib, forward, lambda ctx, g: g * ctx.slope).apply(x)
    y.sum().backward()
    return x.grad, y


@row
def a_recorded_result_is_taken_over(lib):
    """A result recorded inside forward loses that history: the Function is its node."""

    def forward(ctx, x):
        with lib.enable_grad():
            return x * 5

    x = leaf(lib)
    y = own(lib, forward, lambda ctx, g: g * 7).apply(x)
    y.sum().backward()
    return x.grad, y.grad_fn.name()


@row
def under_no_grad(lib):
    """Under no_grad nothing is recorded, and saving is of no consequence."""
    with lib.no_grad():
        y = cube(lib).apply(leaf(lib))
    return facts(y), y.tolist()


@row
def recorded_inside_under_no_grad(lib):
    """Under no_grad a result that enable_grad recorded in forward loses its history, too."""

    def forward(ctx, x):
        with lib.enable_grad():
            return x * 2

    with lib.no_grad():
        return facts(own(lib, forward).apply(leaf(lib)))


@row
def views_under_no_grad(lib):
    """Under no_grad an input comes back detached; a view of it says that it requires grad."""
    x = leaf(lib)
    with lib.no_grad():
        same = own(lib, lambda ctx, x: x).apply(x)
        view = own(lib, lambda ctx, x: x[:1]).apply(x)
    return same is x, facts(same), facts(view)


@row
def without_a_gradient_needed(lib):
    """Where no argument requires grad the result is a leaf that requires none."""
    return facts(cube(lib).apply(lib.ones(2)))


@row
def an_error_in_forward(lib):
    """An error in forward comes through, and the mode is as before."""

    def forward(ctx, x):
        raise KeyError("inside")

    x = leaf(lib)
    found = tried(lambda: own(lib, forward).apply(x))
    return found, lib.is_grad_enabled(), (x * 2).requires_grad


@row
def one_inside_another(lib):
    """A Function called in another's forward is not recorded; in its backward it may be."""
    inner = cube(lib)
    x = leaf(lib, 2.0)

    def forward(ctx, x):
        ctx.save_for_backward(x)
        y = inner.apply(x)
        ctx.inside = y.requires_grad
        return y * 1

    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        return g * inner.apply(x)

    y = own(lib, forward, backward, name="Outer").apply(x)
    (g,) = lib.autograd.grad(y, x, create_graph=True)
    return y.grad_fn.inside, g, lib.autograd.grad(g, x)


@row
def a_module_calls_it(lib):
    """A Function stands between other operations as any operation does."""
    x = leaf(lib)
    y = (cube(lib).apply(x * 2) + x).exp().sum().log()
    return y, lib.autograd.grad(y, x)
