"""Arrays, numbers and lists made tensors."""

import numpy as np

from tests.behaviours.helpers import tried
from tests.behaviours.table import row


@row
def from_numpy_shares_memory(lib):
    """`from_numpy` goes the other way, type and all."""
    a = np.arange(3)
    x = lib.from_numpy(a)
    a[0] = 9
    x.add_(1)
    return x, a.tolist(), x._version, x.is_leaf, x.requires_grad


@row
def from_numpy_of_one_number(lib):
    """Also a 0-d array is shared; a NumPy number is no array."""
    a = np.ones(())
    x = lib.from_numpy(a)
    x.add_(1)
    a += 1
    return x, float(a), tried(lib.from_numpy, np.float64(1.5))


@row
def from_numpy_of_slices(lib):
    """Steps and transposes are shared as they are; a negative step is refused."""
    a = np.arange(6.0).reshape(2, 3)
    return (
        lib.from_numpy(a.T).stride(),
        lib.from_numpy(a[:, ::2]).stride(),
        tried(lib.from_numpy, a[::-1]),
        tried(lib.tensor, a[::-1]),
        tried(lib.as_tensor, a[:, ::-1], dtype=lib.float32),
    )


@row
def from_numpy_of_no_array(lib):
    """Lists and tensors are no arrays."""
    return [tried(lib.from_numpy, x) for x in ([1.0], None, lib.ones(1), 3)]


@row
def tensor_copies_and_as_tensor_shares(lib):
    """`tensor` copies an array, `as_tensor` shares it, unless the type changes."""
    a = np.zeros(2)
    made = [lib.tensor(a), lib.as_tensor(a), lib.as_tensor(a, dtype=lib.float32)]
    a[0] = 1
    return made


@row
def as_tensor_of_a_tensor(lib):
    """`as_tensor` gives a tensor back as it is; a new type is recorded."""
    x = lib.ones(2, requires_grad=True)
    return lib.as_tensor(x) is x, lib.as_tensor(x, dtype=lib.float64), lib.as_tensor([1, 2])


@row
def a_tensor_of_a_tensor(lib):
    """`tensor` of a tensor warns, and copies it without its history."""
    x = lib.ones(2, requires_grad=True)
    y = lib.tensor(x * 2)
    return y, y.is_leaf, y.requires_grad


@row
def a_tensor_of_numpy_numbers(lib):
    """NumPy's numbers bring their own types."""
    given = (np.float32(1.5), np.float64(1.5), [np.float64(1.5)], [np.int8(2), 3], np.bool_(True))
    return [lib.tensor(x) for x in given]


@row
def numbers_that_do_not_fit(lib):
    """An array's numbers wrap around in the type that was asked for; floats become infinite."""
    return (
        lib.tensor(np.array([300, -1]), dtype=lib.uint8),
        lib.tensor([1e300]),
    )


@row
def nested_lists_that_are_none(lib):
    """What is no rectangle of numbers is refused, each in its own words."""
    wrong = ([[1, 2], [3]], [[1], 2], ["a"], "a", None, [None], {}, object)
    return [tried(lib.tensor, x) for x in wrong]
