"""CyclicLR: the rate goes up and down, again and again."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import floor
from typing import Any

from .._checks import check
from ..optimizer import Optimizer
from .scheduler import LRScheduler, check_momentum, check_optimizer, for_each_group, set_momentum


class CyclicLR(LRScheduler):
    """The rate rises from `base_lr` to `max_lr` and falls back, along straight lines.

    Momentum, or Adam's first beta, goes the other way. It is set anew for each batch, not epoch:
    call `step` after every batch.

    Args:
        optimizer: Whose rates are set.
        base_lr: The lowest rate, or a list of them, one for each group.
        max_lr: The highest rate; or a list.
        step_size_up: How many steps the rise takes.
        step_size_down: How many the fall takes; as many if None.
        mode: Which height the cycles have: ``"triangular"``, all the same; ``"triangular2"``, each
            half of the one before; ``"exp_range"``, ``gamma ** step`` of the whole.
        gamma: For ``"exp_range"``.
        scale_fn: Instead of `mode`: the height, 1 being the whole.
        scale_mode: What `scale_fn` is a function of: the number of the ``"cycle"``, from 1, or that
            of the step, ``"iterations"``.
        cycle_momentum: Whether the momentum changes as well.
        base_momentum: The lowest momentum, at the highest rate; or a list.
        max_momentum: The highest momentum; or a list.
        last_epoch: See `LRScheduler`; here the step that has been come to.

    Raises:
        TypeError: If `optimizer` is none.
        ValueError: If the mode is unknown, or the optimizer has no momentum to change.

    Example:
        >>> import minigrad
        >>> from minigrad.optim import SGD
        >>> from minigrad.optim.lr_scheduler import CyclicLR
        >>> optimizer = SGD([minigrad.zeros(1)], lr=0.1, momentum=0.9)
        >>> scheduler, rates = CyclicLR(optimizer, 1.0, 5.0, 2, mode="triangular2"), []
        >>> for _ in range(9):
        ...     rates += scheduler.get_last_lr()
        ...     optimizer.step()
        ...     scheduler.step()
        >>> rates
        [1.0, 3.0, 5.0, 3.0, 1.0, 2.0, 3.0, 2.0, 1.0]

    Source: Smith (2017), https://arxiv.org/abs/1506.01186.
    """

    def __init__(
        self,
        optimizer: Optimizer,
        base_lr: float | list[float],
        max_lr: float | list[float],
        step_size_up: int = 2000,
        step_size_down: int | None = None,
        mode: str = "triangular",
        gamma: float = 1.0,
        scale_fn: Callable[[float], float] | None = None,
        scale_mode: str = "cycle",
        cycle_momentum: bool = True,
        base_momentum: float | list[float] = 0.8,
        max_momentum: float | list[float] = 0.9,
        last_epoch: int = -1,
    ) -> None:
        check_optimizer(optimizer)
        rates = for_each_group("base_lr", optimizer, base_lr)
        self.max_lrs = for_each_group("max_lr", optimizer, max_lr)
        self.total_size = float(step_size_up + (step_size_down or step_size_up))
        self.step_ratio = step_size_up / self.total_size
        check(mode in _HEIGHTS or scale_fn, "mode is invalid and scale_fn is None")
        if scale_fn is None:
            height, scale_mode = _HEIGHTS[mode]
            scale_fn = partial(height, gamma)
        self.scale_fn, self.scale_mode = scale_fn, scale_mode
        self.cycle_momentum = cycle_momentum
        groups = optimizer.param_groups
        if last_epoch == -1:
            for group, lr in zip(groups, rates):
                group["lr"] = lr
        if cycle_momentum:
            check_momentum(optimizer)
            self.base_momentums = for_each_group("base_momentum", optimizer, base_momentum)
            self.max_momentums = for_each_group("max_momentum", optimizer, max_momentum)
            for group, low, high in zip(groups, self.base_momentums, self.max_momentums):
                if last_epoch == -1:
                    group.update(max_momentum=high, base_momentum=low)
        super().__init__(optimizer, last_epoch)
        self.base_lrs = rates

    def _rates(self) -> list[Any]:
        """The rates of the step `last_epoch`; the momentums are set at once."""
        cycle = floor(1 + self.last_epoch / self.total_size)
        done = 1.0 + self.last_epoch / self.total_size - cycle  # of this cycle, from 0 to 1
        rising = done <= self.step_ratio
        part = done / self.step_ratio if rising else (done - 1) / (self.step_ratio - 1)
        height = self.scale_fn(cycle if self.scale_mode == "cycle" else self.last_epoch)
        if self.cycle_momentum:
            groups = self.optimizer.param_groups
            for group, low, high in zip(groups, self.base_momentums, self.max_momentums):
                set_momentum(group, high - (high - low) * part * height)
        return [
            low + (high - low) * part * height for low, high in zip(self.base_lrs, self.max_lrs)
        ]

    def state_dict(self) -> dict[str, Any]:
        """All that the schedule knows, but not the function."""
        return {**super().state_dict(), "scale_fn": None}

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Take over what another schedule's `state_dict` knows; the function stays as it is."""
        super().load_state_dict({**state_dict, "scale_fn": self.scale_fn})


# The height of a cycle by gamma and by the number of the cycle, or of the step.
_HEIGHTS: dict[str, tuple[Callable[[float, float], float], str]] = {
    "triangular": (lambda gamma, cycle: 1.0, "cycle"),
    "triangular2": (lambda gamma, cycle: 1 / 2.0 ** (cycle - 1), "cycle"),
    "exp_range": (lambda gamma, step: gamma**step, "iterations"),
}
