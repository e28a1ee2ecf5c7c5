"""The node in which the way to a leaf ends."""

from tests.behaviours.helpers import end_of, leaf, tried
from tests.behaviours.table import row


@row
def where_a_leafs_gradient_ends(lib):
    """A graph ends in the leaf's AccumulateGrad, one for all graphs, which knows its leaf."""
    x = leaf(lib)
    y, z = x * 2, x * 3
    end, other = (t.grad_fn.next_functions[0][0] for t in (y, z))
    return type(end).__name__, end.variable is x, end is other, end.next_functions


@row
def an_accumulator_lives_as_long_as_a_graph(lib):
    """A leaf does not hold its AccumulateGrad: it goes with the last graph that ends in it."""
    x = leaf(lib)
    y = x * 2
    y.grad_fn.next_functions[0][0].metadata["mine"] = 1
    first = dict(end_of(x).metadata)
    del y
    return first, dict(end_of(x).metadata)


@row
def a_leaf_moved_into_a_graph(lib):
    """A leaf that a graph ends in, then turned into a result, receives nothing more."""
    x, w = leaf(lib), leaf(lib)
    y = (x * 2).sum()
    x.requires_grad_(False)
    x.mul_(w)
    return tried(y.backward), x.retains_grad, x.is_leaf
