"""SequentialLR: one schedule after the other, as a warm-up and what follows it."""

from __future__ import annotations

from bisect import bisect_right
from typing import Any

from ..optimizer import Optimizer
from .plateau import ReduceLROnPlateau
from .scheduler import LRScheduler, refuse_epoch


class SequentialLR(LRScheduler):
    """Each schedule begins, at its own epoch 0, at a milestone.

    Args:
        optimizer: Whose rates are set.
        schedulers: The schedules, all of this optimizer.
        milestones: The epochs in which the second and the following ones begin.
        last_epoch: See `LRScheduler`.

    Raises:
        ValueError: If there are none, one is of another optimizer or follows a measure, or there is
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
        _check(optimizer, schedulers, milestones)
        self._schedulers = schedulers
        self._milestones = milestones
        self.last_epoch = last_epoch + 1
        self.optimizer = optimizer
        for group in optimizer.param_groups:  # when they were made, all set their first rates
            group["lr"] = group["initial_lr"]
        self._go_back()
        first = schedulers[bisect_right(milestones, 0)]
        first._initial_step()
        self._last_lr = first.get_last_lr()

    def step(self, epoch: int | None = None) -> None:
        """Go to the next epoch and set its rates.

        Args:
            epoch: Must be left out.

        Raises:
            NotImplementedError: If `epoch` is given.
        """
        refuse_epoch(epoch)
        self.last_epoch += 1
        place = bisect_right(self._milestones, self.last_epoch)
        scheduler = self._schedulers[place]
        if place > 0 and self._milestones[place - 1] == self.last_epoch:
            scheduler._begin_again()
        else:
            scheduler.step()
        self._last_lr = scheduler.get_last_lr()

    def state_dict(self) -> dict[str, Any]:
        """All that the schedules know, besides the optimizer."""
        known = [scheduler.state_dict() for scheduler in self._schedulers]
        return {**super().state_dict(), "_schedulers": known}

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Take over what another's `state_dict` knows; load the optimizer's as well."""
        super().load_state_dict({**state_dict, "_schedulers": self._schedulers})
        for scheduler, known in zip(self._schedulers, state_dict["_schedulers"]):
            scheduler.load_state_dict(known)

    def _go_back(self) -> None:
        for scheduler in self._schedulers:
            scheduler._go_back()


def _check(optimizer: Optimizer, schedulers: list[Any], milestones: list[int]) -> None:
    if len(schedulers) < 1:
        raise ValueError("SequentialLR expects at least one scheduler, but got no scheduler.")
    for place, scheduler in enumerate(schedulers):
        if isinstance(scheduler, ReduceLROnPlateau):
            raise ValueError(
                "SequentialLR does not support `ReduceLROnPlateau` scheduler as it requires "
                "additional kwargs to be specified when calling `step`, but got one at index "
                f"{place} in the given schedulers sequence."
            )
        if scheduler.optimizer is not optimizer:
            raise ValueError(
                "SequentialLR expects all schedulers to belong to the same optimizer, but got "
                f"scheduler {type(scheduler).__name__} at index {place} of another"
            )
    if len(milestones) != len(schedulers) - 1:
        raise ValueError(
            "Sequential Schedulers expects number of schedulers provided to be one more than the "
            f"number of milestone points, but got number of schedulers {len(schedulers)} and the "
            f"number of milestones to be equal to {len(milestones)}"
        )
