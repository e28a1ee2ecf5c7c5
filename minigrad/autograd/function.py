"""Operations of your own: `Function`, exactly as ``torch.autograd.Function``.

A call of a Function is a node like any other; the engine sees no difference.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..mode import current, switched
from .graph import GraphNode, Hooks, _next_sequence_nr, freed, modified
from .record import _edge
from .view import catch_up
from .wrap import TensorBase, wrap


class FunctionNode(GraphNode):
    """The node of a Function's call, and the ``ctx`` that its forward and backward receive.

    Anything may be kept on it as an attribute; tensors belong into `save_for_backward`, which checks
    that nobody wrote over them and frees them after the backward.

    Attributes:
        needs_input_grad: for each argument of ``apply``, whether it needs a gradient.
    """

    def __init__(self, function: type[Function], inputs: tuple[Any, ...]) -> None:
        self.function = function
        self.edges = tuple([_edge(x) for x in reversed(inputs)][::-1])
        self.needs_input_grad = tuple(node is not None for node, _ in self.edges)
        self.hooks: Hooks | None = None
        self.sequence_nr = _next_sequence_nr()
        self._saved: tuple[Any, ...] | None = ()
        self._to_save: tuple[Any, ...] = ()
        self._integral: tuple[int, ...] = ()
        self._materialize = True

    def name(self) -> str:
        """``<Function>Backward``, as in PyTorch."""
        return f"{self.function.__name__}Backward"

    def save_for_backward(self, *tensors: Any) -> None:
        """Keep `tensors`, inputs or outputs of the forward, for `saved_tensors` in the backward."""
        for x in tensors:
            if x is not None and not isinstance(x, TensorBase):
                raise TypeError(
                    "save_for_backward can only save variables, but argument "
                    f"{tensors.index(x)} is of type {type(x).__name__}. Keep it as an attribute of ctx."
                )
        self._to_save = tensors

    @property
    def saved_tensors(self) -> tuple[Any, ...]:
        """What `save_for_backward` was given.

        Raises:
            RuntimeError: it has been freed, or written over since.
        """
        if self._saved is None:
            raise freed()
        return tuple(self._unpack(x, version, nr) for x, version, nr in self._saved)

    def mark_non_differentiable(self, *outputs: Any) -> None:
        """Say that these outputs carry no gradient: indices, counts."""
        self._integral = tuple(map(id, outputs))

    def set_materialize_grads(self, value: bool) -> None:
        """With False, an output that no gradient reached gets None in backward instead of zeros."""
        self._materialize = value

    def vjp(self, grads: list[Any], useful: Any, bare: bool) -> list[Any]:
        """Run the user's backward on tensors, and check what it returns."""
        given = [self._as_tensor(g, nr, bare) for nr, g in enumerate(grads)]
        with switched(current.mode.grad_enabled, bare=False):
            returned = self.function.backward(self, *given)
        returned = returned if type(returned) is tuple else (returned,)
        self._check_count(returned)
        return [
            None if node is None else self._checked(k, g, node.shapes[nr], bare)
            for k, (g, (node, nr)) in enumerate(zip(returned, self.edges))
        ]

    def release(self) -> None:
        """Free what was saved; a Function that saved nothing may run again, as in PyTorch."""
        if self._saved:
            self._saved = None

    def record(self, outputs: tuple[Any, ...]) -> None:
        """Put the outputs of the forward on this node, and keep what it asked to keep."""
        places = {id(x): nr for nr, x in enumerate(outputs)}
        arrays = [getattr(x, "_array", None) for x in outputs]
        self.shapes = tuple(getattr(array, "shape", ()) for array in arrays)
        self._zeros = [array is not None and np.zeros_like(array, shape=()) for array in arrays]
        self._saved = tuple(self._keep(x, places.get(id(x))) for x in self._to_save)
        self._to_save = ()
        for nr, (x, array) in enumerate(zip(outputs, arrays)):
            if array is not None and array.dtype.kind == "f" and id(x) not in self._integral:
                x._edge, x._requires_grad = (self, nr), True
        self._integral = ()

    @staticmethod
    def _keep(x: Any, nr: int | None) -> tuple[Any, Any, int | None]:
        """An input as it is; an output as a bare alias, for a node never holds its own output."""
        if x is None:
            return None, 0, None
        if nr is None:
            return x, x._counter[0], None
        return x.detach(), x._counter[0], nr

    def _unpack(self, x: Any, version: int, nr: int | None) -> Any:
        if x is None:
            return None
        if x._counter[0] != version:
            raise modified(x, x._counter[0], version, None if nr is None else self.name(), nr or 0)
        if nr is not None and x._array.dtype.kind == "f":
            alias = wrap(x._array, True, (self, nr))
            alias._counter = x._counter
            return alias
        return x

    def _as_tensor(self, grad: Any, nr: int, bare: bool) -> Any:
        if grad is not None:
            return wrap(grad) if bare else grad
        return (
            wrap(np.zeros_like(self._zeros[nr], shape=self.shapes[nr]))
            if self._materialize
            else None
        )

    def _check_count(self, returned: tuple[Any, ...]) -> None:
        expected = len(self.edges)
        extra = returned[expected:]
        if len(returned) < expected or any(g is not None for g in extra):
            raise RuntimeError(
                f"function {self.name()} returned an incorrect number of gradients "
                f"(expected {expected}, got {len(returned)}). Return one per argument of forward, "
                "None for those that need none."
            )

    def _checked(self, k: int, grad: Any, shape: Any, bare: bool) -> Any:
        if grad is None:
            return None
        if not isinstance(grad, TensorBase):
            raise RuntimeError(f"expected Variable or None (got {type(grad).__name__})")
        if grad._array.shape != shape:
            grad = self._shrunk(k, grad, shape)
        return grad._array if bare else grad

    def _shrunk(self, k: int, grad: Any, shape: Any) -> Any:
        """A gradient that only needs summing over broadcast axes; anything else is an error."""
        padded = (1,) * (grad.ndim - len(shape)) + tuple(shape)
        fits = len(padded) == grad.ndim and all(n in (1, m) for n, m in zip(padded, grad.shape))
        if not fits:
            raise RuntimeError(
                f"Function {self.name()} returned an invalid gradient at index {k} - got "
                f"{list(grad.shape)} but expected shape compatible with {list(shape)}"
            )
        return grad.sum_to_size(shape)


class Function:
    """Base of hand-written operations: subclass it, write `forward` and `backward`, call ``apply``.

    ``forward(ctx, *args)`` computes on tensors and is not recorded; ``backward(ctx, *grad_outputs)``
    gets one gradient per output and returns one per argument, None where none is wanted. With
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
        >>> y.backward()
        >>> x.grad
        tensor([6.])

    Source: https://docs.pytorch.org/docs/stable/autograd.html#torch.autograd.Function
    """

    setup_context: Callable[..., None] | None = None

    @staticmethod
    def forward(*args: Any, **kwargs: Any) -> Any:
        """Compute the result; to be written by every subclass."""
        raise NotImplementedError(
            "You must implement the forward function for custom autograd.Function."
        )

    @staticmethod
    def backward(ctx: Any, *grad_outputs: Any) -> Any:
        """Map the gradients of the outputs to those of the inputs; to be written by every subclass."""
        raise NotImplementedError(
            "You must implement either the backward or vjp method for your custom autograd.Function "
            "to use it with backward mode AD."
        )

    vjp = backward

    @classmethod
    def apply(cls, *args: Any) -> Any:
        """Run the forward on `args`, and record it if one of them requires grad."""
        inputs = [x for x in args if isinstance(x, TensorBase)]
        for x in inputs:
            if x._view is not None and current.mode.grad_enabled:
                catch_up(x)
        recorded = current.mode.grad_enabled and any(x._requires_grad for x in inputs)
        ctx = FunctionNode(cls, args)
        with switched(False, bare=False):
            output = cls._forward(ctx, args)
        outputs = output if type(output) is tuple else (output,)
        if not recorded:
            return output
        outputs = tuple(_apart(x, inputs) for x in outputs)
        ctx.record(outputs)
        return outputs if type(output) is tuple else outputs[0]

    @classmethod
    def _forward(cls, ctx: FunctionNode, args: tuple[Any, ...]) -> Any:
        if cls.setup_context is None:
            return cls.forward(ctx, *args)
        output = cls.forward(*args)
        cls.setup_context(ctx, args, output)
        return output


def _apart(x: Any, inputs: list[Any]) -> Any:
    """An output that is an input gets a tensor of its own, on the same memory."""
    return x.detach() if any(x is y for y in inputs) else x
