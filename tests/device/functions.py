"""NumPy's functions for the stand-in: those that CuPy has, with the parameters that it has."""

import json
from functools import cache
from inspect import signature
from pathlib import Path

import numpy as np

from tests.device import standin

CUPY = json.loads(Path(__file__).with_name("cupy14.json").read_text(encoding="utf-8"))
UFUNCS, FUNCTIONS, METHODS = CUPY["ufuncs"], CUPY["functions"], CUPY["methods"]
ATOMIC = "iefdILQ"  # the types that a GPU can add to from several threads at once
NUMBERS = (bool, int, float, complex, np.generic)

# ------------------------------------------------------------------ ufuncs


def ufunc(name, method, inputs, given):
    """What ``cupy.name`` makes of `inputs`; NotImplemented where CuPy says so."""
    if name == "matmul" and method == "__call__":
        return function("matmul", inputs, given)
    if name not in UFUNCS:
        return NotImplemented
    if method != "__call__":
        return other_method(name, method, inputs, given)
    numbers = []
    for x in inputs:
        x = comparable(name, x)
        if isinstance(x, np.ndarray):
            raise TypeError(f"Unsupported type {type(x)}")
        if not isinstance(x, (standin.ndarray, *NUMBERS)):
            return NotImplemented
        numbers.append(standin.here(x))
    return computed(name, numbers, **checked_options(given))


def comparable(name, x):
    """A 0-d array of NumPy's, which CuPy takes in comparisons, and there alone."""
    compares = ("greater", "greater_equal", "less", "less_equal", "equal", "not_equal")
    return x.item() if name in compares and isinstance(x, np.ndarray) and not x.ndim else x


def checked_options(given):
    """`given`, if CuPy knows each of them."""
    unknown = {name: x for name, x in given.items() if name not in ("out", "dtype", "casting")}
    if unknown:
        raise TypeError(f"Wrong arguments {unknown}")
    out = given.get("out")
    if out is not None and not isinstance(out, standin.ndarray):
        raise TypeError(f"Unsupported type {type(out)}")
    return given


def computed(name, numbers, out=None, dtype=None, casting="same_kind"):
    """The numbers by the loop that CuPy would choose, in memory that lies in order."""
    takes, gives = loop(name, tuple(map(kind_among(numbers), numbers)), dtype and np.dtype(dtype))
    operands = [np.asarray(x).astype(t) for x, t in zip(numbers, takes)]
    with np.errstate(all="ignore"):
        found = SILENT.get(name, getattr(np, name))(*operands)
    found = found if isinstance(found, tuple) else (found,)
    results = [np.array(x, t, order="C") for x, t in zip(found, gives)]
    if out is None:
        made = tuple(standin.ndarray(x) for x in results)
        return made if len(made) > 1 else made[0]
    if not np.can_cast(results[0].dtype, out.dtype, casting):
        raise TypeError(f"output (typecode '{gives[0]}') could not be coerced to {out.dtype}")
    if results[0].shape != out.shape:
        raise ValueError("non-broadcastable output operand")
    out._host[...] = results[0]
    return out


def power(x, n):
    """``x ** n``, also of integers to negative powers, where NumPy would raise."""
    if n.dtype.kind != "i" or not (n < 0).any():
        return np.power(x, n)
    inverse = np.where(x == 1, 1, np.where(x == -1, np.where(n % 2, -1, 1), 0))
    return np.where(n < 0, inverse, np.power(x, np.maximum(n, 0)))


SILENT = {"power": power, "pow": power}


def kind_among(numbers):
    """What type each of `numbers` counts as: Python's adapt to the arrays beside them."""
    arrays = [x.dtype for x in numbers if hasattr(x, "dtype")]
    return lambda x: x.dtype if hasattr(x, "dtype") else np.result_type(*arrays, x)


@cache
def loop(name, dtypes, dtype):
    """The types that CuPy computes `name` in: of its operands and of its results."""
    for line in UFUNCS[name].split():
        takes, _, gives = line.partition("->")
        if "V" in line or (dtype is not None and gives[0] != dtype.char):
            continue
        if dtype is not None or all(np.can_cast(x, t) for x, t in zip(dtypes, takes)):
            return takes, gives
    raise TypeError(f"Wrong type ({', '.join(map(str, dtypes))}) of arguments for cupy_{name}")


def other_method(name, method, inputs, given):
    """``np.add.at``, ``np.add.reduce``."""
    if method not in ("at", "reduce") or name not in CUPY[method]:
        raise NotImplementedError(f"`cupy_{name}.{method}` is not supported yet")
    if method == "at":
        return scatter(getattr(np, name), *inputs)
    x, *rest = inputs
    return standin.made(getattr(np, name).reduce(x._host, *rest, **given), [])


def scatter(add, x, key, value):
    """``add.at``, of the types that CUDA's atomic operations know."""
    key, gathers = standin.located(x, key)
    masks = [part for part in key if isinstance(part, np.ndarray) and part.dtype.kind == "b"]
    if gathers and not masks and x.dtype.char not in ATOMIC:
        raise TypeError(
            "cupyx.scatter_add only supports int32, float16, float32, float64, uint32, uint64, as "
            f"data type, not {x.dtype}"
        )
    add.at(x._host, key, np.asarray(getattr(value, "_host", value)).astype(x.dtype))


# ------------------------------------------------------------------ functions

# Functions that move NumPy arrays among their arguments; all others refuse them.
MOVES = {"isclose", "einsum", "ix_", "take", "take_along_axis", "array", "asarray", "put"}
# Those that do not take a dimension of an array that has none; NumPy's take 0 and -1.
OF_A_DIMENSION = set(
    "sum max amax min amin argmax argmin mean prod var std cumsum cumprod flip roll "
    "take_along_axis".split()
)
SAME = {"squeeze", "broadcast_arrays", "split", "array_split"}


def function(name, args, given):
    """What ``cupy.name(*args, **given)`` gives."""
    bound = arguments(FUNCTIONS[name])(*args, **given)
    if name in OWN:
        return OWN[name](*args, **given)
    return passed_on(name, attribute(np, name), bound, args, given)


def method(x, name, args, given):
    """What ``x.name(*args, **given)`` gives."""
    bound = arguments("self, " + METHODS[name])(x, *args, **given)
    if name == "astype":
        return cast(x, *args, **given)
    if name == "copy":
        return standin.ndarray(x._host.copy(*args, **given))
    if name == "fill":
        x[...] = args[0]
        return None
    if name not in dir(np.ndarray):
        raise NotImplementedError(f"the stand-in has no {name} yet")
    return passed_on(name, getattr(np.ndarray, name), bound, (x, *args), given)


def attribute(module, name):
    """``np.linalg.norm`` by its name."""
    for part in name.split("."):
        module = getattr(module, part)
    return module


@cache
def arguments(parameters):
    """A function with these parameters, which gives them by name."""
    holder = eval(f"lambda {parameters.strip().rstrip(',')}: None")
    told = signature(holder)
    return lambda *args, **given: told.bind(*args, **given).arguments


def passed_on(name, call, bound, args, given):
    """`call` on the host, once CuPy would not refuse."""
    sources = []
    axis = bound.get("axis")
    hosts = [to_host(name, x, sources) for x in args]
    options = {key: to_host(name, x, sources) for key, x in given.items()}
    if name in OF_A_DIMENSION and axis not in (None, ()) and sources and not sources[0].ndim:
        raise np.exceptions.AxisError(axis if isinstance(axis, int) else axis[0], 0)
    if name in ("argsort", "sort") and bound.get("kind") not in (None, "stable"):
        raise ValueError("kind can only be None or 'stable'")
    out = options.pop("out", None)
    with np.errstate(all="ignore"):
        found = call(*hosts, **options)
    if out is not None:
        out[...] = found
        return bound["out"]
    found = standin.made(found, sources)
    if isinstance(found, standin.ndarray) and found.base is None:  # no view: it was computed
        for x in sources:
            standin.here(x)
    return itself(found, sources[0]) if name in SAME else found


def itself(found, x):
    """`x` itself, where what was found is no other view: CuPy makes none then."""
    if isinstance(found, (list, tuple)):
        return type(found)(itself(part, x) for part in found)
    base = x if x.base is None else x.base
    same = found.base is base and found.shape == x.shape and found.strides == x.strides
    return x if same and found.data.ptr == x.data.ptr else found


def to_host(name, x, sources):
    """An argument as NumPy takes it; the stand-ins among it are put into `sources`."""
    if isinstance(x, standin.ndarray):
        sources.append(x)
        return x._host
    if isinstance(x, (list, tuple)):
        if name in ("concatenate", "stack") and not all(isinstance(y, standin.ndarray) for y in x):
            raise TypeError("Argument 'a' has incorrect type (expected cupy.ndarray)")
        return type(x)([to_host(name, part, sources) for part in x])
    if isinstance(x, np.ndarray) and name not in MOVES:
        raise TypeError(f"Argument of {name} has incorrect type (expected cupy.ndarray, got numpy)")
    return x


# ------------------------------------------------------------------ where CuPy differs


def cast(x, dtype, order="K", casting=None, subok=None, copy=True):
    """``x.astype(dtype)``."""
    if casting is not None or subok is not None:
        raise TypeError("casting and subok are not supported yet")
    found = x._host.astype(dtype, order=order, copy=copy)
    if found is x._host:
        return x
    standin.here(x)
    return standin.ndarray(np.asarray(found))


def filled_like(value, x, dtype=None, order="K", subok=None, shape=None):
    """An array like `x`. CuPy takes a shape without dimensions for none given."""
    return standin.ndarray(np.full(shape if shape else x.shape, value, dtype or x.dtype))


def where(condition, x=None, y=None):
    """Elements of `x` or of `y`; the condition is an array of the GPU's."""
    if x is None or y is None:
        return condition.nonzero()
    condition = condition.astype("?", copy=False)
    for each in (condition, x, y):
        if isinstance(each, np.ndarray):
            raise TypeError(f"Unsupported type {type(each)}")
    hosts = [getattr(each, "_host", each) for each in (condition, x, y)]
    return standin.given(np.where(*hosts))


def matmul(*args, **given):
    """A product of matrices, none of them NumPy's or a number."""
    for x in args[:2]:
        if not isinstance(x, standin.ndarray):
            raise TypeError(f"Argument 'a' has incorrect type (expected ndarray, got {type(x)})")
    with np.errstate(all="ignore"):
        return standin.given(np.matmul(*(x._host for x in args), **given))


def take_along_axis(a, indices, axis):
    """Elements along a dimension; positions beyond its end begin anew."""
    if indices.dtype.kind not in "iu":
        raise IndexError("`indices` must be an integer array")
    a, axis = (a.ravel(), 0) if axis is None else (a, axis)
    if not a.ndim:
        raise np.exceptions.AxisError(axis, 0)
    places = getattr(indices, "_host", indices)
    return standin.given(np.take_along_axis(a._host, places % max(a.shape[axis], 1), axis))


def result_type(*operands):
    """The common type: of numbers in a GPU's memory only their type counts."""
    return np.result_type(*(x.dtype if isinstance(x, standin.ndarray) else x for x in operands))


def truth(name):
    """A function whose answer CuPy leaves on the GPU."""
    return lambda *args, **given: standin.given(
        getattr(np, name)(*(getattr(x, "_host", x) for x in args), **given)
    )


OWN = {
    "where": where,
    "matmul": matmul,
    "take_along_axis": take_along_axis,
    "result_type": result_type,
    "zeros_like": lambda x, *args, **given: filled_like(0, x, *args, **given),
    "ones_like": lambda x, *args, **given: filled_like(1, x, *args, **given),
    "empty_like": lambda x, *args, **given: filled_like(7, x, *args, **given),
    "full_like": lambda x, value, *args, **given: filled_like(
        getattr(value, "_host", value), x, *args, **given
    ),
    "array_equal": truth("array_equal"),
    "allclose": truth("allclose"),
    "count_nonzero": truth("count_nonzero"),
}
