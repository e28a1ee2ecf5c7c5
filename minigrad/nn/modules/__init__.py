"""The modules, one family a file; each file says what it has."""
# ruff: noqa: F403

from .activation import *
from .container import *
from .conv import *
from .dropout import *
from .flatten import *
from .linear import *
from .loss import *
from .module import *
from .normalization import *
from .pooling import *
from .sparse import *
