"""NumPy's functions, and operators between arrays and tensors."""

import operator

import numpy as np

from tests.behaviours.helpers import quiet, tried
from tests.behaviours.table import row

ARITHMETIC = (
    operator.add,
    operator.sub,
    operator.mul,
    operator.truediv,
    operator.floordiv,
    operator.mod,
    operator.pow,
    operator.matmul,
)


@row
def numpy_functions_of_tensors(lib):
    """NumPy's functions compute on the memory and give tensors; their bools become uint8."""
    x = lib.tensor([4.0, 9.0])
    calls = (
        lambda: np.sqrt(x),
        lambda: np.add(np.ones(2), x),
        lambda: np.exp(lib.tensor(0.0)),
        lambda: np.sqrt(lib.tensor([4, 9])),
        lambda: np.isnan(x),
        lambda: np.greater(x, 5),
        lambda: np.clip(x, 5, 6),
    )
    return [quiet(call) for call in calls]


@row
def numpy_functions_of_what_requires_grad(lib):
    """They refuse what requires grad: it would not be recorded."""
    p = lib.ones(2, requires_grad=True)
    return [quiet(lambda f=f: f(p)) for f in (np.sin, np.abs, lambda x: np.multiply(x, 2))]


@row
def numpy_functions_that_give_arrays(lib):
    """Some of NumPy's functions give arrays and numbers all the same."""
    x = lib.ones(2)
    calls = (
        lambda: np.concatenate([x, x]).tolist(),
        lambda: np.stack([x, x]).shape,
        lambda: float(np.dot(x, x)),
        lambda: np.allclose(x, np.ones(2)),
        lambda: np.where(x > 0, 1, 2).tolist(),
    )
    return [quiet(call) for call in calls]


@row
def a_tensor_and_then_an_array(lib):
    """Where the tensor comes first, NumPy computes, in its own types."""
    x, a = lib.tensor([2.0, 3.0]), np.array([3.0, 2.0])
    return [quiet(lambda f=f: f(x, a)) for f in ARITHMETIC]


@row
def what_requires_grad_and_an_array(lib):
    """With grad both are refused: one by `numpy()`, one by the operator."""
    p, a = lib.ones(2, requires_grad=True), np.ones(2)
    found = [quiet(lambda: p * a), quiet(lambda: a * p), quiet(lambda: p * np.array(2.0))]
    return [*found, p * lib.from_numpy(a)]


@row
def a_tensor_compared_with_an_array(lib):
    """``==`` takes an array as a tensor; ``!=`` and ``<`` do not."""
    x, a = lib.tensor([1.0, 2.0]), np.array([1.0, 3.0])
    return [
        x == a,
        a == x,
        quiet(lambda: x != a),
        quiet(lambda: x < a),
        x == np.array(["a", "b"]),
        tried(operator.eq, x, np.ones(3)),
    ]


@row
def writing_a_tensor_into_an_array(lib):
    """``array += tensor`` is refused, ``array[:] = tensor`` is taken."""
    a, x = np.zeros(2), lib.ones(2)
    a[:] = x
    a[0] = lib.tensor(5.0)
    return a.tolist(), tried(operator.iadd, a, x)[0], tried(operator.imul, a, x)


@row
def numpy_numbers_and_tensors(lib):
    """NumPy's numbers count as Python's, on either side; only its bools become floats."""
    x, i = lib.ones(2, requires_grad=True), lib.tensor([1, 2])
    return (
        np.float64(2) * x,
        x * np.float64(2),
        np.int64(3) - i,
        i * np.float32(1.5),
        np.float64(2) / x,
        i + np.bool_(True),
        i + True,
    )


@row
def indexing_arrays_and_tensors(lib):
    """Each may index the other."""
    x, a = lib.tensor([5.0, 6.0, 7.0]), np.array([5.0, 6.0, 7.0])
    return (
        x[np.array([0, 2])],
        x[np.array([True, False, True])],
        x[np.int64(1)],
        a[lib.tensor([0, 2])].tolist(),
        float(a[lib.tensor(1)]),
    )


@row
def numpy_functions_that_call_the_methods(lib):
    """Others call the tensor's own method with arguments that it does not take."""
    x = lib.ones(3)
    return [quiet(lambda f=f: f(x)) for f in (np.mean, np.sum)]
