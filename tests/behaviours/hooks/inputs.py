"""Which hooks run where a walk goes to some inputs alone."""

from tests.behaviours.helpers import leaf, noting
from tests.behaviours.table import row


@row
def grad_runs_tensor_hooks_of_its_inputs_alone(lib):
    """`autograd.grad` runs a leaf's tensor hooks, and none of its node or post-accumulate hooks."""
    seen = []
    x = leaf(lib)
    y = x * 2
    end = y.grad_fn.next_functions[0][0]
    end.register_prehook(noting(seen, "pre"))
    end.register_hook(noting(seen, "post"))
    x.register_post_accumulate_grad_hook(noting(seen, "accumulated"))
    x.register_hook(lambda g: (seen.append("tensor"), g * 10)[1])
    return lib.autograd.grad(y.sum(), x), seen, x.grad


@row
def an_input_on_the_way_to_another(lib):
    """The gradient of an input with another behind it is told before its hooks, else after."""
    x = leaf(lib)
    a = x * 2
    b = a * 3
    for t in (x, a, b):
        t.register_hook(lambda g: g * 10)
    return [
        lib.autograd.grad(b.sum(), [x, a, b], retain_graph=True),
        lib.autograd.grad(b.sum(), [a, b], retain_graph=True),
        lib.autograd.grad(b.sum(), [b], retain_graph=True),
    ]


@row
def hooks_on_the_way_to_an_input(lib):
    """A walk to an input runs the hooks on the way to it, and none aside or behind."""
    seen = []
    x, w = leaf(lib), leaf(lib)
    y = x * 2
    v = w * 3
    z = (y * v).sum()
    named = (("x", x), ("w", w), ("y", y), ("v", v))
    for name, t in named:
        t.register_hook(lambda g, name=name: seen.append(name))
    y.grad_fn.register_prehook(lambda came: seen.append("pre y"))
    y.grad_fn.register_hook(lambda sent, came: seen.append("post y"))
    lib.autograd.grad(z, y, retain_graph=True)
    seen.append("|")
    lib.autograd.grad(z, [x, y], retain_graph=True)
    seen.append("|")
    z.backward(inputs=[w])
    return seen


@row
def hooks_of_inputs_of_backward(lib):
    """`backward(inputs=)` runs all hooks of the leaves among its inputs, of others none."""
    seen = []
    x, w = leaf(lib), leaf(lib)
    for name, t in (("x", x), ("w", w)):
        t.register_hook(lambda g, name=name: seen.append(name))
        t.register_post_accumulate_grad_hook(lambda p, name=name: seen.append("post " + name))
    (x * w).sum().backward(inputs=[w])
    return seen, x.grad, w.grad


@row
def hooks_fire_where_grad_stops(lib):
    """`grad` runs a target's tensor hooks; its node's only where the walk goes on behind it."""
    ran = []
    x = lib.tensor(1.0, requires_grad=True)
    y = x * 2
    z = y * 2
    end = y.grad_fn.next_functions[0][0]
    for name, node in (("y", y.grad_fn), ("x", end)):
        node.register_prehook(lambda g, name=name: ran.append("before " + name))
        node.register_hook(lambda i, o, name=name: ran.append("after " + name))
    for name, t in (("x", x), ("y", y)):
        t.register_hook(lambda g, name=name: ran.append("tensor " + name))
    walks = []
    for act in (
        lambda: lib.autograd.grad(z, y, retain_graph=True),
        lambda: lib.autograd.grad(z, (x, y), retain_graph=True),
        lambda: z.backward(retain_graph=True),
        lambda: z.backward(inputs=(x, y), retain_graph=True),
    ):
        act()
        walks.append(list(ran))
        ran.clear()
    return walks
