"""``torch.functional``: functions of the top that are found under this name, too.

Example:
    >>> import minigrad
    >>> minigrad.functional.einsum is minigrad.einsum
    True
"""

from __future__ import annotations

from . import creation as creation
from . import ops as ops
from .autograd.registry import FUNCTIONS as _FUNCTIONS

_NAMES = (
    "atleast_1d atleast_2d atleast_3d block_diag broadcast_shapes broadcast_tensors "
    "cartesian_prod cdist chain_matmul einsum meshgrid norm split tensordot unique "
    "unique_consecutive"
).split()

__all__ = [name for name in _NAMES if name in _FUNCTIONS]
globals().update({name: _FUNCTIONS[name] for name in __all__})
