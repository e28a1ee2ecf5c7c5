"""Optimizers

An optimizer's file is its formula. PyTorch's kernels show in a few places more: whole numbers, what
is counted of each write, and calls that only a test makes.
"""

from tests.behaviours.table import row


@row(why="a step moves by fractions; no network trains whole numbers")
def whole_numbers_are_trained(lib):
    """`SGD` trains whole numbers where all options are whole."""
    p = lib.tensor([1, 2])
    p.grad = lib.tensor([1, 1])
    lib.optim.SGD([p], lr=1).step()
    return p


@row(why="one step is one write")
def decay_is_a_write_of_its_own(lib):
    """`AdamW` counts two writes in a step, for the decay is one of its own."""
    p = lib.nn.Parameter(lib.ones(2))
    p.grad = lib.ones(2)
    lib.optim.AdamW([p]).step()
    return p._version


@row(why="both choose between kernels, of which there is one")
def fused_and_foreach(lib):
    """`fused` and `foreach` exclude each other."""
    lib.optim.SGD([lib.ones(2)], fused=True, foreach=True)
    return "made"
