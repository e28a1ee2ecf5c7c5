"""Networks: modules with parameters, the functions they call, and how parameters begin.

Reading order: `parameter`, `modules.module` (below it `modules._members` and `modules._state`),
`modules.linear`, `functional`, `init`.
"""
# ruff: noqa: F403

from typing import NoReturn as _NoReturn

from .. import _missing
from . import functional as functional
from . import init as init
from . import modules as modules
from . import parallel as parallel
from . import utils as utils
from .modules import *
from .parallel import DataParallel
from .parameter import Buffer, Parameter, UninitializedBuffer, UninitializedParameter

# After `modules`, which has a file of that name: so `nn.attention` is the package.
from .attention import sdpa_kernel as _sdpa_kernel  # noqa: F401  # isort: skip


def __getattr__(name: str) -> _NoReturn:
    """Say of a name that is not there what to do instead, where that is known."""
    raise _missing.error(f"module {__name__!r}", name)


__all__ = ["Buffer", "DataParallel", "Parameter", "UninitializedBuffer", "UninitializedParameter"]
__all__ += ["attention", "functional", "init", "parallel", "utils"]  # noqa: F405
__all__ += [name for name, x in vars(modules).items() if isinstance(x, type)]
