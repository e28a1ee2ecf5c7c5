"""What is recorded: nodes and the edges between them.

A tensor that an operation made points at the operation's node; the node points, by one edge per
input, at the nodes that made its inputs, and so on down to the leaves. Nothing points the other way:
a node knows neither its own output nor who consumes it, so dropping the last tensor of a computation
frees the whole graph behind it, by reference counts alone.
"""

from __future__ import annotations

import itertools
import weakref
from typing import Any

import numpy as np

from . import wrap as _wrap
from .hooks import Hook, Hooks, RemovableHandle, through
from .wrap import TensorBase

Edge = tuple[Any, int]  # (node, which of its outputs)
NO_EDGE: Edge = (None, 0)  # leads nowhere: no gradient is wanted there

OPS: dict[str, Any] = {}  # every operation by name; op.py fills it

_next_sequence_nr = itertools.count().__next__


class GraphNode:
    """What every node has: a name, edges, hooks. Base of `Node`, `AccumulateGrad` and others."""

    __slots__ = ("__weakref__", "_metadata")

    edges: tuple[Edge, ...] = ()
    hooks: Hooks | None

    def name(self) -> str:
        """The name PyTorch gives this node, ``"MulBackward0"``."""
        return type(self).__name__

    @property
    def next_functions(self) -> tuple[Edge, ...]:
        """One ``(node, output_nr)`` per input: where this node sends its gradients."""
        return self.edges

    @property
    def metadata(self) -> dict[Any, Any]:
        """A dict for your own notes about this node."""
        try:
            return self._metadata  # type: ignore[has-type, no-any-return]
        except AttributeError:
            self._metadata: dict[Any, Any] = {}
            return self._metadata

    def register_hook(self, fn: Hook) -> RemovableHandle:
        """Call ``fn(grad_inputs, grad_outputs)`` whenever this node has run; it may replace the first."""
        return RemovableHandle(self.own_hooks().post, fn)

    def register_prehook(self, fn: Hook) -> RemovableHandle:
        """Call ``fn(grad_outputs)`` just before this node runs; it may replace them."""
        return RemovableHandle(self.own_hooks().pre, fn)

    def own_hooks(self) -> Hooks:
        """The hooks of this node, made at the first call."""
        if self.hooks is None:
            self.hooks = Hooks()
        return self.hooks

    def __repr__(self) -> str:
        return f"<{self.name()} object at {id(self):#x}>"


class Node(GraphNode):
    """One recorded operation: where its gradients go, and what its rules need to know.

    Each operation has a subclass of its own, ``MulBackward0`` for `mul`; what it saved can be read
    under PyTorch's names, ``node._saved_self``, until it is freed.
    """

    __slots__ = ("attrs", "casts", "edges", "hooks", "saved", "sequence_nr", "shapes", "versions")

    op: Any = None  # the operation, set on each subclass

    def __init__(
        self, edges: Any, saved: Any, versions: Any, attrs: dict[str, Any] | None, shapes: Any
    ) -> None:
        self.edges = edges
        self.saved = (
            saved  # a place per input, then per output: None where no rule asks; () for nothing
        )
        self.versions = (
            versions  # of what is saved: an input's version, an output's (counter, version)
        )
        self.attrs = attrs
        self.shapes = shapes  # of each output
        self.hooks: Hooks | None = None
        self.casts: Any = None  # a dtype per input, where the operation promoted one
        self.sequence_nr = _next_sequence_nr()  # higher than that of every node it consumed

    def vjp(self, grads: list[Any], useful: Any, bare: bool) -> list[Any]:
        """The gradient of each input, from those of the outputs.

        Args:
            grads: one per output; None where nothing arrived.
            useful: the nodes worth sending to; None for all of them.
            bare: whether `grads` are arrays rather than tensors.
        """
        op = self.op
        if self.saved is None:
            raise freed()
        grad = op.fill(grads, self.shapes) if op.asks_all_grads else grads[0]
        if op.variadic:
            return list(op.pullbacks[0](self, grad, bare))
        out: list[Any] = []
        for (node, nr), pullback in zip(self.edges, op.pullbacks):
            if node is None or (useful is not None and node not in useful):
                out.append(None)
                continue
            g = pullback(self, grad, bare)
            if g.shape != node.shapes[nr]:  # undo broadcasting: once, for all operations
                g = op.sum_to_size(g, node.shapes[nr])
            out.append(g)
        return out if self.casts is None else op.cast_back(out, self.casts)  # type: ignore[no-any-return]

    def read(self, place: int, bare: bool) -> Any:
        """What is saved at `place`, if nobody has written over it since.

        Raises:
            RuntimeError: somebody has.
        """
        value, version = self.saved[place], self.versions[place]
        if isinstance(value, TensorBase):  # an input: kept as the tensor that it was
            if value._counter[0] != version:
                raise modified(value, value._counter[0], version)
            return value._array if bare else value
        if version is None:  # a number
            return value
        counter, version = version  # an output: kept without its tensor, for that would be a cycle
        nr = place - self.op.n
        if counter[0] != version:
            raise modified(value, counter[0], version, self.name(), nr)
        return value if bare else self._output(value, nr, counter)

    def _output(self, array: Any, nr: int, counter: Any) -> Any:
        """The tensor that output `nr` was, back on this node."""
        tracked = array.dtype.kind == "f"
        x = _wrap.wrap(array, tracked, (self, nr) if tracked else None)
        x._counter = counter
        return x

    def release(self) -> None:
        """Drop what was saved; a node that saved nothing may run again, as in PyTorch."""
        if self.saved:
            self.saved = self.versions = None

    def __getattr__(self, name: str) -> Any:
        if not name.startswith("_saved_") or name not in self.op.saved_names:
            raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")
        return self.op.read_saved(self, name)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self.op.saved_names]

    def _sequence_nr(self) -> int:
        return self.sequence_nr


class AccumulateGrad(GraphNode):
    """The end of a path: adds what arrives to ``variable.grad``.

    Its hooks are the variable's, so that they outlive the graph. The variable holds this node weakly,
    the graph holds it firmly: it lives as long as some graph ends in it.
    """

    __slots__ = ("sequence_nr", "shapes", "variable")

    def __init__(self, variable: Any) -> None:
        self.variable = variable
        self.shapes = (variable._array.shape,)
        self.sequence_nr = float("inf")

    @property
    def hooks(self) -> Hooks | None:  # type: ignore[override]
        """The hooks of the leaf."""
        return self.variable._hooks  # type: ignore[no-any-return]

    @hooks.setter
    def hooks(self, hooks: Hooks) -> None:
        self.variable._hooks = hooks

    def vjp(self, grads: list[Any], useful: Any, bare: bool) -> tuple[()]:
        """Add ``grads[0]`` to the leaf's ``.grad``, in place unless the sum itself is recorded."""
        variable, grad = self.variable, grads[0]
        if grad is None:
            return ()
        held = variable._grad
        if not bare:
            variable._grad = grad if held is None else held + grad
        elif held is None:  # what arrives may be shared with another leaf, or a view: keep a copy
            variable._grad = _wrap.wrap(grad if isinstance(grad, np.generic) else grad.copy())
        elif held._requires_grad:
            variable._grad = _wrap.wrap(held._array + grad)
        else:
            held._add_bare(grad)
        if variable._hooks is not None:
            self._run_post_accumulate(variable)
        return ()

    @staticmethod
    def _run_post_accumulate(variable: Any) -> None:
        for hook in list(variable._hooks.post_accumulate.values()):
            if through(lambda hook=hook: hook(variable)) is not None:
                raise RuntimeError("Tensor post accumulate grad hooks should return None.")

    def release(self) -> None:
        """Nothing is saved here."""


def gradient_edge(x: Any) -> Edge:
    """Where gradients of `x` go: its node, its AccumulateGrad if it is a leaf, or nowhere.

    A leaf's AccumulateGrad is made anew when no graph holds one. A view of a leaf made under no_grad
    says that it requires grad, and passes none on.
    """
    if x._edge is not None:
        return x._edge  # type: ignore[no-any-return]
    if not x._requires_grad:
        return NO_EDGE
    node = x._accumulator and x._accumulator()
    if node is None:
        if x._view is not None and not x._view.own:
            return NO_EDGE
        node = AccumulateGrad(x)
        x._accumulator = weakref.ref(node)
    return node, 0


def move(x: Any, edge: Edge) -> None:
    """Give `x` a new place in the graph. Its hooks stay with the old node, a retained gradient comes along."""
    old, x._edge, x._requires_grad = x._edge, edge, True
    if old and old[0].hooks is not None:
        keep = old[0].hooks.retained.pop(old[1], None)
        if keep is not None:
            edge[0].own_hooks().retained[edge[1]] = keep


def freed() -> RuntimeError:
    """The error of a second backward through a graph whose saved values are gone."""
    return RuntimeError(
        "Trying to backward through the graph a second time (or directly access saved tensors after "
        "they have already been freed). Saved intermediate values of the graph are freed when you "
        "call .backward() or autograd.grad(). Specify retain_graph=True if you need to backward "
        "through the graph a second time or if you need to access saved tensors after calling backward."
    )


def modified(
    value: Any, found: int, expected: int, maker: str | None = None, nr: int = 0
) -> RuntimeError:
    """The error of a saved value that was written over before backward could read it."""
    array = getattr(value, "_array", value)
    what = f"[{_wrap.Tensor._type_name(array.dtype)} {list(array.shape)}]"
    if maker is None and value._edge is not None:
        maker, nr = value._edge[0].name(), value._edge[1]
    if maker is not None:
        what += f", which is output {nr} of {maker.removesuffix('Backward0')},"
    return RuntimeError(
        "one of the variables needed for gradient computation has been modified by an inplace "
        f"operation: {what} is at version {found}; expected version {expected} instead. Hint: "
        "compute out of place (y = y + 1 instead of y += 1) what is written between the forward "
        "pass and backward(), or write into a clone()."
    )
