"""Turns in place

`t_`, `transpose_`, `squeeze_` and `unsqueeze_` are not there: no lesson turns a tensor itself, and
`x = x.t()` does the same.
"""

from tests.behaviours.table import row


@row(why="a name can be given to another view of the memory: `x = x.t()`")
def turning_a_tensor_in_place(lib):
    """`t_` turns the tensor itself."""
    x = lib.zeros(2, 3)
    x.t_()
    return x.shape
