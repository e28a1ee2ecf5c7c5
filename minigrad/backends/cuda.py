"""How CUDA multiplies matrices: switches that change nothing, for CuPy chooses.

Example:
    >>> import minigrad
    >>> minigrad.backends.cuda.matmul.allow_tf32 = True
    >>> minigrad.backends.cuda.is_built() == minigrad.cuda.is_available()
    True
"""

from __future__ import annotations

from types import SimpleNamespace

from .. import cuda

matmul = SimpleNamespace(allow_tf32=False, allow_fp16_reduced_precision_reduction=True)


def is_built() -> bool:
    """Whether tensors can lie on a GPU, with PyTorch's name for it."""
    return cuda.is_available()
