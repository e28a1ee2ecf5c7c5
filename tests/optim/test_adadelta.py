from tests.nn.twins import both, cases
from tests.optim.problem import fill, live

case = cases()

OPTIONS = {
    "plain": {"lr": 1.0},
    "decay": {"weight_decay": 0.1, "lr": 1.0},
    "rho": {"rho": 0.5, "eps": 1e-3, "lr": 0.5},
    "maximize": {"maximize": True, "weight_decay": 0.1},
    "ways": {"foreach": True},
}

GIVEN = {
    "negative_rate": "Kind([p], lr=-1)",
    "a_rate_that_is_no_number": "Kind([p], lr=float('nan'))",
    "a_rate_of_two_numbers": "Kind([p], lr=lib.tensor([0.1, 0.2]))",
    "negative_decay": "Kind([p], weight_decay=-0.1)",
    "negative_eps": "Kind([p], eps=-1e-8)",
    "defaults": "Kind([p]).defaults",
    "negative_rho": "Kind([p], rho=-0.1)",
    "rho_above_one": "Kind([p], rho=1.5)",
    "by_position": "str(Kind([p], 0.1, 0.9, 1e-5, 0.1, None))",
}

fill(case, "Adadelta", OPTIONS, GIVEN)
test_adadelta_as_in_torch = both(__name__, case)
test_single_precision, test_a_state_goes_both_ways = live("Adadelta", OPTIONS)
