"""One sample of an operation: a call that runs it, and shapes to run it on.

A sample's call takes the library first, then tensors. Most calls mean the same to minigrad and to
PyTorch; where `twin` is false PyTorch has no such operation, and numbers alone are the judge.
"""

from collections.abc import Callable
from typing import NamedTuple
from zlib import crc32

import numpy as np

from minigrad.autograd.node import OPS


class Sample(NamedTuple):
    """One call of one row.

    Attributes:
        row: the name in `OPS` of the row that makes the result.
        call: ``call(library, *tensors)``.
        cases: the shapes of the tensors, case by case.
        low, high: the values lie between these, and no two of a tensor are close to each other.
        twin: whether PyTorch has the operation.
        smooth: whether it has a derivative.
    """

    row: str
    call: Callable
    cases: list
    low: float = -2.0
    high: float = 2.0
    twin: bool = True
    smooth: bool = True

    @property
    def id(self):
        """The row, and which of its samples this is."""
        from tests.ops.samples import SAMPLES

        return f"{self.row} {[s for s in SAMPLES if s.row == self.row].index(self)}"


def values(sample, place, shape):
    """The numbers of an input: spread evenly, shuffled, never 0 or 1, no two inputs' alike."""
    draw = np.random.RandomState(crc32(f"{sample.row} {place} {shape}".encode()))
    count, first = int(np.prod(shape)), 0.2 + 0.6 * draw.rand()
    even = sample.low + (sample.high - sample.low) * (np.arange(count) + first) / max(count, 1)
    return draw.permutation(even).reshape(shape)


def row(name, *args, **attrs):
    """A call of the row itself, for rows that have no public function."""
    return lambda lib, *tensors: OPS[name](*tensors, *args, **attrs)


def typed_values(sample, place, shape, dtype):
    """The numbers of an input that `dtype` can hold: whole ones apart, unsigned ones positive."""
    numbers = values(sample, place, shape) * (1 if dtype.startswith("float") else 3)
    return numbers - 3 * min(sample.low, 0) if dtype.startswith("uint") else numbers


ONE = [[(3, 4)], [()], [(2, 0)], [(2, 1, 3)]]
SQUARE = [[(3, 4), (3, 4)]]
BROADCAST = [
    [(3, 4), (3, 4)],
    [(3, 4), (4,)],
    [(3, 1), (1, 4)],
    [(2, 1, 3), (4, 1)],
    [(3, 4), ()],
    [(), (3,)],
    [(), ()],
    [(0, 4), (4,)],
]
BIASED = [[(shape), (2, 3), (3, 4)] for shape in ((4,), (2, 4), (2, 1), ())]


def unary(name, low=-2.0, high=2.0):
    return Sample(name, lambda lib, x: getattr(lib, name)(x), ONE, low, high)


def compared(name):
    return Sample(name, lambda lib, x, y: getattr(lib, name)(x, y), BROADCAST, smooth=False)


def masks(name):
    return Sample(name, lambda lib, x, y: getattr(lib, name)(x > 0, y > 0), BROADCAST, smooth=False)
