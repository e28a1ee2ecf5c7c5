"""What recording costs: ``python -m benchmarks.overhead``.

One operation on four numbers, its time above NumPy's. A gradient is required of every operand, and
the result is dropped at once, so this is the price of the record alone.
"""

from __future__ import annotations

import timeit
from collections.abc import Callable
from typing import Any

from .worker import loaded  # first: it keeps NumPy to one thread

import numpy as np  # isort: skip

OPERATIONS: dict[str, tuple[Callable[[Any, Any], Any], Callable[[Any, Any], Any]]] = {
    "x * y": (lambda x, y: x * y, lambda x, y: x * y),
    "x + y": (lambda x, y: x + y, lambda x, y: x + y),
    "x / y": (lambda x, y: x / y, lambda x, y: x / y),
    "x * 2.0": (lambda x, y: x * 2.0, lambda x, y: x * np.float32(2.0)),
    "-x": (lambda x, y: -x, lambda x, y: -x),
    "x.exp()": (lambda x, y: x.exp(), lambda x, y: np.exp(x)),
    "x.relu()": (lambda x, y: x.relu(), lambda x, y: np.maximum(x, np.float32(0))),
}
REPEAT, NUMBER = 25, 4000


def main() -> None:
    """Print a line per operation, in microseconds: the least of the repeats, taken in turn."""
    array = np.array([0.5, 1.5, 1.0, 2.0], np.float32)
    libraries = {name: module for name in ("torch", "minigrad") if (module := loaded(name))}
    operands = {"numpy": (array, array + 1)}
    for name, module in libraries.items():
        leaf = module.tensor(array, requires_grad=True)
        operands[name] = (leaf * 1.0, leaf + 1.0)
    print(f"{'µs above NumPy':16}" + "".join(f"{name:>10}" for name in libraries))
    for label, (call, bare) in OPERATIONS.items():
        least = dict.fromkeys(operands, float("inf"))
        for _ in range(REPEAT):
            for name, (x, y) in operands.items():
                run = bare if name == "numpy" else call
                seconds = timeit.timeit(lambda run=run, x=x, y=y: run(x, y), number=NUMBER)
                least[name] = min(least[name], seconds / NUMBER * 1e6)
        above = (f"{least[name] - least['numpy']:10.2f}" for name in libraries)
        print(f"{label:16}" + "".join(above))


if __name__ == "__main__":
    main()
