import copy

import minigrad
from minigrad import nn
from minigrad.nn.utils.parametrize import register_parametrization
from tests.nn.twins import both, cases

case = cases()

GIVEN = {
    "symmetric": "register(m, 'weight', Symmetric()), m.weight.detach(), m.state_dict()",
    "its_text": "str(register(m, 'weight', Symmetric())), type(m).__name__",
    "two_in_a_row": "register(register(m, 'weight', Symmetric()), 'weight', Double()), "
    "m.weight.detach()",
    "two_tensors": "register(register(m, 'weight', Double()), 'bias', Double()), "
    "list(m.state_dict())",
    "of_a_buffer": "register(bn, 'running_mean', Double()), bn.running_mean, list(bn.state_dict())",
    "assigned": "register(m, 'weight', Double()), setattr(m, 'weight', lib.eye(2)), m.state_dict()",
    "assigned_without_inverse": "register(m, 'weight', Symmetric()), setattr(m, 'weight', x)",
    "asked": "[p.is_parametrized(m), register(m, 'bias', Double()), p.is_parametrized(m), "
    "p.is_parametrized(m, 'weight'), p.is_parametrized(m, 'bias')]",
    "removed": "register(m, 'weight', Symmetric()), p.remove_parametrizations(m, 'weight'), "
    "m.weight, type(m).__name__",
    "removed_to_the_original": "register(m, 'weight', Symmetric()), "
    "p.remove_parametrizations(m, 'weight', leave_parametrized=False), m.weight",
    "removed_where_there_is_none": "p.remove_parametrizations(m, 'weight')",
    "of_no_tensor": "register(m, 'foo', Double())",
    "of_another_shape": "register(m, 'weight', nn.Flatten(0))",
    "unsafely": "register(m, 'weight', nn.Flatten(0), unsafe=True), m.weight.shape",
}


def expression(code):
    def one(lib):
        class Symmetric(lib.nn.Module):
            def forward(self, x):
                return x.triu() + x.triu(1).transpose(-1, -2)

        class Double(lib.nn.Module):
            def forward(self, x):
                return x * 2

            def right_inverse(self, x):
                return x / 2

        p = lib.nn.utils.parametrize
        names = {"lib": lib, "nn": lib.nn, "p": p, "register": p.register_parametrization}
        names |= {"m": lib.nn.Linear(2, 2), "bn": lib.nn.BatchNorm1d(2), "x": lib.ones(2, 2)}
        return eval(code, names | {"Symmetric": Symmetric, "Double": Double})

    return one


case.all.update({name: expression(code) for name, code in GIVEN.items()})

test_as_in_torch = both(__name__, case)


def test_the_original_is_trained_and_a_copy_is_its_own():
    layer = register_parametrization(nn.Linear(2, 2), "weight", nn.Tanh())
    twin = copy.deepcopy(layer)
    layer(minigrad.ones(2)).sum().backward()
    assert layer.parametrizations.weight.original.grad is not None
    assert twin.parametrizations.weight.original.grad is None
