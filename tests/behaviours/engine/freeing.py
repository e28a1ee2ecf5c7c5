"""What a backward frees, and what `retain_graph` keeps."""

from tests.behaviours.helpers import leaf, own, tried
from tests.behaviours.table import row


def kept(ctx, x):
    """A forward that saves its input."""
    ctx.save_for_backward(x)
    return x * x


@row
def a_second_backward(lib):
    """After backward the graph is freed: a second one raises, and adds nothing."""
    x = leaf(lib)
    y = (x * x).sum()
    y.backward()
    return tried(y.backward), tried(lib.autograd.grad, y, x), x.grad


@row
def a_second_backward_through_every_kind(lib):
    """Nodes of one, two, three and any number of inputs, of several outputs, of a write: freed."""
    x = lib.tensor([[1.0, 2.0], [3.0, 5.0]], requires_grad=True)
    written = x * 1
    written[0].mul_(2)
    mine = own(lib, forward=kept, backward=lambda ctx, g: g * ctx.saved_tensors[0])
    made = {
        "one": x.exp(),
        "two": x * x,
        "three": lib.addmm(x, x, x),
        "any": lib.cat([x.exp(), x]),
        "outputs": x.max(1).values,
        "write": written,
        "Function": mine.apply(x),
    }
    found = {}
    for name, y in made.items():
        y.sum().backward()
        found[name] = tried(y.sum().backward)
    return found, x.grad


@row
def a_second_backward_where_nothing_was_saved(lib):
    """A graph that saved nothing can be gone back through again and again."""
    x = leaf(lib)
    y = (x + x - x.view(2)).sum()
    y.backward()
    y.backward()
    return x.grad


@row
def a_retained_graph(lib):
    """With `retain_graph` the graph stays; the gradients add up."""
    x = leaf(lib)
    y = (x * x).sum()
    y.backward(retain_graph=True)
    y.backward(retain_graph=True)
    y.backward(retain_graph=False)
    return x.grad, tried(y.backward)


@row
def retain_graph_follows_create_graph(lib):
    """Unless it is given, `retain_graph` is what `create_graph` is."""
    x = leaf(lib)
    y = (x * x).sum()
    found = [
        tried(lib.autograd.grad, y, x, create_graph=True)[0].detach(),
        tried(lib.autograd.grad, y, x, create_graph=True, retain_graph=False)[0].detach(),
    ]
    return found, tried(lib.autograd.grad, y, x)


@row
def a_shared_part_is_freed_with_the_first(lib):
    """Two results of one graph share its fate: the first backward frees what they share."""
    x = leaf(lib)
    y = x.exp()
    a, b = y.sum(), (y * 2).sum()
    a.backward()
    return x.grad, tried(b.backward), x.grad


@row
def only_what_was_walked_is_freed(lib):
    """A walk to a target frees the way to it alone."""
    x, w = leaf(lib), leaf(lib)
    a, b = x.exp(), w.exp()
    z = (a * 1 + b * 1).sum()
    lib.autograd.grad(z, a)
    return tried(a.sum().backward), tried(b.sum().backward), x.grad, w.grad


@row
def what_no_wanted_gradient_needs_is_checked_too(lib):
    """A value that was saved and written over is noticed, though the gradient wanted is another."""
    x, w = leaf(lib), leaf(lib, 3.0, 4.0)
    a, b, c = x * 1, w * 1, w * 2
    product, three = (a * b).sum(), lib.addcmul(x * 1, a, c).sum()
    b.zero_()
    c.zero_()
    return [
        tried(lib.autograd.grad, product, w, retain_graph=True),
        tried(lib.autograd.grad, product, x, retain_graph=True),
        tried(lib.autograd.grad, three, w, retain_graph=True),
        tried(product.backward),
        x.grad,
    ]


@row
def saved_values_after_freeing(lib):
    """What a node saved can be read until it is freed."""
    x = leaf(lib)
    y = x.exp()
    before = y.grad_fn._saved_result.detach()
    y.sum().backward()
    return before, tried(lambda: y.grad_fn._saved_result)


@row
def backward_returns_nothing(lib):
    """`backward` returns None."""
    x = leaf(lib)
    return x.sum().backward(), lib.autograd.backward(x.sum())
