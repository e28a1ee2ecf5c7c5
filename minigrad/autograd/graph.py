"""What is recorded: nodes and the edges between them.

A tensor that an operation made points at the operation's node; the node points, by one edge per
input, at the nodes that made its inputs, and so on down to the leaves. Nothing points the other
way: a node knows neither its own output nor who consumes it, so dropping the last tensor of a
computation frees the whole graph behind it, by reference counts alone.
"""

from __future__ import annotations

import itertools
import re
import threading
import weakref
from typing import Any

import numpy as np

from ..dtype import tensor_type
from .hooks import Hook, Hooks, RemovableHandle, run_post_accumulate_hooks
from .wrap import TensorBase, untracked, wrap

Edge = tuple[Any, int]  # (node, which of its outputs)
NO_EDGE: Edge = (None, 0)  # leads nowhere: no gradient is wanted there

OPS: dict[str, Any] = {}  # every operation by name; op.py fills it

next_sequence_nr = itertools.count().__next__


class GraphNode:
    """What every node has: a name, edges, hooks. Base of `Node`, `AccumulateGrad` and others."""

    __slots__ = ("__weakref__", "_metadata")

    edges: tuple[Edge, ...] = ()
    hooks: Any  # Hooks, or None before the first
    _metadata: dict[Any, Any]

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
        if not hasattr(self, "_metadata"):
            self._metadata = {}
        return self._metadata

    def register_hook(self, fn: Hook) -> RemovableHandle:
        """Call ``fn(grad_inputs, grad_outputs)`` after this node ran; it may replace the first."""
        return RemovableHandle(self.own_hooks().post, fn)

    def register_prehook(self, fn: Hook) -> RemovableHandle:
        """Call ``fn(grad_outputs)`` just before this node runs; it may replace them."""
        return RemovableHandle(self.own_hooks().pre, fn)

    def own_hooks(self) -> Hooks:
        """The hooks of this node, made at the first call."""
        if self.hooks is None:
            self.hooks = Hooks()
        return self.hooks  # type: ignore[no-any-return]

    def __repr__(self) -> str:
        return f"<{self.name()} object at {id(self):#x}>"


class Node(GraphNode):
    """One recorded operation: where its gradients go, and what its rules need to know.

    Each operation has a subclass of its own, ``MulBackward0`` for `mul`; what it saved can be read
    under PyTorch's names, ``node._saved_self``, until it is freed.

    Attributes:
        edges: one per differentiable input.
        saved: a place per input, then per output: None where no rule asks; ``()`` for nothing.
        versions: of what is saved: an input's version; an output's ``(counter, version, home)``,
            `home` being a weak reference to the node that it is on, where that is not this one.
        attrs: the arguments that are not tensors.
        shapes: of each output.
        casts: a dtype per input, where the operation promoted one.
        sequence_nr: higher than that of every node it consumed.
    """

    __slots__ = ("attrs", "casts", "edges", "hooks", "saved", "sequence_nr", "shapes", "versions")

    op: Any = None  # the operation, set on each subclass

    def __init__(
        self, edges: Any, saved: Any, versions: Any, attrs: dict[str, Any] | None, shapes: Any
    ) -> None:
        self.edges = edges
        self.saved = saved
        self.versions = versions
        self.attrs = attrs
        self.shapes = shapes
        self.hooks = None
        self.casts: Any = None
        self.sequence_nr = next_sequence_nr()

    def vjp(self, grads: list[Any], useful: Any, bare: bool) -> list[Any]:
        """The gradient of each input, from those of the outputs.

        Args:
            grads: one per output; None where nothing arrived.
            useful: the nodes worth sending to; None for all of them.
            bare: whether `grads` are arrays rather than tensors.
        """
        if self.saved is None:
            raise freed()
        grad = grads[0]
        out: list[Any] = []
        for (node, nr), pullback in zip(self.edges, self.op.pullbacks):
            if node is None or (useful is not None and node not in useful):
                out.append(None)
                continue
            g = pullback(self, grad, bare)
            if g.shape != node.shapes[nr]:  # undo broadcasting: once, for all operations
                g = OPS["sum_to_size"](g, node.shapes[nr])
            out.append(g)
        return out if self.casts is None else _cast_back(out, self.casts)

    def read(self, place: int, bare: bool) -> Any:
        """What is saved at `place`, if nobody has written over it since.

        Raises:
            RuntimeError: somebody has.
        """
        value, version = self.saved[place], self.versions[place]
        if isinstance(value, TensorBase):  # an input: kept as the tensor that it was
            if value._counter[0] != version:
                raise self._changed(value, version, place)
            return value._array if bare else value
        if version is None:  # a number
            return value
        counter, version, home = version  # an output: kept without its tensor, or that were a cycle
        edge = self, place - self.op.n
        if counter[0] != version:
            raise modified(value, counter[0], version, edge)
        return value if bare else self._output(value, counter, edge, home and home())

    def _changed(self, value: Any, version: int, place: int) -> RuntimeError:
        """The error of a saved input that is no longer what it was."""
        places = self.op.edge_places
        edge = self.edges[places.index(place)] if place in places else NO_EDGE
        if value._edge is None and edge[0] is not None and edge[0].edges:
            return detached()
        return modified(value._array, value._counter[0], version, value._edge)

    @staticmethod
    def _output(array: Any, counter: Any, edge: Edge, home: Any) -> Any:
        """The tensor that an output was, back in its place in the graph."""
        tracked = array.dtype.kind == "f"
        x = wrap(array, tracked, ((home, 0) if home else edge) if tracked else None)
        x._counter = counter
        return x

    def release(self) -> None:
        """Drop what was saved; a node that saved nothing may run again, as in PyTorch."""
        if self.saved:
            self.saved = self.versions = None

    def _sequence_nr(self) -> int:
        return self.sequence_nr


class ManyInputsNode(Node):
    """An operation on any number of tensors: its one rule gives all their gradients."""

    __slots__ = ()

    def vjp(self, grads: list[Any], useful: Any, bare: bool) -> list[Any]:
        """The gradient of each input, also of those that need none, as in PyTorch."""
        return list(self.op.pullbacks[0](self, grads[0], bare))


class ManyOutputsNode(Node):
    """An operation whose rules ask for the gradients of all outputs."""

    __slots__ = ()

    def vjp(self, grads: list[Any], useful: Any, bare: bool) -> list[Any]:
        """The gradient of each input; an output that nothing arrived at counts as zeros."""
        like = next(g for g in grads if g is not None)
        full = [_zeros(like, n) if g is None else g for g, n in zip(grads, self.shapes)]
        return super().vjp([full], useful, bare)


class AccumulateGrad(GraphNode):
    """The end of a path: adds what arrives to ``variable.grad``.

    Its hooks are the variable's, so that they outlive the graph. The variable holds this node
    weakly, the graph holds it firmly: it lives as long as some graph ends in it.
    """

    __slots__ = ("sequence_nr", "shapes", "variable")

    def __init__(self, variable: Any) -> None:
        self.variable = variable
        self.shapes = (variable._array.shape,)
        self.sequence_nr = float("inf")

    @property
    def hooks(self) -> Any:
        """The hooks of the leaf."""
        return self.variable._hooks

    @hooks.setter
    def hooks(self, hooks: Hooks) -> None:
        self.variable._hooks = hooks

    def vjp(self, grads: list[Any], useful: Any, bare: bool) -> tuple[()]:
        """Add ``grads[0]`` to the leaf's ``.grad``, in place unless the sum itself is recorded."""
        variable, grad = self.variable, grads[0]
        if grad is None:
            return ()
        if variable._edge is not None:
            raise RuntimeError("leaf variable has been moved into the graph interior")
        if variable._requires_grad:  # else it was told not to since
            self._add(grad, bare)
        if variable._hooks is not None:
            run_post_accumulate_hooks(variable)
        return ()

    def _add(self, grad: Any, bare: bool) -> None:
        variable = self.variable
        with _one_at_a_time:
            held = variable._grad
            if held is None:
                variable._grad = _kept(grad, bare)
            elif bare:
                held._add_bare(grad)
            else:
                variable._grad = held + grad

    def release(self) -> None:
        """Nothing is saved here."""


_one_at_a_time = threading.RLock()  # two threads may reach the same leaf at once


def _kept(grad: Any, bare: bool) -> Any:
    """A copy of `grad` for a leaf to keep: what arrives may be another leaf's too, or a view."""
    if not bare:
        return OPS["copy"](wrap(np.zeros_like(grad._array)), grad)
    return untracked(grad if isinstance(grad, np.generic) else grad.copy())


def _cast_back(grads: list[Any], dtypes: Any) -> list[Any]:
    """Each gradient in its input's own type: the inverse of promotion."""
    return [
        g if g is None or _array(g).dtype == dtype else OPS["to_copy"](g, dtype)
        for g, dtype in zip(grads, dtypes)
    ]


def _zeros(like: Any, shape: tuple[int, ...]) -> Any:
    zeros = np.zeros_like(_array(like), shape=shape)
    return wrap(zeros) if isinstance(like, TensorBase) else zeros


def _array(grad: Any) -> Any:
    return grad._array if isinstance(grad, TensorBase) else grad


def gradient_edge(x: Any) -> Edge:
    """Where gradients of `x` go: its node, its AccumulateGrad if it is a leaf, or nowhere.

    A leaf's AccumulateGrad is made anew when no graph holds one. A view of a leaf made under
    no_grad says that it requires grad, and passes none on.
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
    """Give `x` a new place in the graph; its hooks stay behind, a retained gradient comes along."""
    old, x._edge, x._requires_grad = x._edge, edge, True
    if old and old[0].hooks is not None:
        keep = old[0].hooks.retained.pop(old[1], None)
        if keep is not None:
            edge[0].own_hooks().retained[edge[1]] = keep


def freed() -> RuntimeError:
    """The error of a second backward through a graph whose saved values are gone."""
    return RuntimeError(
        "Trying to backward through the graph a second time (or directly access saved tensors "
        "after they have already been freed). Saved intermediate values of the graph are freed "
        "when you call .backward() or autograd.grad(). Specify retain_graph=True if you need to "
        "backward through the graph a second time or if you need to access saved tensors after "
        "calling backward."
    )


def detached() -> RuntimeError:
    """The error of a saved tensor that `detach_` has cut off."""
    return RuntimeError(
        "Trying to use a saved tensor that has been detached in-place, i.e. with .detach_()."
        "This is not supported, please use out-of-place `.detach()` instead"
    )


def modified(array: Any, found: int, expected: int, edge: Edge | None) -> RuntimeError:
    """The error of a saved value that was written over before backward could read it.

    Args:
        array: the value as it is now.
        found: its version now.
        expected: its version when it was saved.
        edge: the node that made it, and as which output; None for a leaf.
    """
    what = f"[{tensor_type(array.dtype)} {list(array.shape)}]"
    if edge is not None:
        what += f", which is output {edge[1]} of {forward_name(edge[0])},"
    return RuntimeError(
        "one of the variables needed for gradient computation has been modified by an inplace "
        f"operation: {what} is at version {found}; expected version {expected} instead. Hint: "
        "compute out of place (y = y + 1 instead of y += 1) what is written between the forward "
        "pass and backward(), or write into a clone()."
    )


def forward_name(node: Any) -> str:
    """What messages call the operation of a node: Mul for MulBackward0, Sum1 for SumBackward1."""
    return re.sub(r"Backward0?(\d*)$", r"\1", node.name())
