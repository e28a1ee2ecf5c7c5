from tests.nn.twins import both, cases
from tests.optim.lr_scheduler.schedules import fill

case = cases()

SCHEDULES = {
    "step": "[s.StepLR(o, 7)]",
    "step_and_gamma": "[s.StepLR(o, 5, 0.5)]",
    "milestones": "[s.MultiStepLR(o, [3, 30, 31], 0.5)]",
    "milestones_twice_and_at_zero": "[s.MultiStepLR(o, [0, 5, 5], gamma=0.5)]",
    "exponential": "[s.ExponentialLR(o, 0.9)]",
    "constant": "[s.ConstantLR(o)]",
    "constant_for_long": "[s.ConstantLR(o, 0.5, 20)]",
    "linear": "[s.LinearLR(o)]",
    "linear_down": "[s.LinearLR(o, 1.0, 0.0, 50)]",
    "polynomial": "[s.PolynomialLR(o)]",
    "polynomial_of_two": "[s.PolynomialLR(o, 40, 2.0)]",
    "multiplicative": "[s.MultiplicativeLR(o, lambda epoch: 0.95)]",
    "multiplicatives": "[s.MultiplicativeLR(o, [lambda e: 1 - 0.01 * e, lambda e: 0.9])]",
    "lambda": "[s.LambdaLR(o, lambda epoch: 0.95**epoch)]",
    "lambdas": "[s.LambdaLR(o, [lambda e: 1 / (1 + e), lambda e: 0.5 ** (e // 10)])]",
}

GIVEN = {
    "constant_above_one": "s.ConstantLR(o, 1.5)",
    "constant_below_zero": "s.ConstantLR(o, -0.5)",
    "linear_from_zero": "s.LinearLR(o, 0.0)",
    "linear_from_above_one": "s.LinearLR(o, 1.5)",
    "linear_to_above_one": "s.LinearLR(o, 0.5, 1.5)",
    "state_of_milestones": "s.MultiStepLR(o, [1, 2]).state_dict()['milestones'][2]",
    "too_many_factors": "s.MultiplicativeLR(o, [abs, abs, abs])",
    "what_is_no_function": "s.MultiplicativeLR(o, [3, 4])",
    "state_of_functions": "s.LambdaLR(o, lambda e: e).state_dict()",
}

fill(case, SCHEDULES, GIVEN)
test_decays_as_in_torch = both(__name__, case)
