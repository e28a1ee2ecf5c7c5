"""`assert_close`: are two results the same up to rounding?"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..creation.data import from_numpy
from ..dtype import get_default_dtype
from ..tensor import Tensor

# By dtype, the relative and the absolute tolerance; 0 for what is exact.
TOLERANCES = {"float16": (1e-3, 1e-5), "float32": (1.3e-6, 1e-5), "float64": (1e-7, 1e-7)}


def assert_close(
    actual: Any,
    expected: Any,
    *,
    rtol: float | None = None,
    atol: float | None = None,
    equal_nan: bool = False,
    check_device: bool = True,
    check_dtype: bool = True,
    check_stride: bool = False,
    msg: str | Callable[[str], str] | None = None,
) -> None:
    """Assert that `actual` and `expected` are equal up to rounding.

    Every element must satisfy ``|actual − expected| ≤ atol + rtol · |expected|``. Shapes must be
    equal, nothing is broadcast, and gradients are not looked at. Sequences and mappings are
    compared item by item, of whatever depth.

    Args:
        actual: tensors, NumPy arrays, numbers, None, or containers of these.
        expected: the same; a tensor is compared with a tensor, an array with an array.
        rtol: relative tolerance; default: by dtype, 1.3e-6 for float32, the larger of two.
        atol: absolute tolerance; default: by dtype, 1e-5 for float32. Give both or none.
        equal_nan: does nan equal nan?
        check_device: must devices be equal?
        check_dtype: must dtypes be equal? For numbers, their types.
        check_stride: must strides be equal?
        msg: a message in place of the usual one, or a function that makes one from it.

    Raises:
        AssertionError: they are not close; says by how much, and where the most.
        RuntimeError: a tolerance is negative, or nan.
        TypeError: something of another type.
        ValueError: one tolerance without the other.

    Example:
        >>> import minigrad
        >>> from minigrad.testing import assert_close
        >>> assert_close(minigrad.tensor([1.0, 2.0]), minigrad.tensor([1.0, 2.1]))
        Traceback (most recent call last):
        AssertionError: Tensor-likes are not close!
        <BLANKLINE>
        Mismatched elements: 1 / 2 (50.0%)
        Greatest absolute difference: 0.09999990463256836 at index (1,) (up to 1e-05 allowed)
        Greatest relative difference: 0.04761900380253792 at index (1,) (up to 1.3e-06 allowed)

    Source: https://docs.pytorch.org/docs/stable/testing.html
    """
    if (rtol is None) != (atol is None):
        missing = "rtol" if rtol is None else "atol"
        raise ValueError(
            f"Both 'rtol' and 'atol' must be either specified or omitted, but got no {missing}."
        )
    for name, value in (("rtol", rtol), ("atol", atol)):
        if value is not None and not value >= 0:
            raise RuntimeError(f"{name} must be greater than or equal to zero, but got {value}")
    tolerances = None if rtol is None or atol is None else (rtol, atol)
    rules = Rules(tolerances, equal_nan, check_device, check_dtype, check_stride)
    for path, one, other in list(_pairs(actual, expected, msg, ())):
        problem = rules.compare(one, other)
        if problem:
            raise _failure(problem, path, msg)


@dataclass(frozen=True)
class Rules:
    """When two single things count as close."""

    tolerances: tuple[float, float] | None
    equal_nan: bool
    check_device: bool
    check_dtype: bool
    check_stride: bool

    def compare(self, actual: Any, expected: Any) -> str:
        """What is wrong, empty if nothing is."""
        if actual is None or expected is None:
            same = actual is expected
            return "" if same else f"None mismatch: {actual} is not {expected}"
        if isinstance(actual, (bool, np.bool_)):
            same = bool(actual) is bool(expected)
            return "" if same else f"Booleans mismatch: {bool(actual)} is not {bool(expected)}"
        if isinstance(actual, (int, float, np.number)):
            return self._compare_numbers(_python_number(actual), _python_number(expected))
        if isinstance(actual, np.ndarray):
            actual, expected = from_numpy(actual), from_numpy(expected)
        return self._attributes(actual, expected) or self._tensors(actual, expected)

    def _compare_numbers(self, actual: float, expected: float) -> str:
        if self.check_dtype and type(actual) is not type(expected):
            return f"The (d)types do not match: {type(actual)} != {type(expected)}."
        exact = isinstance(actual, int) and isinstance(expected, int)
        tolerances = self.tolerances or ((0.0, 0.0) if exact else TOLERANCES["float64"])
        return self._arrays(np.asarray(actual), np.asarray(expected), tolerances)

    def _attributes(self, actual: Tensor, expected: Tensor) -> str:
        pairs = {
            "shape": (True, actual.shape, expected.shape),
            "device": (self.check_device, actual.device, expected.device),
            "dtype": (self.check_dtype, actual.dtype, expected.dtype),
            "stride()": (self.check_stride, actual.stride(), expected.stride()),
        }
        for name, (asked, one, other) in pairs.items():
            if asked and one != other:
                return f"The values for attribute '{name}' do not match: {one} != {other}."
        return ""

    def _tensors(self, actual: Tensor, expected: Tensor) -> str:
        arrays = [x.detach().cpu().numpy() for x in (actual, expected)]
        own = [TOLERANCES.get(str(a.dtype), (0.0, 0.0)) for a in arrays]
        tolerances = self.tolerances or (max(own[0][0], own[1][0]), max(own[0][1], own[1][1]))
        one, other = (a.astype(np.int64) if a.dtype.kind in "bu" else a for a in arrays)
        common = np.result_type(one, other)
        if not one.ndim:
            return self._arrays(np.asarray(one.item()), np.asarray(other.item()), tolerances)
        return self._arrays(one.astype(common), other.astype(common), tolerances)

    def _arrays(self, actual: Any, expected: Any, tolerances: tuple[float, float]) -> str:
        with np.errstate(all="ignore"):
            off = np.abs(actual - expected)
            rtol, atol = tolerances
            matches = (actual == expected) | (
                np.isfinite(off) & (off <= atol + rtol * abs(expected))
            )
            if self.equal_nan:
                matches |= np.isnan(actual) & np.isnan(expected)
            if matches.all():
                return ""
            share = off / np.abs(expected)
        if actual.dtype.kind == "i" and actual.ndim:
            share = share.astype(get_default_dtype().numpy)
        verb = "close" if rtol or atol else "equal"
        if not actual.ndim:
            return _scalars(actual, expected, off, share, tolerances, verb)
        bad = int(np.size(matches) - matches.sum())
        return (
            f"Tensor-likes are not {verb}!\n\n"
            f"Mismatched elements: {bad} / {matches.size} ({bad / matches.size:.1%})\n"
            f"{_greatest('absolute', np.where(matches, 0, off), atol, verb)}\n"
            f"{_greatest('relative', np.where(matches, 0, share), rtol, verb)}"
        )


def _scalars(
    actual: Any, expected: Any, off: Any, share: Any, tolerances: tuple[float, float], verb: str
) -> str:
    rtol, atol = (f" (up to {t} allowed)" if verb == "close" else "" for t in tolerances)
    return (
        f"Scalars are not {verb}!\n\nExpected {expected.item()} but got {actual.item()}.\n"
        f"Absolute difference: {off.item()}{atol}\nRelative difference: {share.item()}{rtol}"
    )


def _greatest(which: str, differences: Any, allowed: float, verb: str) -> str:
    place = np.unravel_index(int(np.argmax(differences)), differences.shape)
    index = tuple(int(i) for i in place)
    limit = f" (up to {allowed} allowed)" if verb == "close" else ""
    return f"Greatest {which} difference: {differences[place].item()} at index {index}{limit}"


def _python_number(number: Any) -> Any:
    return number.item() if isinstance(number, np.number) else number


def _pairs(
    actual: Any, expected: Any, msg: Any, path: tuple[Any, ...]
) -> Iterator[tuple[tuple[Any, ...], Any, Any]]:
    """Every two single things to compare, with the way to them through the containers."""
    if _both(actual, expected, Sequence) and not _either(actual, expected, (str, bytes)):
        if len(actual) != len(expected):
            text = f"The length of the sequences mismatch: {len(actual)} != {len(expected)}"
            raise _failure(text, path, msg)
        for i, (one, other) in enumerate(zip(actual, expected)):
            yield from _pairs(one, other, msg, (*path, i))
    elif _both(actual, expected, Mapping):
        _check_keys(actual, expected, msg, path)
        for key in sorted(actual, key=str):
            yield from _pairs(actual[key], expected[key], msg, (*path, key))
    elif not _comparable(actual, expected):
        raise TypeError(
            "No comparison pair was able to handle inputs of type "
            f"{type(actual)} and {type(expected)}.{_where(path)}"
        )
    else:
        yield path, actual, expected


def _check_keys(
    actual: Mapping[Any, Any], expected: Mapping[Any, Any], msg: Any, path: tuple[Any, ...]
) -> None:
    missing = sorted(expected.keys() - actual.keys(), key=str)
    more = sorted(actual.keys() - expected.keys(), key=str)
    if missing or more:
        text = (
            "The keys of the mappings do not match:\n"
            f"Missing keys in the actual mapping: {missing}\n"
            f"Additional keys in the actual mapping: {more}"
        )
        raise _failure(text, path, msg)


def _comparable(actual: Any, expected: Any) -> bool:
    if actual is None or expected is None:
        return True
    if _either(actual, expected, (bool, np.bool_)):
        return _both(actual, expected, (bool, np.bool_))
    kinds: tuple[Any, ...] = ((int, float, np.number), Tensor, np.ndarray)
    return any(_both(actual, expected, kind) for kind in kinds)


def _both(actual: Any, expected: Any, kind: Any) -> bool:
    return isinstance(actual, kind) and isinstance(expected, kind)


def _either(actual: Any, expected: Any, kind: Any) -> bool:
    return isinstance(actual, kind) or isinstance(expected, kind)


def _where(path: tuple[Any, ...]) -> str:
    if not path:
        return ""
    return f"\n\nThe failure occurred for item {''.join(f'[{key!r}]' for key in path)}"


def _failure(text: str, path: tuple[Any, ...], msg: Any) -> AssertionError:
    text += _where(path)
    return AssertionError(msg(text) if callable(msg) else text if msg is None else msg)
