"""The version, and what it was built with: ``version.cuda`` is None where there is no GPU.

Example:
    >>> import minigrad.version
    >>> minigrad.version.__version__ == minigrad.__version__
    True
"""

from __future__ import annotations

from typing import Any

from . import backend
from . import cuda as _cuda
from .torch_version import FOLLOWED, TorchVersion

__version__ = TorchVersion("0.1.0", FOLLOWED)
debug = False
hip = None
git_version = "unknown"


def __getattr__(name: str) -> Any:
    """Ask CuPy for CUDA's version when a program does."""
    if name != "cuda":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    if not _cuda.is_available():
        return None
    number = int(backend.cupy().cuda.runtime.runtimeGetVersion())
    return f"{number // 1000}.{number % 1000 // 10}"
