"""Time minigrad beside PyTorch and NumPy by hand: ``python -m benchmarks [w1 w3] [--repeat 7]``.

Each library has a process of its own, and one thread. Every pass times each once, in rotating
order, and a ratio is taken within the pass: what else the machine is doing touches all alike.
Reported are medians over the passes. Before anything is timed, gradients are compared; a library
whose gradients differ is not timed.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from importlib import metadata
from pathlib import Path
from typing import Any

import numpy as np

from .workloads import IMPORT, WORKLOADS, Workload

LIBRARIES = ("torch", "minigrad", "numpy")
RESULTS = Path(__file__).with_name("RESULTS.md")
ROOT = RESULTS.parents[1]
NAMES = [*WORKLOADS, IMPORT]


class Process:
    """A library in a process of its own; see `worker`."""

    def __init__(self, library: str, device: str) -> None:
        command = [sys.executable, "-m", "benchmarks.worker", library, device]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, cwd=ROOT)
        self.missing = self.answer()["missing"]

    def ask(self, *command: Any) -> Any:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(command) + "\n")
        self.process.stdin.flush()
        return self.answer()

    def answer(self) -> Any:
        assert self.process.stdout is not None
        return json.loads(self.process.stdout.readline() or '{"skipped": "the process died"}')

    def end(self) -> None:
        self.process.communicate()


def main(argv: list[str] | None = None) -> int:
    """Parse the arguments, run, print one table."""
    parser = argparse.ArgumentParser("benchmarks", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("workloads", nargs="*", help=f"any of {', '.join(NAMES)}; default: all")
    parser.add_argument("--repeat", type=int, default=7, help="passes; the medians are reported")
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    parser.add_argument("--write", action="store_true", help=f"write the table to {RESULTS.name}")
    args = parser.parse_args(argv)
    unknown = [name for name in args.workloads if name not in NAMES]
    if unknown:
        parser.error(f"unknown workload {unknown[0]!r}; there are {', '.join(NAMES)}")
    processes = started(LIBRARIES if args.device == "cpu" else LIBRARIES[:2], args.device)
    if "minigrad" not in processes:
        return 0
    lines = [f"{setting(args.device)}\n", *HEAD]
    print("\n".join(lines))
    try:
        for name in args.workloads or NAMES:
            lines.append(row(name, processes, args.repeat))
            print(lines[-1], flush=True)
    finally:
        for process in processes.values():
            process.end()
    if args.write:
        RESULTS.write_text(PREFACE + "\n".join(lines) + "\n", encoding="utf-8")
    return 0


def started(libraries: tuple[str, ...], device: str) -> dict[str, Process]:
    """A process for each library that is here and can compute on the device; of others, why not."""
    processes = {library: Process(library, device) for library in libraries}
    for library, process in list(processes.items()):
        if process.missing:
            print(f"skipped {library}: it {process.missing}")
            processes.pop(library).end()
    return processes


# ---------------------------------------------------------------------------------- timing


def row(name: str, processes: dict[str, Process], repeat: int) -> str:
    """Time one workload; a line of the table."""
    if name == IMPORT:
        title, per = "`import`, a fresh process", 1
        times, skipped = imported(processes, repeat), {}
    else:
        title, per = WORKLOADS[name].title, WORKLOADS[name].per
        counts, skipped = prepared(name, WORKLOADS[name], processes)
        times = interleaved(processes, counts, repeat)
    medians = {library: statistics.median(found) / per for library, found in times.items()}
    cells = [
        duration(medians[library]) if library in medians else skipped.get(library, "")
        for library in LIBRARIES
    ]
    ratios = []
    for base in ("torch", "numpy"):
        pairs = zip(times.get("minigrad", ()), times.get(base, ()))
        found = [mine / theirs for mine, theirs in pairs]
        ratios.append(f"{statistics.median(found):.2f}" if found else "")
    each = ", per operation" if per > 1 else ""
    return f"| {name} | {title}{each} | {' | '.join([*cells, *ratios])} |"


def prepared(
    name: str, workload: Workload, processes: dict[str, Process]
) -> tuple[dict[str, int], dict[str, str]]:
    """How many steps a sample of each library has that computes the right gradients."""
    counts, skipped, expected = {}, {}, None
    with tempfile.TemporaryDirectory() as folder:
        for library, process in processes.items():
            path = os.path.join(folder, f"{library}.npz")
            told = process.ask("prepare", name, path)
            if "skipped" in told:
                skipped[library] = told["skipped"]
                continue
            with np.load(path) as found:
                gradients = dict(found)
            expected = expected or gradients  # PyTorch's, where it is installed
            if wrong := differing(gradients, expected, workload.within):
                skipped[library] = f"its gradient of {', '.join(wrong)} differs"
            else:
                counts[library] = told["count"]
    return counts, skipped


def differing(found: dict[str, Any], expected: dict[str, Any], within: float) -> list[str]:
    """The names of gradients that are further from what is expected than a part of its norm."""
    return [
        name
        for name, right in expected.items()
        if not np.linalg.norm(found[name] - right) <= within * np.linalg.norm(right) + 1e-12
    ]


def interleaved(
    processes: dict[str, Process], counts: dict[str, int], repeat: int
) -> dict[str, list[float]]:
    """Seconds per step: each pass takes every library once, A B C, then B C A."""
    names = list(counts)
    times: dict[str, list[float]] = {name: [] for name in names}
    for turn in range(repeat if names else 0):
        shift = turn % len(names)
        for name in names[shift:] + names[:shift]:
            times[name].append(processes[name].ask("seconds", counts[name]))
    return times


def imported(libraries: Any, repeat: int) -> dict[str, list[float]]:
    """Seconds that a fresh interpreter takes to start and to import each library."""
    times: dict[str, list[float]] = {library: [] for library in libraries}
    for _ in range(repeat):
        for library in libraries:
            start = time.perf_counter()
            subprocess.run([sys.executable, "-c", f"import {library}"], check=True, cwd=ROOT)
            times[library].append(time.perf_counter() - start)
    return times


# ---------------------------------------------------------------------------------- the table

HEAD = (
    "| | a step | torch | minigrad | numpy | minigrad / torch | minigrad / numpy |",
    "|---|---|---:|---:|---:|---:|---:|",
)

PREFACE = """# Benchmarks: the last results

Written by `python -m benchmarks --write`. Each library has a process of its own and one thread;
gradients are compared before anything is timed; times are medians, ratios medians of the passes'
ratios. Above 1, PyTorch is the faster one; `numpy` is the same step with its derivatives worked
out by hand.

"""


def duration(seconds: float) -> str:
    """Three digits, in microseconds or milliseconds."""
    return f"{seconds * 1e6:.3g} µs" if seconds < 1e-3 else f"{seconds * 1e3:.4g} ms"


def setting(device: str) -> str:
    """What was measured, on what, and when."""
    versions = [f"Python {platform.python_version()}"]
    for package in ("numpy", "torch"):
        try:
            versions.append(f"{package} {metadata.version(package)}")
        except metadata.PackageNotFoundError:
            versions.append(f"no {package}")
    return f"{', '.join(versions)}; {processor()}, {device}; {datetime.date.today()}."


def processor() -> str:
    """The processor's name, as Linux tells it, or else what Python knows."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


if __name__ == "__main__":
    raise SystemExit(main())
