"""Nodes of activations, losses and layers.

To PyTorch the derivative of an activation or a loss is an operation of its own, and some losses are
two, for scores of two shapes. Here a derivative is written with operations that are there anyway,
to any order: the numbers are the same, the names in the graph of a gradient are not.
"""

import warnings

from tests.behaviours.helpers import leaf
from tests.behaviours.table import row


@row(why="The derivative is a product, and recorded as one.")
def the_derivative_of_a_sigmoid_recorded(lib):
    """What a recorded backward through a sigmoid ends in."""
    x = leaf(lib, 0.25, 0.5)
    (g,) = lib.autograd.grad(lib.sigmoid(x).sum(), x, create_graph=True)
    return g.grad_fn.name()


@row(why="It is a sum of some scores, which has no second derivative: nothing is recorded for it.")
def the_derivative_of_a_likelihood_recorded(lib):
    """The gradient of the negative log-likelihood of given scores can be differentiated: to 0."""
    x = leaf(lib, 0.25, 0.5)
    loss = lib.nn.functional.nll_loss(x, lib.tensor(1))
    (g,) = lib.autograd.grad(loss, x, create_graph=True)
    return g.requires_grad


@row(why="One operation does it for scores of any shape.")
def the_loss_of_pictures(lib):
    """The node of the negative log-likelihood of classes, one for each point of a picture."""
    scores, classes = lib.zeros(1, 2, 1, 1, requires_grad=True), lib.tensor([[[1]]])
    return lib.nn.functional.nll_loss(scores, classes).grad_fn.name()


@row(why="With numbers that are given a normalization is a product and a sum.")
def the_node_of_a_batch_norm_at_rest(lib):
    """The node of a batch norm after `eval`."""
    layer = lib.nn.BatchNorm1d(2).eval()
    return layer(lib.ones(1, 2, requires_grad=True)).grad_fn.name()


@row(why="A mean over rows and one over columns are two products of matrices.")
def the_node_of_an_adaptive_mean(lib):
    """The node of adaptive pooling to more than one mean."""
    x = lib.ones(1, 1, 4, 4, requires_grad=True)
    return lib.nn.functional.adaptive_avg_pool2d(x, 2).grad_fn.name()


@row(why="Hooks run after a forward that succeeded; one that fails raises.")
def a_hook_that_is_always_called(lib):
    """A forward hook with `always_call` runs also where forward fails."""
    seen, layer = [], lib.nn.Linear(2, 2)
    layer.register_forward_hook(lambda *found: seen.append("called"), always_call=True)
    return seen


@row(why="The gradient is dense, with the same values, and a warning says so once.")
def a_sparse_gradient(lib):
    """With `sparse=True` an embedding's gradient is sparse."""
    table = lib.nn.Embedding(3, 2, sparse=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        table(lib.tensor([1])).sum().backward()
    return table.weight.grad.is_sparse
