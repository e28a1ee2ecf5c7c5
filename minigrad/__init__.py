"""minigrad: the autograd you can see through.

Tensors over NumPy that behave like PyTorch's, name for name::

    import minigrad as torch

    x = torch.tensor([2.0], requires_grad=True)
    y = x * x
    y.backward()

Read on in `minigrad.autograd`.
"""

from importlib import import_module as _import_module
from math import e, inf, nan, pi
from types import ModuleType as _ModuleType
from typing import Any as _Any

from . import (
    _einops,
    _missing,
    accelerator,
    autograd,
    backends,
    cuda,
    func,
    functional,
    linalg,
    nn,
    optim,
    random,
    special,
    torch_version,
    utils,
    version,
)
from ._queries import *
from ._switches import *
from ._tensor_str import get_printoptions, set_printoptions
from ._type_info import finfo, iinfo
from ._typed import TYPED as _TYPED
from .amp import autocast
from .autograd.anomaly_mode import (
    is_anomaly_check_nan_enabled,
    is_anomaly_enabled,
    set_anomaly_enabled,
)  # fmt: skip
from .autograd.grad_mode import (
    enable_grad,
    inference_mode,
    is_grad_enabled,
    is_inference,
    is_inference_mode_enabled,
    no_grad,
    set_grad_enabled,
)  # fmt: skip
from .autograd.registry import FUNCTIONS as _FUNCTIONS
from .backend import device, get_default_device, set_default_device
from .dtype import *
from .dtype import bool_ as bool
from .dtype import float_ as float
from .dtype import int_ as int
from .func import vmap
from .random import *
from .serialization import load, save
from .size import Size
from .tensor import Tensor, is_tensor

__version__ = version.__version__
newaxis = None  # what ``x[:, newaxis]`` is indexed with

globals().update(_FUNCTIONS | _TYPED)
_einops.install()
_LAZY = (
    "datasets",
    "distributions",
    "testing",
    "viz",
    "widgets",
)  # imported when first used: not all need them


def __getattr__(name: str) -> _Any:
    """Import a part of the package that ``import minigrad`` leaves out."""
    if name in _LAZY:
        return _import_module(f"{__name__}.{name}")
    raise _missing.error(f"module {__name__!r}", name)


# The modules that are to be seen.
_PARTS = (
    accelerator, autograd, backends, cuda, func, functional, linalg, nn, optim, random,
    special, torch_version, utils, version,
)  # fmt: skip
__all__ = [
    name
    for name, value in globals().items()
    if not name.startswith("_") and (value in _PARTS or not isinstance(value, _ModuleType))
]
