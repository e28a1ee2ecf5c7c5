"""Comparing numbers, and checking a learner's answers; needs NumPy alone.

* `assert_close`: two tensors are equal up to rounding, with PyTorch's tolerances and messages;
* `check`: is this answer right, and if not, why?
* `progress`: what is complete in all notebooks.
"""

from .check import check
from .comparison import assert_close
from .progress import Progress, progress
from .verdict import Verdict

__all__ = ["Progress", "Verdict", "assert_close", "check", "progress"]
