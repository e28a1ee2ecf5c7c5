"""Making tensors: from data, from a shape, as a range, from random numbers."""

from .data import as_tensor, from_numpy, tensor
from .drawn import rand, rand_like, randint, randint_like, randn, randn_like, randperm
from .filled import empty, empty_like, eye, full, full_like, ones, ones_like, zeros, zeros_like
from .ranges import arange, linspace

__all__ = [
    "arange", "as_tensor", "empty", "empty_like", "eye", "from_numpy", "full", "full_like",
    "linspace", "ones", "ones_like", "rand", "rand_like", "randint", "randint_like", "randn",
    "randn_like", "randperm", "tensor", "zeros", "zeros_like",
]  # fmt: skip
