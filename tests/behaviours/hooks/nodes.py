"""Hooks of nodes: before and after the rule."""

from tests.behaviours.helpers import leaf, noting, own
from tests.behaviours.table import row


@row
def a_post_hook_sees_what_leaves_and_what_came(lib):
    """A post-hook sees what goes to each input, None where none is wanted, and what came."""
    seen = []
    x, w = lib.ones(2, 2), leaf(lib)
    y = x * w
    y.grad_fn.register_hook(noting(seen, "mul"))
    (y + 1).sum().backward()
    return seen, w.grad


@row
def a_post_hook_may_replace_what_leaves(lib):
    """A post-hook returns a tuple in place of what leaves; several run one after the other."""
    x, w = leaf(lib), leaf(lib)
    y = x * w
    y.grad_fn.register_hook(lambda sent, came: (sent[0] * 10, None))
    y.grad_fn.register_hook(lambda sent, came: None)
    y.grad_fn.register_hook(lambda sent, came: (sent[0] + 1, sent[1]))
    y.sum().backward()
    return x.grad, w.grad


@row
def a_pre_hook_may_replace_what_comes(lib):
    """A pre-hook returns a tuple in place of what came; post-hooks see it."""
    seen = []
    x = leaf(lib)
    y = x * 2
    y.grad_fn.register_prehook(lambda came: (came[0] * 10,))
    y.grad_fn.register_prehook(lambda came: None)
    y.grad_fn.register_prehook(noting(seen, "pre"))
    y.grad_fn.register_hook(noting(seen, "post"))
    y.sum().backward()
    return seen, x.grad


@row
def a_pre_hook_may_stop_a_gradient(lib):
    """None in a pre-hook's tuple lets no gradient through; a leaf then receives nothing."""
    seen = []
    x = leaf(lib)
    y = x * 2
    y.grad_fn.register_prehook(lambda came: (None,))
    y.grad_fn.register_hook(noting(seen, "post"))
    x.register_hook(noting(seen, "leaf"))
    y.sum().backward()
    return seen, x.grad


@row
def hooks_of_a_node_with_several_outputs(lib):
    """A node's hooks see a gradient per output, None where nothing arrived."""
    seen = []
    x = leaf(lib, 1.0, 2.0, 3.0)
    a, _, c = x.unbind()
    a.grad_fn.register_prehook(noting(seen, "pre"))
    a.grad_fn.register_hook(noting(seen, "post"))
    (a + c * 2).backward()
    return seen, x.grad


@row
def hooks_of_a_joining_node(lib):
    """`cat` sends a gradient to every input, also to one that wants none, as its hook shows."""
    seen = []
    x = leaf(lib)
    y = lib.cat([x, lib.ones(1), x])
    y.grad_fn.register_hook(noting(seen, "cat"))
    y.sum().backward()
    return seen, x.grad


@row
def hooks_of_a_functions_node(lib):
    """The node of a Function takes hooks as any other."""
    seen = []
    mine = own(lib, forward=lambda ctx, x: x * 2, backward=lambda ctx, g: g * 2)
    x = leaf(lib)
    y = mine.apply(x)
    y.register_hook(noting(seen, "tensor"))
    y.grad_fn.register_prehook(lambda came: (came[0] * 10,))
    y.grad_fn.register_hook(noting(seen, "post"))
    y.sum().backward()
    return seen, x.grad


@row
def hooks_of_an_accumulator_go_with_it(lib):
    """Hooks on a leaf's AccumulateGrad last as long as a graph holds that node."""
    seen = []
    x = leaf(lib)
    y = x * 2
    y.grad_fn.next_functions[0][0].register_prehook(lambda came: seen.append("pre"))
    y.grad_fn.next_functions[0][0].register_hook(lambda sent, came: seen.append("post"))
    z = x * 3
    z.sum().backward()
    seen.append("|")
    del y, z
    (x * 4).sum().backward()
    return seen, x.grad


@row
def hooks_of_an_accumulator_may_replace(lib):
    """A pre-hook of AccumulateGrad may replace what is added; its post-hook sends nothing."""
    seen = []
    x = leaf(lib)
    y = x * 2
    end = y.grad_fn.next_functions[0][0]
    end.register_prehook(lambda came: (came[0] * 10,))
    end.register_hook(noting(seen, "post"))
    y.sum().backward()
    return seen, x.grad
