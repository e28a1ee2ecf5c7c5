import pytest

import minigrad
from minigrad import nn
from minigrad.func import functional_call
from tests.nn.twins import both, cases

case = cases()

GIVEN = {
    "all_of_them": "functional_call(m, zeros, (x,)), m(x)",
    "one_of_them": "functional_call(m, {'bias': lib.tensor([100.0])}, x) - m(x)",
    "several_dicts": "functional_call(m, ({'bias': b}, {'weight': lib.zeros(1, 2)}), x)",
    "the_same_in_two": "functional_call(m, ({'bias': b}, {'bias': b}), x)",
    "by_name": "functional_call(m, {'bias': b}, None, {'input': x})",
    "nobody_has_it": "functional_call(m, {'foo': b}, x) - m(x)",
    "no_module_has_it": "functional_call(m, {'a.foo': b}, x)",
    "strictly_missing": "functional_call(m, {'bias': b}, x, strict=True)",
    "strictly_all": "functional_call(m, zeros, x, strict=True)",
    "inside": "functional_call(two, {'1.bias': lib.tensor([5.0])}, x) - two(x)",
    "tied": "functional_call(tied, {'0.weight': lib.eye(2), '0.bias': x, '1.bias': x}, x)",
    "tied_to_two": "functional_call(tied, {'0.weight': lib.eye(2), '1.weight': lib.ones(2, 2)}, x)",
    "tied_no_more": "functional_call(tied, {'0.weight': lib.eye(2), '0.bias': x, '1.bias': x}, x, "
    "tie_weights=False) - tied[1](x + x) + tied[1].bias - x",
    "its_gradient": "grad(lambda p: functional_call(m, p, x).pow(2).sum())(zeros)",
    "buffers": "functional_call(bn, {'running_mean': x, 'num_batches_tracked': lib.tensor(4)}, "
    "lib.arange(6.0).view(3, 2)), bn.running_mean, bn.num_batches_tracked",
    "stacked": "stack_module_state([m, m])",
    "stacked_buffers": "stack_module_state([bn, bn])[1]",
    "stacked_and_called": "vmap(lambda p, b: functional_call(m, (p, b), x))("
    "*stack_module_state([m, m])).detach()",
    "stacked_nothing": "stack_module_state([])",
    "stacked_two_kinds": "stack_module_state([m, bn])",
}


def expression(code):
    def one(lib):
        names = {name: getattr(lib.func, name) for name in lib.func.__all__}
        m, tied = lib.nn.Linear(2, 1), lib.nn.Sequential(lib.nn.Linear(2, 2), lib.nn.Linear(2, 2))
        tied[1].weight = tied[0].weight
        names |= {"lib": lib, "x": lib.tensor([1.0, 2.0]), "b": lib.tensor([7.0]), "m": m}
        names |= {"tied": tied, "bn": lib.nn.BatchNorm1d(2)}
        names |= {"two": lib.nn.Sequential(lib.nn.Linear(2, 2), lib.nn.Linear(2, 1))}
        return eval(code, names | {"zeros": {k: p.detach() * 0 for k, p in m.named_parameters()}})

    return one


case.all.update({name: expression(code) for name, code in GIVEN.items()})

test_as_in_torch = both(__name__, case)


def test_a_module_has_its_own_again_even_after_an_error():
    m = nn.Linear(2, 1)
    before = dict(m.named_parameters())
    with pytest.raises(RuntimeError):
        functional_call(m, {"weight": minigrad.ones(3, 3)}, minigrad.ones(2))
    assert all(x is before[name] for name, x in m.named_parameters())
