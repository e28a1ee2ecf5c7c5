from tests.nn.slopes import numbers
from tests.nn.twins import both, cases

case = cases()

MADE = {
    "linear": "u.weight_norm(nn.Linear(3, 2))",
    "all_as_one": "u.weight_norm(nn.Linear(3, 2), dim=None)",
    "along_another": "u.weight_norm(nn.Linear(3, 2), dim=1)",
    "of_the_bias": "u.weight_norm(nn.Linear(3, 2), 'bias')",
}
GIVEN = {
    "its_names": "[list(m.state_dict()), str(m), type(m.weight) is lib.Tensor]",
    "its_values": "m.state_dict(), m.weight.detach()",
    "of_a_convolution": "u.weight_norm(nn.Conv2d(2, 3, 2)).weight_g.shape",
    "of_a_recurrent_layer": "u.weight_norm(nn.LSTM(3, 2), 'weight_hh_l0')(lib.ones(1, 3))[0]"
    ".detach()",
    "twice": "u.weight_norm(m)",
    "of_nothing": "u.weight_norm(nn.Linear(3, 2), 'foo')",
    "removed": "u.remove_weight_norm(m), list(m.state_dict()), m.weight, m(lib.ones(3)).detach()",
    "removed_twice": "u.remove_weight_norm(u.remove_weight_norm(m))",
    "changed": "m.weight_g.data.mul_(2), m(lib.ones(3)).detach(), m.weight.detach()",
}


def trained(code):
    def one(lib):
        m = eval(code, {"u": lib.nn.utils, "nn": lib.nn})
        y = m(lib.ones(2, 3))
        (y**2).sum().backward()
        return y, {name: p.grad for name, p in m.named_parameters()}

    return numbers(one)


def expression(code):
    def one(lib):
        m = lib.nn.utils.weight_norm(lib.nn.Linear(3, 2))
        return eval(code, {"lib": lib, "nn": lib.nn, "u": lib.nn.utils, "m": m})

    return one


case.all.update({name: trained(code) for name, code in MADE.items()})
case.all.update({name: expression(code) for name, code in GIVEN.items()})

test_as_in_torch = both(__name__, case)
