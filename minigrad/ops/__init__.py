"""The operations, a chapter per file in reading order; a row is a forward and its derivatives."""

from . import operands, shapes, comparison, arithmetic, functions, reductions  # isort: skip
from . import gathering, ordering, key, indexing, joining, scans, linalg, losses  # isort: skip
