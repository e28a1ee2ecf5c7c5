"""Schedules that multiply the rate: every so often, at milestones, always, by a function."""

from __future__ import annotations

from collections import Counter
from typing import Any

from .._checks import check
from ..optimizer import Optimizer
from .scheduler import LRScheduler, rates_of

_START = "Starting multiplicative factor expected to be greater than 0 and less or equal to 1."


class StepLR(LRScheduler):
    """``lr *= gamma`` every `step_size` epochs.

    Args:
        optimizer: Whose rates are set.
        step_size: How many epochs a rate holds.
        gamma: The factor.
        last_epoch: See `LRScheduler`.

    Example:
        >>> import minigrad
        >>> from minigrad.optim import SGD
        >>> from minigrad.optim.lr_scheduler import StepLR
        >>> optimizer = SGD([minigrad.zeros(1)], lr=8.0)
        >>> scheduler, rates = StepLR(optimizer, step_size=2, gamma=0.5), []
        >>> for _ in range(6):
        ...     rates += scheduler.get_last_lr()
        ...     optimizer.step()
        ...     scheduler.step()
        >>> rates
        [8.0, 8.0, 4.0, 4.0, 2.0, 2.0]

    Source: https://docs.pytorch.org/docs/stable/generated/torch.optim.lr_scheduler.StepLR.html
    """

    def __init__(
        self, optimizer: Optimizer, step_size: int, gamma: float = 0.1, last_epoch: int = -1
    ) -> None:
        self._begin(locals())

    def _rate(self, lr: Any, base_lr: Any) -> Any:
        due = self.last_epoch > 0 and self.last_epoch % self.step_size == 0
        return lr * self.gamma if due else lr

    def _closed_form(self, base_lr: Any) -> Any:
        return base_lr * self.gamma ** (self.last_epoch // self.step_size)


class MultiStepLR(LRScheduler):
    """``lr *= gamma`` at each milestone.

    Args:
        optimizer: Whose rates are set.
        milestones: The epochs; one that is named twice counts twice.
        gamma: The factor.
        last_epoch: See `LRScheduler`.

    Example:
        >>> import minigrad
        >>> from minigrad.optim import SGD
        >>> from minigrad.optim.lr_scheduler import MultiStepLR
        >>> optimizer = SGD([minigrad.zeros(1)], lr=8.0)
        >>> scheduler, rates = MultiStepLR(optimizer, milestones=[1, 4], gamma=0.5), []
        >>> for _ in range(6):
        ...     rates += scheduler.get_last_lr()
        ...     optimizer.step()
        ...     scheduler.step()
        >>> rates
        [8.0, 4.0, 4.0, 4.0, 2.0, 2.0]

    Source: https://docs.pytorch.org/docs/stable/generated/torch.optim.lr_scheduler.MultiStepLR.html
    """

    def __init__(
        self, optimizer: Optimizer, milestones: list[int], gamma: float = 0.1, last_epoch: int = -1
    ) -> None:
        self._begin({**locals(), "milestones": Counter(milestones)})

    def _rate(self, lr: Any, base_lr: Any) -> Any:
        return lr * self.gamma ** self.milestones[self.last_epoch]

    def _closed_form(self, base_lr: Any) -> Any:
        reached = sum(milestone <= self.last_epoch for milestone in self.milestones.elements())
        return base_lr * self.gamma**reached


class ExponentialLR(LRScheduler):
    """``lr *= gamma`` every epoch.

    Args:
        optimizer: Whose rates are set.
        gamma: The factor.
        last_epoch: See `LRScheduler`.

    Example:
        >>> import minigrad
        >>> from minigrad.optim import SGD
        >>> from minigrad.optim.lr_scheduler import ExponentialLR
        >>> optimizer = SGD([minigrad.zeros(1)], lr=8.0)
        >>> scheduler, rates = ExponentialLR(optimizer, gamma=0.5), []
        >>> for _ in range(4):
        ...     rates += scheduler.get_last_lr()
        ...     optimizer.step()
        ...     scheduler.step()
        >>> rates
        [8.0, 4.0, 2.0, 1.0]

    Source: https://docs.pytorch.org/docs/stable/generated/torch.optim.lr_scheduler.ExponentialLR.html
    """

    def __init__(self, optimizer: Optimizer, gamma: float, last_epoch: int = -1) -> None:
        self._begin(locals())

    def _rate(self, lr: Any, base_lr: Any) -> Any:
        return lr if self._is_initial else lr * self.gamma

    def _closed_form(self, base_lr: Any) -> Any:
        return base_lr * self.gamma**self.last_epoch


class ConstantLR(LRScheduler):
    """``base_lr * factor`` for `total_iters` epochs, then `base_lr`: a simple warm-up.

    Args:
        optimizer: Whose rates are set.
        factor: From 0 to 1.
        total_iters: How many epochs it holds.
        last_epoch: See `LRScheduler`.

    Raises:
        ValueError: If `factor` is not from 0 to 1.

    Example:
        >>> import minigrad
        >>> from minigrad.optim import SGD
        >>> from minigrad.optim.lr_scheduler import ConstantLR
        >>> optimizer = SGD([minigrad.zeros(1)], lr=8.0)
        >>> scheduler, rates = ConstantLR(optimizer, factor=0.25, total_iters=2), []
        >>> for _ in range(4):
        ...     rates += scheduler.get_last_lr()
        ...     optimizer.step()
        ...     scheduler.step()
        >>> rates
        [2.0, 2.0, 8.0, 8.0]

    Source: https://docs.pytorch.org/docs/stable/generated/torch.optim.lr_scheduler.ConstantLR.html
    """

    def __init__(
        self,
        optimizer: Optimizer,
        factor: float = 1 / 3,
        total_iters: int = 5,
        last_epoch: int = -1,
    ) -> None:
        check(0 <= factor <= 1, "Constant multiplicative factor expected to be between 0 and 1.")
        self._begin(locals())

    def _rate(self, lr: Any, base_lr: Any) -> Any:
        if self.last_epoch == 0:
            return lr * self.factor
        return lr * (1 / self.factor) if self.last_epoch == self.total_iters else lr

    def _closed_form(self, base_lr: Any) -> Any:
        return base_lr * (1 if self.last_epoch >= self.total_iters else self.factor)


class LinearLR(LRScheduler):
    """From ``base_lr * start_factor`` to ``base_lr * end_factor`` in steps of the same size.

    Args:
        optimizer: Whose rates are set.
        start_factor: Above 0, up to 1.
        end_factor: From 0 to 1.
        total_iters: The epoch in which the end is reached.
        last_epoch: See `LRScheduler`.

    Raises:
        ValueError: If a factor is not in its range.

    Example:
        >>> import minigrad
        >>> from minigrad.optim import SGD
        >>> from minigrad.optim.lr_scheduler import LinearLR
        >>> optimizer = SGD([minigrad.zeros(1)], lr=8.0)
        >>> scheduler, rates = LinearLR(optimizer, start_factor=0.25, total_iters=3), []
        >>> for _ in range(5):
        ...     rates += scheduler.get_last_lr()
        ...     optimizer.step()
        ...     scheduler.step()
        >>> rates
        [2.0, 4.0, 6.0, 8.0, 8.0]

    Source: https://docs.pytorch.org/docs/stable/generated/torch.optim.lr_scheduler.LinearLR.html
    """

    def __init__(
        self,
        optimizer: Optimizer,
        start_factor: float = 1.0 / 3,
        end_factor: float = 1.0,
        total_iters: int = 5,
        last_epoch: int = -1,
    ) -> None:
        check(0 < start_factor <= 1, _START)
        check(0 <= end_factor <= 1, "Ending multiplicative factor expected to be between 0 and 1.")
        self._begin(locals())

    def _rate(self, lr: Any, base_lr: Any) -> Any:
        if self.last_epoch == 0:
            return lr * self.start_factor
        if self._is_initial or self.last_epoch > self.total_iters:
            return lr
        rise = self.end_factor - self.start_factor  # in total_iters epochs
        before = self.total_iters * self.start_factor + (self.last_epoch - 1) * rise
        return lr * (1 + rise / before)

    def _closed_form(self, base_lr: Any) -> Any:
        done = min(self.last_epoch, self.total_iters) / self.total_iters
        return base_lr * (self.start_factor + (self.end_factor - self.start_factor) * done)


class PolynomialLR(LRScheduler):
    """``base_lr * (1 - epoch / total_iters) ** power``, until it is 0.

    Args:
        optimizer: Whose rates are set.
        total_iters: The epoch in which 0 is reached.
        power: 1 goes down a line; more goes down faster at first.
        last_epoch: See `LRScheduler`.

    Example:
        >>> import minigrad
        >>> from minigrad.optim import SGD
        >>> from minigrad.optim.lr_scheduler import PolynomialLR
        >>> optimizer = SGD([minigrad.zeros(1)], lr=16.0)
        >>> scheduler, rates = PolynomialLR(optimizer, total_iters=4, power=2.0), []
        >>> for _ in range(5):
        ...     rates += scheduler.get_last_lr()
        ...     optimizer.step()
        ...     scheduler.step()
        >>> rates
        [16.0, 9.0, 4.0, 1.0, 0.0]

    Source: https://docs.pytorch.org/docs/stable/generated/torch.optim.lr_scheduler.PolynomialLR.html
    """

    def __init__(
        self, optimizer: Optimizer, total_iters: int = 5, power: float = 1.0, last_epoch: int = -1
    ) -> None:
        self._begin(locals())

    def _rate(self, lr: Any, base_lr: Any) -> Any:
        if self._is_initial or self.last_epoch > self.total_iters:
            return lr
        left = 1.0 - self.last_epoch / self.total_iters
        before = 1.0 - (self.last_epoch - 1) / self.total_iters
        return lr * (left / before) ** self.power

    def _closed_form(self, base_lr: Any) -> Any:
        left = 1.0 - min(self.total_iters, self.last_epoch) / self.total_iters
        return base_lr * left**self.power


class LambdaLR(LRScheduler):
    """``base_lr * lr_lambda(epoch)``.

    Args:
        optimizer: Whose rates are set.
        lr_lambda: A function of the epoch, or a list of them, one for each group.
        last_epoch: See `LRScheduler`.

    Raises:
        ValueError: If there are not as many functions as groups.

    Example:
        >>> import minigrad
        >>> from minigrad.optim import SGD
        >>> from minigrad.optim.lr_scheduler import LambdaLR
        >>> optimizer = SGD([minigrad.zeros(1)], lr=8.0)
        >>> scheduler, rates = LambdaLR(optimizer, lambda epoch: 1 / (1 + epoch)), []
        >>> for _ in range(4):
        ...     rates += scheduler.get_last_lr()
        ...     optimizer.step()
        ...     scheduler.step()
        >>> rates == [8.0, 4.0, 8 / 3, 2.0]
        True

    Source: https://docs.pytorch.org/docs/stable/generated/torch.optim.lr_scheduler.LambdaLR.html
    """

    def __init__(self, optimizer: Optimizer, lr_lambda: Any, last_epoch: int = -1) -> None:
        count = len(optimizer.param_groups)
        given = list(lr_lambda) if isinstance(lr_lambda, (list, tuple)) else [lr_lambda] * count
        check(len(given) == count, f"Expected {count} lr_lambdas, but got {len(given)}")
        self.lr_lambdas = given
        super().__init__(optimizer, last_epoch)

    def _rates(self) -> list[Any]:
        return [base_lr * f(self.last_epoch) for base_lr, f in zip(self.base_lrs, self.lr_lambdas)]

    def state_dict(self) -> dict[str, Any]:
        """All that the schedule knows, but not the functions."""
        return {**super().state_dict(), "lr_lambdas": [None] * len(self.lr_lambdas)}

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Take over what another schedule's `state_dict` knows; functions stay as they are."""
        super().load_state_dict({**state_dict, "lr_lambdas": self.lr_lambdas})


class MultiplicativeLR(LambdaLR):
    """``lr *= lr_lambda(epoch)``, from epoch 1 on.

    Args:
        optimizer: Whose rates are set.
        lr_lambda: A function of the epoch, or a list of them, one for each group.
        last_epoch: See `LRScheduler`.

    Raises:
        TypeError: If one of them cannot be called.
        ValueError: If there are not as many functions as groups.

    Example:
        >>> import minigrad
        >>> from minigrad.optim import SGD
        >>> from minigrad.optim.lr_scheduler import MultiplicativeLR
        >>> optimizer = SGD([minigrad.zeros(1)], lr=8.0)
        >>> scheduler, rates = MultiplicativeLR(optimizer, lambda epoch: 0.5), []
        >>> for _ in range(4):
        ...     rates += scheduler.get_last_lr()
        ...     optimizer.step()
        ...     scheduler.step()
        >>> rates
        [8.0, 4.0, 2.0, 1.0]

    Source: https://docs.pytorch.org/docs/stable/generated/torch.optim.lr_scheduler.MultiplicativeLR.html
    """

    def __init__(self, optimizer: Optimizer, lr_lambda: Any, last_epoch: int = -1) -> None:
        for factor in lr_lambda if isinstance(lr_lambda, (list, tuple)) else [lr_lambda]:
            if not callable(factor):
                kind = type(factor).__name__
                raise TypeError(f"lr_lambda should be a function, but got {kind}")
        super().__init__(optimizer, lr_lambda, last_epoch)

    def _rates(self) -> list[Any]:
        rates = rates_of(self.optimizer)
        if self._is_initial:
            return rates
        return [lr * f(self.last_epoch) for lr, f in zip(rates, self.lr_lambdas)]
