from tests.nn.twins import both, cases
from tests.optim.lr_scheduler.schedules import fill

case = cases()

SCHEDULES = {
    "plain": "[s.OneCycleLR(o, 1.0, 61)]",
    "by_epochs": "[s.OneCycleLR(o, 1.0, epochs=10, steps_per_epoch=7)]",
    "linear": "[s.OneCycleLR(o, 1.0, 61, pct_start=0.5, anneal_strategy='linear')]",
    "three_phases": "[s.OneCycleLR(o, 1.0, 61, three_phase=True, div_factor=10.0)]",
    "without_momentum": "[s.OneCycleLR(o, 1.0, 61, cycle_momentum=False)]",
    "for_each_group": "[s.OneCycleLR(o, [1.0, 2.0], 61, base_momentum=[0.7, 0.8], "
    "max_momentum=[0.9, 0.95], final_div_factor=100.0)]",
}

GIVEN = {
    "adam": "(a := lib.optim.Adam([p]), x := s.OneCycleLR(a, 0.1, 10), "
    "[(a.step(), x.step(), a.param_groups[0]['betas'], x.get_last_lr()) for _ in range(9)])[2]",
    "momentum": "(x := s.OneCycleLR(o, 0.1, 10, three_phase=True), [(o.step(), x.step(), "
    "[group['momentum'] for group in o.param_groups]) for _ in range(9)])[1]",
    "too_long": "(x := s.OneCycleLR(o, 1.0, 2), [(o.step(), x.step()) for _ in range(3)])",
    "no_steps": "s.OneCycleLR(o, 1.0)",
    "epochs_alone": "s.OneCycleLR(o, 1.0, epochs=3)",
    "zero_steps": "s.OneCycleLR(o, 1.0, 0)",
    "half_steps": "s.OneCycleLR(o, 1.0, 1.5)",
    "rise_of_more_than_all": "s.OneCycleLR(o, 1.0, 9, pct_start=1.5)",
    "an_unknown_strategy": "s.OneCycleLR(o, 1.0, 9, anneal_strategy='cosine')",
    "too_many_rates": "s.OneCycleLR(o, [1.0, 2.0, 3.0], 9)",
    "no_momentum": "s.OneCycleLR(lib.optim.Adagrad([p]), 1.0, 9)",
    "options": "(s.OneCycleLR(o, 1.0, 9), [{k: v for k, v in g.items() if k != 'params'} "
    "for g in o.param_groups])[1]",
}

fill(case, SCHEDULES, GIVEN, jumps=False)
test_one_cycle_as_in_torch = both(__name__, case)
