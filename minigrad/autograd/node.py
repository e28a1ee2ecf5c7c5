"""What is recorded: nodes and the edges between them.

A tensor that an operation made points at the operation's node; the node points, by one edge per
input, at the nodes that made its inputs, and so on down to the leaves. Nothing points the other
way: a node knows neither its own output nor who consumes it, so dropping the last tensor of a
computation frees the whole graph behind it, by reference counts alone.

While nobody looks, all recorded operations are of the one class `Node`. The interpreter remembers,
line by line, where the class it met last keeps its attributes: an engine that meets one class of
nodes walks much faster than one that meets a class per operation. A node is put into the class of
its operation, ``MulBackward0``, when it is first shown to anybody.
"""

from __future__ import annotations

import itertools
import threading
import weakref
from typing import Any

import numpy as np

from .._mode import current
from .errors import detached, modified
from .hooks import Hook, Hooks, RemovableHandle, run_post_accumulate_hooks
from .wrap import FRESH_COUNTER, NO_EDGE, TensorBase, untracked, wrap

Edge = tuple[Any, int]  # (node, which of its outputs)

OPS: dict[str, Any] = {}  # every operation by name; registry.py fills it

# The version of a saved result that nobody could have written into yet.
FRESH_RESULT = (FRESH_COUNTER, 0, None)
# The counter of what is saved and is no tensor. It equals no version: so the quick checks in op.py,
# `input_value` and `output_value`, leave the value to `Node.read`, which knows what it is.
UNEQUAL = (-1,)
PACKED = (UNEQUAL, 0, None)  # the version of what a saved-tensors hook keeps in place of a value

next_sequence_nr = itertools.count().__next__
# The number of a leaf's end, and of an operation that cannot be differentiated: none of its own. It
# runs as soon as nothing more can arrive.
LEAF_ORDER = float("inf")


class GraphNode:
    """What every node has: a name, edges, hooks. Base of `Node`, `AccumulateGrad` and others.

    Attributes:
        op: what runs the node, ``op.vjp(node, grads, useful, raw)``: an `Op`, or its own class.
        parents: the node that each edge leads to; None where no gradient is wanted.
        nrs: which of that node's outputs it is.
        saved: what it needs to run, in a form of each class; None once it is freed. A node that
            saved nothing may run again.
        _written: of a write in place the count that it brought the memory to; else not set.
    """

    __slots__ = ("__weakref__", "_metadata", "_written")

    op: Any
    parents: tuple[Any, ...] = ()
    nrs: tuple[int, ...] = ()
    saved: Any = ()
    shapes: Any  # of each output
    hooks: Any  # Hooks, or None before the first
    sequence_nr: float
    _metadata: dict[Any, Any]

    def __init_subclass__(cls) -> None:
        if "vjp" in vars(cls):  # it is its own operation: the engine runs ``node.op.vjp``
            cls.op = cls

    def name(self) -> str:
        """The name PyTorch gives this node, ``"MulBackward0"``."""
        return type(self).__name__

    @property
    def edges(self) -> tuple[Edge, ...]:
        """One ``(node, output_nr)`` per input: where this node sends its gradients."""
        return tuple(zip(self.parents, self.nrs))

    @edges.setter
    def edges(self, edges: Any) -> None:
        self.parents, self.nrs = zip(*edges) if edges else ((), ())  # type: ignore[misc]

    @property
    def next_functions(self) -> tuple[Edge, ...]:
        """One ``(node, output_nr)`` per input: where this node sends its gradients."""
        return tuple([(public_node(node), nr) for node, nr in zip(self.parents, self.nrs)])

    @property
    def metadata(self) -> dict[Any, Any]:
        """A dict for your own notes about this node."""
        if not hasattr(self, "_metadata"):
            self._metadata = {}
        return self._metadata

    def register_hook(self, fn: Hook) -> RemovableHandle:
        """Call ``fn(grad_inputs, grad_outputs)`` after this node; it may return new grad_inputs."""
        return RemovableHandle(self.own_hooks().post, fn)

    def register_prehook(self, fn: Hook) -> RemovableHandle:
        """Call ``fn(grad_outputs)`` just before this node runs; it may return others."""
        return RemovableHandle(self.own_hooks().pre, fn)

    def own_hooks(self) -> Hooks:
        """The hooks of this node, made at the first call."""
        if self.hooks is None:
            self.hooks = Hooks()
        return self.hooks

    def counter_of(self, nr: int) -> Any:
        """A version counter for output `nr`, whose memory is about to be shared or written."""
        return [0]

    def _called(self, *grads: Any) -> Any:
        """Compute the gradients of the inputs from those of the outputs; no hook runs.

        It is ``__call__`` of the classes that PyTorch lets users call: not of a Function's.
        """
        sent = tuple(self.op.vjp(self, list(grads), None, False))
        return sent[0] if len(sent) == 1 else sent

    def _sequence_nr(self) -> int:
        return 2**64 - 1 if self.sequence_nr == LEAF_ORDER else int(self.sequence_nr)

    def __repr__(self) -> str:
        return f"<{self.name()} object at {id(self):#x}>"


class Node(GraphNode):
    """One recorded operation: where its gradients go, and what its rules need to know.

    What it saved can be read under PyTorch's names, ``node._saved_self``, until it is freed.

    Attributes:
        op: the operation.
        parents, nrs: an edge per differentiable input.
        saved: a place per input, then per output: None where no rule asks; ``()`` for nothing.
        versions: of each saved value. Of an input, its version; of an output, ``(counter,
            version, home)``. `home` is None where the output is this node's. A write into a view
            that saved its result puts a weak reference to that view's node there.
        attrs: the arguments that are not tensors.
        shapes: of each output.
        grads_match: whether what the rules give is known to have the inputs' shapes and types.
        input_dtypes: one per edge, where the operation promoted an input.
        sequence_nr: higher than that of every operation it consumed; or `LEAF_ORDER`.
    """

    __slots__ = (
        "attrs", "grads_match", "hooks", "input_dtypes", "nrs", "op", "parents", "saved",
        "sequence_nr", "shapes", "versions",
    )  # fmt: skip

    attrs: dict[str, Any] | None
    input_dtypes: Any
    grads_match: bool
    versions: Any

    def name(self) -> str:
        """The name PyTorch gives this node, ``"MulBackward0"``."""
        return self.op.node_class.__name__

    __call__ = GraphNode._called

    def read(self, place: int, raw: bool) -> Any:
        """What is saved at `place`, if nobody has written over it since.

        Raises:
            RuntimeError: somebody has.
        """
        value, version = self.saved[place], self.versions[place]
        if version is PACKED:
            return value.unpack(raw)
        if isinstance(value, TensorBase):  # an input: kept as the tensor that it was
            if value._counter[0] != version:
                raise self._changed(value, version, place)
            return value._array if raw else value
        if version is None:  # a number
            return value
        if isinstance(value, TensorGroup):
            value.check(version)
            return value
        counter, version, home = version  # an output: its tensor would make a cycle
        if counter[0] != version:
            raise modified(value, counter, version, self._home(place, home))
        if raw:
            return value
        if counter is FRESH_COUNTER:  # from now on somebody else holds it, too
            counter = self.counter_of(place - self.op.n)
        return self._as_tensor(value, counter, self._home(place, home))

    def check_saved(self) -> None:
        """Raise if anything saved was written over, also what no wanted gradient needs."""
        for place in self.op.read_places if self.saved else ():
            if self.saved[place] is not None and self.versions[place] is not PACKED:
                self.read(place, True)

    def _changed(self, value: Any, version: int, place: int) -> RuntimeError:
        """The error of a saved input that is no longer what it was."""
        places = self.op.edge_places
        parent = self.parents[places.index(place)] if place in places else None
        if value._node is None and parent is not None and parent.parents:
            return detached()
        made = value.grad_fn  # reading it renews a view
        return modified(value._array, value._counter, version, made and value._edge)

    def _home(self, place: int, home: Any) -> Edge:
        """Where the output saved at `place` is: on a view's node, if it was written into a view.

        That node leads here: to hold it firmly would make a cycle.
        """
        there = home and home()
        return (there, 0) if there else (self, place - self.op.n)

    @staticmethod
    def _as_tensor(array: Any, counter: Any, edge: Edge) -> Any:
        """The tensor that an output was, back in its place in the graph."""
        tracked = array.dtype.kind == "f"
        x = wrap(array, tracked, edge if tracked else None)
        x._counter = counter
        return x

    def counter_of(self, nr: int) -> Any:
        """A version counter for output `nr`; if this node saved that, it compares with the same."""
        place, versions = self.op.n + nr, self.versions
        if not versions or place >= len(versions) or type(versions[place]) is not tuple:
            return [0]
        counter, version, home = versions[place]
        if versions[place] is FRESH_RESULT:
            counter = [0]
            self.versions = (*versions[:place], (counter, version, home), *versions[place + 1 :])
        return [0] if versions[place] is PACKED else counter


class TensorGroup(tuple):  # type: ignore[type-arg]
    """Several saved tensors that are one argument: the indices of each dimension, or None."""

    _counter = UNEQUAL

    def check(self, versions: list[Any]) -> None:
        """Raise if one was written over since it had its version in `versions`."""
        for x, version in zip(self, versions):
            if version is not None and x._counter[0] != version:
                raise modified(x._array, x._counter, version, None)


def make_node(
    op: Any, parents_nrs: Any, saved: Any, versions: Any, attrs: Any, shapes: Any
) -> Node:
    """A node of `op`, newer than all others, its edges as `parents_and_nrs` gives them."""
    node = Node()
    node.op = op
    node.parents, node.nrs = parents_nrs
    node.saved = saved
    node.versions = versions
    node.attrs = attrs
    node.shapes = shapes
    node.grads_match = False
    node.hooks = node.input_dtypes = None
    node.sequence_nr = op.next_nr()
    return node


def notify_recorded(node: Any) -> None:
    """Call what waits for nodes, anomaly mode for one, with a node that was just recorded."""
    for callback in current.mode.on_record:
        callback(node)


def public_node(node: Any) -> Any:
    """`node` in the class of its operation, as users see it."""
    if type(node) is Node:
        node.__class__ = node.op.node_class
    return node


class AccumulateGrad(GraphNode):
    """The end of a path: adds what arrives to ``variable.grad``.

    Its hooks lie with the variable: those of the tensor outlive the graph, those of the node do
    not. The variable holds this node weakly, the graph holds it firmly: it lives as long as some
    graph ends in it.
    """

    __module__ = "builtins"  # shown as <class 'AccumulateGrad'>, as PyTorch's is
    __slots__ = ("sequence_nr", "shapes", "variable")
    __call__ = GraphNode._called

    def __init__(self, variable: Any) -> None:
        self.variable = variable
        self.shapes = (variable._array.shape,)
        self.sequence_nr = LEAF_ORDER
        if variable._hooks is not None:  # those of an earlier node went with it
            variable._hooks.pre, variable._hooks.post = {}, {}

    @property
    def hooks(self) -> Any:
        """The hooks of the leaf."""
        return self.variable._hooks

    @hooks.setter
    def hooks(self, hooks: Hooks) -> None:
        self.variable._hooks = hooks

    def vjp(self, grads: list[Any], useful: Any, raw: bool) -> tuple[()]:
        """Add ``grads[0]`` to the leaf's ``.grad``, in place unless the sum itself is recorded."""
        variable, grad = self.variable, grads[0]
        if grad is not None:
            if variable._node is not None:
                raise RuntimeError("leaf variable has been moved into the graph interior")
            if variable._requires_grad:  # else it was told not to since
                self._add(grad, raw)
        if variable._hooks is not None:
            run_post_accumulate_hooks(variable)
        return ()

    def _add(self, grad: Any, raw: bool) -> None:
        variable = self.variable
        with _grad_lock:
            held = variable._grad
            if held is None:
                # a copy: what arrives may be another leaf's too, or a view
                variable._grad = _copied(grad, raw)
            elif raw:
                held._add_raw(grad)
            else:
                variable._grad = held + grad


_grad_lock = threading.RLock()  # two threads may reach the same leaf at once


def _copied(grad: Any, raw: bool) -> Any:
    if raw:
        return untracked(grad if isinstance(grad, np.generic) else grad.copy())
    return OPS["copy"](wrap(np.zeros_like(grad._array)), grad)


def gradient_edge(x: Any) -> Edge:
    """Where gradients of `x` go: its node, its AccumulateGrad if it is a leaf, or nowhere."""
    if x._node is not None:
        return x._node, x._nr
    if not x._requires_grad:
        return NO_EDGE
    return accumulator(x), 0


def parents_and_nrs(inputs: list[Any]) -> tuple[tuple[Any, ...], tuple[int, ...]]:
    """The edge of each input, as a node keeps them: parents, and which output of each.

    What is no tensor has no edge.

    The last one's AccumulateGrad is made first, as in PyTorch.
    """
    backwards = [gradient_edge(x) if isinstance(x, TensorBase) else NO_EDGE for x in inputs[::-1]]
    edges = backwards[::-1]
    return tuple([node for node, _ in edges]), tuple([nr for _, nr in edges])


def accumulator(x: Any) -> AccumulateGrad | None:
    """The AccumulateGrad of the leaf `x`, made anew when no graph holds one.

    A view of a leaf made under no_grad has none: it requires grad, but passes no gradient on.
    """
    node = x._accumulator and x._accumulator()
    if node is None:
        if x._view is not None and not x._view.requires_grad_set:
            return None
        node = AccumulateGrad(x)
        x._accumulator = weakref.ref(node)
    return node


def set_edge(x: Any, edge: Edge) -> None:
    """Give `x` a new place in the graph; its hooks stay behind, a retained gradient comes along."""
    old, nr = x._node, x._nr
    x._node, x._nr = edge
    x._requires_grad = True
    if old is not None and old.hooks is not None:
        keep = old.hooks.retained.pop(nr, None)
        if keep is not None:
            edge[0].own_hooks().retained[edge[1]] = keep
