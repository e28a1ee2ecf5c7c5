import minigrad
from minigrad import nn
from tests.nn.twins import both, cases

case = cases()

GIVEN = {
    "repr": "[str(m) for m in (nn.ReLU(), nn.ReLU(inplace=True), nn.Tanh(), nn.Sigmoid(), "
    "nn.Softmax(dim=1), nn.Softmax(), nn.LogSoftmax(dim=-1))]",
    "relu": "nn.ReLU()(x)",
    "tanh": "nn.Tanh()(x)",
    "sigmoid": "nn.Sigmoid()(x)",
    "repr_of_bends": "[str(m) for m in (nn.LeakyReLU(), nn.LeakyReLU(0.2, True), nn.ELU(), "
    "nn.ELU(2, inplace=True), nn.GELU(), nn.GELU('tanh'), nn.SiLU(), nn.SiLU(True), nn.Softplus(), "
    "nn.Softplus(2, 5))]",
    "leaky_relu": "nn.LeakyReLU()(x), nn.LeakyReLU(0.5)(x), nn.LeakyReLU(0.5, True)(x.detach())",
    "elu": "nn.ELU()(x), nn.ELU(alpha=2.0)(x), nn.ELU(inplace=True)(x.detach())",
    "gelu": "nn.GELU()(x), nn.GELU(approximate='tanh')(x)",
    "silu": "nn.SiLU()(x), nn.SiLU(inplace=True)(x * 1)",
    "softplus": "nn.Softplus()(x), nn.Softplus(2.0, 1.0)(x), nn.Softplus(beta=3)(x)",
    "softmax": "nn.Softmax(dim=1)(x)",
    "softmax_without_dim": "nn.Softmax()(x)",
    "log_softmax": "nn.LogSoftmax(dim=0)(x)",
    "log_softmax_without_dim": "nn.LogSoftmax()(x)",
    "relu_in_place_on_a_leaf": "nn.ReLU(inplace=True)(x)",
    "repr_of_more": "[str(m) for m in (nn.Mish(), nn.Mish(True), nn.Hardswish(), nn.Hardtanh(), "
    "nn.Hardtanh(-2, 3.0, True), nn.LogSigmoid(), nn.Softsign(), nn.Softmin(1))]",
    "more": "[m(x) for m in (nn.Mish(), nn.Hardswish(), nn.Hardtanh(-0.5, 0.5), "
    "nn.Softsign(), nn.Softmin(1), nn.Mish())], nn.Hardswish(True)(x * 1)",
    "prelu": "nn.PReLU()(x), nn.PReLU(3, init=0.5)(x), nn.PReLU(3).state_dict()",
    "repr_of_prelu": "str(nn.PReLU()), str(nn.PReLU(3, 0.1))",
    "log_sigmoid": "nn.LogSigmoid()(x).detach()",
    "repr_of_the_rest": "[str(m) for m in (nn.SELU(), nn.SELU(True), nn.CELU(), "
    "nn.CELU(2.0, True), nn.GLU(), nn.GLU(1), nn.ReLU6(), nn.ReLU6(True), nn.Hardsigmoid(), "
    "nn.Hardsigmoid(True), nn.Softshrink(), nn.Hardshrink(1), nn.Tanhshrink(), "
    "nn.Threshold(1, 2.0), nn.Threshold(1, 2, True), nn.Softmax2d())]",
    "the_rest": "[m(x * 4) for m in (nn.SELU(), nn.CELU(), nn.CELU(2.0), nn.GLU(0), "
    "nn.ReLU6(), nn.ReLU6(True), nn.Hardsigmoid(), nn.Softshrink(0.2), nn.Hardshrink(), "
    "nn.Tanhshrink(), nn.Threshold(0.1, 20.0))]",
    "softmax_of_channels": "nn.Softmax2d()(x.view(2, 3, 1)), nn.Softmax2d()(x.view(1, 2, 3, 1))",
    "softmax_of_no_picture": "nn.Softmax2d()(x)",
    "relu6_is_a_hardtanh": "isinstance(nn.ReLU6(), nn.Hardtanh), nn.ReLU6().max_val",
    "no_parameters": "[len(list(m.parameters())) for m in (nn.ReLU(), nn.Softmax(1))]",
}


def expression(code):
    def one(lib):
        return eval(code, {"nn": lib.nn, "x": lib.randn(2, 3, requires_grad=True)})

    return one


case.all.update({name: expression(code) for name, code in GIVEN.items()})


@case
def gradients(lib):
    grads = []
    for module in (lib.nn.ReLU(), lib.nn.Tanh(), lib.nn.Sigmoid(), lib.nn.Softmax(1)):
        x = lib.randn(2, 3, requires_grad=True)
        module(x).pow(2).sum().backward()
        grads.append(x.grad)
    return grads


test_activation_as_in_torch = both(__name__, case)


def test_in_place_writes_over_the_input():
    x = minigrad.tensor([-1.0, 2.0])
    assert nn.ReLU(inplace=True)(x) is x
    assert x.tolist() == [0.0, 2.0]
