"""What optimizers do with their options before they begin: collect and check them."""

from __future__ import annotations

from typing import Any

from ..tensor import Tensor


def given(names: dict[str, Any]) -> dict[str, Any]:
    """The options among the arguments of an `__init__`, which are its ``locals()`` at first."""
    others = ("self", "params", "__class__")
    return {name: value for name, value in names.items() if name not in others}


def check_numbers(lr: Any, **others: Any) -> None:
    """Raise a ValueError unless the learning rate is one number, and none is negative.

    Args:
        lr: The learning rate: a number, or a tensor of one.
        **others: More numbers, each by the name that it has in the message.
    """
    if isinstance(lr, Tensor) and lr.numel() != 1:
        raise ValueError("Tensor lr must be 1-element")
    _check_sign("learning rate", lr)
    for name, value in others.items():
        _check_sign(f"{name} value", value)


def check_betas(betas: Any) -> None:
    """Raise a ValueError unless both are floats from 0 to below 1."""
    for place, beta in enumerate(betas):
        if not 0 <= beta < 1:
            raise ValueError(f"Invalid beta parameter at index {place}: {beta}")
    if not (all(isinstance(b, float) for b in betas) or all(isinstance(b, Tensor) for b in betas)):
        raise ValueError("betas must be either both floats or both Tensors")


def check_ways(options: dict[str, Any]) -> None:
    """Raise if a step should be recorded, or run in two ways at once."""
    if options["differentiable"]:
        raise NotImplementedError("differentiable=True: a step of minigrad is not recorded")
    if options.get("fused") and options["foreach"]:
        raise RuntimeError("`fused` and `foreach` cannot be `True` together.")


def _check_sign(what: str, value: Any) -> None:
    if not value >= 0:  # nor is NaN a rate
        raise ValueError(f"Invalid {what}: {value}")
