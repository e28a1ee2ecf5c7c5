"""In which order hooks run."""

from tests.behaviours.helpers import leaf, noting
from tests.behaviours.table import row


@row
def order_on_a_result(lib):
    """On a result: its tensor hooks, retained gradient, node pre-hooks, rule, post-hooks."""
    seen = []
    x = leaf(lib)
    y = x * 2
    y.grad_fn.register_hook(noting(seen, "post"))
    y.grad_fn.register_prehook(noting(seen, "pre"))
    y.retain_grad()
    y.register_hook(lambda g: seen.append(["retained by now", y.grad is not None]))
    y.register_hook(lambda g: g * 10)
    y.grad_fn.register_prehook(lambda came: seen.append(["retained by now", y.grad is not None]))
    y.sum().backward()
    return seen, y.grad, x.grad


@row
def order_on_a_leaf(lib):
    """On a leaf: its tensor hooks, node pre-hooks, adding up, post-accumulate, post-hooks."""
    seen = []
    x = leaf(lib)
    y = x * 3
    x.register_post_accumulate_grad_hook(lambda p: seen.append(["accumulated", p.grad]))
    end = y.grad_fn.next_functions[0][0]
    end.register_hook(noting(seen, "post"))
    end.register_prehook(lambda came: seen.append(["pre", came, x.grad]))
    x.register_hook(noting(seen, "tensor"))
    y.sum().backward()
    return seen, x.grad


@row
def a_retained_gradient_is_what_the_hooks_left(lib):
    """`retain_grad` keeps the gradient as all tensor hooks left it, later ones too."""
    x = leaf(lib)
    y = x * 2
    y.register_hook(lambda g: g * 2)
    y.retain_grad()
    y.register_hook(lambda g: g * 5)
    y.sum().backward()
    return y.grad, x.grad


@row
def order_among_nodes(lib):
    """Hooks of one node all run before those of the next."""
    seen = []
    x = leaf(lib)
    y = x * 2
    z = y * 3
    for name, t in (("y", y), ("z", z)):
        t.grad_fn.register_hook(lambda sent, came, name=name: seen.append(name + " post"))
        t.grad_fn.register_prehook(lambda came, name=name: seen.append(name + " pre"))
        t.register_hook(lambda g, name=name: seen.append(name))
    x.register_hook(lambda g: seen.append("x"))
    z.sum().backward()
    return seen
