"""Data to learn with: handwritten digits, which are real, and two moons, which are made."""

from .digits import load_digits
from .moons import make_moons

__all__ = ["load_digits", "make_moons"]
