"""More around a tensor, as a function: from what users give down to `ops.padding`."""

from __future__ import annotations

from collections.abc import Sequence

from ..ops.padding import constant_pad_nd
from ..tensor import Tensor

__all__ = ["pad"]


def pad(
    input: Tensor, pad: Sequence[int], mode: str = "constant", value: float | None = None
) -> Tensor:
    """`input` with something around it, or with something cut off.

    Args:
        input: Any shape.
        pad: How many elements before and behind along the last dimension, then along the one before
            it, and so on; negative numbers cut off.
        mode: ``"constant"``.
        value: The constant; 0 if None.

    Raises:
        NotImplementedError: If `mode` is another.
        IndexError: If `pad` has more pairs than `input` has dimensions.
        RuntimeError: If `pad` is no row of pairs.

    Example:
        >>> import minigrad
        >>> minigrad.nn.functional.pad(minigrad.tensor([1.0, 2.0]), (1, 2))
        tensor([0., 1., 2., 0., 0.])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.pad.html
    """
    if len(pad) % 2:
        raise RuntimeError("Padding length must be divisible by 2: before and behind.")
    if mode != "constant":
        raise NotImplementedError(f"minigrad pads with a constant only, not in mode {mode!r}.")
    return constant_pad_nd(input, tuple(pad), value or 0)
