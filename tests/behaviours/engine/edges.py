"""Gradient edges: a tensor's place in the graph."""

from tests.behaviours.helpers import class_name, end_of, leaf, tried
from tests.behaviours.table import row


@row
def gradient_edges(lib):
    """`get_gradient_edge` gives where a tensor's gradient goes: its node and which output."""
    x = leaf(lib)
    b = (x * 2).unbind()[1]
    edge, end = lib.autograd.graph.get_gradient_edge(b), lib.autograd.graph.get_gradient_edge(x)
    return [
        [edge.node is b.grad_fn, edge.output_nr, class_name(edge)],
        [end.node is end_of(x), end.output_nr, class_name(end.node)],
        tried(lib.autograd.graph.get_gradient_edge, lib.ones(2)),
    ]


@row
def gradient_edges_as_inputs(lib):
    """A gradient edge stands for its tensor among the inputs of `grad` and of `backward`."""
    x = leaf(lib)
    y = x * 2
    edges = [lib.autograd.graph.get_gradient_edge(t) for t in (x, y)]
    z = (y * y).sum()
    found = lib.autograd.grad(z, edges, retain_graph=True)
    z.backward(inputs=edges[:1], retain_graph=True)
    return found, x.grad, tried(z.backward, inputs=edges[1:]), y.retains_grad


@row
def gradient_edges_as_roots(lib):
    """A gradient edge may be where a walk starts, the tensor itself being gone."""
    x = leaf(lib)
    edge = lib.autograd.graph.get_gradient_edge(x * x)
    one = lib.autograd.graph.get_gradient_edge((x * x).sum())
    found = lib.autograd.grad(edge, x, lib.ones(2), retain_graph=True)
    lib.autograd.backward([one], [lib.tensor(3.0)])
    return [
        found,
        x.grad,
        tried(lib.autograd.grad, edge, x),
        tried(lib.autograd.grad, edge, x, lib.ones(3)),
    ]


@row
def gradient_edges_that_lead_elsewhere(lib):
    """An edge that was not reached is unused, and cannot be given zeros."""
    x, w = leaf(lib), leaf(lib)
    edge = lib.autograd.graph.get_gradient_edge(w * 2)
    y = (x * 2).sum()
    return [
        tried(lib.autograd.grad, y, edge, retain_graph=True),
        tried(lib.autograd.grad, y, edge, allow_unused=True),
        tried(lib.autograd.grad, y, edge, materialize_grads=True),
    ]


@row
def gradient_edges_of_views(lib):
    """The edge of a view whose base was written into is the one it has since."""
    x = leaf(lib)
    y = x * 2
    part = y[:1]
    before = lib.autograd.graph.get_gradient_edge(part)
    y.mul_(3)
    after = lib.autograd.graph.get_gradient_edge(part)
    found = [class_name(before.node), class_name(after.node)]
    return found, lib.autograd.grad(after, x, lib.ones(1))


@row(why="an edge made by hand does not tell the gradient's type: minigrad asks for the gradient")
def gradient_edges_made_by_hand(lib):
    """A gradient edge may be put together from a node and a number."""
    x = leaf(lib)
    edge = lib.autograd.graph.GradientEdge((x * x).sum().grad_fn, 0)
    given = lib.autograd.grad(edge, x, lib.tensor(1.0), retain_graph=True)
    return given, tried(lib.autograd.grad, edge, x)
