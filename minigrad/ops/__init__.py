"""The operations, a chapter per file in reading order; a row is a forward and its derivatives."""

from . import operands, shapes, turns, comparison, bits, arithmetic, functions  # isort: skip
from . import piecewise, combined, reductions, gathering, scatter_reduce, slices  # isort: skip
from . import ordering, key, indexing, joining, stacking, sections, rolling  # isort: skip
from . import unfolding, put, activation, scans, linalg, inverses, decompositions  # isort: skip
from . import determinants, older_linalg, norms, distances, quantiles, counting  # isort: skip
from . import statistics, cross, losses, windows, padding, convolution, columns  # isort: skip
from . import pooling, normalization, packing  # isort: skip
