"""Rare keys

Masks are of bools: masks of bytes are deprecated in PyTorch, too. What is assigned by positions may
lie in the memory that is written to, for it is read first; and may not go into an expanded tensor,
whose elements have no places of their own.
"""

from tests.behaviours.table import row


@row(why="masks of bytes are deprecated: `mask.bool()` makes a mask")
def a_mask_of_bytes(lib):
    """A tensor of bytes picks where it is not 0."""
    return lib.arange(3.0)[lib.tensor([1, 0, 1], dtype=lib.uint8)]


@row(why="the value is read before anything is written, so that nothing goes wrong")
def writing_by_positions_what_overlaps(lib):
    """By positions no part of a tensor may be written into itself."""
    x = lib.arange(6.0)
    x[[0, 1]] = x[1:3]
    return x


@row(why="PyTorch warns that it will refuse this one day; it refuses other writes already")
def writing_by_positions_into_an_expanded_tensor(lib):
    """Writing by positions into a tensor that repeats its elements is allowed, with a warning."""
    x = lib.zeros(1, 2).expand(3, 2)
    x[[0]] = 1.0
    return x


@row(why="one sentence for `gather` and `scatter`")
def scattering_more_than_there_is(lib):
    """`scatter` says in words of its own that an index is too large."""
    index = lib.zeros(4, 4, dtype=lib.int64)
    lib.zeros(2, 3).scatter(1, index, 2.0)


@row(why="it is a write like any other, of nothing")
def writing_nowhere(lib):
    """``x[False] = value`` does nothing at all."""
    x = lib.ones(2, requires_grad=True) * 1
    x[False] = 5.0
    return x
