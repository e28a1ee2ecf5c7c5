"""What differs from library to library: how tensors and nodes are read, minigrad's and PyTorch's.

So a picture of `minigrad` and one of `torch` can stand side by side. What a library does not tell
is unknown, and no error.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import lru_cache, partial
from itertools import takewhile
from typing import Any, NamedTuple

import numpy as np

from ..autograd import entry
from ..autograd.hooks import Hooks
from ..autograd.node import OPS, PACKED, GraphNode
from ..autograd.record import converted
from ..autograd.wrap import FRESH_COUNTER, TensorBase, wrap
from ..nn.modules._calls import notes

SAVED_PREFIX = "_saved_"
_OWN = "saved_tensors"  # where a Function shows what it saved
_MOST_DENSE = 10_000_000  # elements: a sparse tensor that has more is not written out


def is_tensor(value: object) -> bool:
    """Is `value` a tensor that can belong to a graph? Asks its class, so no property runs."""
    kind = type(value)
    return hasattr(kind, "grad_fn") and hasattr(kind, "requires_grad")


def is_leaf(node: Any) -> bool:
    """Is this the node that adds what arrives to a leaf's ``.grad``?"""
    return hasattr(node, "variable")


def check(tensor: Any) -> None:
    """Raise unless there is a graph behind `tensor`."""
    if not is_tensor(tensor):
        raise TypeError(f"a graph belongs to a tensor, but this is a {type(tensor).__name__}")
    if not tensor.requires_grad:
        raise ValueError(
            "this tensor has no graph: it requires no gradient (requires_grad=False). Make it from "
            "a tensor with requires_grad=True, outside of no_grad() and without detach()."
        )


def node_of(tensor: Any) -> Any:
    """The node where a gradient of `tensor` arrives."""
    if tensor.grad_fn is not None:
        return tensor.grad_fn
    copy = tensor.clone()  # the public way to a leaf's node is through an operation that uses it
    if copy.grad_fn is None:
        raise ValueError("a leaf's own graph can be read only while gradients are recorded")
    return copy.grad_fn.next_functions[0][0]


def origin(tensor: Any) -> tuple[int, int] | None:
    """What made a tensor: the `id` of its node, or of a leaf itself, and which output it is."""
    if tensor.grad_fn is None:
        return (id(tensor), 0) if tensor.requires_grad else None
    return id(tensor.grad_fn), getattr(tensor, "output_nr", 0)


def snapshot(tensor: Any) -> np.ndarray | None:
    """A copy of a tensor's numbers that nobody can write into, of the tensor's shape and dtype.

    PyTorch has more kinds of tensors than NumPy: a bfloat16 becomes the float32 of the same value,
    a sparse tensor is written out. None where no numbers can be had: on the device meta, say.
    """
    try:
        array = _to_numpy(_apart(tensor))
    except (TypeError, RuntimeError):  # what PyTorch raises
        return None
    array.flags.writeable = False
    return array


def _apart(tensor: Any) -> Any:
    """The same numbers without a history; a look at a tensor must not count as sharing it."""
    return wrap(tensor._array) if isinstance(tensor, TensorBase) else tensor.detach()


def shares(a: Any, b: Any) -> bool:
    """Do two tensors show the same memory?"""
    if isinstance(a, TensorBase) and isinstance(b, TensorBase):
        arrays = a._array, b._array
        alike = arrays[0] is arrays[1] and a._counter is not FRESH_COUNTER
        return alike or (all(map(_has_memory, arrays)) and np.may_share_memory(*arrays))
    try:
        memory = [x.untyped_storage().data_ptr() for x in (a, b)]
    except (AttributeError, RuntimeError, NotImplementedError):  # one of each library; no storage
        return False
    return bool(memory[0] == memory[1] and memory[0])


def _has_memory(array: Any) -> bool:
    """A number of NumPy's own has none that could be shared."""
    return isinstance(array, np.ndarray) and array.size > 0


def untouched(node: Any) -> bool:
    """Whether no write can have gone unseen into a leaf, or into the inputs that a node saved.

    Through ``.data`` or NumPy one can write uncounted, but not without sharing the memory first,
    and of that minigrad's tensors know. Of PyTorch's, nothing is known.
    """
    saved = getattr(node, "saved", None) or ()
    known = isinstance(node, GraphNode) and isinstance(saved, tuple)  # CopySlices saves a node
    kept = [getattr(node, "variable", None), *saved] if known else []
    return known and all(is_fresh(x) for x in kept if isinstance(x, TensorBase))


def is_fresh(tensor: Any) -> bool:
    """Was its memory never shared, nor written? Of PyTorch's tensors nothing is known."""
    return isinstance(tensor, TensorBase) and tensor._counter is FRESH_COUNTER


def _to_numpy(tensor: Any) -> np.ndarray:
    if hasattr(tensor, "resolve_conj"):  # PyTorch's
        if str(tensor.layout) != "torch.strided" and tensor.numel() <= _MOST_DENSE:
            tensor = tensor.to_dense()
        tensor = tensor.resolve_conj().resolve_neg().cpu()
        if tensor.is_floating_point() and not is_numpys(tensor):
            tensor = tensor.float()
    return np.array(tensor.cpu().numpy())


def is_numpys(tensor: Any) -> bool:
    """Does NumPy know the tensor's dtype? It has no bfloat16."""
    return hasattr(np, dtype_name(tensor))


def dtype_name(owner: Any) -> str:
    """The ``.dtype`` of a tensor or array without a library's name; ``""`` if there is none."""
    return "" if owner is None else _short_name(owner.dtype)


@lru_cache(maxsize=64)
def _short_name(dtype: Any) -> str:
    return str(dtype).rpartition(".")[2]


def output_dtype(node: Any) -> str:
    """The dtype of a node's first output, where the library keeps it; ``""`` where it does not."""
    return dtype_name(next(iter(getattr(node, "_input_metadata", ())), None))


def kept_gradient(tensor: Any) -> np.ndarray | None:
    """The ``.grad`` of a leaf, or of a tensor asked to retain it; else None, and no warning."""
    if not (tensor.is_leaf or tensor.retains_grad) or tensor.grad is None:
        return None
    return snapshot(tensor.grad)


def output_shape(node: Any) -> tuple[int, ...] | None:
    """The shape of a node's first output, where the library keeps it; None where it does not."""
    outputs = getattr(node, "_input_metadata", ())
    shapes = getattr(node, "shapes", None) or [output.shape for output in outputs]
    return tuple(shapes[0]) if shapes else None


def name_of(node: Any) -> str:
    """``"MulBackward0"``; without the C++ namespace that PyTorch puts before some."""
    return str(node.name()).rpartition("::")[2]


def saved_names(node: Any) -> list[str]:
    """Under which names `node` shows what it saved: ``_saved_self`` first, then by alphabet."""
    kind: Any = type(node)
    names = {*_class_attributes(kind), *getattr(node, "__dict__", ())}
    saved = [name for name in names if name.startswith(SAVED_PREFIX)]
    return sorted(saved, key=lambda name: (name != "_saved_self", name))


@lru_cache(maxsize=256)
def _class_attributes(kind: Any) -> tuple[str, ...]:
    return tuple(name for name in dir(kind) if name.startswith(SAVED_PREFIX))


def saved_input(node: Any, slot: int) -> tuple[Any, str]:
    """What `node` saved of its input `slot`: a tensor, a number or None; and what is wrong with it.

    PyTorch's nodes have the names of ours. Both show a number as a tensor without dimensions.
    """
    op = operation(node) or _operations().get(name_of(node))
    if op is None or slot >= len(op.rules):
        return None, ""
    rule = op.rules[slot][0]
    names = [shown for shown, inner in op.saved_names.items() if inner == rule]
    value, problem = read_saved(node, names[0]) if names else (None, "")
    if value is None or not is_tensor(value) or value.ndim:
        return value, problem
    return (value if _is_from_a_tensor(node, op, rule, value) else value.item()), ""


def _is_from_a_tensor(node: Any, op: Any, name: str, value: Any) -> bool:
    """Was what is saved without dimensions given as a tensor? Of PyTorch's the type is a sign."""
    if isinstance(node, GraphNode):
        return isinstance(node.saved[op.inputs.index(name)], TensorBase)
    return dtype_name(value) not in ("int64", "float64", "complex128")


@lru_cache(maxsize=1)
def _operations() -> dict[str, Any]:
    """The built-in operations by the names of their nodes."""
    ops = [call.op for call in OPS.values() if hasattr(call, "op")]
    return {op.node_class.__name__: op for op in ops if hasattr(op, "node_class")}


def read_saved(node: Any, name: str) -> tuple[Any, str]:
    """What `node` saved under `name`; or None and why not.

    It is ``"freed"``, ``"changed"`` in place since, or ``"packed"`` by a saved-tensors hook: then
    it is left alone, for to read it would run the hook. It is ``"unreadable"`` if reading it raises
    anything else, or would use it up.
    """
    if _is_packed(node, name):
        return None, "packed"
    if name == _OWN and _can_be_read_once(node):
        return None, "unreadable"
    try:
        return getattr(node, name), ""
    except Exception as error:  # a value that is not known must not cost the picture
        return None, problem_of(error)


def problem_of(error: Exception) -> str:
    """Why a saved value could not be read, as `read_saved` calls it, by the library's own words."""
    text = str(error) if isinstance(error, RuntimeError) else ""
    if "after they have already been freed" in text:
        return "freed"
    changed = "expected version" in text or "detached in-place" in text
    return "changed" if changed else "unreadable"


def _is_packed(node: Any, name: str) -> bool:
    """Does a hook keep what was saved under `name`, or a part of it?"""
    if isinstance(node, GraphNode):
        return any(version is PACKED for version in _versions(node, name))
    try:
        raw = getattr(node, f"_raw_{name.lstrip('_')}", ())
    except RuntimeError:  # of a Function, once it is freed
        return False
    several = raw if isinstance(raw, (tuple, list)) else (raw,)
    return any(getattr(saved, "unpack_hook", None) is not None for saved in several)


def _versions(node: Any, name: str) -> Any:
    """The versions of what a node of ours saved under `name`; none if it is freed."""
    versions = getattr(node, "versions", ()) if node.saved else ()
    if name == _OWN or not versions:
        return versions
    inner = node.op.saved_names[name]
    places = [*node.op.inputs, *node.op.outputs]
    return versions[places.index(inner) :][:1] if inner in places else ()


def _can_be_read_once(node: Any) -> bool:
    """Does a Function let go of its saved tensors as soon as they are read?"""
    function = getattr(node, "function", None) or getattr(type(node), "_forward_cls", None)
    return bool(getattr(function, "clear_saved_tensors_on_access", False))


def saved_values(node: Any) -> list[tuple[str, Any, str]]:
    """What `node` saved: name, value and what is wrong with it; tuples of tensors one by one.

    The names are without their ``_saved_``; what an own `autograd.Function` saved, which has no
    names, is called ``saved_tensors[0]`` and so on.
    """
    found = []
    own = [_OWN] if hasattr(type(node), _OWN) else []
    for attribute in saved_names(node) + own:
        name, (value, problem) = attribute.removeprefix(SAVED_PREFIX), read_saved(node, attribute)
        if isinstance(value, tuple) and any(map(is_tensor, value)):
            found += [(f"{name}[{i}]", part, problem) for i, part in enumerate(value)]
        elif attribute not in own or problem:
            found.append((name, value, problem))
    return found


def backward(tensors: Sequence[Any], *arguments: Any) -> None:
    """Run a backward pass from one tensor, or in one walk from several.

    Args:
        tensors: the results.
        arguments: as ``Tensor.backward`` takes them; for several results a list of gradients.
    """
    if len(tensors) == 1:
        tensors[0].backward(*arguments)
        return
    gradients, retain_graph, create_graph, inputs = arguments
    library = entry if isinstance(tensors[0], TensorBase) else sys.modules["torch"].autograd
    library.backward(list(tensors), gradients, retain_graph, create_graph, inputs=inputs)


def hooks(node: Any) -> Hooks | None:
    """The hooks that wait at `node`; None where the library shows them to nobody, as PyTorch."""
    return (node.hooks or Hooks()) if isinstance(node, GraphNode) else None


def retaining(node: Any) -> list[Any]:
    """The outputs of `node` that were told to keep their gradient and are still there.

    PyTorch's nodes do not know them.
    """
    known = hooks(node)
    keeps = known.retained.values() if known else ()
    found = [keep.args[0]() for keep in keeps if isinstance(keep, partial)]
    return [tensor for tensor in found if tensor is not None]


def own_saved(node: Any) -> list[Any]:
    """The tensors that an `autograd.Function` saved, as far as they can be read."""
    value, _ = read_saved(node, _OWN) if hasattr(type(node), _OWN) else ((), "")
    return [tensor for tensor in value or () if is_tensor(tensor)]


def hooks_beside(handle: Any) -> int:
    """How many other hooks are where the hook of `handle` is."""
    dictionary = getattr(handle, "hooks_dict_ref", None)  # PyTorch's handle refers to it weakly
    hooks = handle._hooks if dictionary is None else dictionary()
    return len(hooks) - 1


def operation(node: Any) -> Any:
    """The built-in operation that `node` is of; None for PyTorch's nodes, and for all others."""
    op = getattr(node, "op", None)
    return op if hasattr(op, "tex") else None


def computed(op: Any, inputs: list[Any], attrs: dict[str, Any] | None) -> Any:
    """What a built-in operation makes of arrays and numbers, in the type that it computes in."""
    return op.forward(*converted(op, inputs)[0], **{**op.attrs, **(attrs or {})})


def formulas(node: Any) -> tuple[str, tuple[str, ...]]:
    """TeX of what a built-in operation computes, and of its derivative rule for each input."""
    op = operation(node)
    if op is None:
        return "", ()
    rules = tuple(tex for _, _, tex in op.rules)
    return op.tex, rules * len(node.next_functions) if op.variadic else rules


class Call(NamedTuple):
    """One call of a module: what was recorded inside it has numbers between `start` and `end`."""

    module: Any
    start: int
    end: int


def number_of(node: Any) -> int | None:
    """When an operation was recorded: higher than all before it. None for leaves, and PyTorch's."""
    number = getattr(node, "sequence_nr", None)
    return number if isinstance(number, int) else None


def calls_since(number: int) -> list[Call]:
    """The calls of modules that ended after `number`, in the order in which they began.

    Only modules that are still there, and what this thread called not too long ago.
    """
    late = takewhile(lambda call: call[2] > number, reversed(notes.calls))
    calls = [Call(module(), start, end) for module, start, end in late]
    return sorted((c for c in calls if c.module is not None), key=lambda call: call.start)
