"""Schedules along half a cosine wave, once or again and again: slow, fast, slow."""

from __future__ import annotations

from math import cos, floor, pi
from typing import Any

from .._checks import check
from ..optimizer import Optimizer
from .scheduler import LRScheduler


class CosineAnnealingLR(LRScheduler):
    """``eta_min + (base_lr - eta_min) * (1 + cos(pi * epoch / T_max)) / 2``.

    Args:
        optimizer: Whose rates are set.
        T_max: The epoch in which the lowest rate is reached; it rises again afterwards.
        eta_min: The lowest rate.
        last_epoch: See `LRScheduler`.

    Example:
        >>> import minigrad
        >>> from minigrad.optim import SGD
        >>> from minigrad.optim.lr_scheduler import CosineAnnealingLR
        >>> optimizer = SGD([minigrad.zeros(1)], lr=1.0)
        >>> scheduler, rates = CosineAnnealingLR(optimizer, T_max=4), []
        >>> for _ in range(5):
        ...     rates += scheduler.get_last_lr()
        ...     optimizer.step()
        ...     scheduler.step()
        >>> [round(rate, 4) for rate in rates]
        [1.0, 0.8536, 0.5, 0.1464, 0.0]

    Source: Loshchilov and Hutter (2017), https://arxiv.org/abs/1608.03983.
    """

    def __init__(
        self, optimizer: Optimizer, T_max: int, eta_min: float = 0.0, last_epoch: int = -1
    ) -> None:
        self._begin(locals())

    def _rate(self, lr: Any, base_lr: Any) -> Any:
        if self._is_initial:
            return lr
        if (self.last_epoch - 1 - self.T_max) % (2 * self.T_max) == 0:  # no factor leaves the 0
            return lr + (base_lr - self.eta_min) * _wave(self.T_max - 1, self.T_max)
        rise = _wave(self.last_epoch, self.T_max) / _wave(self.last_epoch - 1, self.T_max)
        return self.eta_min + (lr - self.eta_min) * rise

    def _closed_form(self, base_lr: Any) -> Any:
        return self.eta_min + (base_lr - self.eta_min) * _wave(self.last_epoch, self.T_max)


class CosineAnnealingWarmRestarts(LRScheduler):
    """``eta_min + (base_lr - eta_min) * (1 + cos(pi * T_cur / T_i)) / 2``, from the top at `T_i`.

    Args:
        optimizer: Whose rates are set.
        T_0: How many epochs the first descent takes.
        T_mult: How many times as long as the one before each descent is.
        eta_min: The rate that it goes down to.
        last_epoch: See `LRScheduler`.

    Attributes:
        T_cur: How many epochs the descent has taken.
        T_i: How many it takes in all.

    Raises:
        ValueError: If `T_0` or `T_mult` is no integer above 0.

    Example:
        >>> import minigrad
        >>> from minigrad.optim import SGD
        >>> from minigrad.optim.lr_scheduler import CosineAnnealingWarmRestarts
        >>> optimizer = SGD([minigrad.zeros(1)], lr=1.0)
        >>> scheduler, rates = CosineAnnealingWarmRestarts(optimizer, T_0=2, T_mult=2), []
        >>> for _ in range(7):
        ...     rates += scheduler.get_last_lr()
        ...     optimizer.step()
        ...     scheduler.step()
        >>> [round(rate, 4) for rate in rates]
        [1.0, 0.5, 1.0, 0.8536, 0.5, 0.1464, 1.0]

    Source: Loshchilov and Hutter (2017), https://arxiv.org/abs/1608.03983.
    """

    def __init__(
        self,
        optimizer: Optimizer,
        T_0: int,
        T_mult: int = 1,
        eta_min: float = 0.0,
        last_epoch: int = -1,
    ) -> None:
        check(T_0 == int(T_0) > 0, f"Expected positive integer T_0, but got {T_0}")
        check(T_mult == int(T_mult) > 0, f"Expected integer T_mult >= 1, but got {T_mult}")
        self.T_i, self.T_cur = T_0, float(last_epoch)
        self._begin(locals())

    def step(self, epoch: float | None = None) -> None:
        """Go to the next epoch and set its rates, or to any, also to a part of one.

        Args:
            epoch: Where to go: ``epoch + batch / batches`` lets the rate sink within an epoch.

        Raises:
            ValueError: If `epoch` is negative.
        """
        if epoch is None and self.last_epoch >= 0:
            epoch, self.T_cur = self.last_epoch + 1, self.T_cur + 1
        else:
            epoch = epoch or 0
            check(epoch >= 0, f"Expected non-negative epoch, but got {epoch}")
            self.T_cur, self.T_i = epoch % self.T_0 if self.T_mult == 1 else epoch, self.T_0
        while self.T_cur >= self.T_i:  # few: each descent is longer
            self.T_cur, self.T_i = self.T_cur - self.T_i, self.T_i * self.T_mult
        self.last_epoch = floor(epoch)
        self._set_rates()

    def _rate(self, lr: Any, base_lr: Any) -> Any:
        return self.eta_min + (base_lr - self.eta_min) * _wave(self.T_cur, self.T_i)


def _wave(place: float, length: int) -> float:
    """Half a wave from 1 at 0 to 0 at `length`."""
    return (1 + cos(pi * place / length)) / 2
