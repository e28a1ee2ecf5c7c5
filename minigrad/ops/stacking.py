"""Tensors given dimensions that they lack, and stacked along these."""

from __future__ import annotations

from typing import Any

from ..autograd.registry import public
from ..autograd.wrap import Tensor, is_tensor, type_name
from .joining import _given, cat, hstack, vstack
from .shapes import reshape, unsqueeze


def _each(name: str, tensors: tuple[Any, ...], shaped: Any) -> Any:
    """`shaped` of the one tensor, or of each of several."""
    several = len(tensors) != 1 or isinstance(tensors[0], (tuple, list))
    given = tensors[0] if several and len(tensors) == 1 else tensors
    for x in given:
        if not is_tensor(x):
            raise TypeError(f"{name}() takes tensors, or a tuple of them, not {type_name(x)}")
    return tuple(map(shaped, given)) if several else shaped(tensors[0])


def _at_least_1d(x: Any) -> Any:
    return x if x.ndim else reshape(x, (1,))


def _at_least_2d(x: Any) -> Any:
    if not x.ndim:
        return reshape(x, (1, 1))
    return unsqueeze(x, 0) if x.ndim == 1 else x


def _at_least_3d(x: Any) -> Any:
    if not x.ndim:
        return reshape(x, (1, 1, 1))
    if x.ndim == 1:
        return unsqueeze(unsqueeze(x, 0), -1)
    return unsqueeze(x, -1) if x.ndim == 2 else x


@public(function=True)
def atleast_1d(*tensors: Any) -> Any:
    """A tensor with one dimension or more: itself, or a view. Of several tensors, a tuple.

    Example:
        >>> import minigrad
        >>> minigrad.atleast_1d(minigrad.tensor(1.0))
        tensor([1.])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.atleast_1d.html
    """
    return _each("atleast_1d", tensors, _at_least_1d)


@public(function=True)
def atleast_2d(*tensors: Any) -> Any:
    """A tensor with two dimensions or more: ``(N,)`` becomes ``(1, N)``. Of several, a tuple.

    Example:
        >>> import minigrad
        >>> minigrad.atleast_2d(minigrad.tensor([1, 2]))
        tensor([[1, 2]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.atleast_2d.html
    """
    return _each("atleast_2d", tensors, _at_least_2d)


@public(function=True)
def atleast_3d(*tensors: Any) -> Any:
    """A tensor with three dimensions or more: ``(N,)`` becomes ``(1, N, 1)``. Of several, a tuple.

    Example:
        >>> import minigrad
        >>> minigrad.atleast_3d(minigrad.zeros(2, 3)).shape
        minigrad.Size([2, 3, 1])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.atleast_3d.html
    """
    return _each("atleast_3d", tensors, _at_least_3d)


@public(function=True)
def dstack(tensors: Any) -> Tensor:
    """Tensors one behind the other: along the third of three dimensions or more. Saves nothing.

    Args:
        tensors: one or more, of equal shape but for that dimension; see `atleast_3d`.

    Raises:
        RuntimeError: their shapes differ elsewhere, or there are none.

    Example:
        >>> import minigrad
        >>> minigrad.dstack((minigrad.tensor([1, 2]), minigrad.tensor([3, 4])))
        tensor([[[1, 3],
                 [2, 4]]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.dstack.html
    """
    return cat(_some("dstack", tensors, _at_least_3d), 2)


@public(function=True)
def column_stack(tensors: Any) -> Tensor:
    """Tensors side by side, in which ``(N,)`` counts as a column ``(N, 1)``. Saves nothing.

    Args:
        tensors: one or more, of equal shape but for the second dimension.

    Raises:
        RuntimeError: their shapes differ elsewhere, or there are none.

    Example:
        >>> import minigrad
        >>> minigrad.column_stack((minigrad.tensor([1, 2]), minigrad.tensor([3, 4])))
        tensor([[1, 3],
                [2, 4]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.column_stack.html
    """
    return hstack(_some("column_stack", tensors, _as_column))


@public(function=True)
def row_stack(tensors: Any) -> Tensor:
    """Tensors one below the other: another name of `vstack`.

    Example:
        >>> import minigrad
        >>> minigrad.row_stack((minigrad.tensor([1, 2]), minigrad.tensor([3, 4])))
        tensor([[1, 2],
                [3, 4]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.row_stack.html
    """
    return vstack(tensors)


def _as_column(x: Any) -> Any:
    return x if x.ndim > 1 else reshape(x, (x.numel(), 1))


def _some(name: str, tensors: Any, shaped: Any) -> list[Any]:
    """`shaped` of each tensor in a list that has one."""
    given = _given(name, tensors)
    if not given:
        raise RuntimeError(f"{name} expects a non-empty TensorList")
    return list(map(shaped, given))
