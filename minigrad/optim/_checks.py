"""What optimizers check before they begin: their options, each by its name."""

from __future__ import annotations

from typing import Any

from ..tensor import Tensor

# Options that are no less than 0, and what messages call them.
_NUMBERS = {
    "lr": "learning rate",
    **{name: f"{name} value" for name in ("lr_decay", "initial_accumulator_value", "rho", "alpha")},
    "eps": "epsilon value",
    "momentum": "momentum value",
    "weight_decay": "weight_decay value",
}


def check_options(options: dict[str, Any]) -> None:
    """Raise a ValueError unless each number among the options is one, and in its range."""
    lr = options["lr"]
    if isinstance(lr, Tensor) and lr.numel() != 1:
        raise ValueError("Tensor lr must be 1-element")
    for name, called in _NUMBERS.items():
        if not options.get(name, 0) >= 0:  # nor is NaN a rate
            raise ValueError(f"Invalid {called}: {options[name]}")
    if options.get("rho", 0) > 1:
        raise ValueError(f"Invalid rho value: {options['rho']}")
    for place, beta in enumerate(options.get("betas", ())):
        if not 0 <= beta < 1:
            raise ValueError(f"Invalid beta parameter at index {place}: {beta}")
    if not all(isinstance(beta, (float, Tensor)) for beta in options.get("betas", ())):
        raise ValueError("betas must be either both floats or both Tensors")
    if options.get("nesterov") and (options["momentum"] <= 0 or options["dampening"] != 0):
        raise ValueError("Nesterov momentum requires a momentum and zero dampening")


def check_ways(options: dict[str, Any]) -> None:
    """Raise if a step should be recorded, or run in two ways at once."""
    if options["differentiable"]:
        raise NotImplementedError("differentiable=True: a step of minigrad is not recorded")
    if options.get("fused") and options["foreach"]:
        raise RuntimeError("`fused` and `foreach` cannot be `True` together.")
