"""`once_differentiable`: a rule that may not be differentiated in its turn, and says so."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, NoReturn

from ..mode import current, switched
from .node import NO_EDGE, GraphNode, gradient_edge, next_sequence_nr
from .wrap import is_tensor, wrap


def once_differentiable(fn: Callable[..., Any]) -> Callable[..., Any]:
    """Decorate the `backward` of a `Function` whose result must not be differentiated again.

    Its body runs unrecorded, so that it may use NumPy or write in place. A second derivative
    through it then is an error, where otherwise it would be silently wrong.

    Args:
        fn: ``backward(ctx, *grad_outputs)``.

    Example:
        >>> import minigrad
        >>> from minigrad.autograd.function import Function, once_differentiable
        >>> class Twice(Function):
        ...     @staticmethod
        ...     def forward(ctx, x):
        ...         return x * 2
        ...     @staticmethod
        ...     @once_differentiable
        ...     def backward(ctx, g):
        ...         return minigrad.from_numpy(g.numpy() * 2)
        >>> x = minigrad.tensor([1.0], requires_grad=True)
        >>> minigrad.autograd.grad(Twice.apply(x), x)
        (tensor([2.]),)

    Source: https://docs.pytorch.org/docs/stable/generated/torch.autograd.function.once_differentiable.html
    """

    @functools.wraps(fn)
    def rule(ctx: Any, *grads: Any, **kwargs: Any) -> Any:
        with switched(False, bare=False):
            found = fn(ctx, *grads, **kwargs)
        if not (current.mode.grad_enabled and any(is_tensor(g) and g.requires_grad for g in grads)):
            return found
        outputs = found if isinstance(found, tuple) else (found,)
        node = Error(outputs)
        outputs = tuple(_on(node, nr, x) for nr, x in enumerate(outputs))
        return outputs if isinstance(found, tuple) else outputs[0]

    return rule


class Error(GraphNode):
    """The node of a gradient that may not be differentiated: it raises as soon as it is run."""

    __slots__ = ("hooks", "parents", "places", "sequence_nr", "shapes")

    def __init__(self, outputs: tuple[Any, ...]) -> None:
        self.edges = tuple(
            gradient_edge(wrap(x._array, True)) if is_tensor(x) else NO_EDGE for x in outputs
        )
        self.shapes = tuple(x._array.shape if is_tensor(x) else () for x in outputs)
        self.hooks = None
        self.sequence_nr = next_sequence_nr()

    def vjp(self, grads: list[Any], useful: Any, bare: bool) -> NoReturn:
        """Raise, always."""
        raise RuntimeError(
            "trying to differentiate twice a function that was marked with @once_differentiable"
        )


def _on(node: Error, nr: int, x: Any) -> Any:
    """`x` as an output of `node`."""
    return wrap(x._array, True, (node, nr)) if is_tensor(x) else x
