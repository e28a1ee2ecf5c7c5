"""Reductions and sorting

Sums, means, extrema, medians, norms, variances, running sums, sorting: their numbers, types and
gradients are PyTorch's. What does not fit is refused in Python's words or NumPy's, or has a plain
meaning here; and how a result lies in memory is for NumPy to
say.
"""

from tests.behaviours.helpers import tried
from tests.behaviours.table import row


@row(why="the same is refused, in plainer words")
def keepdim_in_the_place_of_dim(lib):
    """``x.mean(True)`` does not keep the dimensions: True is no dimension."""
    x = lib.ones(2, 3)
    return tried(x.mean, True), tried(x.argmax, True)


@row(why="it has a plain meaning: that of `dim=None`")
def keepdim_without_dim(lib):
    """`keepdim` of a sum or a mean needs a `dim`."""
    return lib.ones(2, 3).sum(keepdim=True)


@row(why="False comes before True, as in sorting: nothing stands against an answer")
def where_the_largest_of_bools_lies(lib):
    """`argmax` of bools is refused."""
    return lib.tensor([False, True]).argmax()


@row(why="a conversion first, and then the plain sum or mean: each has its node")
def the_nodes_of_a_sum_in_another_type(lib):
    """A sum or a mean with `dtype` is one node."""
    x = lib.ones(2, requires_grad=True)
    made = x.sum(dtype=lib.float64), x.mean(0, dtype=lib.float64)
    return [type(y.grad_fn.next_functions[0][0]).__name__ for y in made]


@row(why="sorting is always stable, so that there is one node for it")
def the_node_of_a_stable_sort(lib):
    """With `stable` the node has another number."""
    return type(lib.ones(2, requires_grad=True).sort(stable=True).values.grad_fn).__name__


@row(why="NumPy keeps the order in memory of what was reduced; `stride()` tells the truth about it")
def how_a_sum_lies_in_memory(lib):
    """A sum lies in order in memory, however its input does."""
    return lib.ones(2, 3, 4).permute(2, 0, 1).sum(1).stride()
