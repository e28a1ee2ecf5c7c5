"""What stands around a network: its data, checkpoints, and a word about hooks."""

from . import checkpoint, data, hooks

__all__ = ["checkpoint", "data", "hooks"]
