"""OneCycleLR: one rise of the rate and one fall, to far below where it began."""

from __future__ import annotations

from math import cos, pi
from typing import Any

from .._checks import check
from ..optimizer import Optimizer
from .scheduler import LRScheduler, check_momentum, for_each_group, set_momentum


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
        ValueError: If the number of steps is not given or not above 0, `pct_start` is not from 0 to
            1, the strategy is unknown, or the optimizer has no momentum to change. In `step`: if
            the cycle is over.

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
        total_steps: Any = None,
        epochs: Any = None,
        steps_per_epoch: Any = None,
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
        self.total_steps = _total(total_steps, epochs, steps_per_epoch)
        check(0 <= pct_start <= 1, f"Expected float between 0 and 1 pct_start, but got {pct_start}")
        wrong = f"anneal_strategy must be one of 'cos' or 'linear', instead got {anneal_strategy}"
        check(anneal_strategy in ("cos", "linear"), wrong)
        self.linear = anneal_strategy == "linear"
        self.cycle_momentum = cycle_momentum
        if cycle_momentum:
            check_momentum(optimizer)
        self._phases = _phases(pct_start * self.total_steps, self.total_steps - 1, three_phase)
        rates = for_each_group("max_lr", optimizer, max_lr)
        highest = for_each_group("max_momentum", optimizer, max_momentum)
        lowest = for_each_group("base_momentum", optimizer, base_momentum)
        for group, lr, high, low in zip(optimizer.param_groups, rates, highest, lowest):
            if last_epoch == -1:
                first = lr / div_factor
                group.update(initial_lr=first, max_lr=lr, min_lr=first / final_div_factor)
                group.update({"max_momentum": high, "base_momentum": low} if cycle_momentum else {})
        super().__init__(optimizer, last_epoch)

    def _rates(self) -> list[Any]:
        """The rates of the step `last_epoch`; the momentums are set at once."""
        steps = f"The specified number of total steps is {self.total_steps}"
        wrong = f"Tried to step {self.last_epoch} times. {steps}"
        check(self.last_epoch <= self.total_steps, wrong)
        number = sum(self.last_epoch > end for end, *_ in self._phases[:-1])
        end, *names = self._phases[number]
        start = self._phases[number - 1][0] if number else 0
        done = (self.last_epoch - start) / (end - start)
        done = done if self.linear else (1 - cos(pi * done)) / 2
        rates = []
        for group in self.optimizer.param_groups:
            lr, next_lr, momentum, next_momentum = (group.get(name, 0) for name in names)
            rates.append(lr + (next_lr - lr) * done)
            momentum += (next_momentum - momentum) * done
            if self.cycle_momentum:
                set_momentum(group, momentum)
        return rates


def _total(total_steps: Any, epochs: Any, steps_per_epoch: Any) -> Any:
    """The number of steps of the whole cycle."""
    counted = total_steps is not None or None not in (epochs, steps_per_epoch)
    check(counted, "You must define either total_steps OR (epochs AND steps_per_epoch)")
    total = epochs * steps_per_epoch if total_steps is None else total_steps
    check(total == int(total) > 0, f"Expected positive integer total_steps, but got {total}")
    return total


def _phases(rise: float, last: int, three: bool) -> list[tuple[Any, ...]]:
    """Up and down, or up, down and out: until which step, and what the rate and the momentum do.

    The first takes `rise` steps, the whole ends at `last`.
    """
    up = (rise - 1, "initial_lr", "max_lr", "max_momentum", "base_momentum")
    if not three:
        return [up, (last, "max_lr", "min_lr", "base_momentum", "max_momentum")]
    down = (2 * rise - 2, "max_lr", "initial_lr", "base_momentum", "max_momentum")
    return [up, down, (last, "initial_lr", "min_lr", "max_momentum", "max_momentum")]
