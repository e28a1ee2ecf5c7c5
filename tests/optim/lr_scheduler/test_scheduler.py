import pickle

import pytest

import minigrad
from minigrad import optim
from minigrad.optim.lr_scheduler import ExponentialLR, LRScheduler, StepLR
from tests.nn.twins import both, cases
from tests.optim.lr_scheduler.schedules import expression, fill, optimizer_of

case = cases()

# Several schedules of one optimizer: their factors multiply.
CHAINS = {
    "of_factors": "[s.ExponentialLR(o, 0.95), s.StepLR(o, 7, 0.5)]",
    "after_a_warm_up": "[s.LinearLR(o, 0.1, total_iters=5), s.ExponentialLR(o, 0.9)]",
    "with_a_constant": "[s.ConstantLR(o, 0.5, 8), s.MultiStepLR(o, [10, 20, 20], 0.3)]",
    "with_a_wave": "[s.CosineAnnealingLR(o, 20, 0.01), s.LinearLR(o, total_iters=9)]",
    "with_a_measure": "[s.ReduceLROnPlateau(o, patience=2), s.ExponentialLR(o, 0.95)]",
}

GIVEN = {
    "no_optimizer": "s.StepLR(3, 1)",
    "initial_rates": "(s.StepLR(o, 1), [group['initial_lr'] for group in o.param_groups])[1]",
    "state": "s.StepLR(o, 3, 0.5).state_dict()",
    "rates_asked_for": "s.StepLR(o, 1).get_lr()",
    "an_epoch": "(x := s.StepLR(o, 1), o.step(), x.step(3), x.last_epoch)[3]",
    "an_epoch_of_a_measure": "(x := s.ReduceLROnPlateau(o), x.step(1.0, 3), x.last_epoch)[2]",
    "in_time": "(x := s.StepLR(o, 1), o.step(), x.step())[2]",
    "the_older_base": "issubclass(s._LRScheduler, s.LRScheduler)",
    "a_base": "s.LRScheduler(o)",
}

fill(case, CHAINS, GIVEN, jumps=False)


@case
def a_schedule_of_ones_own(lib):
    class Own(lib.optim.lr_scheduler.LRScheduler):
        def get_lr(self):
            return [base_lr / (1 + self.last_epoch) for base_lr in self.base_lrs]

    optimizer = optimizer_of(lib)
    scheduler, rates = Own(optimizer), []
    for _ in range(5):
        optimizer.step()
        scheduler.step()
        rates.append(scheduler.get_last_lr())
    return rates, scheduler.last_epoch


@case
def an_optimizer_of_ones_own_steps_first(lib):
    class Own(lib.optim.Optimizer):
        def __init__(self, params):
            super().__init__(params, {"lr": 1.0})

        def step(self, closure=None):
            return "stepped"

    optimizer = Own([lib.ones(1)])
    scheduler = lib.optim.lr_scheduler.StepLR(optimizer, 1)
    told = optimizer.step()
    scheduler.step()
    return told, scheduler.get_last_lr()


@case
def resumed_from_an_epoch(lib):
    s, rates = lib.optim.lr_scheduler, []
    for kind, options in (
        (s.ExponentialLR, [0.5]),
        (s.LinearLR, [0.1, 1.0, 9]),
        (s.CosineAnnealingLR, [9]),
        (s.StepLR, [2]),
        (s.MultiStepLR, [[5]]),
    ):
        optimizer = optimizer_of(lib)
        for group in optimizer.param_groups:
            group["initial_lr"] = 1.0
        scheduler = kind(optimizer, *options, last_epoch=2)
        for _ in range(3):
            rates.append([scheduler.last_epoch, scheduler.get_last_lr()])
            optimizer.step()
            scheduler.step()
    return rates


@case
def a_checkpoint_of_both(lib):
    s = lib.optim.lr_scheduler
    first = optimizer_of(lib)
    scheduler = s.StepLR(first, 2, 0.5)
    for _ in range(5):
        first.step()
        scheduler.step()
    second = optimizer_of(lib)
    other = s.StepLR(second, 9)
    second.load_state_dict(first.state_dict())
    other.load_state_dict(scheduler.state_dict())
    second.step()
    other.step()
    return other.get_last_lr(), second.param_groups[1]["initial_lr"], other.state_dict()


test_schedules_as_in_torch = both(__name__, case)


def test_a_rate_decides_how_far_the_next_step_goes():
    p = minigrad.zeros(1)
    optimizer = optim.SGD([p], lr=1.0)
    scheduler = ExponentialLR(optimizer, 0.5)
    for _ in range(3):
        p.grad = minigrad.ones(1)
        optimizer.step()
        scheduler.step()
    assert p.tolist() == [-1.75]


def test_a_step_before_the_optimizers_is_told_once():
    scheduler = StepLR(optimizer_of(minigrad), 1)
    with pytest.warns(UserWarning, match=r"Detected call of `lr_scheduler.step\(\)` before"):
        scheduler.step()
    scheduler.step()  # warnings are errors here


def test_a_schedule_that_is_resumed_needs_initial_rates():
    with pytest.raises(KeyError, match=r"'initial_lr' is not specified in .*\[0\] when"):
        StepLR(optimizer_of(minigrad), 1, last_epoch=3)


def test_an_optimizer_with_a_schedule_is_pickled():
    optimizer = optimizer_of(minigrad)
    scheduler = StepLR(optimizer, 1)
    twin = pickle.loads(pickle.dumps(scheduler))
    twin.optimizer.step()
    twin.step()
    assert twin.get_last_lr() != scheduler.get_last_lr() == scheduler.base_lrs


def test_what_has_no_rates_says_so():
    with pytest.raises(NotImplementedError, match="a subclass writes get_lr"):
        LRScheduler(optimizer_of(minigrad))


def test_expressions_are_of_these_libraries():
    assert expression(minigrad, "o.param_groups[1]['lr']") == 0.25
