"""What a node says, and what may be done with it."""

from tests.behaviours.helpers import class_name, end_of, leaf, own, tried
from tests.behaviours.table import row


@row
def next_functions(lib):
    """A node names, per input, the node that gets its gradient and which output that is."""
    x, c = leaf(lib), lib.ones(2)
    y = x * c
    a, b = y.unbind()
    z = a + b * 2
    (left, _), (right, _) = z.grad_fn.next_functions
    return [
        [[p and class_name(p), nr] for p, nr in node.next_functions]
        for node in (y.grad_fn, z.grad_fn, left, right)
    ]


@row
def next_functions_share_their_nodes(lib):
    """Where two nodes lead to one they lead to the same object."""
    x = leaf(lib)
    y = x * 2
    a, b = y + 1, y.exp()
    return [
        a.grad_fn.next_functions[0][0] is y.grad_fn,
        a.grad_fn.next_functions[0][0] is b.grad_fn.next_functions[0][0],
        a.grad_fn is a.grad_fn,
    ]


@row
def names_of_nodes(lib):
    """`name()` says the operation; a Function's node is called after it."""
    x = leaf(lib)
    mine = own(lib, forward=lambda ctx, x: x * 2, backward=lambda ctx, g: g * 2)
    made = x * 2, x + 1, x.sum(), x.view(2, 1), x[0], mine.apply(x), x.exp(), x.double()
    return [[t.grad_fn.name(), class_name(t.grad_fn)] for t in made]


@row
def calling_a_node(lib):
    """A node can be called: from the gradients of its outputs it gives those of its inputs."""
    x = leaf(lib)
    y = x.exp()
    y.register_hook(lambda g: g * 10)
    part = x.unbind()[0]
    end = y.grad_fn.next_functions[0][0]
    mine = own(lib, forward=lambda ctx, x: x * 2, backward=lambda ctx, g: g * 2).apply(x)
    return [
        y.grad_fn(lib.ones(2)),
        (x * 3).grad_fn(lib.ones(2)),
        part.grad_fn(lib.tensor(1.0), None),
        y.grad_fn(None),
        end(lib.ones(2)),
        x.grad,
        tried(mine.grad_fn, lib.ones(2)),
    ]


@row
def calling_the_node_of_a_write(lib):
    """So does that of a write into a view, until it is freed."""
    x = leaf(lib)
    y = x * 1
    y[:1].mul_(5)
    found = y.grad_fn(lib.ones(2))
    y.sum().backward()
    return found, tried(y.grad_fn, lib.ones(2))


@row
def a_node_prints(lib):
    """A node prints its class and address."""
    x = leaf(lib)
    nodes = (x * 2).grad_fn, end_of(x)
    return [repr(node).partition(" at ")[0] for node in nodes]


@row
def a_node_takes_notes(lib):
    """`metadata` is a dict for the reader's own notes, one per node."""
    y = leaf(lib) * 2
    y.grad_fn.metadata["seen"] = 3
    return y.grad_fn.metadata, (y + 1).grad_fn.metadata


@row
def every_node_is_a_node(lib):
    """`autograd.graph.Node` is the class of every node, AccumulateGrad and a Function's too."""
    x = leaf(lib)
    mine = own(lib, forward=lambda ctx, x: x * 2, backward=lambda ctx, g: g * 2)
    y = x * 2
    y[0] = 5.0
    end = end_of(x)
    nodes = y.grad_fn, end, mine.apply(x).grad_fn, (x + 1).grad_fn, x, None
    return [isinstance(node, lib.autograd.graph.Node) for node in nodes]


@row
def classes_of_nodes(lib):
    """A node's class prints as the operation alone."""
    x = leaf(lib)
    y = x + 1
    nodes = y.grad_fn, x.exp().grad_fn, y.grad_fn.next_functions[0][0]
    y[0] = 0.0
    return [str(type(node)) for node in (*nodes, y.grad_fn)], type(nodes[0]).__module__


@row
def nodes_are_numbered(lib):
    """Nodes are numbered as they are recorded; a leaf's comes before all of them in a backward."""
    x = lib.ones(2, requires_grad=True)
    y = x * 2
    z = y.exp()
    leaf = y.grad_fn.next_functions[0][0]
    return z.grad_fn._sequence_nr() - y.grad_fn._sequence_nr(), leaf._sequence_nr() == 2**64 - 1
