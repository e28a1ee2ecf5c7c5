"""Making tensors: from data, from a shape, as a range, from random numbers."""

from . import data, drawn, filled
