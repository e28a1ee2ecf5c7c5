"""The operations, a chapter per file in reading order; a row is a forward and its derivatives."""

from . import operands  # isort: skip
from . import shapes  # isort: skip
from . import turns  # isort: skip
from . import comparison  # isort: skip
from . import arithmetic  # isort: skip
from . import functions  # isort: skip
from . import piecewise  # isort: skip
from . import combined  # isort: skip
from . import reductions  # isort: skip
from . import gathering  # isort: skip
from . import slices  # isort: skip
from . import ordering  # isort: skip
from . import key  # isort: skip
from . import indexing  # isort: skip
from . import joining  # isort: skip
from . import put  # isort: skip
from . import activation  # isort: skip
from . import scans  # isort: skip
from . import linalg  # isort: skip
from . import losses  # isort: skip
from . import windows  # isort: skip
from . import padding  # isort: skip
from . import convolution  # isort: skip
from . import pooling  # isort: skip
from . import normalization  # isort: skip
from . import packing  # isort: skip
