from tests.nn.twins import both, cases
from tests.optim.lr_scheduler.schedules import fill

case = cases()

SCHEDULES = {
    "plain": "[s.ReduceLROnPlateau(o)]",
    "soon": "[s.ReduceLROnPlateau(o, factor=0.5, patience=2, cooldown=3)]",
    "max": "[s.ReduceLROnPlateau(o, 'max', 0.5, 3, 0.1)]",
    "absolute": "[s.ReduceLROnPlateau(o, 'min', 0.5, 1, 0.05, 'abs')]",
    "max_absolute": "[s.ReduceLROnPlateau(o, 'max', 0.5, 1, 0.05, 'abs')]",
    "lowest": "[s.ReduceLROnPlateau(o, patience=1, min_lr=[0.01, 0.02])]",
    "hardly": "[s.ReduceLROnPlateau(o, patience=1, factor=0.5, eps=0.01)]",
}

GIVEN = {
    "a_factor_of_one": "s.ReduceLROnPlateau(o, factor=1.0)",
    "no_optimizer": "s.ReduceLROnPlateau(3)",
    "unknown_mode": "s.ReduceLROnPlateau(o, 'mean')",
    "unknown_threshold": "s.ReduceLROnPlateau(o, threshold_mode='far')",
    "a_tensor": "(x := s.ReduceLROnPlateau(o, patience=0), [(x.step(lib.tensor(1.0)), "
    "x.get_last_lr()) for _ in range(3)])[1]",
    "not_a_number": "(x := s.ReduceLROnPlateau(o, patience=0), [(x.step(float('nan')), "
    "x.get_last_lr()) for _ in range(3)])[1]",
    "a_group_added": "(x := s.ReduceLROnPlateau(o, patience=0), "
    "o.add_param_group({'params': [p], 'lr': 1.0}), "
    "[(x.step(1.0), x.get_last_lr()) for _ in range(3)])[2]",
}

fill(case, SCHEDULES, GIVEN, jumps=False)
test_plateau_as_in_torch = both(__name__, case)
