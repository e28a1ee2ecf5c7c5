"""Networks: modules with parameters, the functions they call, and how parameters begin.

Reading order: `parameter`, `modules.module` (below it `modules._members` and `modules._state`),
`modules.linear`, `functional`, `init`.
"""
# ruff: noqa: F403

from . import functional as functional
from . import init as init
from . import modules as modules
from . import parameter as parameter
from . import utils as utils
from .modules import *
from .parameter import Buffer, Parameter, UninitializedBuffer, UninitializedParameter

__all__ = ["Buffer", "Parameter", "UninitializedBuffer", "UninitializedParameter", "functional"]
__all__ += ["init", "utils", *(name for name, x in vars(modules).items() if isinstance(x, type))]
