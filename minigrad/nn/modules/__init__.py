"""The modules, one family a file; each file says what it has, and `minigrad.nn` has it all."""
# ruff: noqa: F403

from .activation import *
from .attention import *
from .columns import *
from .container import *
from .conv import *
from .distance import *
from .dropout import *
from .flatten import *
from .lazy import *
from .linear import *
from .loss import *
from .module import *
from .normalization import *
from .padding import *
from .parameters import *
from .pooling import *
from .rnn import *
from .shuffling import *
from .sparse import *
from .transformer import *
from .upsampling import *
