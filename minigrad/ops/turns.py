"""Turns in place: a tensor's own shape changes, and no element moves: ``x.unsqueeze_(0)``.

Like a write it counts, and is recorded; but the base of a view stays what it is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..autograd.inplace import bump, may_record
from ..autograd.node import notify_recorded
from ..autograd.record import record, reject, split_arguments
from ..autograd.registry import public
from ..autograd.wrap import Tensor, is_tensor
from .shapes import _squeeze_all, _squeeze_dim, _squeeze_dims, squeezed_by, t, transpose, unsqueeze

Call = Callable[..., Any]
turn = public(function=False, method=True)


def turn_in_place(call: Any, name: str) -> Call:
    """The version of a view operation that turns its input itself.

    Args:
        call: an operation with one array input.
        name: of the node, which PyTorch numbers on from the view's own.

    Raises:
        RuntimeError: the turn may not be recorded, as with a write.
    """
    op = call.op.with_nodes_called(name)

    def turned(*args: Any, **attrs: Any) -> Any:
        (input,), attrs = split_arguments(op, args, attrs, method=True)
        if not is_tensor(input):
            reject(op, input)
        needs = may_record(op, [input])
        input._share()
        try:
            array = op.forward(input._array, **attrs)
        except RuntimeError as error:
            raise RuntimeError(str(error).replace(f"{op.label}()", f"{op.label}_()")) from None
        node = record(op, [input], needs, attrs, (array,))[0] if needs else None
        show_as(input, array, node)
        return input

    return turned


def show_as(x: Any, array: Any, node: Any = None) -> None:
    """Let `x` be `array`, another look at its memory, from now on; `node` recorded that."""
    x._array = array
    bump(x)
    if node is None:
        return
    x._edge, x._requires_grad = (node, 0), True  # a retained gradient stays behind
    if x._view is not None:
        x._view.edge_version = x._counter[0]
    notify_recorded(node)


_unsqueeze_ = turn_in_place(unsqueeze, "UnsqueezeBackward1")
_transpose_ = turn_in_place(transpose, "TransposeBackward1")
_t_ = turn_in_place(t, "TBackward1")
_SQUEEZE_ = [
    turn_in_place(row, f"SqueezeBackward{number}")
    for number, row in enumerate((_squeeze_all, _squeeze_dim, _squeeze_dims), 3)
]


@turn
def unsqueeze_(input: Tensor, dim: int) -> Tensor:
    """In-place version of `unsqueeze`: `input` itself gets a new dimension of size one.

    Raises:
        IndexError: `dim` lies outside ``[-ndim - 1, ndim]``.
        RuntimeError: the turn may not be recorded.

    Example:
        >>> import minigrad
        >>> x = minigrad.zeros(3)
        >>> x.unsqueeze_(0).shape, x.shape, x._version
        (minigrad.Size([1, 3]), minigrad.Size([1, 3]), 1)

    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.unsqueeze_.html
    """
    return _unsqueeze_(input, dim)


@turn
def squeeze_(input: Tensor, dim: Any = None) -> Tensor:
    """In-place version of `squeeze`: `input` itself loses its dimensions of size one.

    Args:
        input: any shape.
        dim: one dimension or several; those of another size stay. None means all.

    Raises:
        IndexError: there is no such dimension.
        RuntimeError: the turn may not be recorded.

    Example:
        >>> import minigrad
        >>> x = minigrad.zeros(1, 3)
        >>> x.squeeze_().shape, x.shape
        (minigrad.Size([3]), minigrad.Size([3]))

    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.squeeze_.html
    """
    return squeezed_by(_SQUEEZE_, input, dim)


@public(function=False, method=True, aliases=("swapaxes_", "swapdims_"))
def transpose_(input: Tensor, dim0: int, dim1: int) -> Tensor:
    """In-place version of `transpose`: two dimensions of `input` itself are swapped.

    Raises:
        IndexError: there is no such dimension.
        RuntimeError: the turn may not be recorded.

    Example:
        >>> import minigrad
        >>> x = minigrad.zeros(2, 3)
        >>> x.transpose_(0, 1).shape, x.shape
        (minigrad.Size([3, 2]), minigrad.Size([3, 2]))

    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.transpose_.html
    """
    return _transpose_(input, dim0, dim1)


@turn
def t_(input: Tensor) -> Tensor:
    """In-place version of `t`: a matrix itself becomes its transpose.

    Raises:
        RuntimeError: `input` has more than two dimensions, or the turn may not be recorded.

    Example:
        >>> import minigrad
        >>> x = minigrad.zeros(2, 3)
        >>> x.t_().shape, x.shape
        (minigrad.Size([3, 2]), minigrad.Size([3, 2]))

    Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.t_.html
    """
    return _t_(input)
