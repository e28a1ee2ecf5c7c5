from tests.nn.twins import both, cases
from tests.optim.lr_scheduler.schedules import fill

case = cases()

SCHEDULES = {
    "plain": "[s.CyclicLR(o, 0.1, 1.0, 7)]",
    "default": "[s.CyclicLR(o, 0.1, 1.0)]",
    "slow_fall": "[s.CyclicLR(o, 0.1, 1.0, 4, 9)]",
    "lower_peaks": "[s.CyclicLR(o, 0.1, 1.0, 5, mode='triangular2')]",
    "decaying": "[s.CyclicLR(o, 0.1, 1.0, 5, mode='exp_range', gamma=0.97)]",
    "own_height": "[s.CyclicLR(o, 0.1, 1.0, 5, mode='none', scale_fn=lambda x: 1 / x)]",
    "own_height_of_steps": "[s.CyclicLR(o, 0.1, 1.0, 5, scale_fn=lambda x: 0.9 ** x, "
    "scale_mode='iterations')]",
    "without_momentum": "[s.CyclicLR(o, 0.1, 1.0, 5, cycle_momentum=False)]",
    "for_each_group": "[s.CyclicLR(o, [0.1, 0.2], [1.0, 2.0], 5, base_momentum=[0.7, 0.8], "
    "max_momentum=[0.9, 0.95])]",
}

GIVEN = {
    "adam": "(a := lib.optim.Adam([p]), x := s.CyclicLR(a, 0.1, 1.0, 3), "
    "[(a.step(), x.step(), a.param_groups[0]['betas'], x.get_last_lr()) for _ in range(9)])[2]",
    "momentum": "(x := s.CyclicLR(o, 0.1, 1.0, 3, mode='triangular2'), [(o.step(), x.step(), "
    "[group['momentum'] for group in o.param_groups]) for _ in range(15)])[1]",
    "first_rate": "s.CyclicLR(o, 0.1, 1.0).get_last_lr()",
    "an_unknown_mode": "s.CyclicLR(o, 0.1, 1.0, mode='square')",
    "too_many_rates": "s.CyclicLR(o, [1.0, 2.0, 3.0], 9)",
    "no_momentum": "s.CyclicLR(lib.optim.Adagrad([p]), 0.1, 1.0)",
    "no_optimizer": "s.CyclicLR(3, 0.1, 1.0)",
    "options": "(s.CyclicLR(o, 0.1, 1.0), [[k for k in g if k != 'params'] "
    "for g in o.param_groups])[1]",
}

fill(case, SCHEDULES, GIVEN)
test_cyclic_as_in_torch = both(__name__, case)
