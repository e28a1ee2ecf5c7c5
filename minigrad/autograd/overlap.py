"""Does a write read what it writes? NumPy copes with it; PyTorch refuses, and so do we."""

from __future__ import annotations

from typing import Any

from .region import address, may_share
from .wrap import FRESH, TensorBase


def check_overlap(input: Any, others: Any) -> None:
    """Raise where PyTorch would read memory that it is half way through writing; we would not."""
    for x in others:
        if _meet(input, x) and not same_order(input._array, x._array):
            raise _overlapping()


def check_apart(input: Any, other: Any) -> None:
    """Raise where `other` lies in the memory that is written to, if PyTorch would notice."""
    if other is input or _meet(input, other):
        raise _overlapping()


def _meet(input: Any, x: Any) -> bool:
    """Do two dense tensors share memory?"""
    if not isinstance(x, TensorBase) or x is input or x._counter is FRESH:
        return False
    a, b = input._array, x._array
    return may_share(a, b) and _dense(a) and _dense(b)


def same_order(a: Any, b: Any) -> bool:
    """Of arrays that share memory: do they show it in the same order?"""
    return bool(a.strides == b.strides and a.size == b.size and address(a) == address(b))


def _dense(a: Any) -> bool:
    """Whether the elements fill a piece of memory without gaps, in whatever order."""
    reach = a.itemsize
    for s, n in sorted((s, n) for s, n in zip(a.strides, a.shape) if n > 1):
        if s != reach:
            return False
        reach *= n
    return True


def _overlapping() -> RuntimeError:
    return RuntimeError(
        "unsupported operation: some elements of the input tensor and the written-to tensor refer "
        "to a single memory location. Please clone() the tensor before performing the operation."
    )
