"""Rows of a matrix, looked up by number: what turns words into vectors."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..autograd.record import op
from ..backend import Array, module_of, scatter_add
from .shape import unsqueeze
from .where import where


def _embedding_vjp(g: Any, indices: Any, weight_shape: Any, padding_idx: int) -> Any:
    return _embedding_back(g, indices, weight_shape[0], padding_idx)


@op(r"w_{i}", name="EmbeddingBackward0", weight=(_embedding_vjp, r"\sum_{i_n = i} g_n"))
def embedding(weight: Array, indices: Array, padding_idx: int = -1) -> Array:
    """The rows of `weight` at `indices`; one looked up twice gets both gradients. Saves `indices`.

    Args:
        weight: ``(V, D)``.
        indices: int64 or int32, any shape ``(*)``.
        padding_idx: a row that gets no gradient; -1 for none.

    Raises:
        IndexError: there is no such row.
        RuntimeError: there is no row at all.
    """
    count = len(weight)
    if indices.size and not count:
        raise RuntimeError("index_select(): self indexing axis dim should be positive")
    if indices.size and not 0 <= indices.min() <= indices.max() < count:
        wrong = np.extract((indices < 0) | (indices >= count), indices)[0]
        raise IndexError(
            f"index out of range in self\nIndex {wrong} was looked up in a table of {count} rows, "
            f"which are numbered from 0 to {count - 1}."
        )
    return weight[indices]


def _embedding_back_vjp(g: Any, indices: Any, padding_idx: int) -> Any:
    rows = embedding(g, indices)
    return rows if padding_idx < 0 else where(unsqueeze(indices == padding_idx, -1), 0, rows)


@op(
    r"\sum_{i_n = i} x_n",
    name="EmbeddingDenseBackwardBackward0",
    input=(_embedding_back_vjp, r"g_{i}"),
)
def _embedding_back(input: Array, indices: Array, count: int, padding_idx: int) -> Array:
    """`count` rows of zeros, and each row of `input` added to the one that its index names."""
    module, width = module_of(input), input.shape[-1]
    kept = indices != padding_idx
    rows, indices = input[kept], indices[kept]
    out = module.zeros(count * width, input.dtype)
    places = indices[:, None] * width + module.arange(width)
    scatter_add(out, places.ravel(), rows.ravel())  # flat, NumPy adds much faster
    return out.reshape(count, width)
