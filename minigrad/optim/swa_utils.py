"""Averages of a model over its training: all equally (SWA), or with old ones fading (EMA)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import deepcopy
from itertools import chain
from math import cos, pi
from typing import Any

from ..autograd.grad_mode import no_grad
from ..creation.data import tensor
from ..dtype import int64
from ..nn.modules.module import Module
from ..nn.modules.normalization import BatchNorm1d
from ..tensor import Tensor
from ._checks import check
from .lr_scheduler.scheduler import LRScheduler, for_each_group
from .optimizer import Optimizer

__all__ = ["SWALR", "AveragedModel", "get_ema_avg_fn", "get_ema_multi_avg_fn", "get_swa_avg_fn"]
__all__ += ["get_swa_multi_avg_fn", "update_bn"]

AverageFn = Callable[[Tensor, Tensor, Any], Tensor]
MultiAverageFn = Callable[[list[Tensor], list[Tensor], Any], None]


def get_swa_avg_fn() -> AverageFn:
    """The equally weighted mean: ``average + (current - average) / (n + 1)`` after `n` models."""

    def swa_update(averaged_param: Tensor, current_param: Tensor, num_averaged: Any) -> Tensor:
        with no_grad():
            return averaged_param + (current_param - averaged_param) / (num_averaged + 1)

    return swa_update


def get_ema_avg_fn(decay: float = 0.999) -> AverageFn:
    """The mean in which old models fade: ``decay * average + (1 - decay) * current``.

    Raises:
        ValueError: If `decay` is not from 0 to 1.
    """
    wrong = f"Invalid decay value {decay} provided. Please provide a value in [0,1] range."
    check(0 <= decay <= 1, wrong)

    def ema_update(ema_param: Tensor, current_param: Tensor, num_averaged: Any) -> Tensor:
        with no_grad():
            return decay * ema_param + (1 - decay) * current_param

    return ema_update


def get_swa_multi_avg_fn() -> MultiAverageFn:
    """`get_swa_avg_fn` for lists of parameters, written into the first."""
    return _for_lists(get_swa_avg_fn())


def get_ema_multi_avg_fn(decay: float = 0.999) -> MultiAverageFn:
    """`get_ema_avg_fn` for lists of parameters, written into the first."""
    return _for_lists(get_ema_avg_fn(decay))


def _for_lists(average: AverageFn) -> MultiAverageFn:
    def update(averaged: list[Tensor], current: list[Tensor], num_averaged: Any) -> None:
        with no_grad():
            for mean, new in zip(averaged, current):
                mean.copy_(average(mean, new, num_averaged))

    return update


class AveragedModel(Module):
    """A copy of a model whose parameters are the mean of the model's, over all updates.

    Args:
        model: The model that is trained; the copy is called like it.
        device: Where the copy lies; where the model does if None.
        avg_fn: Gives the new mean of a parameter from the mean, the model's, and how many models
            are in it already; equally weighted if None.
        multi_avg_fn: The same for lists of parameters at once: it writes into the first list.
        use_buffers: Whether buffers are averaged too; else they are copied from the model.

    Attributes:
        module: The copy.
        n_averaged: How many updates there were.

    Raises:
        AssertionError: If both functions are given.

    Example:
        >>> import minigrad
        >>> from minigrad import nn
        >>> from minigrad.optim.swa_utils import AveragedModel, get_ema_avg_fn
        >>> model = nn.Linear(1, 1, bias=False)
        >>> averaged = AveragedModel(model, avg_fn=get_ema_avg_fn(0.5))
        >>> for weight in (1.0, 3.0, 4.0):
        ...     _ = model.weight.data.fill_(weight)
        ...     averaged.update_parameters(model)
        ...     print(averaged.module.weight.item())
        1.0
        2.0
        3.0

    Source: Izmailov et al. (2018), https://arxiv.org/abs/1803.05407.
    """

    n_averaged: Tensor

    def __init__(
        self,
        model: Module,
        device: Any = None,
        avg_fn: AverageFn | None = None,
        multi_avg_fn: MultiAverageFn | None = None,
        use_buffers: bool = False,
    ) -> None:
        super().__init__()
        if avg_fn is not None and multi_avg_fn is not None:
            raise AssertionError("Only one of avg_fn and multi_avg_fn should be provided")
        self.module = deepcopy(model)
        if device is not None:
            self.module = self.module.to(device)
        self.register_buffer("n_averaged", tensor(0, dtype=int64, device=device))
        self.avg_fn = avg_fn
        self.multi_avg_fn = multi_avg_fn
        self.use_buffers = use_buffers

    def forward(self, *args: Any, **kwargs: Any) -> Any:
        """What the copy makes of the arguments."""
        return self.module(*args, **kwargs)

    def update_parameters(self, model: Module) -> None:
        """Take the parameters of `model` into the mean; the first time they are copied."""
        means, news = (_weights(each, self.use_buffers) for each in (self.module, model))
        news = [new.to(mean.device) for mean, new in zip(means, news)]
        if self.n_averaged == 0:
            _copy(means, news)
        else:
            update = self.multi_avg_fn or _for_lists(self.avg_fn or get_swa_avg_fn())
            update(means, news, self.n_averaged)
        if not self.use_buffers:
            _copy(self.module.buffers(), model.buffers())
        self.n_averaged += 1


def _weights(model: Module, buffers: bool) -> list[Tensor]:
    both = chain(model.parameters(), model.buffers() if buffers else ())
    return [weight.detach() for weight in both]


def _copy(into: Iterable[Tensor], new: Iterable[Tensor]) -> None:
    for mine, theirs in zip(into, new):
        mine.detach().copy_(theirs)


def update_bn(loader: Iterable[Any], model: Module, device: Any = None) -> None:
    """Compute the statistics of all batch norms anew: an averaged model's belong to no model.

    Args:
        loader: Batches of inputs, or lists that begin with them; the model is called on each.
        model: In whose batch norms the plain mean over all batches is left.
        device: Where the inputs are taken to first.

    Source: https://docs.pytorch.org/docs/stable/optim.html#taking-care-of-batch-normalization
    """
    norms = [module for module in model.modules() if isinstance(module, BatchNorm1d)]
    if not norms:
        return
    momenta = [norm.momentum for norm in norms]
    for norm in norms:
        norm.reset_running_stats()
        norm.momentum = None
    was_training = model.training
    model.train()
    with no_grad():
        for batch in loader:
            inputs = batch[0] if isinstance(batch, (list, tuple)) else batch
            model(inputs if device is None else inputs.to(device))
    for norm, momentum in zip(norms, momenta):
        norm.momentum = momentum
    model.train(was_training)


class SWALR(LRScheduler):
    """From the rate that there is to `swa_lr`, which then stays: the rate to average models at.

    Args:
        optimizer: Whose rates are set.
        swa_lr: The rate at the end, or a list of them, one for each group.
        anneal_epochs: How many epochs the way takes.
        anneal_strategy: ``"cos"``, along half a wave, or ``"linear"``.
        last_epoch: See `LRScheduler`.

    Raises:
        ValueError: If the strategy is unknown, or the epochs are no integer of 0 or more.

    Example:
        >>> import minigrad
        >>> from minigrad.optim import SGD
        >>> from minigrad.optim.swa_utils import SWALR
        >>> optimizer = SGD([minigrad.zeros(1)], lr=1.0)
        >>> scheduler, rates = SWALR(optimizer, 0.5, anneal_epochs=2, anneal_strategy="linear"), []
        >>> for _ in range(4):
        ...     rates += scheduler.get_last_lr()
        ...     optimizer.step()
        ...     scheduler.step()
        >>> rates
        [1.0, 0.75, 0.5, 0.5]

    Source: https://docs.pytorch.org/docs/stable/generated/torch.optim.swa_utils.SWALR.html
    """

    def __init__(
        self,
        optimizer: Optimizer,
        swa_lr: float | list[float],
        anneal_epochs: int = 10,
        anneal_strategy: str = "cos",
        last_epoch: int = -1,
    ) -> None:
        for rate, group in zip(for_each_group("swa_lr", optimizer, swa_lr), optimizer.param_groups):
            group["swa_lr"] = rate
        wrong = f"anneal_strategy must be one of 'cos' or 'linear', instead got {anneal_strategy}"
        check(anneal_strategy in ("cos", "linear"), wrong)
        wrong = f"anneal_epochs must be equal or greater than 0, got {anneal_epochs}"
        check(isinstance(anneal_epochs, int) and anneal_epochs >= 0, wrong)
        self.anneal_epochs, self.linear = anneal_epochs, anneal_strategy == "linear"
        super().__init__(optimizer, last_epoch)

    def _rates(self) -> list[Any]:
        step = self._step_count - 1
        if self.anneal_epochs == 0:
            step = max(1, step)
        before, done = self._done(step - 1), self._done(step)
        rates = []
        for group in self.optimizer.param_groups:
            lr, last = group["lr"], group["swa_lr"]
            first = last if before == 1 else (lr - before * last) / (1 - before)
            rates.append(last * done + first * (1 - done))
        return rates

    def _done(self, step: int) -> float:
        """The part of the way that is behind after so many steps."""
        part = max(0, min(1, step / max(1, self.anneal_epochs)))
        return part if self.linear else (1 - cos(pi * part)) / 2
