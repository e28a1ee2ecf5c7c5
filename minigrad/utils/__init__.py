"""What stands around a network: its data, and a word about hooks."""

from . import data, hooks

__all__ = ["data", "hooks"]
