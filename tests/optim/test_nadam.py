from tests.nn.twins import both, cases
from tests.optim.problem import fill, live

case = cases()

OPTIONS = {
    "plain": {},
    "decay": {"weight_decay": 0.1},
    "betas": {"betas": (0.5, 0.9), "eps": 1e-3},
    "maximize": {"maximize": True, "weight_decay": 0.1},
    "decoupled": {"weight_decay": 0.1, "decoupled_weight_decay": True},
    "momentum_decay": {"momentum_decay": 0.1},
}

GIVEN = {
    "negative_rate": "Kind([p], lr=-1)",
    "a_rate_of_two_numbers": "Kind([p], lr=lib.tensor([0.1, 0.2]))",
    "negative_decay": "Kind([p], weight_decay=-0.1)",
    "negative_eps": "Kind([p], eps=-1e-8)",
    "beta_of_one": "Kind([p], betas=(1.0, 0.9))",
    "negative_momentum_decay": "Kind([p], momentum_decay=-0.1)",
    "defaults": "Kind([p]).defaults",
    "by_position": "str(Kind([p], 0.1, (0.8, 0.9), 1e-6, 0.1, 0.2, True))",
}

fill(case, "NAdam", OPTIONS, GIVEN)
test_nadam_as_in_torch = both(__name__, case)
test_single_precision, test_a_state_goes_both_ways = live("NAdam", OPTIONS)
