"""OneCycleLR: one rise of the rate and one fall, to far below where it began."""

from __future__ import annotations

import math
from typing import Any

from ..optimizer import Optimizer
from .scheduler import LRScheduler, check_optimizer, for_each_group

# Up to the step that comes first, the rate goes between these options of its group, the momentum
# between those.
_Phase = tuple[float, tuple[str, str], tuple[str, str]]


class OneCycleLR(LRScheduler):
    """The rate rises from ``max_lr / div_factor`` to `max_lr` and falls almost to 0.

    Momentum, or Adam's first beta, goes the other way. It is set anew for each batch, not epoch:
    call `step` after every batch.

    Args:
        optimizer: Whose rates are set.
        max_lr: The highest rate, or a list of them, one for each group.
        total_steps: How many steps the cycle has; or else the product of the next two.
        epochs: How many epochs it has.
        steps_per_epoch: How many steps an epoch has.
        pct_start: The part of the cycle that rises.
        anneal_strategy: ``"cos"``, along half a wave, or ``"linear"``.
        cycle_momentum: Whether the momentum changes as well.
        base_momentum: The lowest momentum, at the highest rate; or a list.
        max_momentum: The highest momentum; or a list.
        div_factor: The rate begins at `max_lr` over this.
        final_div_factor: It ends at where it began over this.
        three_phase: Fall as long as it rose, to where it began, and then to the end.
        last_epoch: See `LRScheduler`; here the step that the cycle has come to.

    Raises:
        ValueError: If the number of steps is not given or no integer above 0, `pct_start` is no
            float from 0 to 1, the strategy is unknown, or the optimizer has no momentum to change.
            In `step`: if the cycle is over.

    Example:
        >>> import minigrad
        >>> from minigrad.optim import SGD
        >>> from minigrad.optim.lr_scheduler import OneCycleLR
        >>> optimizer = SGD([minigrad.zeros(1)], lr=0.1, momentum=0.9)
        >>> scheduler, rates = OneCycleLR(optimizer, max_lr=1.0, total_steps=10), []
        >>> for _ in range(9):
        ...     rates += scheduler.get_last_lr()
        ...     optimizer.step()
        ...     scheduler.step()
        >>> [round(rate, 2) for rate in rates]
        [0.04, 0.52, 1.0, 0.95, 0.81, 0.61, 0.39, 0.19, 0.05]

    Source: Smith and Topin (2018), https://arxiv.org/abs/1708.07120.
    """

    def __init__(
        self,
        optimizer: Optimizer,
        max_lr: float | list[float],
        total_steps: int | None = None,
        epochs: int | None = None,
        steps_per_epoch: int | None = None,
        pct_start: float = 0.3,
        anneal_strategy: str = "cos",
        cycle_momentum: bool = True,
        base_momentum: float | list[float] = 0.85,
        max_momentum: float | list[float] = 0.95,
        div_factor: float = 25.0,
        final_div_factor: float = 1e4,
        three_phase: bool = False,
        last_epoch: int = -1,
    ) -> None:
        check_optimizer(optimizer)
        self.optimizer = optimizer
        self.total_steps = _counted(total_steps, epochs, steps_per_epoch)
        if pct_start < 0 or pct_start > 1 or not isinstance(pct_start, float):
            raise ValueError(f"Expected float between 0 and 1 pct_start, but got {pct_start}")
        if anneal_strategy not in ("cos", "linear"):
            raise ValueError(
                f"anneal_strategy must be one of 'cos' or 'linear', instead got {anneal_strategy}"
            )
        self._anneal_func_type = anneal_strategy
        self._phases = _phases(pct_start * self.total_steps, self.total_steps - 1, three_phase)
        self.cycle_momentum = cycle_momentum
        if last_epoch == -1:
            self._enter_rates(max_lr, div_factor, final_div_factor)
        if cycle_momentum:
            self.use_beta1 = _has_betas(optimizer.defaults)
        if cycle_momentum and last_epoch == -1:
            self._enter_momentums(base_momentum, max_momentum)
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[Any]:
        """The rates of the step `last_epoch`, for `step`; `get_last_lr` is what you want.

        Returns:
            One for each group; the momentums are set at once.

        Raises:
            ValueError: If the cycle is over.
        """
        self._note_call()
        if self.last_epoch > self.total_steps:
            raise ValueError(
                f"Tried to step {self.last_epoch} times. The specified number of total steps is "
                f"{self.total_steps}"
            )
        (_, lrs, momentums), done = self._place()
        if self.cycle_momentum:
            for group in self.optimizer.param_groups:
                self._set_momentum(group, self._between(group, momentums, done))
        return [self._between(group, lrs, done) for group in self.optimizer.param_groups]

    def _place(self) -> tuple[_Phase, float]:
        """The phase that the step is in, and how far it is in it."""
        start, number = 0.0, 0
        while self.last_epoch > self._phases[number][0] and number < len(self._phases) - 1:
            start = self._phases[number][0]
            number += 1
        phase = self._phases[number]
        return phase, (self.last_epoch - start) / (phase[0] - start)

    def _between(self, group: dict[str, Any], names: tuple[str, str], done: float) -> Any:
        start, end = (group[name] for name in names)
        if self._anneal_func_type == "cos":
            done = (1 - math.cos(math.pi * done)) / 2
        return start + (end - start) * done

    def _enter_rates(self, max_lr: Any, div: float, final_div: float) -> None:
        rates = for_each_group("max_lr", self.optimizer, max_lr)
        for group, rate in zip(self.optimizer.param_groups, rates):
            group.update(initial_lr=rate / div, max_lr=rate, min_lr=rate / div / final_div)

    def _enter_momentums(self, lowest: Any, highest: Any) -> None:
        highest = for_each_group("max_momentum", self.optimizer, highest)
        lowest = for_each_group("base_momentum", self.optimizer, lowest)
        for group, high, low in zip(self.optimizer.param_groups, highest, lowest):
            self._set_momentum(group, high)
            group.update(max_momentum=high, base_momentum=low)

    def _set_momentum(self, group: dict[str, Any], momentum: float) -> None:
        if self.use_beta1:
            group["betas"] = (momentum, *group["betas"][1:])
        else:
            group["momentum"] = momentum


def _counted(total_steps: Any, epochs: Any, steps_per_epoch: Any) -> int:
    """How many steps the cycle has."""
    if total_steps is not None:
        return _positive("total_steps", total_steps)
    if epochs is None or steps_per_epoch is None:
        raise ValueError("You must define either total_steps OR (epochs AND steps_per_epoch)")
    return _positive("epochs", epochs) * _positive("steps_per_epoch", steps_per_epoch)


def _positive(name: str, value: Any) -> int:
    if value <= 0 or not isinstance(value, int):
        raise ValueError(f"Expected positive integer {name}, but got {value}")
    return value


def _has_betas(options: dict[str, Any]) -> bool:
    """Whether the first of its betas is the optimizer's momentum."""
    if "momentum" not in options and "betas" not in options:
        raise ValueError(
            "optimizer must support momentum or beta1 with `cycle_momentum` option enabled"
        )
    return "betas" in options


def _phases(rise: float, last: int, three: bool) -> list[_Phase]:
    """Up and down, or up, down and out; the first takes `rise` steps, the whole ends at `last`."""
    falling, rising = ("max_momentum", "base_momentum"), ("base_momentum", "max_momentum")
    up = (rise - 1, ("initial_lr", "max_lr"), falling)
    if not three:
        return [up, (last, ("max_lr", "min_lr"), rising)]
    down = (2 * rise - 2, ("max_lr", "initial_lr"), rising)
    return [up, down, (last, ("initial_lr", "min_lr"), ("max_momentum", "max_momentum"))]
