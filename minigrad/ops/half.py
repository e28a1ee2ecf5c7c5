"""float16 is a type to keep numbers in; what is computed with it, NumPy computes."""

import operator
from typing import Any

quotient: Any = operator.truediv
rounded_once: Any = lambda forward: forward  # noqa: E731
