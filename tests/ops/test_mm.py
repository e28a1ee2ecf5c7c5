import pytest

import minigrad
from tests.ops.expressions import exactly_as_torch

test_as_torch = exactly_as_torch("""
torch.mm(m,m.t())
torch.mm(m,f)
torch.mm(f,m)
torch.mm(m,m)
torch.mm(m,2)
torch.mm(2,m)
torch.mm(n,m)
torch.mm(m,torch.ones(4,2,dtype=torch.float64))
torch.mm(m.bool(),m.t().bool())
m.mm(m.t())
(w*1).mm(w.t()).grad_fn
""")


def of_both(lib, first, second):
    """The gradients of both operands of a product, as leaves and as hooks see them."""
    x, y = lib.ones(5, 3, requires_grad=True), lib.ones(3, 4, requires_grad=True)
    if first:
        x = lib.ones(3, 5, requires_grad=True).t()
    if second:
        y = lib.ones(4, 3, requires_grad=True).t()
    g = lib.ones(5, 4, requires_grad=True)
    for product in (lib.mm, lambda a, b: lib.addmm(lib.ones(4), a, b, beta=3)):
        for grad in lib.autograd.grad(product(x * 1 if not first else x, y), (x, y), g * 1):
            yield grad.stride(), grad.tolist()
        for grad in lib.autograd.grad(product(x, y), (x, y), g * 1, create_graph=True):
            yield grad.stride(), grad.grad_fn.name(), grad.grad_fn.next_functions[0][0].name()


@pytest.mark.parametrize("first", [False, True])
@pytest.mark.parametrize("second", [False, True])
def test_a_gradient_lies_in_memory_as_its_matrix_live(first, second):
    torch = pytest.importorskip("torch", reason="its gradients are what these are compared with")
    assert [*of_both(minigrad, first, second)] == [*of_both(torch, first, second)]


def test_the_gradient_of_a_linear_layer_is_not_turned_again():
    weight = minigrad.ones(4, 3, requires_grad=True)
    seen = []
    weight.register_hook(lambda grad: seen.append(grad.is_contiguous()))
    minigrad.nn.functional.linear(minigrad.ones(5, 3), weight).sum().backward()
    assert seen == [True]
