"""Operations of your own: `Function`, exactly as ``torch.autograd.Function``.

A call of a Function is a node like any other; the engine sees no difference.
"""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Callable
from typing import Any

from ..mode import current, switched
from .function_node import FunctionNode
from .once_differentiable import once_differentiable as once_differentiable
from .view import catch_up
from .wrap import is_tensor

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

    clear_saved_tensors_on_access = False  # True: reading ``ctx.saved_tensors`` lets go of them

    _node: type[FunctionNode] = FunctionNode

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        cls._node = type(f"{cls.__name__}Backward", (FunctionNode,), {"function": cls})

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        warnings.warn(
            f"{type(self)} should not be instantiated. Methods on autograd functions are all "
            "static, so you should invoke them on the class itself. Instantiating an autograd "
            "function will raise an error in a future version of PyTorch.\n"
            f"Call {type(self).__name__}.apply(...).",
            DeprecationWarning,
            stacklevel=2,
        )

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """An instance is of no use: the class is called, by ``apply``."""
        raise RuntimeError(
            "Legacy autograd function with non-static forward method is deprecated. Please use "
            "new-style autograd function with static forward method. (Example: "
            "https://pytorch.org/docs/stable/autograd.html#torch.autograd.Function)\n"
            f"Call {type(self).__name__}.apply(...)."
        )

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

    vjp = backward

    @classmethod
    def apply(cls, *args: Any, **kwargs: Any) -> Any:
        """Run the forward on `args`, and record it if one of them requires grad."""
        apart = cls.setup_context is not Function.setup_context
        if apart:
            bound = inspect.signature(cls.forward).bind(*args, **kwargs)
            bound.apply_defaults()
            args, kwargs = bound.args, bound.kwargs
        if kwargs:
            args = _placed(cls.forward, args, kwargs, first=0 if apart else 1)
        inputs = [x for x in args if is_tensor(x)]
        recording = current.mode.recording
        for x in inputs:
            if x._view is not None and recording:
                catch_up(x)
        ctx = cls._node(args, apart)
        with switched(False, bare=False):
            output = cls._run_forward(ctx, args)
            outputs = output if type(output) is tuple else (output,)
            recorded = recording and any(x._requires_grad for x in inputs)
            differentiable = [recorded and ctx.differentiates(x) for x in outputs]
            outputs = ctx.own(outputs, inputs, differentiable)
        if recorded:
            ctx.record(outputs, differentiable)
        return outputs if type(output) is tuple else outputs[0]

    @classmethod
    def _rule(cls) -> Callable[..., Any]:
        """What the subclass calls `backward`, or `vjp`."""
        if cls.vjp is Function.vjp:
            return cls.backward
        if cls.backward is not Function.backward:
            raise RuntimeError(
                "Implementing both 'backward' and 'vjp' for a custom Function is not allowed. You "
                "should only implement one of them."
            )
        return cls.vjp

    @classmethod
    def _run_forward(cls, ctx: FunctionNode, args: Any) -> Any:
        if not ctx.apart:
            return cls.forward(ctx, *args)
        output = cls.forward(*args)
        cls.setup_context(ctx, args, output)
        return output


def _placed(forward: Any, args: Any, kwargs: dict[str, Any], first: int) -> tuple[Any, ...]:
    """`args` and then `kwargs`, each where `forward` has it: gradients are counted by place."""
    parameters = list(inspect.signature(forward).parameters.values())[first:]
    names = [p.name for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    for name in kwargs:
        if name in names[: len(args)]:
            raise TypeError(f"forward() got multiple values for argument '{name}'")
        if name not in names:
            raise TypeError(f"forward() got an unexpected keyword argument '{name}'")
    given = names[len(args) : 1 + max(map(names.index, kwargs))]
    for place, name in enumerate(given, len(args)):
        if name not in kwargs:
            raise TypeError(f"forward() missing required argument: '{name}' (position {place})")
    return (*args, *[kwargs[name] for name in given])
