"""Tensors, and how they are made

What a tensor is, holds, prints and converts to is PyTorch's. Left out are the words of its C++
for arguments that fit no form of a call, where Python's own do, and the ties that a copy has
besides its numbers: where they lie in memory, with whom they shared it, which hooks they had.
"""

import copy
import pickle

import numpy as np

from tests.behaviours.helpers import leaf, tried
from tests.behaviours.table import row


@row(why="Python says it in its own words: the property has no setter")
def facts_cannot_be_set(lib):
    """`is_leaf` is a fact, not a switch, and so is said to be "not writable"."""
    kind, words = tried(setattr, lib.ones(2), "is_leaf", True)
    return kind, "not writable" in words


@row(why="nothing looks at a flag's type; what is true records")
def requires_grad_is_a_bool(lib):
    """`requires_grad` takes a bool: not a number."""
    return lib.ones(2).requires_grad_(1)


@row(why="a message does not say which function it was that was given no dtype")
def dtypes_that_are_none(lib):
    """Names are no dtypes."""
    lib.ones(1, dtype="float32")


@row(why="zeros, ones and random numbers like another lie in order")
def zeros_like_a_turned_tensor(lib):
    """`zeros_like` lays its elements as those of the other tensor lie."""
    return lib.zeros_like(lib.ones(2, 3).t()).stride()


@row(why="each copy has memory of its own")
def deep_copies_share_as_their_originals(lib):
    """What shared memory before a deep copy shares it after."""
    x = lib.zeros(4)
    base, view = copy.deepcopy([x, x[1:3]])
    base[1] = 9
    return view


@row(why="nobody is warned of what no pickle keeps")
def pickling_what_has_hooks(lib):
    """Hooks are left out of a pickle, with a warning."""
    x = lib.ones(2, requires_grad=True)
    x.register_hook(print)
    return pickle.loads(pickle.dumps(x)).requires_grad


@row(why="`as_tensor` and `tensor` do what it does")
def asarray_shares(lib):
    """`asarray` shares the memory of an array."""
    return lib.asarray(np.zeros(2))


@row(why="an array that is written into a tensor is made one first: `from_numpy`")
def adding_an_array_in_place(lib):
    """``x += array`` makes a new tensor of NumPy's type."""
    x = lib.ones(2)
    x += np.ones(2)
    return x


@row(why="a seed is what is left of it in 64 bits")
def a_seed_of_more_bits(lib):
    """A seed of more than 64 bits is refused."""
    return lib.Generator().manual_seed(2**64).initial_seed()


@row(why="a write into it raises NumPy's error, so there is nothing to warn of")
def from_numpy_of_what_is_read_only(lib):
    """A read-only array is taken with a warning."""
    a = np.ones(2)
    a.flags.writeable = False
    return lib.from_numpy(a)


@row(why="minigrad has no `grad_dtype`: a gradient is always of its leaf's type")
def a_type_of_its_own_for_gradients(lib):
    """`grad_dtype` lets a leaf gather its gradient in another type than its own."""
    x = leaf(lib)
    x.grad_dtype = lib.float64
    (x * 2).sum().backward()
    return x.grad
