"""Many gradients walked back at once: `is_grads_batched`."""

import functools

from tests.behaviours.helpers import leaf, tried
from tests.behaviours.table import row


@row
def a_batch_of_gradients(lib):
    """With `is_grads_batched` one call goes back from many gradients, and stacks the results."""
    x, unused = leaf(lib), leaf(lib)
    rows = lib.tensor([[1.0, 0.0], [0.0, 1.0], [2.0, 2.0]])
    y = x * x
    grad = functools.partial(lib.autograd.grad, is_grads_batched=True)
    (recorded,) = grad(y, x, rows, create_graph=True)
    return (
        grad(y, (x, unused), rows, allow_unused=True, retain_graph=True),
        grad(y, (x, unused), rows, materialize_grads=True, retain_graph=True),
        grad([y, y.sum()], [y, x], [rows, rows[:, 0]], retain_graph=True),
        lib.autograd.grad(recorded.sum(), x),
        grad(y, x, rows.double(), retain_graph=True),
        grad(y, x, rows),
        tried(grad, y, x, rows),
    )


@row
def a_batch_that_does_not_fit(lib):
    """`is_grads_batched` refuses gradients that are no stack, or stacks of several sizes."""
    x = leaf(lib)
    y = x * x
    grad = functools.partial(lib.autograd.grad, is_grads_batched=True)
    return (
        tried(grad, y, x),
        tried(grad, y.sum(), x),
        tried(grad, y, x, lib.tensor(1.0)),
        tried(grad, y, x, lib.ones(0, 2)),
        tried(grad, y, x, [[1.0, 0.0]]),
        tried(grad, [y, y.sum()], x, [lib.ones(2, 2), None]),
        tried(grad, [y, y.sum()], x, [lib.ones(2, 2), lib.ones(3)]),
        tried(grad, y, lib.ones(2), lib.ones(2, 2)),
    )


@row
def a_batch_whose_rows_do_not_fit(lib):
    """The gradients in the batch have the shape of the output."""
    x = leaf(lib)
    try:
        lib.autograd.grad(x * x, x, lib.ones(2, 3), is_grads_batched=True)
    except RuntimeError as error:
        return str(error).partition(": grad_output")[0]


@row(why="torch walks once with the whole stack; minigrad once with each gradient of it")
def hooks_of_a_batch(lib):
    """A hook meets the gradients of a batch."""
    seen = []
    x = leaf(lib)
    y = x * x
    y.register_hook(lambda g: seen.append(g.ndim))
    lib.autograd.grad(y, x, lib.ones(3, 2), is_grads_batched=True)
    return len(seen)
