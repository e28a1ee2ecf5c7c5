"""More around a tensor, as a function: from what users give down to `ops.padding`."""

from __future__ import annotations

from collections.abc import Sequence

from ..creation.filled import empty
from ..ops import padding as rows
from ..ops.windows import Sizes
from ..tensor import Tensor

__all__ = ["pad"]


def pad(
    input: Tensor, pad: Sequence[int], mode: str = "constant", value: float | None = None
) -> Tensor:
    """`input` with something around it, or with something cut off.

    Args:
        input: Any shape; for the modes but the first ``(*, C, L)``, ``(*, C, H, W)`` and so on.
        pad: How many elements before and behind along the last dimension, then along the one before
            it, and so on; negative numbers cut off.
        mode: ``"constant"``; ``"reflect"`` for what lies inside, as in a mirror; ``"replicate"``
            for the edge again; ``"circular"`` for the other end.
        value: The constant; 0 if None.

    Raises:
        NotImplementedError: If `mode` is another, or pads so many dimensions of no such input.
        RuntimeError: If `pad` is no row of pairs, has more of them than `input` has dimensions, or
            more is wanted of a mode than there is.

    Example:
        >>> import minigrad
        >>> minigrad.nn.functional.pad(minigrad.tensor([1.0, 2.0]), (1, 2))
        tensor([0., 1., 2., 0., 0.])
        >>> minigrad.nn.functional.pad(minigrad.tensor([[1.0, 2.0, 3.0]]), (2, 0), "reflect")
        tensor([[3., 2., 1., 2., 3.]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.pad.html
    """
    around = tuple(pad)
    if len(around) % 2:
        raise RuntimeError("Padding length must be divisible by 2\nThey are before and behind.")
    if len(around) > 2 * input.ndim:
        raise RuntimeError(
            "Padding length should be less than or equal to two times the input dimension but got "
            f"padding length {len(around)} and input of dimension {input.ndim}"
        )
    if mode == "constant":
        return rows.constant_pad_nd(input, around, value or 0)
    if value:
        raise RuntimeError(f'Padding mode "{mode}" doesn\'t take in value argument')
    if mode not in ("reflect", "replicate", "circular"):
        raise NotImplementedError(f"Unrecognised padding mode {mode}")
    dims = len(around) // 2
    if dims not in (1, 2, 3) or input.ndim not in (dims + 1, dims + 2):
        raise NotImplementedError(
            f"Padding size {len(around)} is not supported for {input.ndim}D input tensor.\nA pair "
            "for each dimension behind the channels: 2 numbers for (N, C, L), 4 for (N, C, H, W)."
        )
    if mode == "replicate":
        return rows.replication[dims](input, around)
    if mode == "reflect":
        _check_reflection(input, around)
        return rows.reflection[dims](input, around)
    return _circular(input, around)


def _check_reflection(input: Tensor, around: Sizes) -> None:
    """A mirror shows no more than there is, without the edge."""
    for d, pair in enumerate(zip(around[::2], around[1::2]), 1):
        if max(pair) >= input.shape[-d]:
            raise RuntimeError(
                "Argument #4: Padding size should be less than the corresponding input dimension, "
                f"but got: padding {pair} at dimension {input.ndim - d} of input "
                f"{list(input.shape)}"
            )


def _circular(input: Tensor, around: Sizes) -> Tensor:
    """`input` written into the middle, and then each end beyond the other, as PyTorch does it."""
    pairs = list(enumerate(zip(around[::2], around[1::2]), 1))
    sizes = list(input.shape)
    for d, (before, behind) in pairs:
        if max(before, behind) > input.shape[-d]:
            raise RuntimeError("Padding value causes wrapping around more than once.")
        sizes[-d] += before + behind
    out = empty(tuple(sizes), dtype=input.dtype, device=input.device)
    middle = out
    for d, (before, behind) in pairs:
        middle = middle.narrow(-d, max(before, 0), sizes[-d] - max(before, 0) - max(behind, 0))
        kept = input.shape[-d] + min(before, 0) + min(behind, 0)
        input = input.narrow(-d, max(-before, 0), kept)
    middle.copy_(input)
    for d, (before, behind) in pairs:
        if before > 0:
            end = sizes[-d] - before - max(behind, 0)
            out.narrow(-d, 0, before).copy_(out.narrow(-d, end, before))
        if behind > 0:
            start = out.narrow(-d, max(before, 0), behind)
            out.narrow(-d, sizes[-d] - behind, behind).copy_(start)
    return out
