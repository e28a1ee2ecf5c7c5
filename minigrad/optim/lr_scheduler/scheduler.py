"""LRScheduler: what every schedule has, an epoch that it counts and rates that it sets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..._warn import warn
from .._checks import check
from ..optimizer import Optimizer

_TOO_EARLY = (
    "Detected call of `lr_scheduler.step()` before `optimizer.step()`. In PyTorch 1.1.0 and later, "
    "you should call them in the opposite order: `optimizer.step()` before `lr_scheduler.step()`.  "
    "Failure to do this will result in PyTorch skipping the first value of the learning rate "
    "schedule. See more details at "
    "https://pytorch.org/docs/stable/optim.html#how-to-adjust-learning-rate"
)
DEPRECATED = (
    "The epoch parameter in `scheduler.step()` was not necessary and is being deprecated where "
    "possible. Please use `scheduler.step()` to step the scheduler. During the deprecation, if "
    "epoch is different from None, the closed form is used instead of the new chainable form, "
    "where available. Please open an issue if you are unable to replicate your use case: "
    "https://github.com/pytorch/pytorch/issues/new/choose."
)
_NOT_LAST = "To get the last learning rate computed by the scheduler, please use `get_last_lr()`."


class LRScheduler:
    """Base of all schedules: a subclass gives, in `get_lr`, the rates of the epoch `last_epoch`.

    Most are computed from the last epoch's, so that several schedules of one optimizer multiply.

    Args:
        optimizer: Whose groups' ``"lr"`` is set, at once for epoch 0. What it was is kept as
            ``"initial_lr"``.
        last_epoch: To go on with a schedule, the epoch that it has come to.

    Attributes:
        last_epoch: How often `step` was called.
        base_lrs: The groups' initial rates.

    Raises:
        KeyError: If a schedule is gone on with whose groups have no ``"initial_lr"``.
        TypeError: If `optimizer` is none.

    Example:
        >>> import minigrad
        >>> from minigrad.optim import SGD
        >>> from minigrad.optim.lr_scheduler import LRScheduler
        >>> class Halving(LRScheduler):
        ...     def get_lr(self):
        ...         return [base_lr / 2**self.last_epoch for base_lr in self.base_lrs]
        >>> optimizer = SGD([minigrad.zeros(1)], lr=1.0)
        >>> scheduler = Halving(optimizer)
        >>> optimizer.step()
        >>> scheduler.step()
        >>> scheduler.get_last_lr()
        [0.5]

    Source: https://docs.pytorch.org/docs/stable/optim.html#how-to-adjust-learning-rate
    """

    if TYPE_CHECKING:  # the arguments of a subclass's `__init__`, see `_keep`

        def __getattr__(self, name: str) -> Any: ...

    _get_lr_called_within_step = False
    _is_initial = False

    def __init__(self, optimizer: Optimizer, last_epoch: int = -1) -> None:
        check_optimizer(optimizer)
        self.optimizer = optimizer
        for place, group in enumerate(optimizer.param_groups):
            if last_epoch == -1:
                group.setdefault("initial_lr", group["lr"])
            elif "initial_lr" not in group:
                which = f"param 'initial_lr' is not specified in param_groups[{place}]"
                raise KeyError(f"{which} when resuming: load the optimizer's state_dict first")
        if optimizer._opt_called is None:
            optimizer._opt_called = False
        self.base_lrs = [group["initial_lr"] for group in optimizer.param_groups]
        self.last_epoch = last_epoch
        self._initial_step()

    def step(self, epoch: int | None = None) -> None:
        """Go to the next epoch and set its rates; call it after the epoch's ``optimizer.step()``.

        Args:
            epoch: The epoch to go to instead; deprecated, as in PyTorch. The rates are computed
                from the initial ones there, or from the last ones where the schedule has no
                formula for that.

        Warns:
            UserWarning: If `epoch` is given, or the optimizer was not stepped yet.
        """
        if self._step_count == 1 and not self.optimizer._opt_called:
            warn(_TOO_EARLY, UserWarning)
        self._step_count += 1
        if epoch is not None:
            warn(DEPRECATED, UserWarning)
        self._go_to(epoch)

    def get_lr(self) -> list[Any]:
        """The rates of the epoch `last_epoch`, for `step`; `get_last_lr` is what you want.

        Returns:
            One for each group.
        """
        if not self._get_lr_called_within_step:
            warn(_NOT_LAST, UserWarning)
        return self._rates()

    def get_last_lr(self) -> list[Any]:
        """The rates that were set last, one for each group."""
        return self._last_lr

    def state_dict(self) -> dict[str, Any]:
        """All that the schedule knows, besides the optimizer."""
        return {name: value for name, value in vars(self).items() if name != "optimizer"}

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Take over what another schedule's `state_dict` knows; load the optimizer's as well."""
        vars(self).update(state_dict)

    def _rates(self) -> list[Any]:
        groups = self.optimizer.param_groups
        return [self._rate(group["lr"], base_lr) for group, base_lr in zip(groups, self.base_lrs)]

    def _rate(self, lr: Any, base_lr: Any) -> Any:
        """The rate after `lr`, of a group that began with `base_lr`."""
        raise NotImplementedError(f"{type(self).__name__} has no rates: a subclass writes get_lr")

    def _closed_form(self, base_lr: Any) -> Any:
        """The rate of the epoch `last_epoch` by a formula, for `step(epoch)`; None without one."""

    def _begin(self, given: dict[str, Any]) -> None:
        """Keep the arguments of an `__init__`, its ``locals()``, and set the first rates."""
        self._keep(given)
        LRScheduler.__init__(self, given["optimizer"], given["last_epoch"])

    def _keep(self, given: dict[str, Any]) -> None:
        """Make attributes of the arguments of an `__init__`."""
        vars(self).update({name: given[name] for name in given.keys() - {"self", "last_epoch"}})

    def _initial_step(self) -> None:
        """Set the rates of the epoch that the schedule begins with."""
        self._step_count = 0
        self._is_initial = True
        self.step()
        self._is_initial = False

    def _begin_again(self) -> None:
        """Set the rates of epoch 0, whatever they are now."""
        self.last_epoch = -1
        for group, base_lr in zip(self.optimizer.param_groups, self.base_lrs):
            group["lr"] = base_lr
        self._initial_step()

    def _go_to(self, epoch: int | None) -> None:
        """Set the rates of the next epoch, or of `epoch`."""
        if epoch is None:
            self.last_epoch += 1
            self._set_rates()
            return
        self.last_epoch = epoch
        rates = [self._closed_form(base_lr) for base_lr in self.base_lrs]
        self._set_rates(None if None in rates else rates)

    def _set_rates(self, rates: list[Any] | None = None) -> None:
        """Set these rates, or those of `get_lr`."""
        if rates is None:
            self._get_lr_called_within_step = True
            rates = self.get_lr()
            self._get_lr_called_within_step = False
        for group, lr in zip(self.optimizer.param_groups, rates):
            group["lr"] = lr
        self._last_lr = rates_of(self.optimizer)


class _LRScheduler(LRScheduler):
    """The older name of the base, which programs still derive from."""


def check_optimizer(optimizer: Any) -> None:
    """Raise unless it is one."""
    if not isinstance(optimizer, Optimizer):
        raise TypeError(f"{type(optimizer).__name__} is not an Optimizer")


def rates_of(optimizer: Optimizer) -> list[Any]:
    """The learning rates of its groups."""
    return [group["lr"] for group in optimizer.param_groups]


def check_momentum(optimizer: Optimizer) -> None:
    """Raise a ValueError unless the optimizer has a momentum that `set_momentum` can set."""
    wrong = "optimizer must support momentum or beta1 with `cycle_momentum` option enabled"
    check({"momentum", "betas"} & optimizer.defaults.keys(), wrong)


def set_momentum(group: dict[str, Any], momentum: Any) -> None:
    """Set the momentum of a group, or what stands for it in Adam, the first beta."""
    if "betas" in group:
        group["betas"] = (momentum, *group["betas"][1:])
    else:
        group["momentum"] = momentum


def for_each_group(name: str, optimizer: Optimizer, value: Any) -> list[Any]:
    """`value` once for each group, or, where it is a list of them, as it is.

    Raises:
        ValueError: If the list has another length.
    """
    count = len(optimizer.param_groups)
    if not isinstance(value, (list, tuple)):
        return [value] * count
    wrong = f"{name} must have the same length as optimizer.param_groups. {name} has {len(value)} "
    check(len(value) == count, f"{wrong}values, param_groups has {count}.")
    return list(value)
