"""Operations of your own: `Function`, exactly as ``torch.autograd.Function``.

A call of a Function is a node like any other; the engine sees no difference.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any, NoReturn

from ..mode import current, switched
from .function_node import FunctionNode
from .node import NO_EDGE, GraphNode, gradient_edge, next_sequence_nr
from .view import catch_up
from .wrap import is_tensor, wrap

FunctionCtx = FunctionNode  # PyTorch's name for what the methods of a ctx belong to


class Function:
    """Base of hand-written operations: subclass it, write `forward` and `backward`, call ``apply``.

    ``forward(ctx, *args)`` computes on tensors and is not recorded; ``backward(ctx, *grads)`` gets
    one gradient per output and returns one per argument, None where none is wanted. With
    ``forward(*args)`` and ``setup_context(ctx, inputs, output)`` the two concerns are apart.

    Example:
        >>> import minigrad
        >>> class Square(minigrad.autograd.Function):
        ...     @staticmethod
        ...     def forward(ctx, x):
        ...         ctx.save_for_backward(x)
        ...         return x * x
        ...     @staticmethod
        ...     def backward(ctx, grad_output):
        ...         (x,) = ctx.saved_tensors
        ...         return grad_output * 2 * x
        >>> x = minigrad.tensor([3.0], requires_grad=True)
        >>> y = Square.apply(x)
        >>> y
        tensor([9.], grad_fn=<SquareBackward>)
        >>> y.backward()
        >>> x.grad
        tensor([6.])

    Source: https://docs.pytorch.org/docs/stable/autograd.html#torch.autograd.Function
    """

    _node: type[FunctionNode] = FunctionNode

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        cls._node = type(f"{cls.__name__}Backward", (FunctionNode,), {"function": cls})

    @staticmethod
    def forward(*args: Any, **kwargs: Any) -> Any:
        """Compute the result; to be written by every subclass."""
        raise NotImplementedError(
            "You must implement the forward function for custom autograd.Function."
        )

    @staticmethod
    def setup_context(ctx: Any, inputs: tuple[Any, ...], output: Any) -> Any:
        """Keep on `ctx` what the backward needs; where it is written, `forward` has no ctx."""
        raise NotImplementedError("setup_context is not implemented.")

    @staticmethod
    def backward(ctx: Any, *grad_outputs: Any) -> Any:
        """Map gradients of the outputs to those of the inputs; to be written by every subclass."""
        raise NotImplementedError(
            "You must implement either the backward or vjp method for your custom "
            "autograd.Function to use it with backward mode AD."
        )

    @classmethod
    def apply(cls, *args: Any, **kwargs: Any) -> Any:
        """Run the forward on `args`, and record it if one of them requires grad."""
        apart = cls.setup_context is not Function.setup_context
        ctx_first = () if apart else (None,)
        if apart or kwargs:  # gradients are counted by the places of forward's parameters
            bound = inspect.signature(cls.forward).bind(*ctx_first, *args, **kwargs)
            if apart:
                bound.apply_defaults()
            args = bound.args[len(ctx_first) :]
        inputs = [x for x in args if is_tensor(x)]
        recording = current.mode.recording
        for x in inputs:
            if x._view is not None and recording:
                catch_up(x)
        ctx = cls._node(args)
        with switched(False, bare=False):
            output = cls.forward(*args) if apart else cls.forward(ctx, *args)
            if apart:
                cls.setup_context(ctx, args, output)
            outputs = output if type(output) is tuple else (output,)
            recorded = recording and any(x._requires_grad for x in inputs)
            differentiable = [recorded and ctx.differentiates(x) for x in outputs]
            outputs = ctx.own(outputs, inputs, differentiable)
        if recorded:
            ctx.record(outputs, differentiable)
        return outputs if type(output) is tuple else outputs[0]


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
    def rule(ctx: Any, *grads: Any) -> Any:
        with switched(False, bare=False):
            found = fn(ctx, *grads)
        if not (current.mode.grad_enabled and any(is_tensor(g) and g.requires_grad for g in grads)):
            return found
        outputs = found if isinstance(found, tuple) else (found,)
        node = Error(outputs)
        outputs = tuple(
            wrap(x._array, True, (node, nr)) if is_tensor(x) else x for nr, x in enumerate(outputs)
        )
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
