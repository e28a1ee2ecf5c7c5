from tests.ops.expressions import as_torch

test_as_torch = as_torch("""
(i==2.5)
(i==i8)
i<f
b==1
b<True
f=='a'
f<'a'
f==None
f!=None
torch.eq(f,'a')
torch.eq(1,f)
1<f
torch.lt(f,torch.tensor([1,2,3]))
u==300
u==-1
u<300
i8>-300
f==1e300
# types
pairs(lambda x, y: x == y)
pairs(lambda x, y: x < y)
# edges
torch.tensor([nan, 1.0]) == torch.tensor([nan, 1.0]), torch.tensor([nan]) != torch.tensor([nan])
torch.tensor([nan, -inf, -0.0]) < 0, torch.tensor([nan]) >= nan, torch.tensor([-0.0]) == 0.0
m == torch.ones(3)
3 > i, 3 >= i, 1 == i, 1 != i, 2 < i, 2 <= i
f == np.float64(1.5), f > np.float32(2)
f < None
f == [1.5, 2.5]
torch.isnan(1.)
torch.isnan(i), torch.isinf(b), torch.isfinite(u), torch.isnan(s), torch.isfinite(s)
torch.isnan(torch.tensor([nan, inf, 1.0])), torch.isinf(torch.tensor([nan, inf, -inf, 1.0]))
torch.isfinite(torch.tensor([nan, inf, 1.0])), torch.isinf(torch.tensor(65520.0).half())
torch.isnan(w).requires_grad, torch.isclose(w, w).requires_grad
torch.isclose(f, d)
torch.isclose(f, f, rtol=-1)
torch.isclose(f, f, atol=-0.5)
torch.isclose(f, 1.5)
f.isclose(1.5)
torch.isclose(i, i + 1, atol=1), torch.isclose(i, i, rtol=0.5), torch.isclose(b, b)
torch.isclose(torch.tensor([inf, inf, -inf, nan]), torch.tensor([inf, 1., inf, nan]))
torch.isclose(torch.tensor([nan]), torch.tensor([nan]), equal_nan=True)
torch.isclose(i, i, equal_nan=True), torch.isclose(m, m[0]), f.isclose(f + 0.1, 0.2)
torch.isclose(torch.tensor([1, 200], dtype=torch.uint8), torch.tensor([2, 100], dtype=torch.uint8))
torch.isclose(f, torch.ones(3))
torch.allclose(f, f + 1e-9), f.allclose(f), torch.allclose(f, f + 1), torch.allclose(e, e)
torch.allclose(f, d)
torch.allclose(f, 1.5)
x = torch.tensor([2**60]); torch.isclose(x + 1, x, 0, 0), torch.allclose(x + 1, x, rtol=0, atol=0)
x = torch.tensor([nan, inf]); torch.isclose(x, x, 0, 0, True), torch.isclose(i, i, 0, 0)
torch.allclose(torch.tensor([nan]), torch.tensor([nan]), equal_nan=True), torch.allclose(f, f, 0, 0)
torch.equal(f, d), torch.equal(f, i), torch.equal(f, torch.ones(3)), torch.equal(f, f), f.equal(f)
torch.equal(torch.tensor([nan]), torch.tensor([nan])), torch.equal(i, i8)
x = torch.tensor([nan]); torch.equal(x, x)
torch.equal(torch.zeros(0), torch.zeros(0, 3)), torch.equal(torch.zeros(0), torch.zeros(0).long())
torch.equal(f, 1.5)
f.equal(1.5)
b.eq_(1), i.eq_(1.5), f.eq_(i), u.lt_(300), u.ge_(-1), i8.gt_(i), d.ne_(f), b.le_(b)
f.eq_('a')
f.lt_(None)
f.eq_(torch.ones(3))
f.eq_(torch.ones(2, 2))
w.eq_(1)
x = w * 1; x.gt_(2.5); x
x = w * 1; x.gt_(w); x
x = w * 1; x.le_(2.5).sum().backward(); w.grad
x = w * 3; x.ge_(w).sum().backward(); w.grad
torch.eq(1,f)
torch.lt(1,2)
torch.ge('a',f)
f.eq('a')
f.ne(None)
f.lt([])
f.eq(2), f.gt(other=2), f.le(i)
""")
