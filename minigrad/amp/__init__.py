"""Mixed precision's names: `autocast` changes nothing here, `GradScaler` scales as in PyTorch."""

from .autocast_mode import autocast
from .grad_scaler import GradScaler

__all__ = ["GradScaler", "autocast"]
