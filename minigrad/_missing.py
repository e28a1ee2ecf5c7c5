"""What PyTorch has and minigrad leaves out: who asks for it by name is told the way round.

The error is an AttributeError, so ``hasattr`` is False, and a program that looks first goes on.
"""

from __future__ import annotations

_ONE_PROCESS = "everything runs in one process, on one device"
_DENSE = "every tensor is dense; zeros, and x[indices] = values, make one of places and values"
_SINGLE = "float16 only stores numbers; compute in float32"

WAYS_ROUND = {
    "DataParallel": f"{_ONE_PROCESS}; call the module itself",
    "amp": _SINGLE,
    "autocast": _SINGLE,
    "bfloat16": _SINGLE,
    "compile": "nothing is compiled; call the function or the module itself",
    "complex64": "numbers are real; keep the two parts in two tensors",
    "distributed": _ONE_PROCESS,
    "func": "autograd.functional has jacobian, hessian, vjp and jvp",
    "jit": "nothing is compiled; keep the class, and save the module's state_dict()",
    "onnx": "load the module's state_dict() into the same module of PyTorch, and export that",
    "resize_": "a tensor keeps its size; x.reshape(shape) or x.new_empty(shape) gives another",
    "set_": "x.data = y.data has x show the memory of y",
    "sparse": _DENSE,
    "sparse_coo_tensor": _DENSE,
    "to_sparse": _DENSE,
    "vmap": "operations broadcast; give the function a batch, or stack what a loop makes",
}


def error(owner: str, name: str, obj: object = None) -> AttributeError:
    """The error of an attribute that is not there, with what to do instead where that is known.

    Example:
        >>> import minigrad
        >>> minigrad.set_  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        AttributeError: module 'minigrad' has no attribute 'set_': x.data = y.data has x show ...
        >>> hasattr(minigrad, "vmap")
        False
    """
    hint = f": {WAYS_ROUND[name]}." if name in WAYS_ROUND else ""
    return AttributeError(f"{owner} has no attribute {name!r}{hint}", name=name, obj=obj)
