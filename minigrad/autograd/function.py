"""Operations of your own: `Function`, exactly as ``torch.autograd.Function``.

A call of a Function is a node like any other, which is the ``ctx`` of its forward and backward as
well; the engine sees no difference.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any, NoReturn

import numpy as np

from .._mode import current, switched
from ..dtype import of
from .errors import freed, modified
from .inplace import bump, check_writable
from .node import PACKED, GraphNode, gradient_edge, next_sequence_nr, notify_recorded
from .op import summed
from .view import IN_FUNCTION, MANY, as_view, catch_up, needs_gradient, rebase
from .wrap import NO_EDGE, is_tensor, wrap


class FunctionNode(GraphNode):
    """The node of a Function's call, and the ``ctx`` that its forward and backward receive.

    Anything may be kept on it as an attribute; tensors belong into `save_for_backward`, which
    checks that nobody wrote over them and frees them after the backward.

    Attributes:
        function: the Function; each has a class of nodes of its own, named after it.
        needs_input_grad: for each argument of ``apply``, whether it needs a gradient.
        saved: what `save_for_backward` was given: an input as it is, an output as an alias, for
            a node never holds its own output; None once it is freed.
        versions: of each of them: its version, and which output it is, or None.
    """

    function: Any
    __repr__ = object.__repr__  # with the module, as PyTorch's

    def __init__(self, args: tuple[Any, ...]) -> None:
        reach = [gradient_edge(x) if is_tensor(x) else None for x in reversed(args)][::-1]
        self.edges = tuple(edge for edge in reach if edge is not None)
        self.needs_input_grad = tuple(is_tensor(x) and needs_gradient(x) for x in args)
        self._types = [x._array.dtype if is_tensor(x) else None for x in args]
        self._first = next((id(x) for x in args if is_tensor(x)), None)
        self.hooks = None
        self.sequence_nr = next_sequence_nr()
        self.saved: Any = ()
        self.versions: Any = ()
        self._to_save: tuple[Any, ...] = ()
        self._dirty: set[int] = set()
        self._constant: set[int] = set()
        self._materialize = True

    # ------------------------------------------------------------------ what forward may ask for

    def save_for_backward(self, *tensors: Any) -> None:
        """Keep `tensors`, inputs or outputs of the forward, for `saved_tensors` in the backward."""
        for place, x in enumerate(tensors):
            if x is not None and not is_tensor(x):
                raise TypeError(
                    f"save_for_backward can only save variables, but argument {place} is of type "
                    f"{type(x).__name__}\nKeep it as an attribute of ctx."
                )
        self._to_save = tensors

    @property
    def saved_tensors(self) -> tuple[Any, ...]:
        """What `save_for_backward` was given.

        Raises:
            RuntimeError: it has been freed, or written over since.
        """
        if self.saved is None:
            raise freed(self)
        return tuple(self.read(place, False) for place in range(len(self.saved)))

    def mark_dirty(self, *args: Any) -> None:
        """Say that these inputs were written over; each must be an output, too."""
        self._dirty = set(map(id, args))

    def mark_non_differentiable(self, *args: Any) -> None:
        """Say that these outputs carry no gradient: indices, counts."""
        self._constant = set(map(id, args))

    def set_materialize_grads(self, value: bool) -> None:
        """With False, an output that no gradient reached gets None in backward, not zeros."""
        self._materialize = value

    # ------------------------------------------------------------------ recording

    def differentiates(self, x: Any) -> bool:
        """Whether an output carries a gradient: a floating-point tensor that is not marked."""
        return is_tensor(x) and x._array.dtype.kind == "f" and id(x) not in self._constant

    def own(self, outputs: Any, inputs: list[Any], differentiable: list[bool]) -> tuple[Any, ...]:
        """The outputs as this call gives them out.

        Args:
            outputs: what forward returned.
            inputs: the tensors it was called with.
            differentiable: which outputs will be put on this node.
        """
        if not self._dirty <= set(map(id, outputs)):
            raise RuntimeError(
                "Some elements marked as dirty during the forward method were not returned as "
                "output. The inputs that are modified inplace must all be outputs of the Function."
            )
        given = set(map(id, inputs))
        for x in {id(x): x for x in outputs if id(x) in self._dirty}.values():
            x._share()
            bump(x)
        made = tuple(
            self._own(x, id(x) in given, put) if is_tensor(x) else x
            for x, put in zip(outputs, differentiable)
        )
        for x in made:
            if is_tensor(x) and x._view is not None and id(x) not in self._dirty:
                x._view.origin = IN_FUNCTION
        return made

    def _own(self, x: Any, given: bool, differentiates: bool) -> Any:
        """One output: an input only read becomes a view; without gradient there is no history."""
        if needs_gradient(x) and not differentiates:
            if given:
                return x.detach()
            if x._view is None:
                x._edge, x._requires_grad = None, False
            return x
        if given and id(x) not in self._dirty:
            x._share()
            return as_view(wrap(x._array), x)
        return x

    def record(self, outputs: tuple[Any, ...], differentiable: list[bool]) -> None:
        """Put the outputs of the forward on this node, and keep what it asked to keep."""
        arrays = [x._array if is_tensor(x) else None for x in outputs]
        self.shapes = tuple(() if array is None else array.shape for array in arrays)
        self._zeros = [
            None if array is None else np.zeros_like(array, shape=()) for array in arrays
        ]
        for nr, x in enumerate(outputs):
            if differentiable[nr]:
                self._attach(x, nr, alone=sum(differentiable) == 1)
        places = {id(x): nr for nr, x in enumerate(outputs)}
        found = [(x, places.get(id(x))) for x in self._to_save]
        self.saved = tuple(x if x is None or nr is None else x.detach() for x, nr in found)
        self.versions = tuple(None if x is None else (x._counter[0], nr) for x, nr in found)
        self._to_save = ()
        notify_recorded(self)

    def _attach(self, x: Any, nr: int, alone: bool) -> None:
        """Make `x` output `nr` of this node."""
        if id(x) in self._dirty:
            if x._node is None and x._requires_grad:
                raise RuntimeError(
                    "a leaf Variable that requires grad has been used in an in-place operation."
                )
            check_writable(x, True)
            if x._view is not None and (len(self.shapes) > 1 or id(x) != self._first):
                raise RuntimeError(
                    "A Function that writes into a view must take that view as its first tensor "
                    "and return it alone. Reorder the arguments, or give it a clone() of the view."
                )
            x._grad = None
            rebase(x, self, nr)
            return
        x._edge, x._requires_grad = (self, nr), True
        if x._view is not None:
            if not alone:
                x._view.origin = MANY
            x._view.edge_version = x._counter[0]

    def read(self, place: int, raw: bool) -> Any:
        """What is saved at `place`, if nobody has written over it since.

        Raises:
            RuntimeError: somebody has.
        """
        x = self.saved[place]
        if x is None:
            return None
        if self.versions[place] is PACKED:
            return x.unpack(raw)
        version, nr = self.versions[place]
        edge = x._edge if nr is None else (self, nr)
        if int(x._counter[0]) != int(version):  # a Function does not mind a `detach_` since
            raise modified(x._array, x._counter, version, edge)
        if raw:
            return x._array
        if nr is None or x._array.dtype.kind != "f":
            return x
        alias = wrap(x._array, True, edge)
        alias._counter = x._counter
        return alias

    # ------------------------------------------------------------------ the backward

    def vjp(self, grads: list[Any], useful: Any, raw: bool) -> list[Any]:
        """Run the user's backward on tensors, and check what it returns."""
        given = [self._as_tensor(g, nr, raw) for nr, g in enumerate(grads)]
        with switched(current.mode.grad_enabled, raw=False):
            returned = self.function.backward(self, *given)
            returned = returned if type(returned) is tuple else (returned,)
            expected = len(self._types)
            if len(returned) < expected or any(g is not None for g in returned[expected:]):
                raise RuntimeError(
                    f"function {self.name()} returned an incorrect number of gradients "
                    f"(expected {expected}, got {len(returned)})\nReturn one per argument of "
                    "forward, None for those that need none."
                )
            edges, checked = iter(self.edges), []
            for place, (g, dtype) in enumerate(zip(returned, self._types)):
                if dtype is not None:
                    checked.append(self._checked(place, g, dtype, next(edges)))
                elif g is not None:
                    raise RuntimeError(
                        f"function {self.name()} returned a gradient different than None at "
                        f"position {place + 1}, but the corresponding forward input was not a "
                        "Variable"
                    )
        return [g._array if raw and g is not None else g for g in checked]

    def _as_tensor(self, grad: Any, nr: int, raw: bool) -> Any:
        if grad is not None:
            return wrap(grad) if raw else grad
        if not self._materialize or self._zeros[nr] is None:
            return None
        return wrap(np.zeros_like(self._zeros[nr], shape=self.shapes[nr]))

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
        if grad.shape != shape:  # summing over broadcast axes may help
            grad = summed(self, place, grad, shape)
        return grad if grad._array.dtype == dtype else grad.to(of(dtype))


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
        with switched(False, raw=False):
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
        with switched(False, raw=False):
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

    __slots__ = ("hooks", "nrs", "parents", "sequence_nr", "shapes")

    def __init__(self, outputs: tuple[Any, ...]) -> None:
        self.edges = tuple(
            gradient_edge(wrap(x._array, True)) if is_tensor(x) else NO_EDGE for x in outputs
        )
        self.shapes = tuple(x._array.shape if is_tensor(x) else () for x in outputs)
        self.hooks = None
        self.sequence_nr = next_sequence_nr()

    def vjp(self, grads: list[Any], useful: Any, raw: bool) -> NoReturn:
        """Raise, always."""
        raise RuntimeError(
            "trying to differentiate twice a function that was marked with @once_differentiable"
        )
