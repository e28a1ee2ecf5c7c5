"""Time minigrad beside PyTorch and NumPy by hand: ``python -m benchmarks [w1 w3] [--repeat 15]``.

Every pass times each library once, in rotating order, and a ratio is taken within the pass: what
else the machine is doing touches both sides alike. Reported are medians over the passes. Before
anything is timed, all gradients are compared with the floor's; a library that differs is not timed.
"""

from __future__ import annotations

import argparse
import gc
import importlib
import os
import statistics
import sys
import time
from typing import Any

for _name in ("OMP", "OPENBLAS", "MKL"):  # one thread each: must be said before NumPy is loaded
    os.environ.setdefault(f"{_name}_NUM_THREADS", "1")

import numpy as np

from .workloads import WORKLOADS, Step, Workload

TARGET = 0.03  # seconds per sample
MOST = 2000  # steps per sample


def main(argv: list[str] | None = None) -> int:
    """Parse the arguments, run, print one table."""
    parser = argparse.ArgumentParser("benchmarks", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("workloads", nargs="*", help=f"any of {', '.join(WORKLOADS)}; default: all")
    parser.add_argument("--repeat", type=int, default=15, help="passes; the medians are reported")
    args = parser.parse_args(argv)
    unknown = [name for name in args.workloads if name not in WORKLOADS]
    if unknown:
        parser.error(f"unknown workload {unknown[0]!r}; there are {', '.join(WORKLOADS)}")
    print(f"Python {sys.version.split()[0]}, NumPy {np.__version__}, one thread")
    for name in args.workloads or WORKLOADS:
        report(name, WORKLOADS[name], args.repeat)
    return 0


def report(name: str, workload: Workload, repeat: int) -> None:
    """Time one workload, and print a line per library."""
    print(f"\n{name}: {workload.title}")
    steps = prepared(workload)
    gc.collect()
    gc.freeze()  # else one library's steps pay for the collector's rounds through the other's heap
    times = interleaved(steps, repeat)
    unit, scale = ("per operation", workload.operations) if workload.operations > 1 else ("", 1)
    for library in steps:
        median = statistics.median(times[library]) / scale * 1e6
        line = f"  {library:10} {median:9.2f} µs {unit}"
        for base in ("torch", "numpy"):
            if base in times and base != library:
                pairs = [a / b for a, b in zip(times[library], times[base])]
                line += f"   {statistics.median(pairs):5.2f} × {base}"
        print(line)


def prepared(workload: Workload) -> dict[str, Step]:
    """A step per library that is here and computes the right gradients."""
    arrays = workload.make()
    floor, floor_gradients = workload.floor(arrays)
    floor()
    expected = floor_gradients()
    steps: dict[str, Step] = {}
    for library in ("torch", "minigrad"):
        module = loaded(library)
        if module is None:
            print(f"  {library:10} is not installed")
            continue
        step, gradients = workload.library(module, arrays)
        step()
        wrong = [k for k, g in gradients().items() if not np.allclose(g, expected[k], 1e-4, 1e-6)]
        if wrong:
            print(f"  {library:10} not timed: its gradient of {', '.join(wrong)} differs")
        else:
            steps[library] = step
    return {**steps, "numpy": floor}


def loaded(library: str) -> Any:
    """The library, on one thread; None if it is not installed."""
    try:
        module = importlib.import_module(library)
    except ImportError:
        return None
    if hasattr(module, "set_num_threads"):
        module.set_num_threads(1)
    return module


def interleaved(steps: dict[str, Step], repeat: int) -> dict[str, list[float]]:
    """Seconds per step: each pass takes every library once, A B C, then B C A."""
    names = list(steps)
    counts = {name: min(MOST, max(1, int(TARGET / seconds(steps[name], 3)))) for name in names}
    times: dict[str, list[float]] = {name: [] for name in names}
    for turn in range(repeat):
        shift = turn % len(names)
        for name in names[shift:] + names[:shift]:
            times[name].append(seconds(steps[name], counts[name]))
    return times


def seconds(step: Step, count: int) -> float:
    """The mean over `count` steps."""
    start = time.perf_counter()
    for _ in range(count):
        step()
    return (time.perf_counter() - start) / count


if __name__ == "__main__":
    raise SystemExit(main())
