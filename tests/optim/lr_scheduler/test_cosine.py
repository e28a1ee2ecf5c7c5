from tests.nn.twins import both, cases
from tests.optim.lr_scheduler.schedules import fill

case = cases()

SCHEDULES = {
    "annealing": "[s.CosineAnnealingLR(o, 60)]",
    "annealing_again_and_again": "[s.CosineAnnealingLR(o, 10, 0.01)]",
    "restarts": "[s.CosineAnnealingWarmRestarts(o, 10)]",
    "restarts_that_grow": "[s.CosineAnnealingWarmRestarts(o, 5, 2, 0.01)]",
}

GIVEN = {
    "no_epochs": "s.CosineAnnealingWarmRestarts(o, 0)",
    "half_an_epoch": "s.CosineAnnealingWarmRestarts(o, 1.5)",
    "no_growth": "s.CosineAnnealingWarmRestarts(o, 5, 0)",
    "before_the_first": "s.CosineAnnealingWarmRestarts(o, 5).step(-1)",
    "within_epochs": "(x := s.CosineAnnealingWarmRestarts(o, 3, 2), "
    "[(x.step(k / 4), x.get_last_lr(), x.last_epoch, x.T_i) for k in range(50)])[1]",
    "within_epochs_of_one_length": "(x := s.CosineAnnealingWarmRestarts(o, 3), "
    "[(x.step(k / 4), x.get_last_lr(), x.last_epoch, x.T_i) for k in range(50)])[1]",
    "back_and_on": "(x := s.CosineAnnealingWarmRestarts(o, 3, 2), "
    "[(x.step(k), x.get_last_lr(), x.T_cur) for k in (7, 1, None, None, None, None)])[1]",
    "state": "s.CosineAnnealingWarmRestarts(o, 5, 2).state_dict()",
}

fill(case, SCHEDULES, GIVEN)
test_cosine_as_in_torch = both(__name__, case)
