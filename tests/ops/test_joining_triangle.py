import numpy as np

import minigrad
from tests.ops.expressions import exactly_as_torch

test_as_torch = exactly_as_torch("""
torch.tril(m, 1.5)
torch.triu(m, 1.5)
torch.triu(m, True)
torch.tril(m, 'a')
torch.triu(m, torch.tensor(1))
torch.diag(f), torch.diag(i,1), torch.diag(f,-2), i.diag(), torch.diag(m), m.diag(1), m.diag(-9)
torch.diag(n)
torch.diag(s)
grads(lambda x: torch.diag(x,1),[1.,2.]), grads(torch.diag,[[1.,2.],[3.,4.]])
torch.tril(m)
torch.tril(m,1)
torch.tril(m,diagonal=-1)
torch.tril(m,diagonal=9)
torch.tril(n)
torch.triu(n,1)
torch.tril(f)
torch.triu(f)
torch.triu(s)
torch.tril(m>3)
torch.tril(3)
torch.triu(w).grad_fn
(w*1).tril_().grad_fn
f.tril_()
torch.diagonal(m)
torch.diagonal(m,1)
torch.diagonal(m,-1)
torch.diagonal(m,9)
torch.diagonal(m,-9)
torch.diagonal(n,0,1,2)
torch.diagonal(n,offset=1,dim1=2,dim2=0)
torch.diagonal(n,offset=1,dim1=-1,dim2=0)
torch.diagonal(n,0,1,3)
torch.diagonal(f)
m.diagonal()._is_view(),m.diagonal().stride(),m.diagonal(9).shape
w.diagonal().grad_fn
(w*1).diagonal().fill_(3).grad_fn
n.permute(2, 0, 1).tril(1)[3], m.t().triu()
""")


def test_a_diagonal_is_a_view_that_can_be_written_to():
    x = minigrad.zeros(2, 3)
    x.diagonal(1).fill_(5)
    assert x.tolist() == [[0, 5, 0], [0, 0, 5]]
    x.t().diagonal(-1)[0] = 7
    assert x.tolist() == [[0, 7, 0], [0, 0, 5]]
    assert x._version == 2


def test_a_write_into_a_diagonal_is_recorded():
    x = minigrad.ones(2, 2, requires_grad=True)
    y = x * 3
    y.diagonal().mul_(x[0])
    y.sum().backward()
    assert x.grad.tolist() == [[6.0, 6.0], [3.0, 3.0]]


def test_a_diagonal_of_memory_in_another_order():
    x = minigrad.arange(24).reshape(2, 3, 4).permute(2, 0, 1)[:, :, ::2]
    for where in ((0, 0, 2), (-1, -1, 0), (1, 1, 0), (-2, 0, 1)):
        assert x.diagonal(*where).tolist() == np.diagonal(x.numpy(), *where).tolist()
