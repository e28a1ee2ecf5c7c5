"""The operations, a chapter per file in reading order; a row is a forward and its derivatives."""

from . import operands, shapes, turns, comparison, arithmetic, functions, piecewise  # isort: skip
from . import combined, reductions, gathering, ordering, key, indexing, joining  # isort: skip
from . import activation, scans, linalg, losses, windows, padding, convolution  # isort: skip
from . import pooling, normalization, packing  # isort: skip
