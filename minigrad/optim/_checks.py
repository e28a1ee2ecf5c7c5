"""What optimizers check before they begin: their options, each by its name."""

from __future__ import annotations

from typing import Any

from ..tensor import Tensor

# Options that are no less than 0, and what messages call them.
_NAMES = ["rho", "alpha", "lr_decay", "initial_accumulator_value", "momentum", "weight_decay"]
_NAMES += ["momentum_decay"]
_NUMBERS = {"lr": "learning rate", "eps": "epsilon value", **{x: f"{x} value" for x in _NAMES}}


def check(holds: Any, otherwise: str) -> None:
    """Raise a ValueError if something does not hold."""
    if not holds:
        raise ValueError(otherwise)


def check_options(options: dict[str, Any]) -> None:
    """Raise a ValueError unless each number among the options is one, and in its range."""
    lr = options["lr"]
    rho = options.get("rho", 0)
    betas = options.get("betas", ())
    check(not isinstance(lr, Tensor) or lr.numel() == 1, "Tensor lr must be 1-element")
    for name, called in _NUMBERS.items():
        number = options.get(name, 0)
        check(number >= 0, f"Invalid {called}: {number}")  # nor is NaN a rate
    check(rho <= 1, f"Invalid rho value: {rho}")
    if options["differentiable"]:
        raise NotImplementedError("differentiable=True: a step of minigrad is not recorded")
    for place, beta in enumerate(betas):
        check(0 <= beta < 1, f"Invalid beta parameter at index {place}: {beta}")
    floats = all(isinstance(beta, (float, Tensor)) for beta in betas)
    check(floats or "amsgrad" not in options, "betas must be either both floats or both Tensors")
    if options.get("nesterov"):
        fits = options["momentum"] > 0 and options["dampening"] == 0
        check(fits, "Nesterov momentum requires a momentum and zero dampening")
