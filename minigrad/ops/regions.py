"""The part of a base that a view shows, as three rows that are each other's derivatives."""

from __future__ import annotations

from typing import Any

from ..autograd.record import op
from ..backend import Array


@op(r"x", name="AsStridedBackward0", input=(lambda g, region: put_region(g, region), r"g"))
def take_region(input: Array, region: Any) -> Array:
    """The part of a base that a view shows: the edge of a view whose base was written to."""
    return region.take(input)


@op(r"x", name="AsStridedScatterBackward0", input=(lambda g, region: take_region(g, region), r"g"))
def put_region(input: Array, region: Any) -> Array:
    """`input` in that part, zeros elsewhere: the gradient of `take_region`."""
    return region.put(input)


@op(
    r"x",
    input=(lambda g, region: replace_region(g, None, region), r"g"),
    other=(lambda g, region: take_region(g, region), r"g"),
)
def replace_region(input: Array, other: Array, region: Any) -> Array:
    """`input` with that part replaced by `other`; None stands for zeros."""
    return region.replace(input, 0 if other is None else other)
