"""Networks: modules with parameters, the functions they call, and how parameters begin.

Reading order: `parameter`, `modules.module` (below it `modules._members` and `modules._state`),
`modules.linear`, `functional`, `init`.
"""

from . import functional as functional
from . import init as init
from . import modules as modules
from . import parameter as parameter
from .modules import *  # noqa: F403 - their list of names says which
from .parameter import Parameter

__all__ = [*modules.__all__, "Parameter", "functional", "init"]
