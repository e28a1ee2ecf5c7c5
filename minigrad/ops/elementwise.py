"""Moved into files by family; these names stay until all that imports them has followed."""

from .activation import relu as relu
from .activation import relu_ as relu_
from .activation import sigmoid as sigmoid
from .exponential import exp as exp
from .exponential import log as log
from .power import pow as pow
from .power import pow_ as pow_
from .power import sqrt as sqrt
from .rounding import abs as abs
from .rounding import sign as sign
from .trig import cos as cos
from .trig import sin as sin
from .trig import tanh as tanh
