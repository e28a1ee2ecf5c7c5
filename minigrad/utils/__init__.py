"""What stands around a network: its data, checkpoints, and a word about hooks."""

from .. import _missing
from . import checkpoint, data, hooks

__getattr__ = _missing.of_module(__name__)
__all__ = ["checkpoint", "data", "hooks"]
