"""ChainedScheduler: several schedules at once, whose factors multiply."""

from __future__ import annotations

from collections.abc import Sequence

from .._checks import check
from ..optimizer import Optimizer
from .plateau import ReduceLROnPlateau
from .scheduler import LRScheduler, rates_of
from .sequential import Several

_NONE = "ChainedScheduler expects at least one scheduler to be chained, but got no scheduler."
_MEASURES = (
    "ChainedScheduler does not support `ReduceLROnPlateau` scheduler as it requires additional "
    "kwargs to be specified when calling `step`, but got one at index {} in the given schedulers "
    "sequence."
)
_ONE = "ChainedScheduler expects all schedulers to belong to the same optimizer, but got scheduler "


class ChainedScheduler(Several):
    """All schedules take each step, one after the other.

    Args:
        schedulers: The schedules, all of one optimizer.
        optimizer: That optimizer; by default the first schedule's.

    Raises:
        ValueError: If there is no schedule, or one follows a measure or is of another optimizer.

    Example:
        >>> import minigrad
        >>> from minigrad.optim import SGD
        >>> from minigrad.optim.lr_scheduler import ChainedScheduler, ExponentialLR, StepLR
        >>> optimizer = SGD([minigrad.zeros(1)], lr=64.0)
        >>> both = [ExponentialLR(optimizer, gamma=0.5), StepLR(optimizer, 2, gamma=0.25)]
        >>> scheduler, rates = ChainedScheduler(both), []
        >>> for _ in range(4):
        ...     rates += scheduler.get_last_lr()
        ...     optimizer.step()
        ...     scheduler.step()
        >>> rates
        [64.0, 32.0, 4.0, 2.0]

    Source: https://docs.pytorch.org/docs/stable/generated/torch.optim.lr_scheduler.ChainedScheduler.html
    """

    def __init__(
        self, schedulers: Sequence[LRScheduler], optimizer: Optimizer | None = None
    ) -> None:
        check(schedulers, _NONE)
        self.optimizer = optimizer or schedulers[0].optimizer
        for place, each in enumerate(schedulers):
            check(not isinstance(each, ReduceLROnPlateau), _MEASURES.format(place))
            name = f"{type(each).__name__} at index {place} has {each.optimizer}"
            check(each.optimizer is self.optimizer, f"{_ONE}{name}, which is different")
        self._schedulers = list(schedulers)
        self._last_lr = rates_of(self.optimizer)

    def step(self) -> None:  # type: ignore[override]
        """Step each schedule."""
        for scheduler in self._schedulers:
            scheduler.step()
        self._last_lr = rates_of(self.optimizer)
