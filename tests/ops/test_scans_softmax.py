import numpy as np
import pytest

import minigrad
from tests.nn.twins import both, cases
from tests.ops.expressions import as_torch

case = cases()

GIVEN = {
    "softmax_rows": "lib.softmax(x, 1)",
    "softmax_columns": "x.softmax(0)",
    "softmax_from_behind": "lib.softmax(x, dim=-2)",
    "softmax_number": "lib.softmax(lib.tensor(3.0), 0)",
    "softmax_nothing": "lib.softmax(lib.zeros(0, 3), 0)",
    "softmax_no_classes": "lib.softmax(lib.zeros(2, 0), 1)",
    "softmax_cube": "lib.softmax(lib.randn(2, 3, 4), 1)",
    "softmax_large": "lib.softmax(lib.tensor([1000.0, 0.0, -1000.0]), 0)",
    "softmax_masked": "lib.softmax(lib.tensor([-float('inf'), 0.0]), 0)",
    "softmax_all_masked": "lib.softmax(lib.tensor([-float('inf')] * 2), 0)",
    "softmax_infinite": "lib.softmax(lib.tensor([float('inf'), 0.0]), 0)",
    "softmax_double": "x.double().softmax(1)",
    "softmax_whole_numbers": "lib.softmax(lib.tensor([1, 2]), 0)",
    "softmax_bools": "lib.softmax(lib.tensor([True, False]), 0)",
    "softmax_no_such_dim": "lib.softmax(x, 2)",
    "log_softmax_rows": "lib.log_softmax(x, 1)",
    "log_softmax_columns": "x.log_softmax(0)",
    "log_softmax_number": "lib.log_softmax(lib.tensor(3.0), 0)",
    "log_softmax_nothing": "lib.log_softmax(lib.zeros(0, 3), 1)",
    "log_softmax_large": "lib.log_softmax(lib.tensor([1000.0, 0.0, -1000.0]), 0)",
    "log_softmax_masked": "lib.log_softmax(lib.tensor([-float('inf'), 0.0]), 0)",
    "log_softmax_whole_numbers": "lib.log_softmax(lib.tensor([[1, 2]]), 1)",
    "log_softmax_no_such_dim": "lib.log_softmax(x, -3)",
    "saved": "lib.softmax(x, 1).grad_fn._saved_result",
    "saved_log": "lib.log_softmax(x, 1).grad_fn._saved_result",
}


def expression(code):
    def one(lib):
        return eval(code, {"lib": lib, "x": lib.randn(2, 3, requires_grad=True)})

    return one


case.all.update({name: expression(code) for name, code in GIVEN.items()})


def slope(name, dim):
    def one(lib):
        x = lib.randn(3, 4, requires_grad=True)
        getattr(lib, name)(x, dim).pow(2).sum().backward()
        return x.grad

    return one


def again(name):
    def one(lib):
        y = getattr(lib, name)(lib.randn(3, requires_grad=True), 0).sum()
        y.backward()
        y.backward()

    return one


for name in ("softmax", "log_softmax"):
    case.all.update({f"slope_of_{name}_{dim}": slope(name, dim) for dim in (0, 1)})
    case.all[f"{name}_twice"] = again(name)

test_softmax_as_in_torch = both(__name__, case)


@pytest.mark.parametrize("name", ["softmax", "log_softmax"])
def test_second_derivatives_are_torchs(name):
    torch = pytest.importorskip("torch")
    results = []
    for lib in (minigrad, torch):
        lib.manual_seed(0)
        x = lib.randn(3, 4, dtype=lib.float64, requires_grad=True)
        value = (getattr(lib, name)(x, 1) ** 3).sum()
        (first,) = lib.autograd.grad(value, x, create_graph=True)
        results.append(lib.autograd.grad((first**2).sum(), x)[0].tolist())
    np.testing.assert_allclose(*results, rtol=1e-10)


def test_what_it_is_made_of():
    x = minigrad.randn(5, 7, dtype=minigrad.float64)
    p = minigrad.softmax(x, 1)
    np.testing.assert_allclose(p.sum(1).numpy(), np.ones(5), rtol=1e-15)
    np.testing.assert_allclose(minigrad.log_softmax(x, 1).exp().numpy(), p.numpy(), rtol=1e-12)
    np.testing.assert_allclose(minigrad.softmax(x + 100, 1).numpy(), p.numpy(), rtol=1e-10)


def test_the_input_is_not_written_to():
    x = minigrad.randn(2, 3)
    before = x.tolist()
    minigrad.softmax(x, 1), minigrad.log_softmax(x, 1)
    assert x.tolist() == before


test_as_torch = as_torch("""
m.softmax(0), torch.softmax(m, dim=-1), m.log_softmax(0)
torch.log_softmax(m, dim=-1), torch.softmax(s, 0), e.softmax(0), e.softmax(1)
torch.softmax(torch.tensor([-inf, -inf]), 0), torch.log_softmax(torch.tensor([inf, 1.]), 0)
torch.softmax(torch.tensor([nan, 1.]), 0)
i.softmax(0)
b.log_softmax(0)
m.softmax(2)
torch.softmax([1.0], 0)
curves(lambda x: x.softmax(0), [1., 2., -3.])
curves(lambda x: x.softmax(1), [[1., 2., -3.], [0., 0., 700.]])
curves(lambda x: x.softmax(0), 2.)
curves(lambda x: x.log_softmax(0), [1., 2., -3.])
curves(lambda x: x.log_softmax(1), [[1., 2., -3.], [0., 0., 700.]])
curves(lambda x: x.log_softmax(0), 2.)
# the logarithm of the sum
m.logsumexp(0), m.logsumexp(-1, True), m.logsumexp((0, 1)), torch.logsumexp(m, [1]), s.logsumexp(0)
m.logsumexp(dim=(0,), keepdim=True), m.logsumexp((), True), n.logsumexp((0, -1))
e.logsumexp(0), e.logsumexp(1), e.logsumexp((0, 1)), i8.logsumexp(0)
b.logsumexp(0), s.logsumexp(())
torch.tensor([inf, 1.]).logsumexp(0), torch.tensor([-inf, -inf]).logsumexp(0)
torch.tensor([inf, -inf]).logsumexp(0), torch.tensor([nan, 1.]).logsumexp(0)
torch.tensor([1000., 1000.]).logsumexp(0), torch.tensor([-1000., -1001.]).logsumexp(0)
m.logsumexp(2)
m.logsumexp((0, 0))
torch.logsumexp([1.0], 0)
grads(lambda x: x.logsumexp(0), [-inf, -inf])
grads(lambda x: x.logsumexp(0), [inf, 1.0])
grads(lambda x: x.logsumexp(0), [nan, 1.0])
grads(lambda x: x.logsumexp(1), [[1000.0, 999.0], [-1000.0, 0.0]])
grads(lambda x: x.logsumexp(0), 2.0)
curves(lambda x: x.logsumexp((0, 1)), [[1.0, 2.0], [0.5, -1.0]])
w.logsumexp(1), w.logsumexp(1).grad_fn._saved_result, w.logsumexp((0, 1)).grad_fn._saved_self
F.softmax(m.t(), 0), F.log_softmax(m.t(), 1)
w.logsumexp(np.int64(0)), torch.autograd.grad(w.logsumexp(np.int32(1)), w, f)
""")
