"""`save` and `load`: tensors and plain values in a file, in PyTorch's own format.

The file is a zip archive: ``data.pkl`` says how things lie in each other, and every tensor's memory
is an entry of its own. Reading runs nothing: of all that a pickle could name, only what is listed
here is known. PyTorch reads what `save` wrote, and `load` reads what PyTorch saved of this kind.

Files of the safetensors package need nothing here: its NumPy half writes them and reads them. Say
`contiguous`, for it writes the memory of an array as it lies::

    from safetensors.numpy import load_file, save_file

    save_file({name: x.contiguous().numpy() for name, x in model.state_dict().items()}, path)
    model.load_state_dict({name: from_numpy(x) for name, x in load_file(path).items()})
"""

from __future__ import annotations

import os
import pickle
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from .autograd.view import strided
from .autograd.wrap import is_tensor, untracked
from .dtype import ALL
from .dtype import dtype as DType
from .nn.parameter import Parameter
from .size import Size

_STORAGE = {f"{kind.kind}Storage": kind for kind in ALL}
_INSTEAD = (
    "A file holds tensors, numbers, text, and lists, tuples and dicts of such. Save "
    "model.state_dict() for a model and optimizer.state_dict() for an optimizer."
)


def save(obj: Any, f: Any) -> None:
    """Write `obj` into a file that `load`, and PyTorch's ``load``, reads.

    A file of that name is replaced only when the new one is complete.

    Args:
        obj: tensors and plain values, and lists, tuples and dicts of them: state dicts, above all.
        f: a path, or something to write bytes into.

    Raises:
        TypeError: something in `obj` is none of these.

    Example:
        >>> import io, minigrad
        >>> file = io.BytesIO()
        >>> minigrad.save({"w": minigrad.ones(2), "epoch": 3}, file)
        >>> _ = file.seek(0)
        >>> minigrad.load(file)
        {'w': tensor([1., 1.]), 'epoch': 3}

    Source: https://docs.pytorch.org/docs/stable/generated/torch.save.html
    """
    storages: dict[tuple[Any, ...], Any] = {}
    pickled = b"\x80\x02" + _pickled(obj, storages) + b"."  # nothing is written before all fits
    if hasattr(f, "write"):
        _write(f, pickled, storages)
        return
    import tempfile  # here, as zipfile below: `import minigrad` does not wait for them

    path = Path(f)
    number, new = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    try:
        with os.fdopen(number, "wb") as file:
            _write(file, pickled, storages)
        os.replace(new, path)
    except BaseException:
        os.unlink(new)
        raise


def load(f: Any, map_location: Any = None, *, weights_only: bool = True) -> Any:
    """Read what `save`, or PyTorch's ``save``, wrote.

    Args:
        f: a path, or something to read bytes from.
        map_location: the device that all tensors go to. Default: each to its own.
        weights_only: no other reading is possible: True.

    Raises:
        FileNotFoundError: there is no such file.
        RuntimeError: the file is none of PyTorch's format.
        pickle.UnpicklingError: it holds something that only PyTorch could make.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.load.html
    """
    if not weights_only:
        raise ValueError(f"load reads with weights_only=True alone: it runs nothing.\n{_INSTEAD}")
    import zipfile

    try:
        archive = zipfile.ZipFile(f)
    except zipfile.BadZipFile:
        raise RuntimeError(
            f"{f} is no file of `save`: not a zip archive\nPyTorch before 1.6 wrote others; read "
            "it there, and save it again."
        ) from None
    with archive:
        [top] = [n[: -len("data.pkl")] for n in archive.namelist() if n.endswith("/data.pkl")]
        with archive.open(top + "data.pkl") as file:
            return _Reader(file, lambda key: archive.read(f"{top}data/{key}"), map_location).load()


# ---------------------------------------------------------------------------------- writing


def _write(file: Any, pickled: bytes, storages: dict[tuple[Any, ...], Any]) -> None:
    import zipfile

    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("archive/data.pkl", pickled)
        archive.writestr("archive/byteorder", "little")
        for number, array in enumerate(storages.values()):
            archive.writestr(f"archive/data/{number}", array.tobytes())
        archive.writestr("archive/version", "3\n")


def _pickled(obj: Any, storages: dict[tuple[Any, ...], Any]) -> bytes:
    """`obj` in the words of a pickle, and what it needs of memory added to `storages`."""

    def each(values: Any) -> bytes:
        return b"(" + b"".join(_pickled(value, storages) for value in values)

    if is_tensor(obj):
        return _pickled_tensor(obj, storages)
    if isinstance(obj, np.generic):
        obj = obj.item()
    kind = type(obj)
    if obj is None or kind in (bool, int, float, str):
        return pickle.dumps(obj, 2)[2:-1]  # without its beginning and its end
    if kind is Size:
        return _named("torch", "Size") + each(obj) + b"t\x85R"
    if kind is DType:
        return _named("torch", obj.name)
    if kind in (list, tuple):
        return b"]" + each(obj) + b"e" if kind is list else each(obj) + b"t"
    if kind in (dict, OrderedDict):
        items = each(part for item in obj.items() for part in item) + b"u"
        if kind is dict:
            return b"}" + items
        more = _pickled(vars(obj), storages) + b"b" if vars(obj) else b""  # a state dict's metadata
        return _EMPTY + items + more
    raise TypeError(f"cannot save a {kind.__module__}.{kind.__qualname__}\n{_INSTEAD}")


def _named(module: str, name: str) -> bytes:
    return f"c{module}\n{name}\n".encode()


_EMPTY = _named("collections", "OrderedDict") + b")R"


def _pickled_tensor(x: Any, storages: dict[tuple[Any, ...], Any]) -> bytes:
    array = x.detach().cpu().contiguous()._array
    memory = (x.data_ptr(), x.shape, x.stride(), x.dtype.name)  # equal: one tensor, saved once
    if memory not in storages or not x.numel():
        storages[memory] = array
    key = str([*storages].index(memory))
    storage = ("storage", key, "cuda:0" if x.is_cuda else "cpu", x.numel())
    words = [_pickled(part, storages) for part in storage]
    words.insert(1, _named("torch", f"{x.dtype.kind}Storage"))
    place = (0, tuple(x.shape), tuple(s // array.itemsize for s in array.strides))
    parameter = isinstance(x, Parameter)
    needs = x.requires_grad and not parameter
    tensor = (
        _named("torch._utils", "_rebuild_tensor_v2")
        + b"(("
        + b"".join(words)
        + b"tQ"
        + b"".join(_pickled(part, storages) for part in (*place, needs))
        + _EMPTY
        + b"tR"
    )
    if not parameter:
        return tensor
    wanted = _pickled(x.requires_grad, storages)
    return _named("torch._utils", "_rebuild_parameter") + b"(" + tensor + wanted + _EMPTY + b"tR"


# ---------------------------------------------------------------------------------- reading


class _Reader(pickle.Unpickler):
    """An unpickler that knows the names of tensors, and no others."""

    def __init__(self, file: Any, read: Callable[[str], bytes], device: Any) -> None:
        super().__init__(file)
        self.read, self.device = read, device
        self.storages: dict[str, Any] = {}
        self.known: dict[str, Any] = {
            "collections.OrderedDict": OrderedDict,
            "torch.Size": Size,
            "torch._utils._rebuild_tensor_v2": self.tensor,
            "torch._utils._rebuild_parameter": lambda x, needs, hooks: Parameter(x, needs),
            **{f"torch.{name}": kind for name, kind in _STORAGE.items()},
            **{f"torch.{kind.name}": kind for kind in ALL},
        }

    def find_class(self, module: str, name: str) -> Any:
        found = self.known.get(f"{module}.{name}")
        if found is None:
            raise pickle.UnpicklingError(
                f"Weights only load failed: the file names {module}.{name}, which is neither a "
                f"tensor nor a plain value.\n{_INSTEAD}"
            )
        return found

    def persistent_load(self, pid: Any) -> Any:
        _, kind, key, location, _ = pid
        if key not in self.storages:
            self.storages[key] = np.frombuffer(bytearray(self.read(key)), kind.numpy), location
        return self.storages[key]

    def tensor(
        self, storage: Any, first: int, shape: Any, strides: Any, needs: bool, *more: Any
    ) -> Any:
        """A tensor on its part of a storage."""
        memory, location = storage
        last = first + sum((n - 1) * s for n, s in zip(shape, strides))
        if 0 not in shape and not (0 <= first <= last < len(memory) and min((0, *strides)) >= 0):
            raise pickle.UnpicklingError("the file is damaged: a tensor lies outside its memory")
        x = untracked(strided(memory, tuple(shape), tuple(strides), first))
        return x.to(self.device or location).requires_grad_(needs)
