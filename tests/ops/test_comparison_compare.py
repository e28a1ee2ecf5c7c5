from tests.ops.expressions import as_torch

test_as_torch = as_torch("""
torch.allclose(f, f.double())
torch.isclose(f, d)
torch.isclose(i, f)
torch.allclose(h, f)
torch.greater(m,3), f.less(2), torch.not_equal(i,1), i.less_equal(i), torch.greater_equal(f,s)
torch.isin(n,torch.tensor([2,5,23])), torch.isin(i,2), torch.isin(2,i), torch.isin(f,f,invert=True)
(i==2.5)
(i==i8)
i<f
b==1
b<True
f=='a'
f==None
f!=None
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
f == [1.5, 2.5]
torch.isnan(i), torch.isinf(b), torch.isfinite(u), torch.isnan(s), torch.isfinite(s)
torch.isnan(torch.tensor([nan, inf, 1.0])), torch.isinf(torch.tensor([nan, inf, -inf, 1.0]))
torch.isfinite(torch.tensor([nan, inf, 1.0])), torch.isinf(torch.tensor(65520.0).half())
torch.isnan(w).requires_grad, torch.isclose(w, w).requires_grad
torch.isclose(i, i + 1, atol=1), torch.isclose(i, i, rtol=0.5), torch.isclose(b, b)
torch.isclose(torch.tensor([inf, inf, -inf, nan]), torch.tensor([inf, 1., inf, nan]))
torch.isclose(torch.tensor([nan]), torch.tensor([nan]), equal_nan=True)
torch.isclose(i, i, equal_nan=True), torch.isclose(m, m[0]), f.isclose(f + 0.1, 0.2)
torch.isclose(torch.tensor([1, 200], dtype=torch.uint8), torch.tensor([2, 100], dtype=torch.uint8))
torch.isclose(f, torch.ones(3))
torch.allclose(f, f + 1e-9), f.allclose(f), torch.allclose(f, f + 1), torch.allclose(e, e)
x = torch.tensor([nan, inf]); torch.isclose(x, x, 0, 0, True), torch.isclose(i, i, 0, 0)
torch.allclose(torch.tensor([nan]), torch.tensor([nan]), equal_nan=True), torch.allclose(f, f, 0, 0)
torch.equal(f, d), torch.equal(f, i), torch.equal(f, torch.ones(3)), torch.equal(f, f), f.equal(f)
torch.equal(torch.tensor([nan]), torch.tensor([nan])), torch.equal(i, i8)
x = torch.tensor([nan]); torch.equal(x, x)
torch.equal(torch.zeros(0), torch.zeros(0, 3)), torch.equal(torch.zeros(0), torch.zeros(0).long())
f.eq(2), f.gt(other=2), f.le(i)
""")
