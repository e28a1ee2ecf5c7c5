"""What short programs about memory have in common: their table, a leaf, a backward."""

import numpy as np

SCENARIOS = {}


def scenario(function):
    """Collect it under its name."""
    SCENARIOS[function.__name__] = function
    return function


def leaf(lib, *shape):
    """A leaf of even numbers, some below 0."""
    count = int(np.prod(shape))
    numbers = (np.arange(count).reshape(shape) - count // 3) * 0.5 + 0.25
    return lib.tensor(numbers.tolist(), dtype=lib.float64).requires_grad_()


def pulled(out, *leaves):
    """The result, and the gradients of a weighted sum of it."""
    (out * out * 0.5 + out).sum().backward()
    return [out, *(x.grad for x in leaves)]


def set_item(x, key, value):
    """``x[key] = value``, as a function."""
    x[key] = value
