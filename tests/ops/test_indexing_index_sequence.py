"""A tensor as Python's sequence: its length, what it iterates over, what is in it."""

from tests.ops.expressions import exactly_as_torch

test_as_torch = exactly_as_torch("""
[float(x) for x in f], len(m), len(f), [x.shape for x in m]
len(s)
3.0 in m, 30 in m
0 in m
m[0] in m
""")
