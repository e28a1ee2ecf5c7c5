"""ReduceLROnPlateau: the rate sinks when a measure stops getting better."""

from __future__ import annotations

from math import inf
from typing import Any

from ..._warn import warn
from .._checks import check
from ..optimizer import Optimizer
from .scheduler import DEPRECATED, LRScheduler, check_optimizer, for_each_group, rates_of


class ReduceLROnPlateau(LRScheduler):
    """``lr *= factor`` after more than `patience` epochs without a better measure.

    Args:
        optimizer: Whose rates are set.
        mode: ``"min"`` where less is better, as for a loss, ``"max"`` where more is.
        factor: Below 1.
        patience: How many such epochs are let pass.
        threshold: How much better counts.
        threshold_mode: ``"rel"``: as a part of the best measure so far; ``"abs"``: as it is.
        cooldown: After a reduction, how many epochs do not count.
        min_lr: The lowest rate, or a list of them, one for each group.
        eps: A rate that would sink by no more than this stays.

    Attributes:
        best: The best measure so far.
        num_bad_epochs: How many epochs in a row were not better.

    Raises:
        TypeError: If `optimizer` is none.
        ValueError: If `factor` is not below 1, a mode is unknown, or there are not as many `min_lr`
            as groups.

    Example:
        >>> import minigrad
        >>> from minigrad.optim import SGD
        >>> from minigrad.optim.lr_scheduler import ReduceLROnPlateau
        >>> optimizer = SGD([minigrad.zeros(1)], lr=8.0)
        >>> scheduler, rates = ReduceLROnPlateau(optimizer, factor=0.5, patience=1), []
        >>> for loss in [3.0, 2.0, 2.0, 2.0, 2.0, 2.0]:
        ...     scheduler.step(loss)
        ...     rates += scheduler.get_last_lr()
        >>> rates
        [8.0, 8.0, 8.0, 4.0, 4.0, 2.0]

    Source: https://docs.pytorch.org/docs/stable/generated/torch.optim.lr_scheduler.ReduceLROnPlateau.html
    """

    def __init__(
        self,
        optimizer: Optimizer,
        mode: str = "min",
        factor: float = 0.1,
        patience: int = 10,
        threshold: float = 1e-4,
        threshold_mode: str = "rel",
        cooldown: int = 0,
        min_lr: float | list[float] = 0,
        eps: float = 1e-8,
    ) -> None:
        check(factor < 1.0, "Factor should be < 1.0.")
        check_optimizer(optimizer)
        check(mode in ("min", "max"), f"mode {mode} is unknown!")
        check(threshold_mode in ("rel", "abs"), f"threshold mode {threshold_mode} is unknown!")
        for_each_group("min_lr", optimizer, min_lr)
        self._keep(locals())
        self.best = inf if mode == "min" else -inf
        self.last_epoch = self.cooldown_counter = self.num_bad_epochs = 0
        self._last_lr = rates_of(optimizer)

    def step(self, metrics: Any, epoch: int | None = None) -> None:  # type: ignore[override]
        """Look at the measure of an epoch, and reduce the rates if it is time.

        Args:
            metrics: The measure, a number or a tensor of one.
            epoch: Which epoch it is of; deprecated, as in PyTorch.

        Warns:
            UserWarning: If `epoch` is given.
        """
        if epoch is not None:
            warn(DEPRECATED, UserWarning)
        self.last_epoch = self.last_epoch + 1 if epoch is None else epoch
        measure, self.num_bad_epochs = float(metrics), self.num_bad_epochs + 1
        if self._is_better(measure, self.best):
            self.best, self.num_bad_epochs = measure, 0
        if self.in_cooldown:
            self.cooldown_counter, self.num_bad_epochs = self.cooldown_counter - 1, 0
        if self.num_bad_epochs > self.patience:
            self._reduce()
            self.cooldown_counter, self.num_bad_epochs = self.cooldown, 0
        self._last_lr = rates_of(self.optimizer)

    @property
    def in_cooldown(self) -> bool:
        """Whether epochs do not count, for the rates have just sunk."""
        return self.cooldown_counter > 0

    def _is_better(self, measure: float, best: float) -> bool:
        sign = -1 if self.mode == "min" else 1
        relative = self.threshold_mode == "rel"
        best = best * (1 + sign * self.threshold) if relative else best + sign * self.threshold
        return sign * measure > sign * best

    def _reduce(self) -> None:
        groups = self.optimizer.param_groups
        for group, lowest in zip(groups, for_each_group("min_lr", self.optimizer, self.min_lr)):
            lr = max(float(group["lr"]) * self.factor, lowest)
            if float(group["lr"]) - lr > self.eps:
                group["lr"] = lr
