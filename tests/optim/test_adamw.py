from tests.nn.twins import both, cases
from tests.optim.problem import fill, live

case = cases()

OPTIONS = {
    "plain": {},
    "no_decay": {"weight_decay": 0},
    "decay": {"weight_decay": 0.1},
    "amsgrad": {"amsgrad": True, "lr": 0.1},
    "betas": {"betas": (0.5, 0.9), "eps": 1e-3},
    "maximize": {"maximize": True, "weight_decay": 0.1},
    "all": {"amsgrad": True, "weight_decay": 0.01, "betas": (0.8, 0.99), "maximize": True},
    "ways": {"foreach": True},
}

GIVEN = {
    "negative_rate": "Kind([p], lr=-1)",
    "a_rate_that_is_no_number": "Kind([p], lr=float('nan'))",
    "a_rate_of_two_numbers": "Kind([p], lr=lib.tensor([0.1, 0.2]))",
    "negative_decay": "Kind([p], weight_decay=-0.1)",
    "negative_eps": "Kind([p], eps=-1e-8)",
    "defaults": "Kind([p]).defaults",
    "beta_of_one": "Kind([p], betas=(1.0, 0.9))",
    "negative_beta": "Kind([p], betas=(0.9, -0.1))",
    "beta_of_an_integer": "Kind([p], betas=(0, 0.9))",
    "by_position": "str(Kind([p], 0.1, (0.8, 0.9), 1e-6, 0.1, True))",
    "beyond_positions": "Kind([p], 0.1, (0.8, 0.9), 1e-6, 0.1, True, True)",
    "whole_numbers": "Kind([lib.tensor([1, 2])]).state_dict()",
    "kinds": "isinstance(Kind([p]), lib.optim.Adam)",
}

fill(case, "AdamW", OPTIONS, GIVEN)


@case
def adams_state_decays_decoupled(lib):
    p = lib.nn.Parameter(lib.ones(2))
    optimizer = lib.optim.AdamW([p])
    optimizer.load_state_dict(lib.optim.Adam([p], weight_decay=0.5).state_dict())
    return str(optimizer)


test_adamw_as_in_torch = both(__name__, case)
test_single_precision, test_a_state_goes_both_ways = live("AdamW", OPTIONS)
