"""Whatever computes quicker than the CPU, by one name: here, a GPU through CuPy."""

from __future__ import annotations

from . import backend, cuda


def is_available() -> bool:
    """Whether there is one.

    Example:
        >>> import minigrad
        >>> minigrad.accelerator.is_available() == minigrad.cuda.is_available()
        True

    Source: https://docs.pytorch.org/docs/stable/accelerator.html
    """
    return cuda.is_available()


def device_count() -> int:
    """How many there are."""
    return cuda.device_count()


def current_accelerator(check_available: bool = False) -> backend.device | None:
    """The kind of accelerator, ``device("cuda")``; None where there is none."""
    return backend.device("cuda") if is_available() else None
