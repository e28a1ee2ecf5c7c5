"""`save` and `load`: tensors and all that Python can pickle in a file, in PyTorch's own format.

The file is a zip archive: ``data.pkl`` says how things lie in each other, and every memory that
tensors show is an entry of its own: tensors that share it share it again when they are loaded.
Reading runs nothing: of all that a pickle could name, only what is listed here is known, unless
``weights_only=False`` trusts the file. PyTorch reads what `save` wrote, and `load` reads what
PyTorch saved, as long as it is no whole module.

Files of the safetensors package need nothing here: its NumPy half writes them and reads them. Say
`contiguous`, for it writes the memory of an array as it lies::

    from safetensors.numpy import load_file, save_file

    save_file({name: x.contiguous().numpy() for name, x in model.state_dict().items()}, path)
    model.load_state_dict({name: from_numpy(x) for name, x in load_file(path).items()})
"""

from __future__ import annotations

import codecs
import io
import os
import pickle
from collections import Counter, OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from .autograd.view import address, strided
from .autograd.wrap import is_tensor, untracked
from .backend import device as Device
from .dtype import ALL, bfloat16
from .dtype import dtype as DType
from .nn.parameter import Parameter
from .size import Size

_TYPES = (*ALL, bfloat16)
_STORAGE = {f"{kind.title}Storage": kind for kind in _TYPES}
_REFUSED = (
    "Weights only load failed. This file can still be loaded, by load(f, weights_only=False): do "
    "that only if you trust where it comes from, for it can run any code.\nUnsupported global: "
    "{}.{} is neither a tensor nor a plain value. A model's state_dict() needs none such."
)
_THEIRS = (
    "the file holds a {}.{} of PyTorch, whose parts are not those of ours: save its state_dict() "
    "there, and load that into the same module here"
)


def save(obj: Any, f: Any) -> None:
    """Write `obj` into a file that `load`, and PyTorch's ``load``, reads.

    A file of that name is replaced only when the new one is complete.

    Args:
        obj: tensors and plain values, and what is made of them: state dicts, above all. Whatever
            else Python can pickle, a whole module say, is read with ``weights_only=False`` alone,
            and only where its class can be imported.
        f: a path, or something to write bytes into.

    Raises:
        pickle.PicklingError, TypeError: something in `obj` cannot be pickled: a lambda, say.

    Example:
        >>> import io, minigrad
        >>> file = io.BytesIO()
        >>> minigrad.save({"w": minigrad.ones(2), "epoch": 3}, file)
        >>> _ = file.seek(0)
        >>> minigrad.load(file)
        {'w': tensor([1., 1.]), 'epoch': 3}

    Source: https://docs.pytorch.org/docs/stable/generated/torch.save.html
    """
    pickled, storages = _pickled(obj)  # nothing is written before all fits
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
        map_location: the device that all tensors go to; or a dict from device to device; or a
            function of a memory, as a tensor, and its device, that returns it where it shall be.
            Default: each to its own.
        weights_only: whether only tensors and plain values may be read. With False whatever the
            file names is imported and called: for files alone that you trust.

    Raises:
        FileNotFoundError: there is no such file.
        RuntimeError: the file is none of PyTorch's format.
        pickle.UnpicklingError: it names something else, and `weights_only` is True.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.load.html
    """
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
        kind = _Reader if weights_only else _TrustingReader
        with archive.open(top + "data.pkl") as file:
            return kind(file, lambda key: archive.read(f"{top}data/{key}"), map_location).load()


# ---------------------------------------------------------------------------------- writing


def _write(file: Any, pickled: bytes, storages: list[Any]) -> None:
    import zipfile

    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("archive/data.pkl", pickled)
        archive.writestr("archive/byteorder", "little")
        for number, memory in enumerate(storages):
            archive.writestr(f"archive/data/{number}", untracked(memory).cpu()._array.tobytes())
        archive.writestr("archive/version", "3\n")


def _pickled(obj: Any) -> tuple[bytes, list[Any]]:
    """`obj` in the words of a pickle, and the memories of its tensors."""
    file = io.BytesIO()
    writer = _Writer(file)
    writer.dump(obj)
    return file.getvalue(), writer.memories


class _Name(NamedTuple):
    """A name of PyTorch's, which stands in the file in place of what it names."""

    module: str
    name: str

    def __call__(self) -> None:
        """Nothing: a pickler wants to see that it could be called."""


class _Storage(NamedTuple):
    """A memory, and how many numbers of which type it holds."""

    number: int
    kind: DType
    location: str
    size: int


# The pickler that is written in Python: only this one lets a name stand that is not imported here.
_Pickler: Any = pickle._Pickler


class _Writer(_Pickler):  # type: ignore[misc]
    """A pickler that says tensors, types and devices in PyTorch's words."""

    def __init__(self, file: Any) -> None:
        super().__init__(file, 2)  # the protocol of PyTorch's files
        self.memories: list[Any] = []  # arrays; they stay, so no address comes up again
        self.numbers: dict[int, int] = {}  # of each memory, by its address

    def save(self, obj: Any, save_persistent_id: bool = True) -> None:
        """Write a part; a number of NumPy's as Python's, which may be read anywhere."""
        if type(obj) is DType:
            obj = _Name("torch", obj.name)
        if type(obj) is _Name:
            self.write(f"c{obj.module}\n{obj.name}\n".encode())
            return
        super().save(obj.item() if isinstance(obj, np.generic) else obj, save_persistent_id)

    def persistent_id(self, obj: Any) -> Any:
        """How the file says a memory; None for all else."""
        if type(obj) is not _Storage:
            return None
        kind = _Name("torch", f"{obj.kind.title}Storage")
        return "storage", kind, str(obj.number), obj.location, obj.size

    def reducer_override(self, obj: Any) -> Any:
        """Which of PyTorch's functions makes it again, and of what."""
        if isinstance(obj, Parameter):
            made = _Name("torch._utils", "_rebuild_parameter")
            return made, (obj.detach(), obj.requires_grad, OrderedDict())
        if is_tensor(obj):
            return _Name("torch._utils", "_rebuild_tensor_v2"), self._placed(obj)
        if type(obj) is Size:
            return _Name("torch", "Size"), (tuple(obj),)
        if type(obj) is Device:
            return _Name("torch", "device"), (str(obj),)
        return NotImplemented

    def _placed(self, x: Any) -> Any:
        """A tensor's memory, and its place there; what shows the same memory names the same."""
        x._share()
        array = x._array
        root = _owner(array)
        fits = root is not None and x.numel() > 0
        places = [address(array) - address(root), *array.strides] if fits else []
        if not fits or any(n < 0 or n % x.itemsize for n in places):
            root = array = x.detach().contiguous()._array
            places = [0, *array.strides]
        if address(root) not in self.numbers or not x.numel():
            self.numbers[address(root)] = len(self.memories)
            self.memories.append(root)
        location = "cuda:0" if x.is_cuda else "cpu"
        storage = _Storage(self.numbers[address(root)], x.dtype, location, root.size)
        first, *strides = (n // x.itemsize for n in places)
        return storage, first, tuple(x.shape), tuple(strides), x.requires_grad, OrderedDict()


def _owner(array: Any) -> Any:
    """The array of whose memory this one shows a part, flat; None if it is of another kind."""
    root = array
    while type(root.base) is type(root):
        root = root.base
    root = root if root.flags.c_contiguous else root.T
    return root if root.flags.c_contiguous and root.dtype == array.dtype else None


# ---------------------------------------------------------------------------------- reading


class _Reader(pickle.Unpickler):
    """An unpickler that knows the names of tensors and of plain values, and no others."""

    def __init__(self, file: Any, read: Callable[[str], bytes], device: Any) -> None:
        super().__init__(file)
        self.read, self.device = read, device
        self.storages: dict[str, Any] = {}
        self.known: dict[str, Any] = {
            "collections.OrderedDict": OrderedDict,
            "collections.Counter": Counter,
            "_codecs.encode": codecs.encode,  # what bytes are made with
            **{f"__builtin__.{kind.__name__}": kind for kind in (set, complex, bytearray)},
            **{f"builtins.{kind.__name__}": kind for kind in (set, complex, bytearray)},
            "torch.Size": Size,
            "torch.device": Device,
            "torch._utils._rebuild_tensor_v2": self.tensor,
            "torch._utils._rebuild_parameter": lambda x, needs, hooks: Parameter(x, needs),
            **{f"torch.{name}": kind for name, kind in _STORAGE.items()},
            **{f"torch.{kind.name}": kind for kind in _TYPES},
        }

    def find_class(self, module: str, name: str) -> Any:
        """What a name in the file stands for."""
        found = self.known.get(f"{module}.{name}")
        return self.unknown(module, name) if found is None else found

    def unknown(self, module: str, name: str) -> Any:
        """Refuse it."""
        raise pickle.UnpicklingError(_REFUSED.format(module, name))

    def persistent_load(self, pid: Any) -> Any:
        """A memory, read once, and the device that it goes to."""
        _, kind, key, location, _ = pid
        if key not in self.storages:
            memory = np.frombuffer(bytearray(self.read(key)), np.uint8).view(kind.numpy)
            self.storages[key] = memory, self._place(memory, location)
        return self.storages[key]

    def _place(self, memory: Any, location: str) -> Any:
        if callable(self.device):
            moved = self.device(untracked(memory), location)
            return location if moved is None else moved.device
        if isinstance(self.device, dict):
            return self.device.get(location, location)
        return self.device or location

    def tensor(
        self, storage: Any, first: int, shape: Any, strides: Any, needs: bool, *more: Any
    ) -> Any:
        """A tensor on its part of a storage."""
        memory, place = storage
        last = first + sum((n - 1) * s for n, s in zip(shape, strides))
        if 0 not in shape and not (0 <= first <= last < len(memory) and min((0, *strides)) >= 0):
            raise pickle.UnpicklingError("the file is damaged: a tensor lies outside its memory")
        x = untracked(strided(memory, tuple(shape), tuple(strides), first))
        return x.to(place).requires_grad_(needs)


class _TrustingReader(_Reader):
    """An unpickler that imports what the file names, but for what is PyTorch's own."""

    def unknown(self, module: str, name: str) -> Any:
        """Import it."""
        if module.partition(".")[0] == "torch":
            raise pickle.UnpicklingError(_THEIRS.format(module, name))
        return pickle.Unpickler.find_class(self, module, name)
