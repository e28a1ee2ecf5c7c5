"""Which implementation of attention runs: here there is one, and choosing changes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum
from typing import Any

__all__ = ["SDPBackend", "sdpa_kernel"]


class SDPBackend(Enum):
    """PyTorch's implementations of `functional.scaled_dot_product_attention`, by name.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.attention.SDPBackend.html
    """

    ERROR = -1
    MATH = 0
    FLASH_ATTENTION = 1
    EFFICIENT_ATTENTION = 2
    CUDNN_ATTENTION = 3
    OVERRIDEABLE = 4


@contextmanager
def sdpa_kernel(backends: Any, set_priority: bool = False) -> Iterator[None]:
    """Say which implementations may run inside; minigrad has one, the formula, and runs that.

    Args:
        backends: A `SDPBackend`, or a list of them.
        set_priority: Whether their order counts.

    Raises:
        AssertionError: If one is none.

    Example:
        >>> import minigrad
        >>> from minigrad.nn.attention import SDPBackend, sdpa_kernel
        >>> x = minigrad.ones(1, 2)
        >>> with sdpa_kernel(SDPBackend.MATH):
        ...     minigrad.nn.functional.scaled_dot_product_attention(x, x, x)
        tensor([[1., 1.]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.attention.sdpa_kernel.html
    """
    if not isinstance(backends, (list, SDPBackend)):
        raise AssertionError(
            "Backend must be an instance of SDPBackend or a list of SDPBackend instances, got "
            f"{type(backends).__name__}"
        )
    yield
