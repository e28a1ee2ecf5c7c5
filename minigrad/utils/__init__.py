"""What stands around a network: so far, its data."""

from . import data

__all__ = ["data"]
