"""Pictures made larger, as a module."""

from __future__ import annotations

from typing import Any

from .. import functional
from ._function import FunctionModule

__all__ = ["Upsample", "UpsamplingBilinear2d", "UpsamplingNearest2d"]


class Upsample(FunctionModule):
    """Sequences or pictures in other sizes: see `functional.interpolate`; the arguments are its.

    Example:
        >>> import minigrad
        >>> minigrad.nn.Upsample(scale_factor=2)(minigrad.ones(1, 3, 4, 4)).shape
        minigrad.Size([1, 3, 8, 8])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.Upsample.html
    """

    _function = staticmethod(functional.interpolate)

    def __init__(
        self,
        size: Any = None,
        scale_factor: Any = None,
        mode: str = "nearest",
        align_corners: bool | None = None,
        recompute_scale_factor: bool | None = None,
    ) -> None:
        if isinstance(scale_factor, tuple):
            scale_factor = tuple(map(float, scale_factor))
        elif scale_factor:
            scale_factor = float(scale_factor)
        options: Any = {"size": size, "scale_factor": scale_factor, "mode": mode}
        options["recompute_scale_factor"] = recompute_scale_factor
        super().__init__(**options, align_corners=align_corners)

    def extra_repr(self) -> str:
        """What was given, and the mode."""
        name = "size" if self.scale_factor is None else "scale_factor"
        return f"{name}={getattr(self, name)}, mode={self.mode!r}"


class UpsamplingNearest2d(Upsample):
    """Pictures in other sizes, each element the nearest one: an `Upsample`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.UpsamplingNearest2d.html
    """

    def __init__(self, size: Any = None, scale_factor: Any = None) -> None:
        super().__init__(size, scale_factor)


class UpsamplingBilinear2d(Upsample):
    """Pictures in other sizes, each element a mean of four; the corners stay: an `Upsample`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.UpsamplingBilinear2d.html
    """

    def __init__(self, size: Any = None, scale_factor: Any = None) -> None:
        super().__init__(size, scale_factor, "bilinear", True)
