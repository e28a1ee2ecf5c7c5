"""Classes, words and other whole numbers as rows of numbers."""

from __future__ import annotations

import functools

import numpy as np

from .._warn import warn
from ..autograd.grad_mode import no_grad
from ..autograd.wrap import wrap
from ..backend import check_beside, module_of
from ..dtype import int32, int64
from ..ops.comparison import where
from ..ops.gathering import embedding as lookup
from ..tensor import Tensor

__all__ = ["embedding", "one_hot"]


def embedding(
    input: Tensor,
    weight: Tensor,
    padding_idx: int | None = None,
    max_norm: float | None = None,
    norm_type: float = 2.0,
    scale_grad_by_freq: bool = False,
    sparse: bool = False,
) -> Tensor:
    """The rows of `weight` that `input` names: ``weight[input]``, as the layer of words has it.

    A row that is named twice gets both gradients.

    Args:
        input: Which rows, int64 or int32, any shape ``(*)``.
        weight: ``(num_embeddings, embedding_dim)``: a row for each word.
        padding_idx: A row that gets no gradient, as that of a word which only fills up; negative
            counts from the end.
        max_norm: How long a row may be: a longer one that is named is shortened in `weight` itself.
        norm_type: Which length.
        scale_grad_by_freq: Not in minigrad: False.
        sparse: Every gradient is dense in minigrad, which says so once.

    Returns:
        ``(*, embedding_dim)``.

    Raises:
        AssertionError: If `padding_idx` is not in `weight`.
        IndexError: If there is no such row.
        NotImplementedError: If `scale_grad_by_freq`.
        RuntimeError: If `input` is of another type.

    Example:
        >>> import minigrad
        >>> from minigrad.nn.functional import embedding
        >>> words = minigrad.tensor([[0.0, 1.0], [2.0, 3.0]])
        >>> embedding(minigrad.tensor([1, 1, 0]), words)
        tensor([[2., 3.],
                [2., 3.],
                [0., 1.]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.embedding.html
    """
    if input.dtype not in (int64, int32):
        raise RuntimeError(
            "Expected tensor for argument #1 'indices' to have one of the following scalar types: "
            f"Long, Int; but got {input.type()} instead (while checking arguments for embedding)\n"
            "Rows are named by whole numbers: .long() makes them that."
        )
    check_beside("index", input._array, weight._array)
    place = within(padding_idx, weight.size(0))
    if scale_grad_by_freq:
        raise NotImplementedError("scale_grad_by_freq: divide the gradient by input.bincount()")
    if sparse:
        _say_dense()
    if max_norm is not None:
        _shorten(input, weight, max_norm, norm_type)
    return lookup(weight, input, -1 if place is None else place)


@functools.cache
def _say_dense() -> None:
    """Once: calling it again does nothing."""
    warn(
        "sparse=True changes nothing in minigrad: the gradient is dense, with the same values.",
        UserWarning,
    )


def _shorten(input: Tensor, weight: Tensor, most: float, norm_type: float) -> None:
    """Make those rows that are named no longer than `most`."""
    with no_grad():
        named = input.flatten().unique()
        rows = weight[named]
        lengths = rows.norm(norm_type, 1, True)
        weight[named] = where(lengths > most, rows * (most / (lengths + 1e-7)), rows)


def within(padding_idx: int | None, count: int) -> int | None:
    """The number of a row of so many, counted from the beginning."""
    if padding_idx is None:
        return None
    if not -count <= padding_idx < count:
        raise AssertionError(f"Padding_idx must be within num_embeddings\nThere are {count} rows.")
    return padding_idx % count


def one_hot(tensor: Tensor, num_classes: int = -1) -> Tensor:
    """Classes as rows of zeros with a single 1.

    Args:
        tensor: Classes, int64, any shape.
        num_classes: How many there are; -1 for the largest plus one.

    Returns:
        The shape of `tensor` with ``num_classes`` appended, int64.

    Raises:
        RuntimeError: If `tensor` is not int64, a class is negative or too large, or there is none
            to say how many there are.

    Example:
        >>> import minigrad
        >>> minigrad.nn.functional.one_hot(minigrad.tensor([0, 2]))
        tensor([[1, 0, 0],
                [0, 0, 1]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.one_hot.html
    """
    classes = tensor._array
    if tensor.dtype is not int64:
        raise RuntimeError("one_hot is only applicable to index tensor of type LongTensor.")
    if num_classes == -1:
        if not classes.size:
            raise RuntimeError("Can not infer total number of classes from empty tensor.")
        num_classes = int(classes.max()) + 1
    if classes.size and classes.min() < 0:
        raise RuntimeError(f"Class values must be non-negative.\nThe least is {classes.min()}.")
    if classes.size and classes.max() >= num_classes:
        raise RuntimeError(f"Class values must be smaller than num_classes.\nSee {classes.max()}.")
    positions = module_of(classes).arange(num_classes)
    return wrap((classes[..., None] == positions).astype(np.int64, order="C"))
