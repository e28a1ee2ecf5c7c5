from tests.nn.twins import both, cases
from tests.optim.problem import fill, live

case = cases()

OPTIONS = {
    "plain": {},
    "decay": {"weight_decay": 0.1},
    "alpha": {"alpha": 0.5, "eps": 1e-3},
    "momentum": {"momentum": 0.9},
    "centered": {"centered": True},
    "all": {"momentum": 0.5, "centered": True, "weight_decay": 0.1, "maximize": True},
    "ways": {"foreach": True},
}

GIVEN = {
    "negative_rate": "Kind([p], lr=-1)",
    "a_rate_that_is_no_number": "Kind([p], lr=float('nan'))",
    "a_rate_of_two_numbers": "Kind([p], lr=lib.tensor([0.1, 0.2]))",
    "negative_decay": "Kind([p], weight_decay=-0.1)",
    "negative_eps": "Kind([p], eps=-1e-8)",
    "defaults": "Kind([p]).defaults",
    "negative_momentum": "Kind([p], momentum=-0.1)",
    "negative_alpha": "Kind([p], alpha=-0.1)",
    "by_position": "str(Kind([p], 0.1, 0.9, 1e-6, 0.1, 0.5, True, False, None, True, False))",
}

fill(case, "RMSprop", OPTIONS, GIVEN)
test_rmsprop_as_in_torch = both(__name__, case)
test_single_precision, test_a_state_goes_both_ways = live("RMSprop", OPTIONS)
