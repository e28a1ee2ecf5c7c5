"""The node of a Function's call, which is its ctx."""

import gc
import weakref

from tests.behaviours.helpers import cube, leaf, own
from tests.behaviours.table import row


@row
def a_call_is_a_node(lib):
    """A Function's call is a node whose class is named after the Function."""
    x = leaf(lib)
    y = cube(lib).apply(x)
    node = y.grad_fn
    edges = [(parent.name().rpartition("::")[2], nr) for parent, nr in node.next_functions]
    y.sum().backward()
    return repr(node).partition(" object")[0], node.name(), edges, y.output_nr, x.grad, str(y)[:8]


@row
def ctx_is_the_node(lib):
    """The ctx of forward and of backward is the ``grad_fn`` itself; attributes stay on it."""
    seen = []

    def forward(ctx, x):
        ctx.note = [1, 2]
        seen.append(ctx)
        return x * 2

    def backward(ctx, g):
        seen.append(ctx)
        return g * len(ctx.note)

    x = leaf(lib)
    y = own(lib, forward, backward).apply(x)
    y.sum().backward()
    node = y.grad_fn
    y.grad_fn.late = "set later"
    return [each is node for each in seen], node.note, node.late, x.grad


@row
def what_ctx_is(lib):
    """A Function's ctx is a ``FunctionCtx``."""
    node = cube(lib).apply(leaf(lib)).grad_fn
    return isinstance(node, lib.autograd.function.FunctionCtx)


@row
def a_missing_attribute(lib):
    """Reading from ctx what was never put there is an AttributeError."""
    x = leaf(lib)
    own(lib, lambda ctx, x: x * 2, lambda ctx, g: g * ctx.forgotten).apply(x).sum().backward()


@row
def edges_lead_to_tensors_alone(lib):
    """``next_functions`` has a place per tensor argument, empty where no gradient is needed."""
    f = own(lib, lambda ctx, x, n, y, w: x * y * w)
    node = f.apply(leaf(lib), 2, lib.ones(2), leaf(lib) * 1).grad_fn
    return [(p and p.name().rpartition("::")[2], nr) for p, nr in node.next_functions]


@row
def what_needs_a_gradient(lib):
    """``needs_input_grad`` has a place per argument and is known in forward already."""
    seen = []

    def forward(ctx, x, y, n):
        seen.append(ctx.needs_input_grad)
        return x * y

    def backward(ctx, g):
        seen.append(ctx.needs_input_grad)
        return g, None, None

    f = own(lib, forward, backward)
    f.apply(leaf(lib), lib.ones(2), 3).sum().backward()
    with lib.no_grad():
        f.apply(leaf(lib), lib.ones(2), 3)
    f.apply(lib.ones(2), lib.ones(2), 3)
    return seen


@row
def needs_only_what_is_asked_for(lib):
    """In a backward for some inputs alone ``needs_input_grad`` says which."""
    seen = []

    def backward(ctx, g):
        seen.append(ctx.needs_input_grad)
        return g, g * 2

    x, y = leaf(lib), leaf(lib)
    out = own(lib, lambda ctx, x, y: x + y, backward).apply(x, y).sum()
    found = lib.autograd.grad(out, y, retain_graph=True)
    out.backward()
    return seen, found, x.grad, y.grad


@row
def hooks_on_the_node(lib):
    """Node hooks see what a Function's backward gets and gives."""
    seen = []
    x = leaf(lib)
    y = cube(lib).apply(x)
    y.grad_fn.register_prehook(lambda grads: seen.append(("pre", grads)))
    y.grad_fn.register_hook(lambda left, came: seen.append(("post", left, came)))
    y.register_hook(lambda g: g * 10)
    y.sum().backward()
    return seen, x.grad


@row
def the_graph_is_freed_with_the_result(lib):
    """Nothing saved, outputs included, keeps a graph alive once its results are gone."""

    def forward(ctx, x):
        y = x.exp()
        ctx.save_for_backward(x, y)
        return y

    gc.collect()
    gc.disable()
    try:
        y = own(lib, forward).apply(leaf(lib) * 1)
        node = weakref.ref(y.grad_fn)
        del y
        return node() is None
    finally:
        gc.enable()
