"""What ctx keeps for the backward."""

from tests.behaviours.helpers import cube, facts, leaf, own, tried
from tests.behaviours.table import row


@row
def what_may_be_saved(lib):
    """Inputs, outputs, what lies between, and None come back from ``saved_tensors``."""

    def forward(ctx, x, w):
        mid = x.exp()
        y = mid * w
        ctx.save_for_backward(x, None, mid, y)
        return y

    x, w = leaf(lib, 0.0), lib.ones(1)
    y = own(lib, forward, lambda ctx, g: (g, None)).apply(x, w)
    saved = y.grad_fn.saved_tensors
    kinds = [s if s is None else (facts(s), s.tolist()) for s in saved]
    same = saved[0].data_ptr() == x.data_ptr()
    return kinds, same, saved[3] is y, saved[3].grad_fn is y.grad_fn


@row
def saved_and_detached_in_place(lib):
    """A Function does not mind that a tensor it saved is detached in place."""
    x = leaf(lib)
    y = x * 1
    z = cube(lib).apply(y)
    y.detach_()
    z.sum().backward()
    return x.grad, y.requires_grad


@row
def saving_a_number(lib):
    """``save_for_backward`` takes tensors and None alone, and says which argument is not."""
    own(lib, lambda ctx, x: ctx.save_for_backward(x, 3) or x * 2).apply(leaf(lib))


@row
def saving_a_list(lib):
    """A list of tensors is not a tensor."""
    own(lib, lambda ctx, x: ctx.save_for_backward([x]) or x * 2).apply(leaf(lib))


@row
def saving_twice(lib):
    """Of two calls of ``save_for_backward`` the second counts."""

    def forward(ctx, x):
        ctx.save_for_backward(x)
        ctx.save_for_backward(x * 5, x * 6)
        return x * 2

    return own(lib, forward).apply(leaf(lib)).grad_fn.saved_tensors


@row
def nothing_saved(lib):
    """Without ``save_for_backward``, ``saved_tensors`` is empty; the graph can be walked twice."""
    x = leaf(lib)
    y = own(lib, lambda ctx, x: x * 2).apply(x)
    found = y.grad_fn.saved_tensors
    y.sum().backward()
    y.sum().backward()
    return found, x.grad


@row
def saved_only_where_recorded(lib):
    """Saving in a call that is not recorded keeps nothing, not even in ctx."""
    seen = []

    def forward(ctx, x):
        ctx.save_for_backward(x)
        seen.append(ctx)
        return x * 2

    own(lib, forward).apply(lib.ones(2))
    return seen[0].saved_tensors


@row
def saved_tensors_in_forward(lib):
    """While forward runs ``saved_tensors`` holds nothing yet."""
    seen = []

    def forward(ctx, x):
        ctx.save_for_backward(x)
        seen.append(tried(lambda: ctx.saved_tensors))
        return x * 2

    own(lib, forward).apply(leaf(lib))
    return seen


@row
def freed_by_backward(lib):
    """After a backward the saved tensors are gone: a second backward and a look both raise."""
    y = cube(lib).apply(leaf(lib)).sum()
    node = y.grad_fn.next_functions[0][0]
    y.backward()
    return tried(y.backward), tried(lambda: node.saved_tensors)


@row
def kept_by_retain_graph(lib):
    """With ``retain_graph`` they stay."""
    x = leaf(lib)
    y = cube(lib).apply(x).sum()
    y.backward(retain_graph=True)
    y.backward(retain_graph=True)
    return x.grad, y.grad_fn.next_functions[0][0].saved_tensors


@row
def a_saved_input_written_over(lib):
    """A saved input that was written over is noticed when backward reads it."""
    f = own(
        lib,
        lambda ctx, x, w: ctx.save_for_backward(w) or x * w,
        lambda ctx, g: (g * ctx.saved_tensors[0], None),
    )
    w = lib.ones(2)
    y = f.apply(leaf(lib), w).sum()
    w.add_(1)
    y.backward()


@row
def a_saved_output_written_over(lib):
    """A saved output too, and the message names the node that made it."""

    def forward(ctx, x):
        y = x.exp()
        ctx.save_for_backward(y)
        return y

    y = own(lib, forward, lambda ctx, g: g * ctx.saved_tensors[0]).apply(leaf(lib))
    y.mul_(2)
    y.sum().backward()


@row
def written_over_but_never_read(lib):
    """What backward does not read may have been written over."""
    f = own(lib, lambda ctx, x, w: ctx.save_for_backward(w) or x * w, lambda ctx, g: (g, None))
    x, w = leaf(lib), lib.ones(2)
    y = f.apply(x, w).sum()
    w.add_(1)
    y.backward()
    return x.grad


@row
def kept_as_an_attribute(lib):
    """A tensor kept as an attribute is not watched: backward sees what was written into it."""

    def forward(ctx, x, w):
        ctx.w = w
        return x * w

    x, w = leaf(lib), lib.ones(2)
    y = own(lib, forward, lambda ctx, g: (g * ctx.w, None)).apply(x, w).sum()
    w.add_(1)
    y.backward()
    return x.grad
