from tests.nn.twins import both, cases
from tests.optim.problem import fill, live

case = cases()

OPTIONS = {
    "plain": {},
    "decay": {"weight_decay": 0.1},
    "rate_decay": {"lr_decay": 0.1, "lr": 0.1},
    "start": {"initial_accumulator_value": 0.5, "eps": 1e-3},
    "all": {
        "lr_decay": 0.01,
        "initial_accumulator_value": 1,
        "weight_decay": 0.1,
        "maximize": True,
    },
    "ways": {"foreach": True},
}

GIVEN = {
    "negative_rate": "Kind([p], lr=-1)",
    "a_rate_that_is_no_number": "Kind([p], lr=float('nan'))",
    "a_rate_of_two_numbers": "Kind([p], lr=lib.tensor([0.1, 0.2]))",
    "negative_decay": "Kind([p], weight_decay=-0.1)",
    "negative_eps": "Kind([p], eps=-1e-8)",
    "defaults": "Kind([p]).defaults",
    "negative_rate_decay": "Kind([p], lr_decay=-0.1)",
    "negative_start": "Kind([p], initial_accumulator_value=-0.1)",
    "state_at_first": "Kind([p], initial_accumulator_value=0.5).state_dict()",
    "by_position": "str(Kind([p], 0.1, 0.9, 0.1, 0.5, 1e-6, None))",
}

fill(case, "Adagrad", OPTIONS, GIVEN)


@case
def a_group_added_later(lib):
    p, q = (lib.nn.Parameter(lib.ones(2)) for _ in range(2))
    optimizer = lib.optim.Adagrad([p], lr=0.1, initial_accumulator_value=0.5)
    optimizer.add_param_group({"params": [q], "initial_accumulator_value": 0.7})
    p.grad, q.grad = lib.ones(2), lib.ones(2)
    optimizer.step()
    return p, q, optimizer.state_dict()


test_adagrad_as_in_torch = both(__name__, case)
test_single_precision, test_a_state_goes_both_ways = live("Adagrad", OPTIONS)
