"""Rows of a matrix, looked up by number: what turns words into vectors."""

from __future__ import annotations

from typing import Any

from ..autograd.record import op
from ..backend import Array, module_of, scatter_add
from .shape import unsqueeze
from .where import where


def _embedding_vjp(g: Any, indices: Any, weight_shape: Any, padding_idx: int) -> Any:
    if padding_idx >= 0:
        g = where(unsqueeze(indices == padding_idx, -1), 0, g)
    return _added_rows(g, indices, weight_shape[0])


@op(r"w_{i}", weight=(_embedding_vjp, r"\sum_{i_n = i} g_n"))
def embedding(weight: Array, indices: Array, padding_idx: int = -1) -> Array:
    """The rows of `weight` at `indices`; one looked up twice gets both gradients. Saves `indices`.

    Args:
        weight: ``(V, D)``.
        indices: int64 or int32, any shape ``(*)``.
        padding_idx: a row that gets no gradient; -1 for none.

    Raises:
        IndexError: there is no such row.
    """
    count = len(weight)
    wrong = (indices < 0) | (indices >= count)
    if wrong.any():
        raise IndexError(
            f"index out of range in self\nIndex {indices[wrong][0]} was looked up in a table of "
            f"{count} rows, which are numbered from 0 to {count - 1}."
        )
    return weight[indices]


@op(
    r"\sum_{i_n = i} x_n",
    name="EmbeddingDenseBackwardBackward0",
    input=(lambda g, indices: embedding(g, indices), r"g_{i}"),
)
def _added_rows(input: Array, indices: Array, count: int) -> Array:
    """`count` rows of zeros, and each row of `input` added to the one that its index names."""
    module, width = module_of(input), input.shape[-1]
    out = module.zeros(count * width, input.dtype)
    places = indices.reshape(-1, 1) * width + module.arange(width)
    scatter_add(out, places.ravel(), input.ravel())  # flat, NumPy adds much faster
    return out.reshape(count, width)
