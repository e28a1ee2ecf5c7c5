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
from . import parameter as parameter
from . import utils as utils
from .modules.activation import *
from .modules.container import *
from .modules.conv import *
from .modules.dropout import *
from .modules.flatten import *
from .modules.linear import *
from .modules.loss import *
from .modules.module import *
from .modules.normalization import *
from .modules.parameters import *
from .modules.pooling import *
from .modules.sparse import *
from .parameter import Parameter


def __getattr__(name: str) -> _NoReturn:
    """Say of a name that is not there what to do instead, where that is known."""
    raise _missing.error(f"module {__name__!r}", name)


__all__ = ["Parameter", "functional", "init", "utils"]
__all__ += [name for name, x in globals().items() if isinstance(x, type) and x is not Parameter]
