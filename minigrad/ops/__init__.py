"""The operations, a chapter per file in reading order; a row is a forward and its derivatives."""

from . import operands, shapes, turns, comparison, bits, arithmetic, functions  # isort: skip
from . import signs, special, piecewise, combined, reductions, gathering  # isort: skip
from . import scatter_reduce, slices, ordering, key, indexing, joining, stacking  # isort: skip
from . import sections, rolling, unfolding, put, activation, scans, tables  # isort: skip
from . import linalg, products, inverses, decompositions, determinants, older_linalg  # isort: skip
from . import norms, distances, quantiles, counting, statistics, cross, losses  # isort: skip
from . import windows, padding, convolution, columns, pooling, normalization, packing  # isort: skip
