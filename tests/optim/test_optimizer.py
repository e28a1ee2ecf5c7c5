import copy
import pickle

import pytest

import minigrad
from minigrad import nn, optim
from tests.nn.twins import both, cases

case = cases()

GIVEN = {
    "repr": "str(SGD([p], lr=0.1))",
    "repr_groups": "str(SGD([{'params': [p]}, {'params': [q], 'lr': 0.5, 'mine': 'x'}], "
    "lr=0.1, momentum=0.9))",
    "a_tensor": "SGD(p, lr=0.1)",
    "nothing": "SGD([], lr=0.1)",
    "an_empty_generator": "SGD((x for x in ()), lr=0.1)",
    "a_result": "SGD([p * 2], lr=0.1)",
    "numbers": "SGD([1, 2], lr=0.1)",
    "strings": "SGD('ab', lr=0.1)",
    "a_list_of_lists": "SGD([[p]], lr=0.1)",
    "a_group_that_is_none": "SGD([{'params': [p]}, [q]], lr=0.1)",
    "twice_in_two_groups": "SGD([{'params': [p]}, {'params': [p, q]}], lr=0.1)",
    "one_tensor_as_group": "len(SGD([{'params': p}], lr=0.1).param_groups[0]['params'])",
    "no_requires_grad": "len(SGD([lib.ones(1)], lr=0.1).param_groups)",
    "defaults": "SGD([p], lr=0.1).defaults",
    "group": "{k: v for k, v in SGD([p], lr=0.1).param_groups[0].items() if k != 'params'}",
    "state_at_first": "SGD([p, q], lr=0.1, momentum=0.9).state_dict()",
    "named": "str(SGD([('a', p), ('b', q)], lr=0.1))",
    "by_a_model": "SGD(lib.nn.Linear(2, 1).named_parameters()).param_groups[0]['param_names']",
    "named_in_a_group": "str(SGD([{'params': iter([('a', p)]), 'lr': 0.5}]))",
    "names_in_the_state": "SGD([('a', p), ('b', q)]).state_dict()",
    "order_with_names": "list(SGD([('a', p)]).param_groups[0])",
    "some_without_names": "SGD([('a', p), q])",
    "some_with_names": "SGD([q, ('a', p)])",
    "a_name_twice": "SGD([('a', p), ('a', q)]).param_groups[0]['param_names']",
    "a_name_of_a_number": "SGD([('a', 3)])",
    "another_with_names": "str(SGD([{'params': [('a', p)]}, {'params': [('b', q)]}]))",
    "retained": "len(SGD([r], lr=0.1).param_groups)",
}


def two(lib):
    """Two parameters of different shapes."""
    return [lib.nn.Parameter(lib.tensor(x)) for x in ([1.0, 2.0], [[3.0]])]


def expression(code):
    def one(lib):
        p, q = two(lib)
        r = p * 2
        r.retain_grad()
        return eval(code, {"lib": lib, "SGD": lib.optim.SGD, "p": p, "q": q, "r": r})

    return one


case.all.update({name: expression(code) for name, code in GIVEN.items()})


def stepped(lib, params, **options):
    """An optimizer that has taken two steps."""
    optimizer = lib.optim.SGD(params, lr=0.1, **options)
    for _ in range(2):
        optimizer.zero_grad()
        sum((p * p).sum() for group in optimizer.param_groups for p in group["params"]).backward()
        optimizer.step()
    return optimizer


@case
def names_are_loaded(lib):
    p, q = two(lib)
    named = lib.optim.SGD([("a", p), ("b", q)])
    renamed = lib.optim.SGD([("c", p), ("d", q)])
    bare = lib.optim.SGD([p, q])
    found = []
    for mine, other in ((renamed, bare), (renamed, named), (bare, named)):
        mine.load_state_dict(other.state_dict())
        found.append(mine.param_groups[0]["param_names"])
    return found


@case
def groups_learn_at_their_own_rate(lib):
    p, q = two(lib)
    stepped(lib, [{"params": [p]}, {"params": q, "lr": 1.0, "momentum": 0.5}])
    return p, q


@case
def a_group_added_later(lib):
    p, q = two(lib)
    optimizer = stepped(lib, [p])
    optimizer.add_param_group({"params": [q], "lr": 0.5})
    return len(optimizer.param_groups), optimizer.param_groups[1]["momentum"], str(optimizer)


@case
def a_parameter_added_again(lib):
    p, _ = two(lib)
    stepped(lib, [p]).add_param_group({"params": [p]})


@case
def a_group_without_parameters(lib):
    p, _ = two(lib)
    stepped(lib, [p]).add_param_group({"lr": 3})


@case
def state_after_steps(lib):
    return stepped(lib, two(lib), momentum=0.9).state_dict()


@case
def state_of_groups(lib):
    p, q = two(lib)
    return stepped(lib, [{"params": [q]}, {"params": [p]}], momentum=0.9).state_dict()


@case
def state_without_momentum(lib):
    return stepped(lib, two(lib)).state_dict()


@case
def loading_goes_on_where_it_stopped(lib):
    params = two(lib)
    optimizer = stepped(lib, params, momentum=0.9)
    others = [lib.nn.Parameter(p.detach().clone()) for p in params]
    twin = lib.optim.SGD(others, lr=7.0)
    twin.load_state_dict(optimizer.state_dict())
    twin.zero_grad()
    sum((p * p).sum() for p in others).backward()
    twin.step()
    return others, twin.state_dict(), twin.param_groups[0]["params"][0] is others[0]


@case
def loading_other_groups(lib):
    p, q = two(lib)
    state = lib.optim.SGD([{"params": [p]}, {"params": [q]}], lr=0.1).state_dict()
    lib.optim.SGD([p, q], lr=0.1).load_state_dict(state)


@case
def loading_other_sizes(lib):
    p, q = two(lib)
    lib.optim.SGD([p], lr=0.1).load_state_dict(lib.optim.SGD([p, q], lr=0.1).state_dict())


@case
def loading_into_double(lib):
    state = stepped(lib, two(lib), momentum=0.9).state_dict()
    params = [lib.nn.Parameter(p.detach().double()) for p in two(lib)]
    optimizer = lib.optim.SGD(params, lr=0.1)
    optimizer.load_state_dict(state)
    return optimizer.state[params[0]]


@case
def loading_twice_goes_on_where_the_first_stopped(lib):
    state = stepped(lib, two(lib), momentum=0.9).state_dict()
    kept = []
    for _ in range(2):
        p, q = two(lib)
        optimizer = lib.optim.SGD([p, q], lr=0.1, momentum=0.9)
        optimizer.load_state_dict(state)
        p.grad, q.grad = lib.ones(2), lib.ones(1, 1)
        optimizer.step()
        kept.append([p, optimizer.state[q]["momentum_buffer"].clone()])
    return kept, state["state"][0]["momentum_buffer"] is optimizer.state[p]["momentum_buffer"]


@case
def loading_what_fits_shares_it_and_what_does_not_is_converted(lib):
    state = stepped(lib, two(lib), momentum=0.9).state_dict()
    part = {"step": lib.tensor(5), "count": lib.tensor(6)}
    state["state"][0].update(part)
    found = []
    for dtype in (lib.float32, lib.float64):
        params = [p.detach().to(dtype) for p in two(lib)]
        optimizer = lib.optim.SGD(params, lr=0.1)
        optimizer.load_state_dict(state)
        memory = optimizer.state[params[0]]
        shared = {name: value is state["state"][0][name] for name, value in memory.items()}
        found.append([dict(memory), shared])
    return found


@case
def loading_options_of_old(lib):
    found = []
    for missing in ("nesterov", "maximize", "foreach", "differentiable"):
        params = two(lib)
        optimizer = stepped(lib, params)
        state = optimizer.state_dict()
        del state["param_groups"][0][missing]
        optimizer.load_state_dict(state)
        optimizer.step()
        found.append([params, str(optimizer.param_groups[0][missing])])
    return found


@case
def gradients_cleared(lib):
    p, q = two(lib)
    optimizer = lib.optim.SGD([p, q], lr=0.1)
    (p * p).sum().backward()
    optimizer.zero_grad(set_to_none=False)
    zeros = p.grad.clone()
    optimizer.zero_grad()
    return zeros, p.grad, q.grad


@case
def a_rate_changed_on_the_way(lib):
    (p, q), _ = two(lib), None
    optimizer = stepped(lib, [p, q])
    optimizer.param_groups[0]["lr"] = 0.0
    optimizer.step()
    return p, q


test_optimizer_as_in_torch = both(__name__, case)


def test_what_is_given_twice_is_told():
    p, q = two(minigrad)
    with pytest.warns(UserWarning, match="duplicate parameters"):
        optim.SGD([p, p])
    with pytest.raises(ValueError, match="param groups should be with/without names"):
        optim.SGD([("a", p)]).add_param_group({"params": [q]})


def test_loaded_options_are_a_copy():
    state = stepped(minigrad, two(minigrad), momentum=0.9).state_dict()
    twin = optim.SGD(two(minigrad), lr=0.1)
    twin.load_state_dict(state)
    twin.param_groups[0]["lr"] = 9.0
    assert state["param_groups"][0]["lr"] == 0.1


def test_a_deep_copy_of_the_state_can_be_loaded_again():
    state = stepped(minigrad, two(minigrad), momentum=0.9).state_dict()
    before = state["state"][0]["momentum_buffer"].tolist()
    params = two(minigrad)
    twin = optim.SGD(params, lr=0.1)
    twin.load_state_dict(copy.deepcopy(state))
    params[0].grad = minigrad.ones(2)
    twin.step()
    assert twin.state[params[0]]["momentum_buffer"].tolist() != before
    assert state["state"][0]["momentum_buffer"].tolist() == before


@pytest.mark.parametrize("twin", [copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))])
def test_model_and_optimizer_are_copied_together(twin):
    model = nn.Linear(2, 1)
    optimizer = stepped(minigrad, model.parameters(), momentum=0.9)
    other_model, other = twin((model, optimizer))
    (weight, _) = other.param_groups[0]["params"]
    assert weight is other_model.weight
    assert other.state[weight]["momentum_buffer"].tolist() == (
        optimizer.state[model.weight]["momentum_buffer"].tolist()
    )


def test_an_exhausted_generator_is_explained():
    model = nn.Linear(1, 1)
    parameters = model.parameters()
    optim.SGD(parameters, lr=0.1)
    with pytest.raises(ValueError, match=r"empty parameter list\n.* used up"):
        optim.SGD(parameters, lr=0.1)


def test_a_result_is_refused_by_name():
    p = nn.Parameter(minigrad.ones(1))
    with pytest.raises(ValueError, match=r"can't optimize a non-leaf Tensor\n.* MulBackward0"):
        optim.SGD([p * 2], lr=0.1)


def test_an_optimizer_of_ones_own():
    class Sign(optim.Optimizer):
        def __init__(self, params, lr):
            super().__init__(params, {"lr": lr})

        @minigrad.no_grad()
        def step(self, closure=None):
            for group in self.param_groups:
                for p in group["params"]:
                    p.sub_(p.grad.sign() * group["lr"])

    p = nn.Parameter(minigrad.tensor([1.0, -2.0]))
    optimizer = Sign([p], lr=0.5)
    (p * p).sum().backward()
    optimizer.step()
    assert p.tolist() == [0.5, -1.5]
    assert str(optimizer) == "Sign (\nParameter Group 0\n    lr: 0.5\n)"


def test_a_base_optimizer_has_no_step():
    with pytest.raises(NotImplementedError, match="Optimizer has no step"):
        optim.Optimizer([minigrad.ones(1)], {}).step()
