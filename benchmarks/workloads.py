"""What is timed: one step, forward and backward, written once for all libraries with PyTorch's API.

Each workload also has a floor: the same step with the derivatives worked out by hand, in NumPy. It
is what a perfect recorder with no cost of its own would reach.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from types import ModuleType
from typing import Any

import numpy as np

from minigrad.datasets import load_digits

Arrays = dict[str, np.ndarray]
Step = Callable[[], Any]


@dataclass(frozen=True)
class Workload:
    """One benchmark.

    Attributes:
        title: what a step is.
        operations: how many operations a step records, so that a time per operation can be given.
        make: the arrays to start from, by name.
        library: ``library(torch, parameters) -> (step, gradients)``, for PyTorch and for minigrad.
        floor: the same for bare NumPy: ``floor(arrays) -> (step, gradients)``.
    """

    title: str
    operations: int
    make: Callable[[], Arrays]
    library: Callable[[ModuleType, Arrays], tuple[Step, Callable[[], Arrays]]]
    floor: Callable[[Arrays], tuple[Step, Callable[[], Arrays]]]


# ---------------------------------------------------------------------------------- w1: scalars

CHAIN = 1000


def _chain_arrays() -> Arrays:
    values = {"x": 0.5, "a": 1.01, "b": 0.01, "c": 0.98}
    return {name: np.array(value, np.float32) for name, value in values.items()}


def _chain(torch: ModuleType, arrays: Arrays) -> tuple[Step, Callable[[], Arrays]]:
    leaves = {name: torch.tensor(array, requires_grad=True) for name, array in arrays.items()}
    x, a, b, c = leaves.values()

    def step() -> None:
        for leaf in leaves.values():
            leaf.grad = None
        h = x
        for _ in range(CHAIN // 4):
            h = torch.relu((h * a + b) * c)
        h.backward()

    return step, lambda: {name: leaf.grad.numpy().copy() for name, leaf in leaves.items()}


def _chain_floor(arrays: Arrays) -> tuple[Step, Callable[[], Arrays]]:
    x, a, b, c = (array[()] for array in arrays.values())
    zero = np.float32(0)
    found: Arrays = {}

    def step() -> None:
        h, tape = x, []
        for _ in range(CHAIN // 4):
            sum_ = h * a + b
            out = sum_ * c
            kept = out > zero
            tape.append((h, sum_, kept))
            h = out if kept else zero
        g, ga, gb, gc = np.float32(1), zero, zero, zero
        for h, sum_, kept in reversed(tape):
            g = g if kept else zero
            gc = gc + g * sum_
            g = g * c
            gb = gb + g
            ga = ga + g * h
            g = g * a
        found.update(x=g, a=ga, b=gb, c=gc)

    return step, lambda: {name: np.asarray(value) for name, value in found.items()}


# ---------------------------------------------------------------------------------- w6: depth

DEPTH = 10_000


def _deep_arrays() -> Arrays:
    x, a = (0.5, -0.5, 1.0, 2.0), (0.99, 1.0, 0.98, 0.97)
    return {"x": np.array(x, np.float32), "a": np.array(a, np.float32)}


def _deep(torch: ModuleType, arrays: Arrays) -> tuple[Step, Callable[[], Arrays]]:
    x, a = (torch.tensor(array, requires_grad=True) for array in arrays.values())

    def step() -> None:
        x.grad = a.grad = None
        h = x
        for _ in range(DEPTH // 2):
            h = h * a
            h = h + a
        h.sum().backward()

    return step, lambda: {"x": x.grad.numpy().copy(), "a": a.grad.numpy().copy()}


def _deep_floor(arrays: Arrays) -> tuple[Step, Callable[[], Arrays]]:
    x, a = arrays.values()
    found: Arrays = {}

    def step() -> None:
        h, inputs = x, []
        for _ in range(DEPTH // 2):
            inputs.append(h)
            h = h * a + a
        g, ga = np.ones_like(h), np.zeros_like(a)
        for h in reversed(inputs):
            ga = ga + g
            ga = ga + g * h
            g = g * a
        found.update(x=g, a=ga)

    return step, lambda: dict(found)


# ---------------------------------------------------------------------------------- w7: diamonds

LEVELS = 40


def _diamonds(torch: ModuleType, arrays: Arrays) -> tuple[Step, Callable[[], Arrays]]:
    x = torch.tensor(arrays["x"], requires_grad=True)

    def step() -> None:
        x.grad = None
        h = x
        for _ in range(LEVELS):
            h = h + h
        h.backward()

    return step, lambda: {"x": x.grad.numpy().copy()}


def _diamonds_floor(arrays: Arrays) -> tuple[Step, Callable[[], Arrays]]:
    x = arrays["x"][()]
    found: Arrays = {}

    def step() -> None:
        h, g = x, np.float32(1)
        for _ in range(LEVELS):
            h = h + h
        for _ in range(LEVELS):
            g = g + g
        found["x"] = np.asarray(g)

    return step, lambda: dict(found)


# ---------------------------------------------------------------------------------- w3: digits

SIZES = (64, 128, 128, 10)
LR, MOMENTUM = 0.1, 0.9


def _digits_arrays() -> Arrays:
    images, labels = load_digits("train")
    rng = np.random.default_rng(4)
    arrays = {"images": images.numpy()[:64].reshape(64, 64), "labels": labels.numpy()[:64]}
    for layer, (fan_in, fan_out) in enumerate(pairwise(SIZES)):
        bound = fan_in**-0.5
        arrays[f"w{layer}"] = rng.uniform(-bound, bound, (fan_out, fan_in)).astype(np.float32)
        arrays[f"b{layer}"] = rng.uniform(-bound, bound, fan_out).astype(np.float32)
    return arrays


def _digits(torch: ModuleType, arrays: Arrays) -> tuple[Step, Callable[[], Arrays]]:
    functional = torch.nn.functional
    images, labels = torch.tensor(arrays["images"]), torch.tensor(arrays["labels"])
    leaves = {
        name: torch.tensor(array, requires_grad=True)
        for name, array in arrays.items()
        if name not in ("images", "labels")
    }
    optimizer = torch.optim.SGD(list(leaves.values()), lr=LR, momentum=MOMENTUM)

    def step() -> None:
        optimizer.zero_grad()
        h = images
        for layer in range(3):
            h = functional.linear(h, leaves[f"w{layer}"], leaves[f"b{layer}"])
            h = torch.relu(h) if layer < 2 else h
        functional.cross_entropy(h, labels).backward()
        optimizer.step()

    return step, lambda: {name: leaf.grad.numpy().copy() for name, leaf in leaves.items()}


def _digits_floor(arrays: Arrays) -> tuple[Step, Callable[[], Arrays]]:
    images, labels = arrays["images"], arrays["labels"]
    leaves = {name: a.copy() for name, a in arrays.items() if name not in ("images", "labels")}
    velocity: Arrays = {}
    grads: Arrays = {}
    rows = np.arange(len(labels))

    def step() -> None:
        inputs = [images]
        for layer in range(3):
            out = inputs[-1] @ leaves[f"w{layer}"].T
            out += leaves[f"b{layer}"]
            inputs.append(np.maximum(out, np.float32(0)) if layer < 2 else out)
        scores = inputs.pop()
        g = np.exp(scores - scores.max(1, keepdims=True))
        g /= g.sum(1, keepdims=True)
        g[rows, labels] -= 1
        g /= np.float32(len(labels))
        for layer in (2, 1, 0):
            grads[f"w{layer}"] = g.T @ inputs[layer]
            grads[f"b{layer}"] = g.sum(0)
            if layer:
                g = (g @ leaves[f"w{layer}"]) * (inputs[layer] > 0)
        for name, grad in grads.items():
            if name in velocity:
                velocity[name] *= MOMENTUM
                velocity[name] += grad
            else:
                velocity[name] = grad.copy()
            leaves[name] -= LR * velocity[name]

    return step, lambda: {name: grad.copy() for name, grad in grads.items()}


WORKLOADS = {
    "w1": Workload(
        "a chain of 1,000 scalar operations", CHAIN, _chain_arrays, _chain, _chain_floor
    ),
    "w6": Workload(
        "10,000 operations on four numbers, one behind the other",
        DEPTH,
        _deep_arrays,
        _deep,
        _deep_floor,
    ),
    "w7": Workload(
        "x + x, forty times over: 2^40 paths",
        LEVELS,
        lambda: {"x": np.array(1.0, np.float32)},
        _diamonds,
        _diamonds_floor,
    ),
    "w3": Workload(
        "a step of a 64-128-128-10 network on 64 digits", 1, _digits_arrays, _digits, _digits_floor
    ),
}
