"""Options of the checks and of `functional`.

What compares, and how closely, stays. Fast mode, forward mode, vmap and the checks of independence
go, each with its words.
"""

from tests.behaviours.helpers import leaf
from tests.behaviours.table import row


@row(why="the whole Jacobian is what one learns from")
def gradcheck_in_fast_mode(lib):
    """With `fast_mode` one random projection of each Jacobian is compared."""
    x = lib.ones(2, dtype=lib.float64, requires_grad=True)
    return lib.autograd.gradcheck(lib.exp, x, fast_mode=True)


@row(why="an independence shows as zeros")
def a_strict_jacobian(lib):
    """With `strict` an output that does not depend on an input is an error."""
    return lib.autograd.functional.jacobian(lambda x: lib.ones(2), leaf(lib), strict=True)


@row(why="there is no vmap: a Jacobian is computed row by row")
def a_vectorized_jacobian(lib):
    """With `vectorize` a Jacobian is computed in one walk."""
    return lib.autograd.functional.jacobian(lambda x: x * x, leaf(lib), vectorize=True)
