from tests.nn.twins import both, cases
from tests.optim.problem import expression, problem

case = cases()

OPTIONS = {
    "plain": {"lr": 0.1},
    "whole_steps": {},
    "wolfe": {"line_search_fn": "strong_wolfe"},
    "short_memory": {"line_search_fn": "strong_wolfe", "history_size": 2, "max_iter": 8},
    "few_calls": {"line_search_fn": "strong_wolfe", "max_iter": 5, "max_eval": 7},
    "long_first_step": {"line_search_fn": "strong_wolfe", "lr": 50.0, "max_iter": 6},
    "short_first_step": {"line_search_fn": "strong_wolfe", "lr": 0.01, "max_iter": 6},
    "one_iteration": {"max_iter": 1, "lr": 0.5},
    "soon_content": {"tolerance_grad": 1e-2},
    "little_change": {"tolerance_change": 1e-2, "line_search_fn": "strong_wolfe"},
}

GIVEN = {
    "negative_rate": "Kind([p], lr=-1)",
    "a_rate_of_two_numbers": "Kind([p], lr=lib.tensor([0.1, 0.2]))",
    "groups": "Kind([{'params': [p]}, {'params': [lib.ones(1)]}])",
    "defaults": "Kind([p]).defaults",
    "order": "list(Kind([p]).state_dict()['param_groups'][0])",
    "repr": "str(Kind([p], 0.5, 10, None, 1e-5, 1e-6, 5, 'strong_wolfe'))",
    "no_closure": "Kind([p]).step()",
    "another_search": "Kind([p], line_search_fn='armijo').step(lambda: (p.sum().backward(), "
    "p.sum())[1])",
}


def trained(lib, options, count=3):
    """What each call returned, how often the loss was computed, the parameters and the state."""
    params, loss = problem(lib)
    optimizer = lib.optim.LBFGS(params, **options)
    calls = []

    def closure():
        optimizer.zero_grad()
        value = loss()
        value.backward()
        calls.append(value.item())
        return value

    returned = [optimizer.step(closure) for _ in range(count)]
    state = optimizer.state_dict()["state"][0]
    kept = {name: state.get(name) for name in ("func_evals", "n_iter", "d", "prev_flat_grad")}
    return returned, calls, params, kept, len(state["ro"]), list(state)


def rosenbrock(lib, options):
    """A long bent valley, from afar."""
    x = lib.nn.Parameter(lib.tensor([-1.5, 2.0], dtype=lib.float64))
    unused = lib.nn.Parameter(lib.ones(2, 1, dtype=lib.float64))
    optimizer = lib.optim.LBFGS([x, unused], **options)
    path = []

    def closure():
        optimizer.zero_grad()
        loss = (1 - x[0]) ** 2 + 100 * (x[1] - x[0] ** 2) ** 2
        loss.backward()
        path.append(x.tolist())
        return loss

    for _ in range(4):
        optimizer.step(closure)
    return path, unused


for name, some in OPTIONS.items():
    case.all[f"trained_{name}"] = lambda lib, some=some: trained(lib, some)
    if "line_search_fn" in some:
        case.all[f"valley_{name}"] = lambda lib, some=some: rosenbrock(lib, some)
for name, code in GIVEN.items():
    case.all[name] = lambda lib, code=code: expression(lib, "LBFGS", code)


@case
def resumed(lib):
    """Half of the steps, and the other half by a new optimizer that loads the state."""
    params, loss = problem(lib)

    def closure():
        for p in params:
            p.grad = None
        value = loss()
        value.backward()
        return value

    options = {"line_search_fn": "strong_wolfe", "max_iter": 4}
    first = lib.optim.LBFGS(params, **options)
    first.step(closure)
    second = lib.optim.LBFGS(params, lr=7.0)
    second.load_state_dict(first.state_dict())
    second.step(closure)
    return params


test_lbfgs_as_in_torch = both(__name__, case)
