"""Comparing numbers, and checking a learner's answers; needs NumPy alone.

* `assert_close`: two tensors are equal up to rounding, with PyTorch's tolerances and messages;
* `check`: is this answer right, and if not, why?
"""

from .check import check
from .comparison import assert_close
from .verdict import Verdict

__all__ = ["Verdict", "assert_close", "check"]
