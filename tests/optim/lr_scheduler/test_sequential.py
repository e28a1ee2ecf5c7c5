from tests.nn.twins import both, cases
from tests.optim.lr_scheduler.schedules import fill

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
    "of_sequences": "[s.SequentialLR(o, [s.SequentialLR(o, [s.ConstantLR(o), "
    "s.ExponentialLR(o, 0.9)], [5]), s.StepLR(o, 4)], [30])]",
}

GIVEN = {
    "none": "s.SequentialLR(o, [], [])",
    "too_few_milestones": "s.SequentialLR(o, [s.StepLR(o, 1), s.StepLR(o, 2)], [])",
    "a_measure": "s.SequentialLR(o, [s.ReduceLROnPlateau(o)], [])",
    "state": "s.SequentialLR(o, [s.StepLR(o, 1), s.StepLR(o, 2)], [3]).state_dict()",
}

fill(case, SCHEDULES, GIVEN)
test_sequential_as_in_torch = both(__name__, case)
