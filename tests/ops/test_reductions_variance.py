import warnings

import pytest

import minigrad
from tests.ops.expressions import as_torch

test_as_torch = as_torch("""
m.var(), m.var(0), m.var(0, True), m.var(0, False), m.var(True), m.var(False), m.var((0, 1))
m.var(unbiased=False), m.var(dim=0, unbiased=False, keepdim=True), m.var(1, False, True)
m.var(0, correction=0), m.var(correction=2), m.var((0, 1), correction=3), m.var(correction=1.5)
m.var(None), m.var(()), m.var(dim=None, correction=1), torch.var(m, 0, keepdim=True)
m.var(correction=12), m.var(correction=13), torch.var(m, keepdim=True), m.var([0], correction=0)
m.std(), m.std(0), m.std(1, unbiased=True, keepdim=True), torch.std(m, False), torch.std(m, (0,))
torch.std(m, dim=0, correction=0), torch.std(input=m, dim=-1), m.std(1, False, True)
torch.full((4,), 60000.0, dtype=torch.float16).var(), (torch.arange(4.) + 1e6).var()
torch.tensor([1., nan]).var(), torch.tensor([1., inf]).std()
i.var()
b.std()
m.var(2)
m.std((0, -2))
m.var('a')
m.var(0.5)
# gradients
grads(torch.var, [1.0, 2.0, 6.0])
grads(lambda x: x.var(0), [[1.0, 2.0], [4.0, 2.0]])
grads(lambda x: x.var((0, 1), keepdim=True), [[1.0, 2.0], [4.0, 2.0]])
grads(lambda x: x.var(0, correction=2), [1.0, 2.0])
grads(torch.var, [1.0])
grads(torch.var, 1.0)
grads(torch.var, [])
grads(torch.std, [2.0, 2.0, 2.0])
grads(lambda x: x.std(1), [[2.0, 2.0], [1.0, 3.0]])
grads(torch.std, [2.0])
curves(torch.std, [1.0, 2.0, 6.0])
w.var(), w.std(0), w.std().grad_fn._saved_result
w.std(1).sum().backward(); w.grad.dtype
[torch.autograd.grad(x, w, f)[0] for x in (w.std(np.int64(0)), w.var(np.int32(1)))]
x = w.std(correction=np.float64(0.5)); x = torch.autograd.grad(x, w, create_graph=True)[0];
    x.dtype, torch.autograd.grad(x[0, 0], w)[0].dtype
""")


@pytest.mark.parametrize("name", ["var", "std"])
def test_too_few_elements_warn_where_the_user_called(name):
    x = minigrad.ones(1)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        getattr(minigrad, name)(x)
    (warned,) = caught
    assert str(warned.message).startswith(f"{name}(): degrees of freedom is <= 0.")
    assert warned.filename == __file__


def test_over_no_dimension_the_gradient_is_that_over_all():
    """PyTorch 2.13 divides by 1 instead of n there: its gradient is n times too large."""
    x = minigrad.tensor([1.0, 2.0, 6.0], requires_grad=True)
    (all_,) = minigrad.autograd.grad(x.var(), x)
    (none,) = minigrad.autograd.grad(x.var(()), x)
    assert none.tolist() == all_.tolist() == [-2.0, -1.0, 3.0]
