"""What is timed, written once for all libraries with PyTorch's API.

A workload makes its arrays, and builds of them a step: mostly forward, backward and an optimizer's
step. Where `floors` has the same step by hand, that is timed beside.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from types import ModuleType
from typing import Any

import numpy as np

from . import floors

Arrays = dict[str, np.ndarray]
Tensors = dict[str, Any]
Loss = Callable[[ModuleType, Tensors, Tensors], Any]
Optimize = Callable[[Any, list[Any]], Any]
Task = tuple[Callable[[], Any], Callable[[], Tensors]]


@dataclass(frozen=True)
class Workload:
    """One benchmark.

    Attributes:
        title: what a step is.
        make: the parameters and the data to start from, by name.
        build: ``build(torch, parameters, data) -> (step, gradients)``, of tensors; `gradients` is
            called once, before any step.
        floor: what `floors` has.
        per: how many operations a step records, so that a time per operation can be given.
        within: how far gradients may be from each other, as a part of their norm.
    """

    title: str
    make: Callable[[], tuple[Arrays, Arrays]]
    build: Callable[[ModuleType, Tensors, Tensors], Task]
    floor: Callable[[Arrays, Arrays], Callable[[], Arrays]] | None = None
    per: int = 1
    within: float = 2e-4


def differentiated(loss: Loss, optimize: Optimize | None = None) -> Any:
    """A `build`: the loss, its backward pass and, with `optimize`, the optimizer's step."""

    def build(torch: ModuleType, params: Tensors, data: Tensors) -> Task:
        leaves = list(params.values())
        optimizer = optimize and optimize(torch.optim, leaves)

        def backward() -> None:
            for leaf in leaves:
                leaf.grad = None
            loss(torch, params, data).backward()

        def step() -> None:
            backward()
            optimizer.step()

        def gradients() -> Tensors:
            backward()
            return {name: leaf.grad for name, leaf in params.items()}

        return (step if optimizer else backward), gradients

    return build


def momentum(optim: Any, leaves: list[Any]) -> Any:
    return optim.SGD(leaves, lr=0.1, momentum=0.9)


def adam(optim: Any, leaves: list[Any]) -> Any:
    return optim.Adam(leaves)


def random(seed: int, *shape: int, scale: float = 1.0) -> np.ndarray:
    return np.random.default_rng(seed).standard_normal(shape, np.float32) * np.float32(scale)


def layers(seed: int, *sizes: int) -> Arrays:
    """Weights and biases of linear layers, drawn as PyTorch draws them."""
    rng, found = np.random.default_rng(seed), {}
    for layer, (fan_in, fan_out) in enumerate(pairwise(sizes)):
        bound = fan_in**-0.5
        found[f"w{layer}"] = rng.uniform(-bound, bound, (fan_out, fan_in)).astype(np.float32)
        found[f"b{layer}"] = rng.uniform(-bound, bound, fan_out).astype(np.float32)
    return found


def labels(seed: int, count: int, classes: int) -> np.ndarray:
    return np.random.default_rng(seed).integers(0, classes, count)


# ---------------------------------------------------------------------------------- single numbers


def make_chain() -> tuple[Arrays, Arrays]:
    values = {"x": 0.5, "a": 1.01, "b": 0.01, "c": 0.98}
    return {name: np.array(value, np.float32) for name, value in values.items()}, {}


def chain(torch: ModuleType, p: Tensors, d: Tensors) -> Any:
    h = p["x"]
    for _ in range(250):
        h = torch.relu((h * p["a"] + p["b"]) * p["c"])
    return h


def make_deep() -> tuple[Arrays, Arrays]:
    x, a = (0.5, -0.5, 1.0, 2.0), (0.99, 1.0, 0.98, 0.97)
    return {"x": np.array(x, np.float32), "a": np.array(a, np.float32)}, {}


def deep(operations: int, torch: ModuleType, p: Tensors, d: Tensors) -> Any:
    h, a = p["x"], p["a"]
    for _ in range(operations // 2):
        h = h * a
        h = h + a
    return h.sum()


def diamonds(torch: ModuleType, p: Tensors, d: Tensors) -> Any:
    h = p["x"]
    for _ in range(40):
        h = h + h
    return h


# ---------------------------------------------------------------------------------- networks


def make_moons() -> tuple[Arrays, Arrays]:
    rng = np.random.default_rng(1)
    angle = rng.uniform(0, np.pi, 50)
    upper = np.stack([np.cos(angle), np.sin(angle)], 1)
    points = np.concatenate([upper, [1, 0.5] - upper]) + rng.normal(0, 0.1, (100, 2))
    sides = np.repeat(np.float32([-1, 1]), 50)[:, None]
    return layers(2, 2, 16, 16, 1), {"x": points.astype(np.float32), "y": sides}


def scores(torch: ModuleType, p: Tensors, x: Any) -> Any:
    linear = torch.nn.functional.linear
    h = torch.relu(linear(x, p["w0"], p["b0"]))
    return linear(torch.relu(linear(h, p["w1"], p["b1"])), p["w2"], p["b2"])


def hinge(torch: ModuleType, p: Tensors, d: Tensors) -> Any:
    wrong = torch.relu(1 - d["y"] * scores(torch, p, d["x"])).mean()
    return wrong + 1e-4 * sum((leaf * leaf).sum() for leaf in p.values())


def digits(part: str) -> tuple[np.ndarray, np.ndarray]:
    from minigrad.datasets import load_digits

    images, digit = load_digits(part)
    return images.numpy().reshape(-1, 64), digit.numpy()


def make_digits() -> tuple[Arrays, Arrays]:
    x, y = digits("train")
    return layers(4, 64, 128, 128, 10), {"x": x[:64].copy(), "y": y[:64].copy()}


def make_wide() -> tuple[Arrays, Arrays]:
    x = np.random.default_rng(5).random((256, 784), np.float32)
    return layers(6, 784, 1024, 1024, 10), {"x": x, "y": labels(5, 256, 10)}


def entropy(torch: ModuleType, p: Tensors, d: Tensors) -> Any:
    return torch.nn.functional.cross_entropy(scores(torch, p, d["x"]), d["y"])


def trained(torch: ModuleType, params: Tensors, data: Tensors) -> Task:
    """Train until 97 % of the held-out digits are read, from the same start each time."""
    (x, y), (held_out, truth) = digits("train"), digits("test")
    where = data["x"].device
    x, y, held_out = (torch.tensor(array, device=where) for array in (x, y, held_out))
    start = {name: leaf.detach().clone() for name, leaf in params.items()}

    def step() -> None:
        leaves = {name: value.clone().requires_grad_() for name, value in start.items()}
        optimizer, rng = momentum(torch.optim, list(leaves.values())), np.random.default_rng(0)
        for _ in range(60):
            for batch in np.split(rng.permutation(1408), 22):
                rows = torch.tensor(batch, device=where)
                optimizer.zero_grad()
                entropy(torch, leaves, {"x": x[rows], "y": y[rows]}).backward()
                optimizer.step()
            with torch.no_grad():
                said = scores(torch, leaves, held_out).argmax(1)
            if (said.cpu().numpy() == truth).mean() >= 0.97:
                return

    return step, differentiated(entropy)(torch, params, data)[1]


def make_lenet() -> tuple[Arrays, Arrays]:
    params = {"k0": random(7, 8, 1, 5, 5, scale=0.1), "c0": random(8, 8, scale=0.1)}
    params |= {"k1": random(9, 16, 8, 5, 5, scale=0.05), "c1": random(10, 16, scale=0.05)}
    x = np.random.default_rng(11).random((32, 1, 28, 28), np.float32)
    return {**params, **layers(12, 256, 10)}, {"x": x, "y": labels(13, 32, 10)}


def lenet(torch: ModuleType, p: Tensors, d: Tensors) -> Any:
    functional, h = torch.nn.functional, d["x"]
    for layer in "01":
        h = functional.conv2d(h, p["k" + layer], p["c" + layer])
        h = functional.max_pool2d(torch.relu(h), 2)
    return functional.cross_entropy(functional.linear(h.flatten(1), p["w0"], p["b0"]), d["y"])


BATCH, LENGTH, WIDTH, HEADS, LETTERS = 8, 64, 64, 4, 65


def make_block() -> tuple[Arrays, Arrays]:
    params = {"letters": random(14, LETTERS, WIDTH, scale=0.05)}
    params["places"] = random(15, LENGTH, WIDTH, scale=0.05)
    shapes = {"qkv": (WIDTH, 3 * WIDTH), "out": (WIDTH, WIDTH), "up": (WIDTH, 4 * WIDTH)}
    shapes |= {"down": (4 * WIDTH, WIDTH), "head": (WIDTH, LETTERS)}
    for seed, (name, sizes) in enumerate(shapes.items(), 16):
        params[f"{name}_w"], params[f"{name}_b"] = layers(seed, *sizes).values()
    for name in ("norm0", "norm1", "norm2"):
        params[f"{name}_w"], params[f"{name}_b"] = np.ones((2, WIDTH), np.float32) * [[1], [0]]
    params = {name: array.astype(np.float32) for name, array in params.items()}
    text = labels(21, BATCH * LENGTH, LETTERS)
    mask = np.triu(np.full((LENGTH, LENGTH), -1e9, np.float32), 1)
    return params, {"x": text.reshape(BATCH, LENGTH), "y": np.roll(text, -1), "mask": mask}


def block(torch: ModuleType, p: Tensors, d: Tensors) -> Any:
    """A transformer of one block, with causal attention, that guesses the next letter."""
    functional = torch.nn.functional

    def linear(x: Any, name: str) -> Any:
        return functional.linear(x, p[f"{name}_w"], p[f"{name}_b"])

    def norm(x: Any, name: str) -> Any:
        return functional.layer_norm(x, (WIDTH,), p[f"{name}_w"], p[f"{name}_b"])

    x = functional.embedding(d["x"], p["letters"]) + p["places"]
    qkv = linear(norm(x, "norm0"), "qkv").reshape(BATCH, LENGTH, 3, HEADS, WIDTH // HEADS)
    q, k, v = qkv.permute(2, 0, 3, 1, 4)
    weights = q @ k.transpose(-2, -1) * (WIDTH // HEADS) ** -0.5 + d["mask"]
    seen = (functional.softmax(weights, dim=-1) @ v).permute(0, 2, 1, 3)
    x = x + linear(seen.reshape(BATCH, LENGTH, WIDTH), "out")
    h = functional.gelu(linear(norm(x, "norm1"), "up"), approximate="tanh")
    x = norm(x + linear(h, "down"), "norm2")
    return functional.cross_entropy(linear(x, "head").reshape(-1, LETTERS), d["y"])


def penalty(torch: ModuleType, params: Tensors, data: Tensors) -> Task:
    """The penalty on a critic's gradient: a backward pass through a backward pass."""
    x, linear = data["x"].requires_grad_(), torch.nn.functional.linear
    leaves = [params[name] for name in ("w0", "b0", "w1")]

    def step() -> None:
        for leaf in leaves:
            leaf.grad = None
        h = torch.tanh(linear(x, params["w0"], params["b0"]))
        critic = linear(h, params["w1"], params["b1"]).sum()
        [slope] = torch.autograd.grad(critic, x, create_graph=True)
        ((slope * slope).sum(1).sqrt() - 1).pow(2).mean().backward(inputs=leaves)

    def gradients() -> Tensors:
        step()
        return dict(zip(("w0", "b0", "w1"), (leaf.grad for leaf in leaves)))

    return step, gradients


# ---------------------------------------------------------------------------------- large arrays


def elementwise(torch: ModuleType, p: Tensors, d: Tensors) -> Any:
    y = torch.tanh(p["x"] * 0.5 + 1.0)
    y = torch.exp(torch.log(y * y + 1.0))
    return torch.relu(torch.sqrt(y) - 0.5).sum()


def product(torch: ModuleType, p: Tensors, d: Tensors) -> Any:
    return ((p["a"] @ p["b"]) * d["g"]).sum()


def only_adam(torch: ModuleType, params: Tensors, data: Tensors) -> Task:
    for leaf, grad in zip(params.values(), data.values()):
        leaf.grad = grad
    optimizer = torch.optim.Adam(list(params.values()))

    def changes() -> Tensors:
        before = {name: leaf.detach().clone() for name, leaf in params.items()}
        optimizer.step()
        optimizer.step()
        return {name: leaf.detach() - before[name] for name, leaf in params.items()}

    return optimizer.step, changes


def make_many() -> tuple[Arrays, Arrays]:
    values, grads = random(22, 100, 10_000), random(23, 100, 10_000)
    return {f"p{i}": x for i, x in enumerate(values)}, {f"g{i}": x for i, x in enumerate(grads)}


IMPORT = "w10"  # has no step: `__main__` starts fresh processes

WORKLOADS: dict[str, Workload] = {
    "w1": Workload(
        "a chain of 1,000 scalar operations", make_chain, differentiated(chain), floors.chain, 1000
    ),
    "w2": Workload(
        "a step of a 2-16-16-1 network on 100 points of two moons",
        make_moons,
        differentiated(hinge, lambda optim, leaves: optim.SGD(leaves, lr=0.05)),
        within=1e-3,
    ),
    "w3": Workload(
        "a step of a 64-128-128-10 network on 64 digits",
        make_digits,
        differentiated(entropy, momentum),
        floors.three_layers,
    ),
    "w3t": Workload("the same, trained until it reads 97 % of new digits", make_digits, trained),
    "w4": Workload(
        "a step of a 784-1024-1024-10 network on 256 pictures",
        make_wide,
        differentiated(entropy, momentum),
        floors.three_layers,
    ),
    "w5": Workload(
        "a step of LeNet on 32 pictures of 28×28", make_lenet, differentiated(lenet, momentum)
    ),
    "w6": Workload(
        "10,000 operations on four numbers, one behind the other",
        make_deep,
        differentiated(functools.partial(deep, 10_000)),
        floors.deep(10_000),
        10_000,
    ),
    "w6b": Workload(
        "50,000 of them",
        make_deep,
        differentiated(functools.partial(deep, 50_000)),
        floors.deep(50_000),
        50_000,
    ),
    "w7": Workload(
        "x + x, forty times over: 2^40 paths",
        lambda: ({"x": np.array(1.0, np.float32)}, {}),
        differentiated(diamonds),
        floors.diamonds,
        40,
    ),
    "w8": Workload(
        "10 elementwise operations on 10,000,000 numbers",
        lambda: ({"x": random(24, 10_000_000)}, {}),
        differentiated(elementwise),
    ),
    "w9": Workload(
        "a product of two 1024×1024 matrices",
        lambda: (
            {"a": random(25, 1024, 1024), "b": random(26, 1024, 1024)},
            {"g": random(27, 1024, 1024)},
        ),
        differentiated(product),
        floors.product,
    ),
    "w11": Workload(
        "a step of a transformer block with Adam", make_block, differentiated(block, adam)
    ),
    "w12": Workload(
        "a gradient penalty, backward through backward",
        lambda: (layers(28, 64, 128, 1), {"x": random(29, 64, 64)}),
        penalty,
    ),
    "w13": Workload("a step of Adam for 100 tensors of 10,000", make_many, only_adam, within=5e-3),
}
