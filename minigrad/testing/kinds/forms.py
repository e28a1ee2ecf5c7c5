"""Of what form an answer is: numbers, a count, a word, names, or a tuple of these."""

from __future__ import annotations

import inspect
from collections import deque
from collections.abc import KeysView, Mapping, Sequence, Set, ValuesView
from typing import Any

import numpy as np

from ..attempt import NO_RETURN
from ..observed import called
from ..values import as_array, close, is_tensor, kind
from .names import odd_entry

SERIES = (list, tuple, deque, ValuesView, KeysView)  # each keeps an order
ANOTHER = "What it returns is of another kind than what was asked for."
TUPLE = (
    "This is a tuple of tensors, as `autograd.grad` returns one: take the tensor out of it, as in "
    "`(g,) = …`. (A `+` between two tuples puts them together, it does not add.)"
)


def frozen(value: Any) -> Any:
    """What a reference gave, as it is now, whatever is done later to the tensors in it.

    Numbers become arrays; an int stays one, for it is a count. None, a truth value and a text stay
    what they are, a list of texts too; a tuple is one of these per part.
    """
    if isinstance(value, tuple):
        return tuple(map(frozen, value))
    if is_names(value):
        return list(value)
    if value is None or isinstance(value, (bool, str, int)):
        return value
    array = as_array(value)
    assert array is not None, f"a reference gives numbers, words or names, not {value!r}"
    return array.copy()


def in_form(value: Any, expected: Any, parts: Sequence[str] = ()) -> tuple[Any, str]:
    """A learner's value in the form of the expected one, and what is wrong with its form.

    Returns:
        The value, copied; and a sentence, empty if the form is right.

    Example:
        >>> from minigrad.testing.kinds.forms import in_form
        >>> in_form([1, 2], (3, 4))
        ((1, 2), '')
        >>> in_form("1", 3)
        ('1', "This should be a number, but it is the text '1': a number has no quotes.")
    """
    if isinstance(expected, tuple):
        return _parts(value, expected, parts)
    if is_names(expected):
        return _names(value)
    if expected is None or isinstance(expected, (bool, str)):
        return _word(value)
    if isinstance(expected, int):
        return _count(value)
    return _array_form(value, expected)


def is_names(value: Any) -> bool:
    """Is it a list of texts?"""
    return isinstance(value, list) and all(isinstance(part, str) for part in value)


def same(yours: Any, right: Any) -> bool:
    """Are two values of one form equal: numbers up to rounding, counts and words exactly?"""
    if isinstance(right, tuple):
        return len(yours) == len(right) and all(map(same, yours, right))
    if right is None or isinstance(right, (bool, str, list)):
        return type(yours) is type(right) and bool(yours == right)
    if yours is None or isinstance(yours, (bool, str, list)):
        return False
    one, other = np.asarray(yours), np.asarray(right)
    if isinstance(right, int):
        return one.shape == () and bool(one == other)
    return close(one, other)


def _parts(value: Any, expected: tuple[Any, ...], names: Sequence[str]) -> tuple[Any, str]:
    """A list will do for a tuple, and so will a tensor of as many entries."""
    wanted = called(len(expected), names)
    if is_tensor(value) or isinstance(value, np.ndarray):
        if value.ndim and len(value) == len(expected):
            value = [value[i] for i in range(len(value))]
    if value is None:
        return value, NO_RETURN
    value = list(value) if isinstance(value, SERIES) else value
    if not isinstance(value, list):
        return value, _collection(value, "tuple") or f"{wanted}; yours is {kind(value)}."
    if len(value) != len(expected):
        return value, f"{wanted}; yours has {len(value)}."
    found = [
        (None, "") if part is None else in_form(part, wish) for part, wish in zip(value, expected)
    ]  # a None is a wrong part: the others may be right
    labels = [f"{name}: " for name in names] or [""] * len(found)
    texts = (label + text for label, (_, text) in zip(labels, found) if text)
    return tuple(part for part, _ in found), next(texts, "")


def _names(value: Any) -> tuple[Any, str]:
    if isinstance(value, str):
        return value, "This is one text. Wanted is a list of names, each in quotes: `[..., ...]`."
    if isinstance(value, SERIES):
        return list(value), odd_entry(list(value))
    return value, _other(value, "a list of names")


def _word(value: Any) -> tuple[Any, str]:
    """Anything will do: what it is, is part of the answer."""
    if isinstance(value, np.bool_):
        return bool(value), ""
    if value is None or isinstance(value, (bool, str)):
        return value, ""
    array = as_array(value)
    if array is None:
        return value, ANOTHER
    return (bool(array), "") if array.dtype == bool and array.size == 1 else (array.copy(), "")


def _count(value: Any) -> tuple[Any, str]:
    if isinstance(value, (bool, np.bool_)):
        return value, f"This should be a count, but it is {value}. How many are there?"
    found, text = _array_form(value, np.asarray(0))
    if text or isinstance(value, int):
        return value, text
    if found.size != 1:
        return value, f"This should be one number, but it is {kind(value)}."
    if not float(found).is_integer():
        return value, f"A count is a whole number. This is {float(found)}."
    return int(found), ""


def _array_form(value: Any, expected: Any) -> tuple[Any, str]:
    one, array = expected.ndim == 0, as_array(value)
    if isinstance(value, tuple) and value and all(map(is_tensor, value)):
        if array is None or array.shape != expected.shape:
            return value, TUPLE
    if one and isinstance(value, (list, tuple)):
        return value, _several(value)
    if array is None:
        return value, _other(value, "a number" if one else "numbers")
    return array.reshape(()).copy() if one and array.size == 1 else array.copy(), ""


def _several(value: Sequence[Any]) -> str:
    if len(value) == 1:
        return f"This should be a number, but it is {kind(value)}: hand over what is in it."
    return f"This should be one number, but it is {kind(value)}."


def _other(value: Any, wanted: str) -> str:
    """Say what something is that is no numbers, and how that comes about."""
    if value is None:
        return NO_RETURN
    if isinstance(value, str):
        return f"This should be {wanted}, but it is {kind(value)}: a number has no quotes."
    if isinstance(value, (list, tuple)):
        return _entry(value)
    if inspect.isroutine(value):
        return (
            f"This is {kind(value)}, not what it gives: call it, with brackets behind its name, "
            "as in `x.item()`."
        )
    if hasattr(value, "next_functions"):
        return f"This should be {wanted}, but it is a node of the graph."
    return _collection(value, "list") or f"This should be {wanted}, but it is {kind(value)}."


def _entry(value: Sequence[Any]) -> str:
    """What is wrong with a list that is not numbers."""
    for place, part in enumerate(value, 1):
        if part is None:
            return f"Entry {place} is None."
        if hasattr(part, "next_functions"):
            return (
                f"Entry {place} is a node, not a tensor: the leaf that an AccumulateGrad node "
                "stands for is its .variable."
            )
        if as_array(part) is None:
            return f"Entry {place} should be a number, but it is {kind(part)}."
    return "The entries differ in shape, so they do not make one array."


def _collection(value: Any, wanted: str) -> str:
    """What to say of values that come in another wrapping; empty if it is none."""
    if inspect.isgenerator(value) or isinstance(value, (map, filter, zip)):
        return (
            f"This is a generator, which gives its values one by one: make a {wanted} of it, "
            f"`{wanted}(...)`."
        )
    if isinstance(value, Set):
        return f"This is a set, which keeps no order: hand over a {wanted}."
    if isinstance(value, Mapping):
        return f"This is a dictionary: hand over a {wanted} of its values."
    return ""
