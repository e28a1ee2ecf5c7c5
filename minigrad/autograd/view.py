"""Views: tensors that show the memory of another, and what a write through one does to the graph.

The base owns the memory and its whole history; the base knows nothing of its views. When somebody
writes into the memory, the base gets a new edge and the shared version counter moves on. A view
notices that it is behind when it is next used, and takes a new edge from its base.

What part of the base a view shows is kept as strides, a `Region`: enough to find it again in a
gradient. Replaying the functions that made the view would look simpler and be wrong: on a gradient
with another memory layout `reshape` copies, and what is written into the copy is lost.
"""

from __future__ import annotations

from ctypes import addressof, c_char
from typing import Any, NamedTuple

import numpy as np

from .._mode import current
from ..backend import Array, is_numpy, module_of
from .errors import forward_name, freed
from .node import (
    OPS,
    Edge,
    GraphNode,
    gradient_edge,
    make_node,
    next_sequence_nr,
    notify_recorded,
    parents_and_nrs,
    set_edge,
)
from .wrap import INFERENCE

NO_GRAD = "no_grad"
IN_INFERENCE = "inference_mode"
IN_FUNCTION = "function"
MANY = "many"

_BLOCK = (
    "Given that this use case is ambiguous and error-prone, it is forbidden. You can clarify your "
    "code by moving both the view and the inplace either both inside the {} block (if you don't "
    "want the inplace to be tracked) or both outside (if you want the inplace to be tracked)."
)
_REASON = {
    NO_GRAD: _BLOCK.format(NO_GRAD),
    IN_INFERENCE: _BLOCK.format(IN_INFERENCE),
    IN_FUNCTION: "This view was created inside a custom Function (or because an input was returned "
    "as-is) and the autograd logic to handle view+inplace would override the custom backward "
    "associated with the custom Function, leading to incorrect gradients. This behavior is "
    "forbidden. You can fix this by cloning the output of the custom Function.",
    MANY: "This view is the output of a function that returns multiple views. Such functions do "
    "not allow the output views to be modified inplace. You should replace the inplace operation "
    "by an out-of-place one.",
}


class View:
    """What makes a tensor a view.

    Attributes:
        base: the tensor whose memory it shows; never itself a view.
        origin: None, or why no write through this view can be recorded: where it was made.
        edge_version: the version at which the view's edge was last right.
        requires_grad_set: whether the view itself, then a leaf, was told to require a gradient.
    """

    __slots__ = ("_placed", "base", "edge_version", "origin", "requires_grad_set")

    def __init__(self, base: Any, origin: str | None, edge_version: int):
        self.base = base
        self.origin = origin
        self.edge_version = edge_version
        self.requires_grad_set = False
        self._placed: Any = (None, None, None)

    def region(self, x: Any) -> Region:
        """Which part of the base the view `x` shows; worked out at the first write and kept.

        A turn in place, as ``x.t_()``, gives the view or the base another array: then anew.
        """
        view, base, region = self._placed
        if view is not x._array or base is not self.base._array:
            region = Region.of(x._array, self.base._array)
            self._placed = x._array, self.base._array, region
        return region


def catch_up(x: Any) -> None:
    """Bring a view's edge, and its need of a gradient, up to what was written into its base."""
    view = x._view
    x._requires_grad = x._node is not None or needs_gradient(x)
    if view.edge_version != x._counter[0] and (x._node is not None or view.base._requires_grad):
        check_origin(x, "its base or another view of its base has been")
        _renew(x)


def _renew(x: Any) -> None:
    """Give a view a new edge, to where its base is now."""
    view, array = x._view, x._array
    attrs = {"region": view.region(x)}
    node = make_node(
        OPS["take_region"].op, parents_and_nrs([view.base]), (), (), attrs, (array.shape,)
    )
    notify_recorded(node)
    set_edge(x, (node, 0))
    view.edge_version = x._counter[0]


def needs_gradient(x: Any) -> bool:
    """Whether `x` requires grad: a view for its own history's sake, or because its base does.

    Right at any time, where the slot `_requires_grad` is so for a view only after `catch_up`. What
    a call then records is its `needs`, a bit per input.
    """
    view = x._view
    if view is None:
        return x._requires_grad
    needs = x._node is not None or view.requires_grad_set or view.base._requires_grad
    return needs and x._array.dtype.kind == "f"


def check_origin(x: Any, deed: str) -> None:
    """Raise if no write can be recorded through the view `x`, or into the memory below it."""
    origin = x._view.origin
    if origin is None:
        return
    mode, back = "no_grad mode", " with grad mode enabled"
    if origin is IN_INFERENCE:
        mode, back = "inference mode", " in normal mode"
    what = f"A view was created in {mode}"
    if x._edge:
        what = f"Output {x._edge[1]} of {forward_name(x._edge[0])} is a view"
        if origin in (NO_GRAD, IN_INFERENCE):
            what += f" of a view which was created in {mode}"
        else:
            back = ""
    raise RuntimeError(f"{what} and {deed} modified inplace{back}. {_REASON[origin]}")


class CopySlices(GraphNode):
    """The base's node after a write into one of its views.

    It wraps the write's own node: what arrives for the region goes through that node, to the
    region as it was before and to the write's other inputs; what arrives for the rest passes by.
    """

    __module__ = "builtins"  # shown as <class 'CopySlices'>, as PyTorch's is
    __slots__ = ("hooks", "nrs", "parents", "region", "saved", "sequence_nr", "shapes")
    __call__ = GraphNode._called

    def __init__(self, base_edge: Edge, base_shape: Any, inner: Any, region: Region):
        self.saved = inner  # its only saved value: once it is freed, it cannot run again
        self.region = region
        # A write's first edge is what was written into: here the base, whose region that was.
        self.parents = (base_edge[0], *inner.parents[1:])
        self.nrs = (base_edge[1], *inner.nrs[1:])
        self.shapes = (base_shape,)
        self.hooks = None
        self.sequence_nr = next_sequence_nr()

    def vjp(self, grads: list[Any], useful: Any, raw: bool) -> list[Any]:
        """The gradient of the base before the write, then those of the write's other inputs."""
        inner = self.saved
        if inner is None:
            raise freed(self)
        if grads[0] is None:
            return [None] * len(self.parents)
        part = OPS["take_region"](grads[0], region=self.region)
        wanted = [
            parent is not None and (useful is None or parent in useful) for parent in self.parents
        ]
        # All of them: nodes useful to the walk are this node's parents, not inner's first one.
        sent = inner.op.vjp(inner, [part], None, raw)
        sent = [g if wants else None for g, wants in zip(sent, wanted)]
        if wanted[0]:
            if sent[0] is not None:
                check_once(self.region)
            sent[0] = OPS["replace_region"](grads[0], sent[0], region=self.region)
        return sent


def rebase(x: Any, node: Any, nr: int = 0) -> None:
    """A write into `x` was recorded as `node`: move `x`, or its base, to its new place."""
    base = x
    if x._view is not None:
        base, nr = x._view.base, 0
        node = CopySlices(gradient_edge(base), base._array.shape, node, x._view.region(x))
        notify_recorded(node)
    node._written = x._counter[0]
    set_edge(base, (node, nr))
    if base is not x:
        _renew(x)


def as_view(out: Any, input: Any, origin: str | None = None) -> Any:
    """Make `out` a view of `input`: same memory, same counter, same base."""
    above, mode = input._view, current.mode
    base = input if above is None else above.base
    if not mode.recording:
        origin = IN_INFERENCE if mode.inference else NO_GRAD
    if above is not None and (origin is None or above.origin is IN_INFERENCE):
        origin = above.origin
    out._counter = counter = input._counter
    if counter is INFERENCE:
        return out  # no version, so nothing to catch up with
    out._view = View(base, origin, counter[0])
    out._requires_grad = out._node is not None or needs_gradient(out)
    return out


# ---------------------------------------------------------------------------------- regions


Sizes = tuple[int, ...]


class Region(NamedTuple):
    """A window onto the memory of a base; all counts are in elements."""

    shape: Sizes
    strides: Sizes
    offset: int  # from the base's first element
    base_shape: Sizes
    base_strides: Sizes

    @classmethod
    def of(cls, view: Array, base: Array) -> Region:
        """The region of `base` that `view` shows."""
        size = base.itemsize
        return cls(
            view.shape,
            tuple([s // size for s in view.strides]),
            (address(view) - address(base)) // size,
            base.shape,
            tuple([s // size for s in base.strides]),
        )

    def take(self, values: Array) -> Array:
        """This region of `values`, an array of the base's shape."""
        return self._window(*self._lay_out(values))

    def replace(self, values: Array, part: Array) -> Array:
        """A copy of `values` with `part` in this region."""
        memory, first = self._lay_out(values)
        self._window(memory, first)[...] = part
        return self._base(memory, first)

    def put(self, part: Array) -> Array:
        """Zeros of the base's shape with `part` added in this region, which may overlap itself."""
        module = module_of(part)
        memory, first = self._lay_out(module.zeros((), part.dtype))
        if overlaps(self.shape, self.strides):
            places = self._window(module.arange(memory.size), first)
            module.add.at(memory, places, part)
        else:
            self._window(memory, first)[...] = part
        return self._base(memory, first)

    def _lay_out(self, values: Array) -> tuple[Array, int]:
        """A copy of `values` laid out as the base's memory is, and where its first element lies."""
        reach = [(n - 1) * s for n, s in zip(self.base_shape, self.base_strides)]
        first = -sum(r for r in reach if r < 0)  # with a negative stride it is not in front
        size = first + sum(r for r in reach if r > 0) + 1
        memory = module_of(values).zeros(size, values.dtype)
        self._base(memory, first)[...] = values
        return memory, first

    def _base(self, memory: Array, first: int) -> Array:
        return strided(memory, self.base_shape, self.base_strides, first)

    def _window(self, memory: Array, first: int) -> Array:
        return strided(memory, self.shape, self.strides, first + self.offset)


def strided(memory: Array, shape: Sizes, strides: Sizes, first: int = 0) -> Array:
    """`memory` from its element `first` on, with another shape and other strides, in elements."""
    size = memory.itemsize
    steps = [s * size for s in strides]
    if 0 in shape:
        return module_of(memory).zeros(shape, memory.dtype)  # there is nothing to share
    if is_numpy(memory) and memory.flags.c_contiguous:  # far quicker than what follows
        return np.ndarray(shape, memory.dtype, memory, first * size, steps)
    memory = memory[first:] if first else memory
    return module_of(memory).lib.stride_tricks.as_strided(memory, shape, steps)


def check_once(x: Any) -> None:
    """Raise unless each element of `x`, an array or a Region, has a place of its own."""
    if 0 not in x.shape and any(s == 0 and n > 1 for s, n in zip(x.strides, x.shape)):
        raise RuntimeError(
            "unsupported operation: more than one element of the written-to tensor refers to a "
            "single memory location. Please clone() the tensor before performing the operation."
        )


def overlaps(shape: Sizes, strides: Sizes) -> bool:
    """Whether several indices share an element.

    It may say yes where none do: the caller is then slower, not wrong.
    """
    reach = 0
    for s, n in sorted((abs(s), n) for s, n in zip(strides, shape) if n > 1):
        if s <= reach:
            return True
        reach += s * (n - 1)
    return False


def address(array: Array) -> Any:
    """Where the first element of `array` lies in memory."""
    if not is_numpy(array):
        return array.data.ptr
    flags = array.flags
    if flags.c_contiguous and flags.writeable and array.size:
        try:
            return addressof(c_char.from_buffer(array))  # far quicker than what follows
        except ValueError:  # bfloat16 gives no buffer
            pass
    return array.__array_interface__["data"][0]


def same_memory(a: Array, b: Array) -> bool:
    """Whether `a`, just made from `b`, is the same memory: a view's base owns the memory."""
    return a is b or (a.base is not None and (a.base is b or a.base is b.base))
