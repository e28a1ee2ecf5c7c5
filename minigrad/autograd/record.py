"""How a call of an operation computes, and records itself in the graph.

`general` is the specification: any number of inputs and outputs. `unary` and `binary` do the same
for one and for two inputs with one output, only quicker; a test holds them against `general`.
"""

from __future__ import annotations

import functools
from collections import namedtuple
from collections.abc import Callable
from typing import Any

from ..mode import current
from .arguments import checked, converted, explained, split_arguments
from .node import Tensors, edges_of, make_node, tell
from .op import Op
from .quick import memory_of, without_tensors
from .view import MANY, catch_up, show
from .wrap import FRESH, TensorBase, is_tensor, made, untracked

Call = Callable[..., Any]


def general(op: Op) -> Call:
    """The call of any operation: the specification that the quicker two obey."""

    def call(*args: Any, **attrs: Any) -> Any:
        given, attrs = split_arguments(op, args, attrs)
        if not any(map(is_tensor, given)):
            return without_tensors(op, *given, **attrs)
        mode, inputs = current.mode, checked(op, given)
        needs, arrays = look(op, inputs)
        if op.view:
            inputs[0]._share()
            arrays[0] = inputs[0]._array
        arrays, casts = converted(op, arrays)
        try:
            result = mode.quiet(op.forward, *arrays, **attrs)
        except (TypeError, ValueError, RuntimeError) as error:
            raise op.unsavable(inputs, needs) or explained(op, arrays, error) from None
        results = result if type(result) is tuple else (result,)
        if needs:
            if mode.on_record:
                results = tuple(map(memory_of, results))
            node, counters = record(op, inputs, needs, attrs, results)
            node.casts = casts
            if mode.on_record:
                tell(node)
            outs = [_output(node, nr, array, counters[nr]) for nr, array in enumerate(results)]
        else:
            outs = [untracked(array) for array in results]
        if op.view:
            outs = [show(x, inputs[0], MANY if type(result) is tuple else None) for x in outs]
        if type(result) is not tuple:
            return outs[0]
        return _return_type(op)(*outs) if op.outputs else tuple(outs)

    return call


def look(op: Op, inputs: Any) -> tuple[int, list[Any]]:
    """For which inputs a gradient is to be recorded, a bit each; and the array of each."""
    needs, arrays, recording = 0, [], current.mode.recording
    for place, x in enumerate(inputs):
        if isinstance(x, TensorBase):
            if x._view is not None and recording:
                catch_up(x)
            if x._requires_grad:
                needs |= 1 << place
            x = x._array
        arrays.append(x)
    return needs & op.differentiable if recording else 0, arrays


def record(op: Op, inputs: Any, needs: int, attrs: Any, results: Any) -> tuple[Any, list[Any]]:
    """The node of one call, and the version counters of the outputs that it keeps.

    Args:
        op: the operation.
        inputs: as the caller gave them.
        needs: which of them need a gradient, a bit each.
        attrs: the other arguments.
        results: the arrays that came out.
    """
    places = range(len(inputs)) if op.variadic else op.edge_places
    edges = edges_of([inputs[place] for place in places])
    shapes = tuple([x.shape for x in results if x.dtype.kind == "f"])  # others come last: none
    keep = op.kept(needs)
    if keep is None:
        return make_node(op, edges, (), (), attrs, shapes), [FRESH] * len(results)
    counters = [[0] if k else FRESH for k in keep[op.n :]] or [FRESH] * len(results)
    saved, versions = [], []
    for k, x in zip(keep, inputs):
        saved.append((Tensors(x) if type(x) is tuple else x) if k else None)
        versions.append(version_of(x) if k else None)
    for counter, array in zip(counters, results):
        saved.append(None if counter is FRESH else array)
        versions.append(None if counter is FRESH else (counter, 0, None))
    return make_node(op, edges, tuple(saved), tuple(versions), attrs, shapes), counters


def version_of(x: Any) -> Any:
    """What will tell whether an input has changed; a list for a tuple of index tensors."""
    if type(x) is tuple:
        return [version_of(index) for index in x]
    return x._counter[0] if is_tensor(x) else None


def _output(node: Any, nr: int, array: Any, counter: Any) -> Any:
    tracked = array.dtype.kind == "f"  # indices, say, carry no gradient
    out = made(array, node if tracked else None, counter)
    out._nr = nr if tracked else 0
    return out


@functools.cache
def _return_type(op: Op) -> Any:
    """A named tuple for several outputs; prints as PyTorch's ``return_types``."""
    base = namedtuple(op.label, op.outputs)  # type: ignore[misc]

    def __repr__(self: Any) -> str:
        fields = ",\n".join(f"{name}={value!r}" for name, value in zip(self._fields, self))
        return f"minigrad.return_types.{op.label}(\n{fields})"

    return type(op.label, (base,), {"__slots__": (), "__repr__": __repr__})
