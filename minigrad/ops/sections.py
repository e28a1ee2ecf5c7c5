"""A tensor cut into sections: in so many, or at given places. Views all."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from ..autograd.registry import public
from ..autograd.wrap import Tensor, is_tensor, type_name
from .indexing import slice_
from .operands import sized, wrap_dim


@public(method=True)
def tensor_split(
    input: Any, indices_or_sections: Any = None, dim: int = 0, **given: Any
) -> tuple[Tensor, ...]:
    """`input` in sections along `dim`: so many of nearly one size, or cut at given places. Views.

    Args:
        input: any shape but ``()``.
        indices_or_sections: a number of sections, of which the first may be larger by one; or the
            places before which to cut, as a tuple, a list or a tensor.
        dim: a dimension.
        **given: either by a name of its own: `sections` or `indices`.

    Raises:
        IndexError: there is no such dimension.
        RuntimeError: `input` is 0-d, or there are to be no sections.
        TypeError: `indices_or_sections` is neither.

    Example:
        >>> import minigrad
        >>> minigrad.tensor_split(minigrad.arange(5), 2)
        (tensor([0, 1, 2]), tensor([3, 4]))
        >>> minigrad.arange(5).tensor_split((1, 3))
        (tensor([0]), tensor([1, 2]), tensor([3, 4]))

    Source: https://docs.pytorch.org/docs/stable/generated/torch.tensor_split.html
    """
    wanted = given.get("sections", given.get("indices", indices_or_sections))
    if is_tensor(wanted):
        wanted = wanted.tolist()
    if not input.ndim:
        raise RuntimeError(
            "tensor_split expected at least a 1-dimensional tensor, but got a tensor with 0 dims"
        )
    dim = wrap_dim(dim, input.ndim)
    if isinstance(wanted, (tuple, list)):
        return _cut(input, sized(wanted), dim)
    if not isinstance(wanted, int):
        raise TypeError(
            "tensor_split() received an invalid combination of arguments - got "
            f"({type_name(wanted)}): give a number of sections, or a tuple of places"
        )
    if wanted < 1:
        raise RuntimeError(f"number of sections must be larger than 0, got {wanted}")
    size, larger = divmod(input.shape[dim], wanted)
    return _cut(input, [k * size + min(k, larger) for k in range(1, wanted)], dim)


def _cut(input: Any, places: Any, dim: int) -> tuple[Any, ...]:
    """`input` cut before each of the places along `dim`; negative ones count from the end."""
    size = input.shape[dim]
    inside = [slice(None, place).indices(size)[1] for place in places]
    ends = pairwise([0, *inside, size])
    return tuple([slice_(input, dim, start, max(start, end), 1) for start, end in ends])


@public(method=True)
def hsplit(input: Tensor, indices_or_sections: Any) -> tuple[Tensor, ...]:
    """`input` in sections along its second dimension, or its only one; as `tensor_split`. Views.

    Raises:
        RuntimeError: the dimension cannot be cut into so many equal sections, or there is none.

    Example:
        >>> import minigrad
        >>> minigrad.hsplit(minigrad.arange(4), 2)
        (tensor([0, 1]), tensor([2, 3]))

    Source: https://docs.pytorch.org/docs/stable/generated/torch.hsplit.html
    """
    return _equal("hsplit", input, indices_or_sections, min(input.ndim - 1, 1), 1)


@public(method=True)
def vsplit(input: Tensor, indices_or_sections: Any) -> tuple[Tensor, ...]:
    """`input`, of two dimensions or more, in sections along its first; as `tensor_split`. Views.

    Raises:
        RuntimeError: the dimension cannot be cut into so many equal sections, or there is none.

    Example:
        >>> import minigrad
        >>> minigrad.vsplit(minigrad.tensor([[1, 2], [3, 4]]), 2)
        (tensor([[1, 2]]), tensor([[3, 4]]))

    Source: https://docs.pytorch.org/docs/stable/generated/torch.vsplit.html
    """
    return _equal("vsplit", input, indices_or_sections, 0, 2)


@public(method=True)
def dsplit(input: Tensor, indices_or_sections: Any) -> tuple[Tensor, ...]:
    """`input`, of three dimensions or more, in sections along its third; as `tensor_split`. Views.

    Raises:
        RuntimeError: the dimension cannot be cut into so many equal sections, or there is none.

    Example:
        >>> import minigrad
        >>> [part.shape for part in minigrad.dsplit(minigrad.zeros(2, 3, 4), 2)]
        [minigrad.Size([2, 3, 2]), minigrad.Size([2, 3, 2])]

    Source: https://docs.pytorch.org/docs/stable/generated/torch.dsplit.html
    """
    return _equal("dsplit", input, indices_or_sections, 2, 3)


def _equal(name: str, input: Any, wanted: Any, dim: int, least: int) -> tuple[Any, ...]:
    """`tensor_split`, but a number of sections has to divide the dimension."""
    if input.ndim < least:
        raise RuntimeError(
            f"minigrad.{name} requires a tensor with at least {least} dimension, but got a tensor "
            f"with {input.ndim} dimensions!"
        )
    size = input.shape[dim]
    if isinstance(wanted, int) and (not wanted or size % wanted):
        raise RuntimeError(
            f"minigrad.{name} attempted to split along dimension {dim}, but the size of the "
            f"dimension {size} is not divisible by the split_size {wanted}!"
        )
    return tensor_split(input, wanted, dim)
