"""SequentialLR: one schedule after the other, as a warm-up and what follows it."""

from __future__ import annotations

from bisect import bisect_right
from typing import Any

from .._checks import check
from ..optimizer import Optimizer
from .plateau import ReduceLROnPlateau
from .scheduler import LRScheduler

_ONE = "SequentialLR expects all schedulers to belong to the same optimizer"
_MEASURES = "SequentialLR does not support `ReduceLROnPlateau`: its `step` asks for a measure"
_COUNTS = "SequentialLR expects one milestone less than schedules, but got {} and {}"


class Several(LRScheduler):
    """Base of the schedules that are made of others: what it knows is what they know."""

    _schedulers: list[LRScheduler]

    def state_dict(self) -> dict[str, Any]:
        """All that the schedules know, besides the optimizer."""
        known = [scheduler.state_dict() for scheduler in self._schedulers]
        return {**super().state_dict(), "_schedulers": known}

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Take over what another's `state_dict` knows; load the optimizer's as well."""
        super().load_state_dict({**state_dict, "_schedulers": self._schedulers})
        for scheduler, known in zip(self._schedulers, state_dict["_schedulers"]):
            scheduler.load_state_dict(known)


class SequentialLR(Several):
    """Each schedule begins, at its own epoch 0, at a milestone.

    Args:
        optimizer: Whose rates are set.
        schedulers: The schedules, all of this optimizer.
        milestones: The epochs in which the second and the following ones begin.
        last_epoch: See `LRScheduler`.

    Raises:
        ValueError: If one is of another optimizer or follows a measure, or there is
            not one milestone less than schedules.

    Example:
        >>> import minigrad
        >>> from minigrad.optim import SGD
        >>> from minigrad.optim.lr_scheduler import ExponentialLR, LinearLR, SequentialLR
        >>> optimizer = SGD([minigrad.zeros(1)], lr=8.0)
        >>> warmup = LinearLR(optimizer, start_factor=0.25, total_iters=3)
        >>> decay = ExponentialLR(optimizer, gamma=0.5)
        >>> scheduler, rates = SequentialLR(optimizer, [warmup, decay], milestones=[3]), []
        >>> for _ in range(6):
        ...     rates += scheduler.get_last_lr()
        ...     optimizer.step()
        ...     scheduler.step()
        >>> rates
        [2.0, 4.0, 6.0, 8.0, 4.0, 2.0]

    Source: https://docs.pytorch.org/docs/stable/generated/torch.optim.lr_scheduler.SequentialLR.html
    """

    def __init__(
        self,
        optimizer: Optimizer,
        schedulers: list[LRScheduler],
        milestones: list[int],
        last_epoch: int = -1,
    ) -> None:
        for each in schedulers:
            check(not isinstance(each, ReduceLROnPlateau), _MEASURES)
            check(each.optimizer is optimizer, _ONE)
            each.last_epoch -= 1  # when it was made, it set its first rates
        wrong = _COUNTS.format(len(milestones), len(schedulers))
        check(len(milestones) == len(schedulers) - 1, wrong)
        self._schedulers, self._milestones = schedulers, milestones
        self.optimizer = optimizer
        self._begin_again()
        self.last_epoch = last_epoch + 1

    def step(self) -> None:  # type: ignore[override]
        """Go to the next epoch and set its rates."""
        self.last_epoch += 1
        place = bisect_right(self._milestones, self.last_epoch)
        scheduler = self._schedulers[place]
        if place > 0 and self._milestones[place - 1] == self.last_epoch:
            scheduler._begin_again()
        else:
            scheduler.step()
        self._last_lr = scheduler.get_last_lr()

    def _begin_again(self) -> None:
        """Set the rates of epoch 0, whatever they are now."""
        self.last_epoch, first = 0, self._schedulers[bisect_right(self._milestones, 0)]
        first._begin_again()
        self._last_lr = first.get_last_lr()
