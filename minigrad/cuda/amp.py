"""`minigrad.amp` under its old names, for "cuda" alone; deprecated."""

from __future__ import annotations

from .._warn import warn
from ..amp import autocast_mode, grad_scaler
from ..dtype import dtype as DType
from ..dtype import float16

__all__ = ["GradScaler", "autocast"]


class autocast(autocast_mode.autocast):
    """``amp.autocast("cuda", ...)``.

    Source: https://docs.pytorch.org/docs/stable/amp.html
    """

    def __init__(
        self, enabled: bool = True, dtype: DType = float16, cache_enabled: bool = True
    ) -> None:
        _warn("autocast")
        super().__init__("cuda", dtype, enabled, cache_enabled)


class GradScaler(grad_scaler.GradScaler):
    """``amp.GradScaler("cuda", ...)``.

    Source: https://docs.pytorch.org/docs/stable/amp.html
    """

    def __init__(
        self,
        init_scale: float = 2.0**16,
        growth_factor: float = 2.0,
        backoff_factor: float = 0.5,
        growth_interval: int = 2000,
        enabled: bool = True,
    ) -> None:
        _warn("GradScaler")
        factors = (init_scale, growth_factor, backoff_factor)
        super().__init__("cuda", *factors, growth_interval, enabled)


def _warn(name: str) -> None:
    warn(
        f"`minigrad.cuda.amp.{name}(args...)` is deprecated. Please use "
        f"`minigrad.amp.{name}('cuda', args...)` instead.",
        FutureWarning,
    )
