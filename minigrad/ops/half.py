"""float16 is a type to keep numbers in; what is computed with it, NumPy computes."""

import operator

quotient, rounded_once = operator.truediv, lambda forward: forward
