import numpy as np
import pytest

from minigrad.ops.layout import copied, empty_as, in_memory, laid_as, packed
from tests.ops.expressions import as_torch

test_as_torch = as_torch("""
# in order, whatever was reduced
x = n.permute(2, 0, 1); [torch.amax(x, k).stride() for k in range(3)], x.amin((0, 2)).stride()
x = n.permute(2, 0, 1); [torch.all(x, k).stride() for k in range(3)], x.any(1).stride()
x = n.permute(2, 0, 1).float(); [x.logsumexp(k).stride() for k in range(3)]
x = n.permute(2, 0, 1).float(); [x.std(k).stride() for k in range(3)], x.var(1).stride()
x = n.permute(2, 0, 1).float(); [y.stride() for k in range(3) for y in torch.var_mean(x, k)]
x = n.permute(2, 0, 1).float(); [x.norm(dim=k).stride() for k in range(3)]
# steps along dimensions of size one
[m.t().sum(k, True).stride() for k in range(2)], [m.t().mean(k, True).stride() for k in range(2)]
[m.t().amax(k, True).stride() for k in range(2)], [m.t().all(k, True).stride() for k in range(2)]
[m.t().logsumexp(k, True).stride() for k in range(2)], m.t().norm(dim=0, keepdim=True).stride()
[m.t().std(k, keepdim=True).stride() for k in range(2)]
n.permute(2, 0, 1).sum((0, 2), True).stride(), n.sum((0, 1, 2), True).stride()
# where the input's are
m.t().erf().stride(), n.permute(2, 0, 1).erf().stride(), m[:, ::2].erf().stride(), m.t().erf()
torch.arange(600.).reshape(20, 30).t().erf().stride()
f.expand(3, 2).erf().stride(), s.erf().stride()
torch.nn.functional.gelu(m.t()).stride()
torch.nn.functional.gelu(m.t(), approximate="tanh").stride()
[x.stride() for x in m.t().sort()], [x.stride() for x in m.t().sort(0, True)], m.t().sort(1, True)
n.permute(2, 0, 1).argsort(0).stride(), m[:, ::2].argsort().stride(), s.argsort().stride()
[x.stride() for x in n.permute(2, 0, 1).topk(1)]
m.t().index_put((i,), s).stride(), m.t().index_put((i,), s, True).stride(), m.t().index_put((i,), s)
x = torch.autograd.grad(w.index_put((z * 0,), s), w, w.detach().t())[0]; x.stride(), x
torch.nn.functional.one_hot(p.t()).stride()
# where the input is expanded, of any type
f.expand(3,2).double().view(-1), f.expand(3,2).int().stride(), f.expand(3,2).bool().view(6)
x = f.expand(3,2); [y.stride() for y in (x.to(torch.float16), x.to(torch.float32, copy=True))]
x = m.t().expand(2,4,3); x.double().stride(), x.clone().stride(), x.erf().stride()
x = m.t()[:,None].expand(4,2,3); x.double(), x.clone().stride(), x.erf().stride(), x.sort().values
x = torch.ones(3, 4).t()[:, None, :, None].expand(4, 3, 3, 3); x.int().stride(), x.clone().stride()
x = torch.ones(2,1,4).permute(2,0,1).expand(4,2,5); x.half().stride()
s.expand(3, 2).double().stride()
x = w.expand(3, 2, 2).double(); x.stride(), torch.autograd.grad(x.sum(), w)[0].tolist()
""")


@pytest.mark.parametrize("shape", [(), (3,), (1, 3), (3, 1), (2, 1, 3)])
def test_packed_copies_nothing_that_is_in_order(shape):
    x = np.ones(shape)
    assert packed(x).shape == shape
    assert packed(x).strides == np.empty(shape).strides
    assert np.shares_memory(packed(x), x)


def test_packed_puts_in_order_what_is_not():
    x = np.arange(6).reshape(2, 3).T
    assert packed(x).flags.c_contiguous
    np.testing.assert_array_equal(packed(x), x)


def test_laid_as_leaves_the_values_where_the_input_has_them():
    x = np.arange(6.0).reshape(2, 3)
    assert laid_as(x, x + 1).tolist() == (x + 1).tolist()
    assert laid_as(x.T, np.ascontiguousarray(x.T)).strides == x.T.strides
    assert laid_as(x.T, np.arange(6).reshape(3, 2)).tolist() == [[0, 1], [2, 3], [4, 5]]


def test_what_was_expanded_has_no_place_of_its_own():
    x = np.broadcast_to(np.zeros((3, 2)).T[:, None], (2, 4, 3))
    assert in_memory(x) == [2, 1, 0]
    assert empty_as(x, np.int16).strides == (2, 4, 16)
    twin = copied(x, x.dtype)
    assert twin.strides == (8, 16, 64) and twin.flags.writeable
