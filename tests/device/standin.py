"""An array that behaves as CuPy's, on a machine without a GPU: NumPy inside, CuPy's rules outside.

What minigrad computes with it is what it would compute on a GPU, and what CuPy refuses, it refuses:
nothing becomes a NumPy array by itself, NumPy's own do not mix with it, and of NumPy's interface it
has what `cupy14.json` says CuPy has. Where CuPy makes a view this is one, also of a single element.
"""

from collections import Counter
from types import SimpleNamespace

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin

from tests.device import functions

CURRENT = SimpleNamespace(gpu=0)  # which one computes, and gets what is new
TRANSFERS = Counter()  # what was moved to the host: by which means, and how many elements


class ndarray(NDArrayOperatorsMixin):
    """Stands for ``cupy.ndarray``.

    Attributes:
        base: the array that owns the memory; None for that itself, and for a window onto memory.
        _host: the numbers, which nobody but this folder may look at.
        _start: where the memory begins.
        _gpu: which one has it.
    """

    __module__ = "cupy"
    __slots__ = ("__weakref__", "_gpu", "_host", "_start", "base")
    __hash__ = None
    __array_priority__ = 100

    def __init__(self, host, base=None, start=None):
        self._host, self.base = host, base
        self._gpu = CURRENT.gpu if base is None else base._gpu
        own = host.__array_interface__["data"][0]
        self._start = start if start is not None else own if base is None else base._start

    # ------------------------------------------------------------------ NumPy's protocols

    def __array__(self, dtype=None, copy=None):
        raise TypeError(
            "Implicit conversion to a NumPy array is not allowed. Please use `.get()` to construct "
            "a NumPy array explicitly."
        )

    def __array_ufunc__(self, ufunc, method, *inputs, **given):
        if "out" in given:
            (given["out"],) = given["out"]
        return functions.ufunc(ufunc.__name__, method, inputs, given)

    def __array_function__(self, function, types, args, given):
        module = function.__module__.partition(".")[2]
        name = f"{module}.{function.__name__}".lstrip(".")
        known = name in functions.FUNCTIONS and all(t in (ndarray, np.ndarray) for t in types)
        return functions.function(name, args, given) if known else NotImplemented

    # ------------------------------------------------------------------ what it is

    dtype = property(lambda self: self._host.dtype)
    shape = property(lambda self: self._host.shape)
    strides = property(lambda self: self._host.strides)
    ndim = property(lambda self: self._host.ndim)
    size = property(lambda self: self._host.size)
    itemsize = property(lambda self: self._host.itemsize)
    nbytes = property(lambda self: self._host.nbytes)
    device = property(lambda self: SimpleNamespace(id=self._gpu))
    flat = property(lambda self: self.reshape(-1))

    @property
    def data(self):
        """The pointer."""
        there = self._host.__array_interface__["data"][0]
        there = there if self.size or self.base is not None else 0
        return SimpleNamespace(ptr=there, device_id=self._gpu, mem=SimpleNamespace(ptr=self._start))

    @property
    def flags(self):
        """No ``writeable``: CuPy has none."""
        told = self._host.flags
        return SimpleNamespace(
            c_contiguous=told.c_contiguous,
            f_contiguous=told.f_contiguous,
            owndata=self.base is None,
        )

    @property
    def T(self):
        """The transpose; of fewer than two dimensions the array itself."""
        return self if self.ndim < 2 else self.transpose()

    @property
    def mT(self):
        """The last two dimensions swapped."""
        return self.swapaxes(-2, -1)

    def __getattr__(self, name):
        if name not in functions.METHODS:
            raise AttributeError(f"'ndarray' object has no attribute '{name}'")
        return lambda *args, **given: functions.method(self, name, args, given)

    def __pos__(self):
        return self

    def __len__(self):
        if not self.ndim:
            raise TypeError("len() of unsized object")
        return self.shape[0]

    def __iter__(self):
        if not self.ndim:
            raise TypeError("iteration over a 0-d array")
        return (self[i] for i in range(len(self)))

    # ------------------------------------------------------------------ to the host

    def _moved(self, means):
        TRANSFERS[means, self.size] += 1
        return self._host.copy()

    def get(self, stream=None, order="C", out=None, blocking=True):
        """A copy on the host."""
        return self._moved("get")

    def item(self):
        """The only element, a Python number."""
        if self.size != 1:
            raise ValueError("can only convert an array of size 1 to a Python scalar")
        return self._moved("item").item()

    def tolist(self):
        """Python numbers."""
        return self._moved("tolist").tolist()

    def __bool__(self):
        if self.size > 1:
            raise ValueError("The truth value of an array with more than one element is ambiguous.")
        return bool(self._moved("bool")) if self.size else False

    def __int__(self):
        return int(self._moved("int"))

    def __float__(self):
        return float(self._moved("float"))

    def __repr__(self):
        return repr(self._moved("repr"))

    def __str__(self):
        return str(self._moved("str"))

    def __format__(self, form):
        return format(self._moved("format"), form)

    def __reduce__(self):
        return given, (self._moved("pickle"),)

    def __copy__(self):
        return self.copy()

    def __deepcopy__(self, memo):
        return self.copy()

    # ------------------------------------------------------------------ indexing

    def __getitem__(self, key):
        key, gathers = located(self, key)
        return given(here(self)[key].copy("C")) if gathers else made(self._host[key], [self])

    def __setitem__(self, key, value):
        key, gathers = located(self, key)
        part = None if gathers else self._host[key]
        if isinstance(value, np.ndarray) and value.ndim and not gathers:
            raise ValueError("non-scalar numpy.ndarray cannot be used for fill")
        if isinstance(value, ndarray) and part is not None:
            refuse_overlap(part, value._host)
        # CuPy leaves open which of several values stays, where one place is named twice.
        here(self)[key] = here(value)

    def scatter_add(self, slices, value):
        """Add at `slices`, twice where they name a place twice."""
        functions.scatter(np.add, self, slices, value)


def here(x):
    """The numbers of `x`, for a computation; which is that of the GPU that has them."""
    if isinstance(x, ndarray) and x._gpu != CURRENT.gpu:
        raise ValueError("The device where the array resides is different from the current device")
    return getattr(x, "_host", x)


def given(host):
    """A new array with the numbers of `host`."""
    return ndarray(np.array(host))


def made(found, sources):
    """What NumPy `found` from the hosts of `sources`, as CuPy would give it back."""
    if isinstance(found, (list, tuple)):
        kind = list if isinstance(found, list) else tuple  # also of a named one
        return kind(made(part, sources) for part in found)
    if isinstance(found, np.generic):
        return given(found)
    if not isinstance(found, np.ndarray):
        return found  # a shape, a type
    for source in sources:
        if found is source._host:
            return source
        if root(found) is root(source._host):
            base = source if source.base is None else source.base
            found.flags.writeable = True  # NumPy locks what it broadcasts, CuPy does not
            return ndarray(found, base)
    return ndarray(found if found.flags.c_contiguous and found.base is None else found.copy("C"))


def root(host):
    """The array that owns the memory."""
    while isinstance(host.base, np.ndarray):
        host = host.base
    return host


def located(x, key):
    """`key` for the host of `x`, and whether it gathers; positions beyond the end begin anew."""
    parts, dim, gathers = [], 0, False
    key = key if isinstance(key, tuple) else (key,)
    parts = [as_part(part) for part in key]
    if not any(part is ... for part in parts):
        parts.append(...)
    left = x.ndim - sum(map(consumed, parts))
    for place, part in enumerate(parts):
        if isinstance(part, np.ndarray):
            gathers = True
            if part.dtype.kind in "iu" and dim < x.ndim and x.shape[dim]:
                parts[place] = part % x.shape[dim]
        dim += left if part is ... else consumed(part)
    return tuple(parts), gathers


def as_part(part):
    """One part of a key: NumPy's arrays and lists are moved, numbers cut to integers."""
    if isinstance(part, ndarray):
        part = part._host
    elif isinstance(part, (list, tuple)):
        part = np.array(part)
        part = part if part.size else part.astype(np.int32)
    elif isinstance(part, (bool, np.bool_)):
        part = np.array(part)
    elif part is not None and part is not ... and not isinstance(part, (slice, np.ndarray)):
        return int(part)
    if isinstance(part, np.ndarray) and part.dtype.kind not in "biu":
        raise IndexError("arrays used as indices must be of integer or boolean type.")
    return part


def consumed(part):
    """How many dimensions a part of a key speaks of."""
    if isinstance(part, np.ndarray) and part.dtype.kind == "b":
        return part.ndim
    return 0 if part is None or part is ... else 1


def refuse_overlap(part, value):
    """Raise where CuPy copies memory onto itself, which has no defined result."""
    alike = part.shape == value.shape and part.strides == value.strides
    if alike and part.dtype == value.dtype and part.flags.c_contiguous and part.size:
        apart = part.__array_interface__["data"] != value.__array_interface__["data"]
        if apart and np.may_share_memory(part, value):
            raise AssertionError("CuPy copies overlapping memory: the result is undefined")
