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
f&1
b&True
b&1
i|1
i^1
1&i
1^i
~u
b^b
b.all()
i.all()
f.all()
f.any()
f.any(0)
b.all(0,True)
torch.all(torch.ones(2,2),dim=1)
u.all()
u.any()
f&f
i&i
i|b
i^i
u==300
u==-1
u<300
i8>-300
f==1e300
# types
pairs(lambda x, y: x == y)
pairs(lambda x, y: x < y)
pairs(lambda x, y: x & y)
pairs(lambda x, y: x | y)
pairs(lambda x, y: x ^ y)
# edges
torch.tensor([nan, 1.0]) == torch.tensor([nan, 1.0]), torch.tensor([nan]) != torch.tensor([nan])
torch.tensor([nan, -inf, -0.0]) < 0, torch.tensor([nan]) >= nan, torch.tensor([-0.0]) == 0.0
(w > 2).requires_grad, (w == w).grad_fn, (w > 2).any().grad_fn, w.all().requires_grad
m.all(), m.any(), m.all(0), m.any(1), m.all(1, keepdim=True), m.any(dim=(0, 1)), n.any((0, 2), True)
m.all(2)
m.all((0, 0))
e.all(), e.any(), e.all(0), e.any(0), e.all(1), s.all(0), s.any(-1), s.all(1)
torch.tensor([nan]).all(), torch.tensor([nan]).any(), u.any(0), i8.all(0)
m == torch.ones(3)
3 > i, 3 >= i, 1 == i, 1 != i, 2 < i, 2 <= i
b & True, False | b, True ^ b, b ^ 1, i & 3, 6 & i
f == np.float64(1.5), f > np.float32(2)
f < None
f == [1.5, 2.5]
""")
