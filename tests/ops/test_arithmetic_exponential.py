import numpy as np

import minigrad
from tests.ops.expressions import as_torch

test_as_torch = as_torch("""
torch.log10(torch.tensor([1.,10.,1000.,-1.,0.])), torch.log2(torch.tensor([1.,8.,.125,-1.,0.]))
torch.log10(i), i.log2(), (w*1).log10_(), (w*1).log2_()
torch.exp(i)
i.exp_()
w.exp_()
torch.exp(torch.tensor(1000.)), torch.exp(torch.tensor(-1000.))
torch.log(torch.tensor(0.)), torch.log(torch.tensor(-1.)), torch.log(torch.tensor(0))
torch.expm1(u), torch.expm1(b), torch.expm1(h)
torch.expm1(torch.tensor([nan, inf, -inf, -0.0, 1e-10]))
torch.log1p(torch.tensor([nan, inf, -1.0, -2.0, -0.0, 1e-10]))
torch.log1p(i), torch.log1p(b)
i.expm1_()
i.log1p_()
x = h.clone(); x.log1p_(); x
# edges
grads(torch.log, [0.0, 2.0, -1.0, inf])
grads(torch.exp, [0.0, 1000.0, -1000.0])
grads(torch.expm1, [0.0, 1000.0, -1000.0])
grads(torch.log1p, [0.0, -1.0, inf])
seconds(torch.expm1, [0.0, 1.0])
seconds(torch.log1p, [0.0, 1.0])
x = w * 1; x.exp_().sum().backward(); w.grad
x = w * 0.5; x.expm1_().sum().backward(); w.grad
""")


def test_near_zero_no_digit_is_lost():
    x = minigrad.tensor([1e-12, -3e-17], dtype=minigrad.float64)
    assert minigrad.expm1(x).tolist() == [1.0000000000005e-12, -3e-17]
    assert minigrad.log1p(x).tolist() == [9.999999999995e-13, -3e-17]
    assert minigrad.exp(x)[1] - 1 == 0  # where the plain way has lost them all
    np.testing.assert_allclose(minigrad.log1p(minigrad.expm1(x)).numpy(), x.numpy(), rtol=1e-15)
