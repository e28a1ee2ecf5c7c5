"""How numbers and tensors are written in a picture, a table, a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

_MOST_ELEMENTS, _MOST_CHARACTERS = 4, 24  # a tensor with more of either is shown by its shape
_MOST_ROWS = 12  # of a table that is shown in full


def number(value: Any) -> str:
    """One number with four significant digits: ``6.693``, ``-0.5``, ``1e+06``, ``True``."""
    if isinstance(value, (bool, np.bool_, int, np.integer, str)):
        return str(value)
    if isinstance(value, (complex, np.complexfloating)):
        return f"{complex(value):.4g}"
    return f"{float(value):.4g}"


def brief(array: Any) -> str:
    """A tensor in a few characters: its number, its few numbers, or else its shape, ``(5, 4)``."""
    return _list_text(array) or shape_text(np.shape(array))


def shows_numbers(array: Any) -> bool:
    """Does `brief` write the numbers themselves, rather than the shape?"""
    return bool(_list_text(array))


def _list_text(array: Any) -> str:
    """The numbers as Python writes nested lists; ``""`` if they are none or take too much room."""
    if not 0 < np.size(array) <= _MOST_ELEMENTS:
        return ""
    text = _nested(array)
    return text if len(text) <= _MOST_CHARACTERS else ""


def _nested(array: Any) -> str:
    if np.ndim(array) == 0:
        return number(array[()])
    return "[" + ", ".join(map(_nested, array)) + "]"


def shape_text(shape: tuple[int, ...]) -> str:
    """A shape as Python writes it: ``(5, 4)``."""
    return "(" + ", ".join(map(str, shape)) + ("," if len(shape) == 1 else "") + ")"


def labelled(name: str, array: np.ndarray | None, shape: tuple[int, ...] | None = None) -> str:
    """A tensor with its name, as far as both are known: ``a = 6``, ``W (5, 4)``, ``6``."""
    if array is None:
        known = "" if shape is None else shape_text(shape) if shape or name else "a number"
        return f"{name} {known}".strip()
    if not name:
        return brief(array)
    return f"{name} = {brief(array)}" if shows_numbers(array) else f"{name} {brief(array)}"


def outputs(
    names: Mapping[int, str], array: np.ndarray | None, shape: tuple[int, ...] | None = None
) -> str:
    """What a node gave: `labelled`, and the names of further outputs, whose values are unknown.

    Args:
        names: of its outputs, by their numbers.
        array: the value of output 0.
        shape: of output 0, where the value is unknown.
    """
    further = [name for nr, name in sorted(names.items()) if nr]
    return ", ".join(filter(None, [labelled(names.get(0, ""), array, shape), *further]))


def in_full(array: np.ndarray) -> str:
    """A tensor's numbers over several lines, shortened with dots where there are many.

    A vector goes on in the next line; a row of a table never does, for then it is none.
    """
    if shows_numbers(array):
        return brief(array)
    width = 38 if array.ndim < 2 else 10_000
    most = _MOST_ROWS - 1 if array.ndim > 1 and array.size > _MOST_ROWS * array.shape[-1] else 64
    with np.printoptions(precision=4, threshold=most, edgeitems=3, linewidth=width, suppress=False):
        return np.array2string(array, separator=", ")
