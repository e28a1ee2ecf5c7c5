"""A walk may be recorded and walked in its turn: derivatives of second order and above."""

from tests.autograd.twins import both, cases

case = cases()


@case
def second_and_third_derivatives(lib):
    x = lib.tensor([0.5, 2.0], requires_grad=True)
    y = (x**4 + x.sin() * x.exp()).sum()
    (first,) = lib.autograd.grad(y, x, create_graph=True)
    (second,) = lib.autograd.grad(first.sum(), x, create_graph=True)
    (third,) = lib.autograd.grad((second * second).sum(), x)
    return first.detach(), second.detach(), third


@case
def derivatives_of_a_gradient_penalty(lib):
    w, b = lib.full((2, 2), 0.3, requires_grad=True), lib.zeros(2, requires_grad=True)
    x = lib.tensor([[1.0, -2.0], [0.5, 3.0]], requires_grad=True)
    out = lib.cat([(x @ w + b).tanh(), x[:, :1]], 1).softmax(1)[:, 0].sum()
    (slope,) = lib.autograd.grad(out, x, create_graph=True)
    ((slope * slope).sum() + out).backward()
    return w.grad, b.grad, x.grad


test_engine_as_in_torch = both(__name__, case)
