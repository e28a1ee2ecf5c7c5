"""How a tensor prints: as PyTorch prints it, character for character.

`tensor_repr` keeps the elements worth showing, writes them all in one style, lays them out in
lines and brackets, and then adds what the numbers do not say, such as the dtype and the
``grad_fn``. It works on plain NumPy arrays: this file knows no Tensor and no graph.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from .backend import Array


@dataclass(frozen=True)
class _Options:
    """The print options; what each means stands at `set_printoptions`."""

    precision: int = 4
    threshold: float = 1000
    edgeitems: int = 3
    linewidth: int = 80
    sci_mode: bool | None = None


_PROFILES = {
    "default": _Options(),
    "short": _Options(precision=2, edgeitems=2),
    "full": _Options(threshold=math.inf),
}
_options = _Options()


def tensor_repr(
    array: Array,
    *,
    device_name: str | None = None,
    dtype_name: str | None = None,
    requires_grad: bool = False,
    grad_fn_name: str | None = None,
    prefix: str = "tensor(",
) -> str:
    r"""Return the text of a tensor whose values are `array`.

    A large array is cut down to its edges before anything is formatted, so ten million elements
    cost no more than a thousand.

    Args:
        array: values of any shape, boolean, integer or floating point; a NumPy scalar counts as
            an array without axes.
        device_name: what follows ``device=``, say ``"cuda:0"``, or None for the CPU.
        dtype_name: what follows ``dtype=``, say ``"minigrad.float64"``, or None if the dtype is
            the default of its kind. An empty array has no elements to show its kind, so
            integers and booleans are then named all the same.
        requires_grad: whether the tensor asks for a gradient; told only where no `grad_fn_name`
            tells it already.
        grad_fn_name: class name of the node that made the tensor, or None for a leaf.
        prefix: the text before the values. Its last line sets the indentation, so that
            ``"Parameter containing:\ntensor("`` indents as ``"tensor("`` does.

    Returns:
        The text, up to and including the closing parenthesis.

    Example:
        >>> import numpy as np
        >>> from minigrad._tensor_str import tensor_repr
        >>> print(tensor_repr(np.array([1, 2.5, np.nan]), grad_fn_name="MulBackward0"))
        tensor([1.0000, 2.5000,    nan], grad_fn=<MulBackward0>)
        >>> print(tensor_repr(np.arange(6.0).reshape(2, 3), dtype_name="minigrad.float64"))
        tensor([[0., 1., 2.],
                [3., 4., 5.]], dtype=minigrad.float64)
        >>> print(tensor_repr(np.arange(10_000_000)))
        tensor([      0,       1,       2,  ..., 9999997, 9999998, 9999999])
        >>> print(tensor_repr(np.zeros((0, 3), dtype=np.float32), requires_grad=True))
        tensor([], size=(0, 3), requires_grad=True)

    Source: what ``print`` shows of a ``torch.Tensor`` in PyTorch 2.13.
    """
    array = np.asarray(array)
    if array.dtype.kind == "V":  # bfloat16: float32 has all its numbers
        array = array.astype(np.float32)
    indent = len(prefix) - (prefix.rfind("\n") + 1)
    suffixes = [] if device_name is None else [f"device='{device_name}'"]
    if not array.size and array.ndim != 1:
        suffixes.append(f"size={array.shape}")
    if dtype_name is None and not array.size and array.dtype.kind != "f":
        dtype_name = f"minigrad.{array.dtype.name}"
    if dtype_name is not None:
        suffixes.append(f"dtype={dtype_name}")
    if grad_fn_name is not None:
        suffixes.append(f"grad_fn=<{grad_fn_name}>")
    elif requires_grad:
        suffixes.append("requires_grad=True")
    return _append(prefix + _values(array, indent), suffixes, indent) + ")"


def _values(array: Array, indent: int) -> str:
    """Return the numbers in their brackets, as they stand when `indent` characters precede them."""
    if array.size == 0:
        return "[]"
    edge = _options.edgeitems
    summarize = array.size > _options.threshold
    dots = [edge if summarize and length > 2 * edge else None for length in array.shape]
    shown = _keep_edges(array, edge) if summarize else array
    cells, width = _cells(shown)
    innermost = indent + max(0, array.ndim - 1)
    per_line = max(1, (_options.linewidth - innermost) // (width + len(", ")))
    return _nest(cells, per_line, shown.shape, dots, indent)


def _keep_edges(array: Array, edge: int) -> Array:
    """Return `array` without what lies more than `edge` entries from both ends of an axis.

    >>> _keep_edges(np.arange(40).reshape(2, 20), edge=1)
    array([[ 0, 19],
           [20, 39]])
    """
    places = (np.r_[:edge, -edge:0] if n > 2 * edge else np.arange(n) for n in array.shape)
    return array[np.ix_(*places)]


def _cells(shown: Array) -> tuple[list[str], int]:
    """Return each value's text, padded to one width, and that width.

    Zeros and non-finite floats take no part in choosing style and width, so they may stick out:

    >>> _cells(np.array([-0.0, 7.0, np.inf]))
    (['-0.', '7.', 'inf'], 2)
    """
    values = shown.ravel().tolist()
    if shown.dtype.kind == "f":
        counted = [value for value in values if value != 0 and math.isfinite(value)]
        style = _style(counted)
        texts = [style.format(v) if math.isfinite(v) else str(v) for v in values]
        measured = [style.format(value) for value in counted]
    else:
        texts = measured = [str(value) for value in values]
    width = max(map(len, measured), default=1)
    return [text.rjust(width) for text in texts], width


def _style(values: Sequence[float]) -> str:
    """Return the format that suits all of `values`, which are finite and not zero.

    >>> _style([1.0, 20.0]), _style([1.5]), _style([1e9])
    ('{:.0f}.', '{:.4f}', '{:.4e}')
    """
    if not values:
        return "{:.0f}."
    scientific = _options.sci_mode
    if scientific is None:
        sizes = [abs(value) for value in values]
        smallest, largest = min(sizes), max(sizes)
        scientific = largest / smallest > 1e3 or largest > 1e8 or smallest < 1e-4
    if scientific:
        return f"{{:.{_options.precision}e}}"
    if all(value.is_integer() for value in values):
        return "{:.0f}."
    return f"{{:.{_options.precision}f}}"


def _nest(
    cells: list[str], per_line: int, shape: Sequence[int], dots: Sequence[int | None], indent: int
) -> str:
    """Join `cells` into rows, rows into matrices and so on, from the last axis to the first.

    The cells fill an array of `shape`, row by row. Where an axis was cut, `dots` has the place of
    what stands for the missing part, else None.

    >>> print(_nest(["1", "2", "8", "9"], 80, (2, 2), [None, 1], indent=0))
    [[1,  ..., 2],
     [8,  ..., 9]]
    """
    last = len(shape) - 1
    for axis in range(last, -1, -1):
        length, place = shape[axis], dots[axis]
        rows = [cells[i : i + length] for i in range(0, len(cells), length)]
        if place is not None:
            for row in rows:
                row.insert(place, " ..." if axis == last else "...")
        if axis == last:
            rows = [_lines(row, per_line) for row in rows]
        separator = "," + "\n" * max(1, last - axis) + " " * (indent + axis + 1)
        cells = [f"[{separator.join(row)}]" for row in rows]
    return cells[0]


def _lines(row: Sequence[str], per_line: int) -> list[str]:
    """Return `row` as lines of at most `per_line` cells.

    >>> _lines(["1", "2", "3"], per_line=2)
    ['1, 2', '3']
    """
    return [", ".join(row[i : i + per_line]) for i in range(0, len(row), per_line)]


def _append(text: str, suffixes: Sequence[str], indent: int) -> str:
    """Append each suffix after a comma, on a new line where the current one is too full.

    >>> print(_append("tensor([1.]" + 60 * " ", ["size=(1,)", "dtype=float"], 7))
    tensor([1.]                                                            ,
           size=(1,), dtype=float
    """
    # PyTorch takes the line of the values to be two longer than it is, but no line after it.
    column = len(text) - (text.rfind("\n") + 1) + 2
    for suffix in suffixes:
        # Measured under PyTorch's shorter name, so that lines break where PyTorch's do.
        length = len(suffix.replace("minigrad.", "torch."))
        column += len(", ") + length
        if column > _options.linewidth:
            text += ",\n" + " " * indent + suffix
            column = indent + length
        else:
            text += ", " + suffix
    return text


def set_printoptions(
    precision: int | None = None,
    threshold: float | None = None,
    edgeitems: int | None = None,
    linewidth: int | None = None,
    profile: str | None = None,
    sci_mode: bool | None = None,
) -> None:
    """Set how tensors print from now on.

    What is not given keeps its value, except `sci_mode`: as in PyTorch, every call sets it, and a
    call without it hands the choice back to the values.

    Args:
        precision: digits after the point of a float; 4 at first.
        threshold: the number of elements above which only the edges are shown; 1000.
        edgeitems: how many entries are then shown at either end of an axis; 3.
        linewidth: in characters; 80.
        profile: ``"default"``, ``"short"`` (2 digits, 2 edge items) or ``"full"`` (nothing left
            out); the other arguments then change single options of it.
        sci_mode: True for scientific notation, False for none; None lets the values decide.

    Example:
        >>> import numpy as np
        >>> from minigrad._tensor_str import set_printoptions, tensor_repr
        >>> set_printoptions(precision=2)
        >>> tensor_repr(np.array([3.14159]))
        'tensor([3.14])'
        >>> set_printoptions(profile="default")

    Source: https://docs.pytorch.org/docs/stable/generated/torch.set_printoptions.html
    """
    global _options
    before = _options if profile is None else _PROFILES[profile]
    given = {
        "precision": precision,
        "threshold": threshold,
        "edgeitems": edgeitems,
        "linewidth": linewidth,
    }
    changed = {name: value for name, value in given.items() if value is not None}
    _options = replace(before, sci_mode=sci_mode, **changed)  # type: ignore[arg-type]


def get_printoptions() -> dict[str, Any]:
    """Return the print options by name, ready for ``set_printoptions(**options)``.

    Example:
        >>> import minigrad
        >>> minigrad.get_printoptions()["precision"]
        4

    Source: ``torch._tensor_str.get_printoptions`` in PyTorch 2.13.
    """
    return asdict(_options)
