"""Where a tensor's gradient goes, as a value of its own: a root or an input without its tensor."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from ..mode import current
from .inplace import bump
from .node import Edge, shown
from .node import gradient_edge as _place
from .view import catch_up
from .wrap import is_tensor

if TYPE_CHECKING:
    from ..tensor import Tensor


class GradientEdge(NamedTuple):
    """A place in the graph; `backward` and `grad` take it wherever they take a tensor.

    Attributes:
        node: the node.
        output_nr: which of its outputs.
        ownership_token: opaque; here the dtype of the tensor that the edge was taken from.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.autograd.graph.GradientEdge.html
    """

    node: Any
    output_nr: int
    ownership_token: Any = None


def get_gradient_edge(tensor: Tensor) -> GradientEdge:
    """The place where the gradient of `tensor` goes; the tensor itself may then be dropped.

    Raises:
        AssertionError: `tensor` is a view of a leaf, made under no_grad.
        RuntimeError: it requires no grad.

    Example:
        >>> import minigrad
        >>> x = minigrad.tensor([1.0, 2.0], requires_grad=True)
        >>> edge = minigrad.autograd.graph.get_gradient_edge(x * 3)
        >>> minigrad.autograd.grad(edge, x, minigrad.ones(2))
        (tensor([3., 3.]),)

    Source:
        https://docs.pytorch.org/docs/stable/generated/torch.autograd.graph.get_gradient_edge.html
    """
    if not tensor.requires_grad:
        raise RuntimeError(
            "It is not possible to get the gradient edge for a Tensor that does not require "
            "gradients"
        )
    node, nr = edge_of(tensor)
    if node is None:
        raise AssertionError(
            "Expected gradient function to be set\nA view of a leaf that was made under no_grad "
            "passes no gradient on."
        )
    return GradientEdge(shown(node), nr, tensor.dtype)


def increment_version(tensor: Tensor | Iterable[Tensor]) -> None:
    """Count a write into the memory of `tensor`, or of several, that minigrad could not see.

    A graph that saved one of them then raises in backward instead of using the new values.

    Raises:
        RuntimeError: one is not a tensor.

    Source:
        https://docs.pytorch.org/docs/stable/generated/torch.autograd.graph.increment_version.html
    """
    if not isinstance(tensor, Iterable):
        raise RuntimeError("increment_version expect a Iterable[Tensor] as input")
    for x in (tensor,) if is_tensor(tensor) else tensor:
        if not is_tensor(x):
            raise RuntimeError(
                "increment_version expects each element of the iterable to be a tensor"
            )
        x._share()
        bump(x)


def edge_of(x: Any) -> Edge:
    """The engine's edge of a tensor, brought up to date, or of a `GradientEdge`."""
    if isinstance(x, GradientEdge):
        return x.node, x.output_nr
    if x._view is not None and current.mode.recording:
        catch_up(x)
    return _place(x)


def shape_and_dtype(x: Any) -> tuple[Any, Any]:
    """The shape and the dtype that a gradient has at a tensor or a `GradientEdge`."""
    if isinstance(x, GradientEdge):
        return tuple(x.node.shapes[x.output_nr]), x.ownership_token
    return tuple(x.shape), x.dtype
