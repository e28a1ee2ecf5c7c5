"""Random arrays, printed with random options as torch prints them."""

import math
from typing import Any

import numpy as np
import pytest

from tests.printing import MEASUREMENT, PARAMETER, show, show_in_torch

DTYPES = ["float32", "float64", "float16", "int64", "int32", "int16", "int8", "uint8", "bool"]
LARGE = [(1500,), (40, 30), (3, 400), (9, 2, 80), (2, 1, 600), (8, 8, 8, 8)]
TOLD: list[dict[str, Any]] = [
    {},
    {"requires_grad": True},
    {"requires_grad": True, "prefix": PARAMETER},
    {"requires_grad": True, "grad_fn_name": "LeakyReluBackward0"},
    {"prefix": MEASUREMENT},
]


@pytest.mark.parametrize("count", [3000, pytest.param(100_000, marks=pytest.mark.soak)])
def test_random_arrays_print_as_in_torch(count: int) -> None:
    rng = np.random.default_rng(0)
    for number in range(count):
        array = random_array(rng)
        told = TOLD[rng.integers(len(TOLD) if array.dtype.kind == "f" else 1)]
        about = told | random_options(rng)
        assert show(array, **about) == show_in_torch(array, **about), f"array {number}, {about}"


def random_options(rng: np.random.Generator) -> dict[str, Any]:
    """Options that differ from the default in about half of all draws."""
    if rng.random() < 0.5:
        return {"profile": "default"}
    return {
        "precision": int(rng.integers(0, 9)),
        "threshold": [0, 5, 30, 1000, math.inf][rng.integers(5)],
        "edgeitems": int(rng.integers(1, 5)),
        "linewidth": int(rng.integers(1, 130)),
        "sci_mode": [None, None, True, False][rng.integers(4)],
    }


def random_array(rng: np.random.Generator) -> Any:
    """An array of 0 to 5 axes, sometimes empty, transposed, or large enough to be summarised."""
    shape = tuple(rng.integers(0 if rng.random() < 0.1 else 1, 5, size=rng.integers(0, 6)))
    if rng.random() < 0.3:
        shape = (int(rng.integers(1, 60)), *shape[:1])
    if rng.random() < 0.02:
        shape = LARGE[rng.integers(len(LARGE))]
    dtype = np.dtype(DTYPES[rng.integers(len(DTYPES))])
    make = FLOATS[rng.integers(len(FLOATS))] if dtype.kind == "f" else random_integers
    with np.errstate(all="ignore"):
        array = np.asarray(make(rng, shape)).astype(dtype)
    return array.T if rng.random() < 0.2 else array


def random_integers(rng: np.random.Generator, shape: tuple[int, ...]) -> Any:
    bits = int(rng.integers(1, 63))
    return rng.integers(-(2**bits), 2**bits, size=shape)


def whole(rng: np.random.Generator, shape: tuple[int, ...]) -> Any:
    return rng.integers(-1, 10 ** rng.integers(1, 11), size=shape).astype(float)


def normal(rng: np.random.Generator, shape: tuple[int, ...]) -> Any:
    return rng.normal(size=shape) * 10.0 ** rng.integers(-6, 10)


def rounded(rng: np.random.Generator, shape: tuple[int, ...]) -> Any:
    return rng.normal(size=shape).round(int(rng.integers(0, 3)))


def wide(rng: np.random.Generator, shape: tuple[int, ...]) -> Any:
    return 10.0 ** rng.uniform(*np.sort(rng.integers(-320, 308, size=2)), size=shape)


def borderline(rng: np.random.Generator, shape: tuple[int, ...]) -> Any:
    """Values at the very borders where PyTorch turns to scientific notation."""
    borders = [1e-4, 0.1, 1.0, 1000.0, 1001.0, 1e8, 1e8 + 8, 99_999.5, 0.1 * 1000, 9.99995]
    return rng.choice(borders[: rng.integers(1, 11)], size=shape)


def special(rng: np.random.Generator, shape: tuple[int, ...]) -> Any:
    values = [0.0, -0.0, math.inf, -math.inf, math.nan, 1.0, -2.0, 1.5, -1234.5, 5e-324, 1e30]
    return rng.choice(values[: rng.integers(1, 12)], size=shape)


FLOATS = [whole, normal, rounded, wide, borderline, special]
