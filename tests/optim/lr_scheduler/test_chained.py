from tests.nn.twins import both, cases
from tests.optim.lr_scheduler.schedules import fill

case = cases()

SCHEDULES = {
    "two": "[s.ChainedScheduler([s.ExponentialLR(o, 0.9), s.StepLR(o, 7, 0.5)])]",
    "warm_up": "[s.ChainedScheduler([s.LinearLR(o, 0.1, total_iters=5), "
    "s.CosineAnnealingLR(o, 20)], optimizer=o)]",
}

GIVEN = {
    "none": "s.ChainedScheduler([])",
    "a_measure": "s.ChainedScheduler([s.ExponentialLR(o, 0.9), s.ReduceLROnPlateau(o)])",
    "last_rate": "s.ChainedScheduler([s.ConstantLR(o, 0.5)]).get_last_lr()",
    "state": "len(s.ChainedScheduler([s.ConstantLR(o, 0.5)]).state_dict()['_schedulers'])",
}

fill(case, SCHEDULES, GIVEN, jumps=False)
test_chained_as_in_torch = both(__name__, case)
