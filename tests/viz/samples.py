"""Graphs to look at, made with either library."""

import importlib
import random

from minigrad.autograd.node import OPS


def example(lib):
    """The first graph of the course: ``z = x * y + log(x)``, every tensor named."""
    x = lib.tensor(2.0, requires_grad=True)
    y = lib.tensor(3.0, requires_grad=True)
    a = x * y
    b = x.log()
    z = a + b
    return {"x": x, "y": y, "a": a, "b": b, "z": z}


def random_graph(lib, seed, size=12):
    """A scalar made by `size` random operations: shared inputs, diamonds, broadcasting, repeats.

    Returns:
        The leaves, all tensors made on the way, and the scalar.
    """
    choose = random.Random(seed)
    shapes = [(), (3,), (2, 3), (2, 1), (1, 3)]
    leaves = [leaf(lib, choose, choose.choice(shapes)) for _ in range(4)]
    tensors = list(leaves)
    for _ in range(size):
        a, b = choose.choice(tensors), choose.choice(tensors)
        tensors.append(choose.choice(OPERATIONS)(lib, a, b))
    total = tensors[-1].sum()
    for tensor in tensors[-4:-1]:
        total = total + (tensor * tensor).sum()
    return leaves, tensors[len(leaves) :], total


OPERATIONS = [
    lambda lib, a, b: a + b,
    lambda lib, a, b: a - b,
    lambda lib, a, b: a * b,
    lambda lib, a, b: a / (b * b + 1.0),
    lambda lib, a, b: a + a,
    lambda lib, a, b: lib.tanh(a) * b,
    lambda lib, a, b: lib.sin(a),
    lambda lib, a, b: lib.exp(lib.tanh(a)) - b,
    lambda lib, a, b: lib.relu(a) + b * 2.0,
    lambda lib, a, b: a.sum() * b,
]


def leaf(lib, choose, shape):
    values = [choose.uniform(-2, 2) for _ in range(_count(shape))]
    return lib.tensor(values).reshape(shape).detach().requires_grad_()


def _count(shape):
    count = 1
    for n in shape:
        count *= n
    return count


def bits(tensor):
    """A tensor's shape, type and bytes."""
    array = tensor.detach().numpy() if hasattr(tensor, "detach") else tensor
    return array.shape, str(array.dtype), array.tobytes()


def operations():
    """Every built-in operation that can be differentiated, with the name of its nodes."""
    importlib.import_module("minigrad.nn.functional")  # its operations count too
    for call in OPS.values():
        op = getattr(call, "op", None)
        if op is not None and op.rules:
            yield op.node_class.__name__, op
