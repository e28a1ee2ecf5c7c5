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

__all__ = ["Parameter", "functional", "init", "utils"]
__all__ += [name for name, x in globals().items() if isinstance(x, type) and x is not Parameter]
