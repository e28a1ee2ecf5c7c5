"""Tensors as NumPy's arrays: `numpy()`, and NumPy's own way to ask."""

import numpy as np

from tests.behaviours.helpers import quiet, tried
from tests.behaviours.table import row


@row
def numpy_while_nothing_is_recorded(lib):
    """Under `no_grad` a tensor that requires grad is handed to NumPy as it is."""
    x = lib.tensor([1.0, 2.0], requires_grad=True)
    with lib.no_grad():
        array = x.numpy()
        again = np.asarray(x).tolist()
    array[0] = 5.0
    return x, again, tried(x.numpy)


@row
def numpy_shares_memory(lib):
    """`numpy()` is the same memory; a write through either is seen by both, and not counted."""
    x = lib.zeros(3)
    a = x.numpy()
    a[0] = 5
    x[1] = 7
    return a.tolist(), x, x._version, a.dtype.name


@row
def numpy_of_a_view(lib):
    """So it is for a view, whose strides the array takes over."""
    x = lib.arange(6.0).reshape(2, 3)
    a = x.t()[1:].numpy()
    a[0, 0] = -1
    return a.shape, a.strides, a.flags.c_contiguous, x


@row
def numpy_of_an_expanded_tensor(lib):
    """And for one that repeats its elements."""
    a = lib.ones(1).expand(3).numpy()
    return a.strides, a.flags.writeable, a.tolist()


@row
def numpy_of_what_requires_grad(lib):
    """`numpy()` refuses what requires grad, leaf or result; a detached twin it takes."""
    x = lib.ones(2, requires_grad=True)
    shared = x.detach().numpy()
    shared[0] = 4
    return tried(x.numpy), tried((x * 2).numpy), x


@row
def numpy_by_force(lib):
    """With ``force=True`` it detaches by itself, and still shares."""
    x = lib.ones(2, requires_grad=True)
    x.numpy(force=True)[0] = 9
    return x, (x * 2).numpy(force=True).tolist()


@row
def numpy_of_a_number(lib):
    """A 0-d tensor gives a 0-d array, on its memory too."""
    x = lib.tensor(2.5)
    a = x.numpy()
    a += 1
    return type(a).__name__, a.shape, x


@row
def a_write_through_numpy_goes_unseen(lib):
    """What is written through an array changes the gradient, and nobody complains."""
    x = lib.tensor([3.0], requires_grad=True)
    y = x * x
    x.detach().numpy()[0] = 10.0
    y.backward()
    return x.grad


@row
def array_protocol(lib):
    """`np.asarray` shares, a type that differs is converted, and grad is refused."""
    x, p = lib.ones(2), lib.ones(2, requires_grad=True)
    a = np.asarray(x)
    a[0] = 7
    x.__array__()[1] = 8
    b = np.asarray(x, dtype=np.float64)
    b[0] = 0
    return x, b.tolist(), x.__array__(np.float64).dtype.name, tried(np.asarray, p)


@row(why="NumPy's copy= is handed on: np.array(x) copies in silence, with copy=False it shares.")
def array_protocol_with_copy(lib):
    """`np.array` of a tensor."""
    x = lib.ones(2)
    a = np.array(x)
    a[0] = 5
    return x, np.array(x, copy=False).tolist()


@row
def an_array_of_a_list_of_tensors(lib):
    """NumPy looks into a list of tensors; with grad it is refused there too."""
    p = lib.tensor(1.0, requires_grad=True)
    return (
        quiet(lambda: np.array([lib.tensor(1.0), lib.tensor(2.0)]).dtype.name),
        quiet(lambda: np.array([lib.ones(2), lib.zeros(2)]).tolist()),
        tried(np.array, [p, 2.0]),
    )
