"""Backwards that `gradcheck` calls in unusual ways."""

from tests.behaviours.helpers import doubling, leaf64, tried
from tests.behaviours.table import row


@row
def a_backward_that_forgets_what_arrives(lib):
    """From zeros a backward must compute zeros."""
    f = doubling(lib, lambda ctx, g: g * 0 + 2)
    return tried(lib.autograd.gradcheck, f, leaf64(lib, 1.0))


@row
def one_output_of_two_without_gradient(lib):
    """Each of several outputs in turn gets no gradient; a rule must do with the other."""

    def careful(ctx, g, h):
        parts = [x * n for x, n in ((g, 2), (h, 3)) if x is not None]
        return sum(parts[1:], parts[0]) if parts else None

    def careless(ctx, g, h):
        return g * 2 + h * 3

    check, forward = lib.autograd.gradcheck, lambda ctx, x: (x * 2, x * 3)
    rules = [doubling(lib, rule, forward, materialize=False) for rule in (careful, careless)]
    careless_but_filled = doubling(lib, careless, forward)
    return [tried(check, f, leaf64(lib)) for f in (*rules, careless_but_filled)]
