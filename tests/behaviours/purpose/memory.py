"""Where results and gradients lie in memory, and writes that overlap.

Views share memory and show true strides. The order of memory that is new is NumPy's. A write that
reads what it writes gives what NumPy gives: what would come of reading all of it first.
"""

from tests.behaviours.table import row


@row(why="a gradient is a plain copy")
def the_strides_of_a_gradient(lib):
    """`.grad` lies in memory as its leaf does."""
    x = lib.ones(3, 2).t().requires_grad_()
    (x * 2).sum().backward()
    x.exp().sum().backward()
    return x.grad.stride()


@row(why="the result is right")
def a_write_that_reads_what_it_writes(lib):
    """A write whose operand is another part of its own memory is refused."""
    x = lib.arange(4.0)
    x[1:].add_(x[:-1])
    return x
