"""What may be asked of a graph.

Hooks on several tensors at once, gradient edges, hooks on one saved tensor, and gradients in
batches are tools for those who build on autograd. No lesson needs them; a tensor's own hooks and
`saved_tensors_hooks` stay. A node is called by what it does, without the places in PyTorch's source
that its names tell of.
"""

from tests.behaviours.helpers import end_of, leaf
from tests.behaviours.table import row


@row(why="a hook on each tensor says the same, one at a time")
def a_hook_on_several_gradients(lib):
    """`register_multi_grad_hook` waits until several gradients are there."""
    seen = []
    a, b = leaf(lib), leaf(lib)
    lib.autograd.graph.register_multi_grad_hook((a, b), lambda grads: seen.append(len(grads)))
    (a * b).sum().backward()
    return seen


@row(why="a root and an input are tensors")
def a_gradient_edge_in_place_of_a_tensor(lib):
    """`get_gradient_edge` gives a place in the graph that stands for a tensor."""
    x = leaf(lib)
    edge = lib.autograd.graph.get_gradient_edge((x * 2).sum())
    return lib.autograd.grad(edge, x)


@row(why="`saved_tensors_hooks` packs all that is saved in a block")
def hooks_on_one_saved_tensor(lib):
    """`_raw_saved_result` is one saved tensor, which takes hooks of its own."""
    y = leaf(lib).exp()
    y.grad_fn._raw_saved_result.register_hooks(lambda x: x.detach(), lambda x: x)
    return y.grad_fn._saved_result.detach()


@row(why="a loop over the gradients says what happens")
def gradients_in_a_batch(lib):
    """`is_grads_batched` goes back from several gradients in one call."""
    x = leaf(lib)
    return lib.autograd.grad(x * x, x, lib.eye(2), is_grads_batched=True)


@row(why="a write that is not seen is seen by nobody")
def a_write_counted_by_hand(lib):
    """`increment_version` counts a write that went unseen."""
    x = lib.ones(2)
    lib.autograd.graph.increment_version(x)
    return x._version


@row(why="nothing in minigrad has to forbid them")
def saved_tensors_hooks_forbidden(lib):
    """`disable_saved_tensors_hooks` refuses such hooks in a block."""
    with lib.autograd.graph.disable_saved_tensors_hooks("not here"):
        return leaf(lib).exp()


@row(why="a rule multiplies by a number as anybody would; torch has a second derivative for that")
def numbers_in_a_recorded_backward(lib):
    """What a recorded backward computes with numbers."""
    x = leaf(lib)
    (g,) = lib.autograd.grad((x**3).sum(), x, create_graph=True)
    return [node.name() for node, _ in g.grad_fn.next_functions if node]


@row(why="a C++ namespace would say nothing to the reader: the name alone")
def names_in_a_namespace(lib):
    """Torch names the nodes that are written by hand with their C++ namespace."""
    x = leaf(lib)
    y = x * 2
    y[0] = 5.0
    return end_of(x).name(), y.grad_fn.name()
