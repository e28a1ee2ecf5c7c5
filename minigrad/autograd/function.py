"""Operations of your own: `Function`, exactly as ``torch.autograd.Function``.

A call of a Function is a node like any other; the engine sees no difference.
"""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from ..dtype import of
from ..mode import current, switched
from .graph import GraphNode, freed, gradient_edge, modified, next_sequence_nr
from .inplace import bump, check_writable
from .view import IN_FUNCTION, MANY, catch_up, rebase, show
from .wrap import is_tensor, wrap


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

    setup_context: Callable[..., None] | None = None
    _node: type[FunctionNode]

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        cls._node = type(f"{cls.__name__}Backward", (FunctionNode,), {"function": cls})

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        warnings.warn(
            f"{type(self)} should not be instantiated. Methods on autograd functions are all "
            "static, so you should invoke them on the class itself: "
            f"{type(self).__name__}.apply(...)",
            DeprecationWarning,
            stacklevel=2,
        )

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """An instance is of no use: the class is called, by ``apply``."""
        raise RuntimeError(
            "Legacy autograd function with non-static forward method is deprecated. Please use "
            "new-style autograd function with static forward method, and call "
            f"{type(self).__name__}.apply(...)."
        )

    @staticmethod
    def forward(*args: Any, **kwargs: Any) -> Any:
        """Compute the result; to be written by every subclass."""
        raise NotImplementedError(
            "You must implement the forward function for custom autograd.Function."
        )

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
        if cls.setup_context is not None:
            bound = inspect.signature(cls.forward).bind(*args, **kwargs)
            bound.apply_defaults()
            args, kwargs = bound.args, bound.kwargs
        every = (*args, *kwargs.values())
        inputs = [x for x in every if is_tensor(x)]
        recording = current.mode.recording
        for x in inputs:
            if x._view is not None and recording:
                catch_up(x)
        ctx = cls._node(every)
        with switched(False, bare=False):
            output = cls._run_forward(ctx, args, kwargs)
            outputs = output if type(output) is tuple else (output,)
            outputs = tuple(ctx.own(x, inputs) for x in outputs)
        if recording and any(x._requires_grad for x in inputs):
            ctx.record(outputs)
        return outputs if type(output) is tuple else outputs[0]

    @classmethod
    def _run_forward(cls, ctx: FunctionNode, args: Any, kwargs: Any) -> Any:
        if cls.setup_context is None:
            return cls.forward(ctx, *args, **kwargs)
        output = cls.forward(*args, **kwargs)
        cls.setup_context(ctx, args, output)
        return output


class FunctionNode(GraphNode):
    """The node of a Function's call, and the ``ctx`` that its forward and backward receive.

    Anything may be kept on it as an attribute; tensors belong into `save_for_backward`, which
    checks that nobody wrote over them and frees them after the backward.

    Attributes:
        function: the Function; each has a class of nodes of its own, named after it.
        needs_input_grad: for each argument of ``apply``, whether it needs a gradient.
    """

    function: type[Function]

    def __init__(self, args: tuple[Any, ...]) -> None:
        reach = [gradient_edge(x) if is_tensor(x) else None for x in reversed(args)][::-1]
        self.edges = tuple(edge for edge in reach if edge is not None)
        self.needs_input_grad = tuple(bool(edge and edge[0]) for edge in reach)
        self._types = [x._array.dtype if is_tensor(x) else None for x in args]
        self._first = next((id(x) for x in args if is_tensor(x)), None)
        self.hooks = None
        self.sequence_nr = next_sequence_nr()
        self._saved: tuple[Any, ...] | None = ()
        self._to_save: tuple[Any, ...] = ()
        self._dirty: tuple[int, ...] = ()
        self._constant: tuple[int, ...] = ()
        self._materialize = True

    # ------------------------------------------------------------------ what forward may ask for

    def save_for_backward(self, *tensors: Any) -> None:
        """Keep `tensors`, inputs or outputs of the forward, for `saved_tensors` in the backward."""
        for place, x in enumerate(tensors):
            if x is not None and not is_tensor(x):
                raise TypeError(
                    f"save_for_backward can only save variables, but argument {place} is of type "
                    f"{type(x).__name__}. Keep it as an attribute of ctx."
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

    def mark_dirty(self, *args: Any) -> None:
        """Say that these inputs were written over; each must be an output, too."""
        self._dirty = tuple(_ids("mark_dirty can only accept variables", args))

    def mark_non_differentiable(self, *args: Any) -> None:
        """Say that these outputs carry no gradient: indices, counts."""
        self._constant = tuple(
            _ids("mark_non_differentiable only accepts variable arguments", args)
        )

    def set_materialize_grads(self, value: bool) -> None:
        """With False, an output that no gradient reached gets None in backward, not zeros."""
        self._materialize = value

    # ------------------------------------------------------------------ recording

    def own(self, x: Any, inputs: list[Any]) -> Any:
        """An output as this call gives it out: an input that was only read, as a view of it."""
        if id(x) in self._dirty:
            bump(x)
        elif any(x is y for y in inputs):
            x._share()
            return show(wrap(x._array), x)
        return x

    def record(self, outputs: tuple[Any, ...]) -> None:
        """Put the outputs of the forward on this node, and keep what it asked to keep."""
        if not set(self._dirty) <= set(map(id, outputs)):
            raise RuntimeError(
                "Some elements marked as dirty during the forward method were not returned as "
                "output. The inputs that are modified inplace must all be outputs of the Function."
            )
        arrays = [x._array if is_tensor(x) else np.zeros(()) for x in outputs]
        self.shapes = tuple(array.shape for array in arrays)
        self._zeros = [np.zeros_like(array, shape=()) for array in arrays]
        places = {id(x): nr for nr, x in enumerate(outputs)}
        self._saved = tuple(self._keep(x, places.get(id(x))) for x in self._to_save)
        made = {nr: x for nr, x in enumerate(outputs) if self._differentiates(x)}
        for nr, x in made.items():
            self._attach(x, nr, alone=len(made) == 1)
        self._to_save = self._dirty = self._constant = ()

    def _differentiates(self, x: Any) -> bool:
        return is_tensor(x) and x._array.dtype.kind == "f" and id(x) not in self._constant

    def _attach(self, x: Any, nr: int, alone: bool) -> None:
        """Make `x` output `nr` of this node."""
        if id(x) in self._dirty:
            check_writable(x, True)
            if x._view is not None and not (alone and id(x) == self._first):
                raise RuntimeError(
                    "A Function that writes into a view must take that view as its first tensor, "
                    "and must not return another one. Give it a clone() of the view."
                )
            rebase(x, self, nr)
            return
        x._edge, x._requires_grad = (self, nr), True
        if x._view is not None:
            x._view.origin = IN_FUNCTION if alone else MANY
            x._view.seen = x._counter[0]

    @staticmethod
    def _keep(x: Any, nr: int | None) -> tuple[Any, Any, int | None]:
        """An input as it is; an output as a bare alias, for a node never holds its own output."""
        if x is None:
            return None, 0, None
        return x if nr is None else x.detach(), x._counter[0], nr

    def _unpack(self, x: Any, version: int, nr: int | None) -> Any:
        if x is None:
            return None
        if x._counter[0] != version:
            edge = x._edge if nr is None else (self, nr)
            raise modified(x._array, x._counter[0], version, edge)
        if nr is not None and x._array.dtype.kind == "f":
            alias = wrap(x._array, True, (self, nr))
            alias._counter = x._counter
            return alias
        return x

    # ------------------------------------------------------------------ the backward

    def vjp(self, grads: list[Any], useful: Any, bare: bool) -> list[Any]:
        """Run the user's backward on tensors, and check what it returns."""
        given = [self._as_tensor(g, nr, bare) for nr, g in enumerate(grads)]
        with switched(current.mode.grad_enabled, bare=False):
            returned = self.function.backward(self, *given)
            returned = returned if type(returned) is tuple else (returned,)
            self._check_count(returned)
            edges = iter(self.edges)
            checked = [
                self._checked(place, g, dtype, next(edges))
                for place, (g, dtype) in enumerate(zip(returned, self._types))
                if dtype is not None or self._nothing(place, g)
            ]
        return [g._array if bare and g is not None else g for g in checked]

    def release(self) -> None:
        """Free what was saved; a Function that saved nothing may run again, as in PyTorch."""
        if self._saved:
            self._saved = None

    def _as_tensor(self, grad: Any, nr: int, bare: bool) -> Any:
        if grad is not None:
            return wrap(grad) if bare else grad
        if not self._materialize:
            return None
        return wrap(np.zeros_like(self._zeros[nr], shape=self.shapes[nr]))

    def _check_count(self, returned: tuple[Any, ...]) -> None:
        expected = len(self._types)
        if len(returned) < expected or any(g is not None for g in returned[expected:]):
            raise RuntimeError(
                f"function {self.name()} returned an incorrect number of gradients "
                f"(expected {expected}, got {len(returned)}). Return one per argument of forward, "
                "None for those that need none."
            )

    def _nothing(self, place: int, grad: Any) -> bool:
        """False: an argument that is no tensor takes no gradient. Sending it one is an error."""
        if grad is None:
            return False
        raise RuntimeError(
            f"function {self.name()} returned a gradient different than None at position "
            f"{place + 1}, but the corresponding forward input was not a Variable"
        )

    def _checked(self, place: int, grad: Any, dtype: Any, edge: Any) -> Any:
        """A gradient in the shape and the type of its input."""
        node, nr = edge
        if grad is None:
            return None
        if not is_tensor(grad):
            raise RuntimeError(f"expected Variable or None (got {type(grad).__name__})")
        if node is None:  # nobody will ask, but hooks see it
            return grad
        shape = node.shapes[nr]
        if grad.shape != shape:
            grad = self._shrunk(place, grad, shape)
        return grad if grad._array.dtype == dtype else grad.to(of(dtype))

    def _shrunk(self, place: int, grad: Any, shape: Any) -> Any:
        """A gradient that only needs summing over broadcast axes; anything else is an error."""
        padded = (1,) * (grad.ndim - len(shape)) + tuple(shape)
        fits = len(padded) == grad.ndim and all(n in (1, m) for n, m in zip(padded, grad.shape))
        if not fits:
            raise RuntimeError(
                f"Function {self.name()} returned an invalid gradient at index {place} - got "
                f"{list(grad.shape)} but expected shape compatible with {list(shape)}"
            )
        return grad.sum_to_size(shape)


def _ids(complaint: str, tensors: tuple[Any, ...]) -> list[int]:
    """The identities of `tensors`: enough to know them again among the outputs."""
    for place, x in enumerate(tensors):
        if not is_tensor(x):
            raise RuntimeError(f"{complaint}, but argument {place} is of type {type(x).__name__}")
    return list(map(id, tensors))
