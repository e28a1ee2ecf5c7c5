"""The same steps by hand: derivatives worked out and written in bare NumPy.

It is what a perfect recorder with no cost of its own would reach. Each function makes, from the
parameters and the data, a step that returns its gradients.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

Arrays = dict[str, np.ndarray]
Step = Callable[[], Arrays]


def chain(params: Arrays, data: Arrays) -> Step:
    x, a, b, c = (array[()] for array in params.values())
    zero = np.float32(0)

    def step() -> Arrays:
        h, tape = x, []
        for _ in range(250):
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
        return {"x": g, "a": ga, "b": gb, "c": gc}

    return step


def deep(operations: int) -> Callable[[Arrays, Arrays], Step]:
    def build(params: Arrays, data: Arrays) -> Step:
        x, a = params.values()

        def step() -> Arrays:
            h, inputs = x, []
            for _ in range(operations // 2):
                inputs.append(h)
                h = h * a + a
            g, ga = np.ones_like(h), np.zeros_like(a)
            for h in reversed(inputs):
                ga = ga + g
                ga = ga + g * h
                g = g * a
            return {"x": g, "a": ga}

        return step

    return build


def diamonds(params: Arrays, data: Arrays) -> Step:
    x = params["x"][()]

    def step() -> Arrays:
        h, g = x, np.float32(1)
        for _ in range(40):
            h = h + h
        for _ in range(40):
            g = g + g
        return {"x": g}

    return step


def three_layers(params: Arrays, data: Arrays) -> Step:
    """A network of three linear layers, its cross-entropy, and SGD with momentum."""
    leaves = {name: array.copy() for name, array in params.items()}
    velocity: Arrays = {}
    rows = np.arange(len(data["y"]))

    def step() -> Arrays:
        inputs, grads = [data["x"]], {}
        for layer in range(3):
            out = inputs[-1] @ leaves[f"w{layer}"].T
            out += leaves[f"b{layer}"]
            inputs.append(np.maximum(out, np.float32(0)) if layer < 2 else out)
        scores = inputs.pop()
        g = np.exp(scores - scores.max(1, keepdims=True))
        g /= g.sum(1, keepdims=True)
        g[rows, data["y"]] -= 1
        g /= np.float32(len(rows))
        for layer in (2, 1, 0):
            grads[f"w{layer}"] = g.T @ inputs[layer]
            grads[f"b{layer}"] = g.sum(0)
            if layer:
                g = (g @ leaves[f"w{layer}"]) * (inputs[layer] > 0)
        for name, grad in grads.items():
            if name in velocity:
                velocity[name] *= 0.9
                velocity[name] += grad
            else:
                velocity[name] = grad.copy()
            leaves[name] -= 0.1 * velocity[name]
        return grads

    return step


def product(params: Arrays, data: Arrays) -> Step:
    a, b, g = params["a"], params["b"], data["g"]

    def step() -> Arrays:
        a @ b
        return {"a": g @ b.T, "b": a.T @ g}

    return step
