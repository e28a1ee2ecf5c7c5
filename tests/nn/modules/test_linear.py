import numpy as np
import pytest

import minigrad
from minigrad import nn
from tests.nn.twins import both, cases

case = cases()

GIVEN = {
    "repr": "[str(nn.Linear(3, 2)), str(nn.Linear(3, 2, bias=False)), str(nn.Identity(3, a=4))]",
    "identity": "nn.Identity('anything', goes=1)(lib.ones(2))",
    "double": "nn.Linear(2, 2, dtype=lib.float64).weight",
    "on_the_cpu": "str(nn.Linear(2, 2, device='cpu').weight.device)",
    "of_the_wrong_width": "nn.Linear(3, 4)(lib.ones(2, 5))",
    "of_one_row_too_flat": "nn.Linear(3, 4)(lib.ones(4))",
    "bias_is_none": "[nn.Linear(2, 2, bias=False).bias, list(nn.Linear(2, 2, False).state_dict())]",
    "parameters": "[type(p).__name__ for p in nn.Linear(2, 2).parameters()]",
}


def expression(code):
    def one(lib):
        return eval(code, {"lib": lib, "nn": lib.nn})

    return one


case.all.update({name: expression(code) for name, code in GIVEN.items()})


@case
def reset(lib):
    layer = lib.nn.Linear(2, 3)
    layer.reset_parameters()
    return layer.weight, layer.bias


@case
def forward_and_back(lib):
    layer, x = lib.nn.Linear(4, 3), lib.randn(5, 4, requires_grad=True)
    y = layer(x)
    (y * y).mean().backward()
    return y, x.grad, layer.weight.grad, layer.bias.grad


@case
def bilinear(lib):
    drawn = [lib.nn.Bilinear(2, 3, 4), lib.nn.Bilinear(2, 3, 1, bias=False)]
    x, y = lib.randn(5, 2, requires_grad=True), lib.randn(5, 3, requires_grad=True)
    told = []
    for layer in drawn:
        z = layer(x, y)
        (z * z * z).sum().backward()
        told.append([str(layer), z.detach(), [p.grad for p in layer.parameters()]])
    of_vectors = drawn[0](x[0], y[0]).detach()
    return told, of_vectors, x.grad, y.grad, [layer.state_dict() for layer in drawn]


@case
def paths(lib):
    return lib.nn.modules.Linear is lib.nn.modules.linear.Linear is lib.nn.Linear


test_linear_as_in_torch = both(__name__, case)

# The first weights that torch 2.13 draws after manual_seed(0).
FIRST = [
    ((3, 2), [-0.004322517663240433, 0.3097158372402191, -0.4751853346824646]),
    ((64, 128), [-0.0009358525276184082, 0.06705544888973236, -0.10288064181804657]),
]


@pytest.mark.parametrize(("sizes", "expected"), FIRST)
def test_the_weights_are_torchs(sizes, expected):
    minigrad.manual_seed(0)
    assert nn.Linear(*sizes).weight.flatten()[:3].tolist() == pytest.approx(expected)


@pytest.mark.parametrize("sizes", [(1, 1), (3, 2), (64, 128), (128, 128), (100, 7), (7, 1000)])
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_the_weights_are_torchs_live(sizes, dtype):
    torch = pytest.importorskip("torch")
    drawn = []
    for lib in (minigrad, torch):
        lib.manual_seed(3)
        layers = [lib.nn.Linear(*sizes, dtype=getattr(lib, dtype)) for _ in range(2)]
        drawn.append([p.detach().numpy() for layer in layers for p in layer.parameters()])
    for mine, theirs in zip(*drawn, strict=True):
        np.testing.assert_allclose(mine, theirs, rtol=0, atol=1e-7)


def test_a_width_must_not_be_negative():
    with pytest.raises(RuntimeError, match="negative"):
        nn.Linear(-1, 4)


def test_a_width_must_be_a_whole_number():
    with pytest.raises(TypeError, match=r"2.5|float"):
        nn.Linear(2.5, 4)
