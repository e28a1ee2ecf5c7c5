"""Data to learn with: handwritten digits and sonnets, which are real, and moons, which are made."""

from .digits import load_digits
from .moons import make_moons
from .sonnets import load_sonnets

__all__ = ["load_digits", "load_sonnets", "make_moons"]
