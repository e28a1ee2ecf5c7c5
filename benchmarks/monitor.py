"""What watching a training loop costs: ``python -m benchmarks.monitor``.

The step is that of workload w3 as a learner writes it: a digits classifier, 64-128-128-10, batches
of 64, SGD with momentum. In one and the same loop the time inside and outside of the monitor is
added up, so what else the machine does lengthens both. It draws as it does in a notebook, its
messages written as for the page.
"""

from __future__ import annotations

import json
import os
import statistics
import time
from typing import Any

for _name in ("OMP", "OPENBLAS", "MKL"):  # one thread each: must be said before NumPy is loaded
    os.environ.setdefault(f"{_name}_NUM_THREADS", "1")

import minigrad as torch
from minigrad.datasets import load_digits
from minigrad.widgets import TrainingMonitor

STEPS, REPEAT = 4000, 5


class Page:
    """Stands for the place in a notebook where the monitor shows itself."""

    def update(self, monitor: Any) -> None:
        pass


def main() -> None:
    """Print the time of a step, and by how much the monitor lengthens it: medians of the runs."""
    runs = [train(STEPS) for _ in range(REPEAT)]
    print(f"a step: {statistics.median(step for step, _ in runs) * 1e6:.0f} µs")
    shares = sorted(inside / step for step, inside in runs)
    print(
        f"with the monitor: {statistics.median(shares):+.1%} ({shares[0]:+.1%}, {shares[-1]:+.1%})"
    )


def train(steps: int) -> tuple[float, float]:
    """Seconds per step outside of the monitor, and inside of it."""
    images, labels = load_digits("train")
    images, labels = images[:64].reshape(64, 64), labels[:64]
    model = torch.nn.Sequential(
        torch.nn.Linear(64, 128),
        torch.nn.ReLU(),
        torch.nn.Linear(128, 128),
        torch.nn.ReLU(),
        torch.nn.Linear(128, 10),
    )
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01, momentum=0.9)
    monitor = prepared(model)
    inside, now = 0.0, time.perf_counter
    start = now()
    for _ in monitor(range(steps)):
        optimizer.zero_grad()
        loss = torch.nn.functional.cross_entropy(model(images), labels)
        loss.backward()
        optimizer.step()
        before = now()
        monitor.step(loss)
        inside += now() - before
        end = now()
    return (end - start - inside) / steps, inside / steps


def prepared(model: Any) -> TrainingMonitor:
    """A monitor that believes to be shown in a notebook."""
    monitor = TrainingMonitor(model)
    monitor._displayed = Page
    monitor.observe(lambda change: json.dumps(change["new"]), "_page")
    return monitor


if __name__ == "__main__":
    main()
