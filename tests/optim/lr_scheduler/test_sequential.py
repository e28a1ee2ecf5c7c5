import pytest

import minigrad
from minigrad.optim import SGD
from minigrad.optim.lr_scheduler import ReduceLROnPlateau, SequentialLR, StepLR
from tests.nn.twins import both, cases
from tests.optim.lr_scheduler.schedules import fill, scheduled

case = cases()

SCHEDULES = {
    "warm_up_and_decay": "[s.SequentialLR(o, [s.LinearLR(o, 0.1, total_iters=10), "
    "s.ExponentialLR(o, 0.9)], [10])]",
    "three": "[s.SequentialLR(o, [s.ConstantLR(o, 0.1, 5), s.CosineAnnealingLR(o, 20), "
    "s.StepLR(o, 5)], [5, 30])]",
    "restarts": "[s.SequentialLR(o, [s.LambdaLR(o, lambda e: (e + 1) / 9), "
    "s.CosineAnnealingWarmRestarts(o, 5, 2)], [8])]",
    "restarts_first": "[s.SequentialLR(o, [s.CosineAnnealingWarmRestarts(o, 5), "
    "s.MultiStepLR(o, [3, 9])], [20])]",
    "linear_later": "[s.SequentialLR(o, [s.ExponentialLR(o, 0.9), s.LinearLR(o), "
    "s.ConstantLR(o)], [6, 20])]",
}

GIVEN = {
    "state": "s.SequentialLR(o, [s.StepLR(o, 1), s.StepLR(o, 2)], [3]).state_dict()",
}

fill(case, SCHEDULES, GIVEN, jumps=False)
test_sequential_as_in_torch = both(__name__, case)


def test_what_cannot_follow_each_other_is_refused():
    optimizer, other = (SGD([minigrad.zeros(1)]) for _ in range(2))
    step = StepLR(optimizer, 1)
    with pytest.raises(ValueError, match="one milestone less than schedules, but got 0 and 2"):
        SequentialLR(optimizer, [step, step], [])
    with pytest.raises(ValueError, match="one milestone less than schedules, but got 0 and 0"):
        SequentialLR(optimizer, [], [])
    with pytest.raises(ValueError, match="does not support `ReduceLROnPlateau`"):
        SequentialLR(optimizer, [step, ReduceLROnPlateau(optimizer)], [1])
    with pytest.raises(ValueError, match="belong to the same optimizer"):
        SequentialLR(optimizer, [step, StepLR(other, 1)], [1])


def test_a_sequence_may_be_part_of_another():
    nested = """[s.SequentialLR(o, [s.SequentialLR(o, [s.ConstantLR(o), s.ExponentialLR(o, 0.9)],
        [5]), s.StepLR(o, 4)], [30])]"""
    flat = """[s.SequentialLR(o, [s.ConstantLR(o), s.ExponentialLR(o, 0.9), s.StepLR(o, 4)],
        [5, 30])]"""
    assert scheduled(minigrad, nested) == scheduled(minigrad, flat)
