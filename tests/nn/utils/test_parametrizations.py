from tests.nn.slopes import numbers
from tests.nn.twins import both, cases

case = cases()

MADE = {
    "weight_norm": "ps.weight_norm(nn.Linear(4, 3))",
    "weight_norm_all_as_one": "ps.weight_norm(nn.Linear(4, 3), dim=None)",
    "spectral_norm": "ps.spectral_norm(nn.Linear(4, 3))",
    "spectral_norm_in_steps": "ps.spectral_norm(nn.Linear(4, 3), n_power_iterations=3)",
    "spectral_norm_along_another": "ps.spectral_norm(nn.Linear(4, 3), dim=1)",
    "spectral_norm_of_a_vector": "ps.spectral_norm(nn.Linear(4, 3), 'bias')",
}
GIVEN = {
    "text": f"[str(m) for m in ({', '.join(MADE.values())})]",
    "assigned": "[m := ps.weight_norm(nn.Linear(2, 2)), setattr(m, 'weight', lib.eye(2)), "
    "m.state_dict(), m.weight.detach()][2:]",
    "of_nothing": "ps.weight_norm(nn.Linear(2, 2), 'foo')",
    "spectral_norm_of_nothing": "ps.spectral_norm(nn.Linear(2, 2), 'foo')",
    "of_a_convolution": "ps.spectral_norm(nn.Conv2d(2, 3, 2)).state_dict()",
    "of_a_transposed_convolution": "ps.spectral_norm(nn.ConvTranspose2d(2, 3, 2))"
    ".parametrizations.weight[0]._u.shape",
}


def trained(code):
    """Results in training and after it, gradients, and the state."""

    def one(lib):
        m = eval(code, {"ps": lib.nn.utils.parametrizations, "nn": lib.nn})
        y = m(lib.ones(2, 4))
        (y**2).sum().backward()
        grads = {name: p.grad for name, p in m.named_parameters()}
        return y, grads, m.eval()(lib.ones(2, 4)), m.state_dict()

    return numbers(one)


def expression(code):
    def one(lib):
        return eval(code, {"lib": lib, "nn": lib.nn, "ps": lib.nn.utils.parametrizations})

    return one


case.all.update({name: trained(code) for name, code in MADE.items()})
case.all.update({name: expression(code) for name, code in GIVEN.items()})

test_as_in_torch = both(__name__, case)
