"""One library in a process of its own: ``python -m benchmarks.worker minigrad cpu``.

It is told what to do by lines of JSON, and answers each with one: nothing of another library, its
threads, its heap or its garbage, is in the way of what is timed.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import sys
import time
from collections.abc import Callable
from typing import Any

for _name in ("OMP", "OPENBLAS", "MKL"):  # one thread each: must be said before NumPy is loaded
    os.environ.setdefault(f"{_name}_NUM_THREADS", "1")

import numpy as np

from .workloads import WORKLOADS

TARGET, MOST = 0.03, 2000  # seconds and steps of a sample


def loaded(library: str) -> Any:
    """The library, on one thread; None if it is not installed."""
    try:
        module = importlib.import_module(library)
    except ImportError:
        return None
    if hasattr(module, "set_num_threads"):
        module.set_num_threads(1)
    return module


def missing(library: str, device: str) -> str | None:
    """Why this library cannot be timed on this device; None if it can."""
    module = loaded(library)
    if module is None:
        return "is not installed"
    if device == "cuda" and not (hasattr(module, "cuda") and module.cuda.is_available()):
        return "finds no GPU"
    return None


class Worker:
    """What one library is told to do."""

    def __init__(self, library: str, device: str) -> None:
        self.module, self.library, self.device = loaded(library), library, device
        self.step: Callable[[], Any] = lambda: None

    def prepare(self, name: str, path: str) -> dict[str, Any]:
        """Build a workload, and leave its gradients in the file `path`."""
        workload = WORKLOADS[name]
        params, data = workload.make()
        if self.library == "numpy":
            if workload.floor is None:
                return {"skipped": ""}  # not written by hand
            self.step = workload.floor(params, data)
            found = self.step()
        else:
            tensor, on = self.module.tensor, self.device
            leaves = {k: tensor(x, device=on, requires_grad=True) for k, x in params.items()}
            constants = {k: tensor(x, device=on) for k, x in data.items()}
            self.step, gradients = workload.build(self.module, leaves, constants)
            found = {k: g.detach().cpu().numpy() for k, g in gradients().items()}
        np.savez(path, **found)
        self.seconds(1)
        once = self.seconds(1)
        gc.collect()
        return {"count": max(1, min(MOST, int(TARGET / once)))}

    def seconds(self, count: int) -> float:
        """The mean over `count` steps."""
        start = time.perf_counter()
        for _ in range(count):
            self.step()
        if self.device == "cuda":
            self.module.cuda.synchronize()
        return (time.perf_counter() - start) / count


def main(library: str, device: str) -> None:
    """Answer until there are no more lines."""
    why = missing(library, device)
    print(json.dumps({"missing": why}), flush=True)
    worker = None if why else Worker(library, device)
    for line in sys.stdin:
        name, *arguments = json.loads(line)
        try:
            answer = getattr(worker, name)(*arguments)
        except Exception as error:
            answer = {"skipped": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
