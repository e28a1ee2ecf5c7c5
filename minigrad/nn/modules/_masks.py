"""Masks of attention layers: which keys a query may not look at, as something added to scores."""

from __future__ import annotations

import math
from typing import Any

from ..._warn import warn
from ...creation.filled import zeros
from ...dtype import bool_
from ...tensor import Tensor


def added_mask(mask: Any, name: str, like: Tensor, other: Any = None, other_name: str = "") -> Any:
    """What a mask adds to scores: minus infinity where it is True, or what it has itself; or None.

    Args:
        mask: Of bools, or floating point; or None.
        name: The name of the argument.
        like: A tensor of the scores' type, on their device.
        other: Another mask, whose type should be the same; or None.
        other_name: The name of that.

    Raises:
        AssertionError: If the mask has another type.
    """
    if mask is None:
        return None
    if not (mask.dtype is bool_ or mask.is_floating_point()):
        raise AssertionError(f"only bool and floating types of {name} are supported")
    if other is not None and other.dtype != mask.dtype:
        warn(
            f"Support for mismatched {name} and {other_name} is deprecated. Use same type for both "
            "instead."
        )
    if mask.is_floating_point():
        return mask
    return zeros(mask.shape, dtype=like.dtype, device=like.device).masked_fill(mask, -math.inf)


def check_dims(query: Tensor, key: Tensor, value: Tensor, padding: Any, mask: Any) -> None:
    """Raise unless all are batched, or none is."""
    if query.ndim not in (2, 3):
        raise AssertionError(
            "query should be unbatched 2D or batched 3D tensor but received "
            f"{query.ndim}-D query tensor"
        )
    kind = "batched" if query.ndim == 3 else "unbatched"
    begin = f"For {kind} ({query.ndim}-D) `query`, expected"
    if {key.ndim, value.ndim} != {query.ndim}:
        raise AssertionError(
            f"{begin} `key` and `value` to be {query.ndim}-D but found {key.ndim}-D and "
            f"{value.ndim}-D tensors respectively"
        )
    if padding is not None and padding.ndim != query.ndim - 1:
        raise AssertionError(
            f"{begin} `key_padding_mask` to be `None` or {query.ndim - 1}-D but found "
            f"{padding.ndim}-D tensor instead"
        )
    if mask is not None and mask.ndim not in (2, 3):
        raise AssertionError(
            f"{begin} `attn_mask` to be `None`, 2-D or 3-D but found {mask.ndim}-D tensor instead"
        )


def joined_mask(mask: Any, padding: Any, q: Tensor, k: Tensor) -> Any:
    """Both masks as one that is added to scores ``(N, heads, L, S)``; or None.

    Args:
        mask: ``(L, S)`` or ``(N * heads, L, S)``, or None.
        padding: ``(N, S)``, or None.
        q: The queries of each head, ``(N, heads, L, E / heads)``.
        k: The keys of each head, ``(N, heads, S, E / heads)``.

    Raises:
        AssertionError: If `padding` does not fit.
        RuntimeError: If `mask` does not.
    """
    count, heads, length = q.shape[:3]
    size = k.shape[2]
    if mask is not None:
        fits = (length, size) if mask.ndim == 2 else (count * heads, length, size)
        if tuple(mask.shape) != fits:
            raise RuntimeError(
                f"The shape of the {mask.ndim}D attn_mask is {mask.shape}, but should be {fits}."
            )
        mask = mask.unflatten(0, (count, heads)) if mask.ndim == 3 else mask
    if padding is None:
        return mask
    for place, wanted in enumerate((count, size)):
        if padding.shape[place] != wanted:
            raise AssertionError(
                f"Expected key_padded_mask.shape[{place}] to be {wanted}, but got "
                f"{padding.shape[place]}"
            )
    padding = padding.view((count, 1, 1, size))
    return padding if mask is None else mask + padding
