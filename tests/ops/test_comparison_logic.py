from tests.ops.expressions import as_torch

test_as_torch = as_torch("""
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
i&i
i|b
i^i
pairs(lambda x, y: x & y)
pairs(lambda x, y: x | y)
pairs(lambda x, y: x ^ y)
(w > 2).requires_grad, (w == w).grad_fn, (w > 2).any().grad_fn, w.all().requires_grad
m.all(), m.any(), m.all(0), m.any(1), m.all(1, keepdim=True), m.any(dim=(0, 1)), n.any((0, 2), True)
m.all(2)
m.all((0, 0))
e.all(), e.any(), e.all(0), e.any(0), e.all(1), s.all(0), s.any(-1), s.all(1)
b & True, False | b, True ^ b, b ^ 1, i & 3, 6 & i
torch.logical_and(f, i), f.logical_or(i), torch.logical_xor(b, i), torch.logical_or(m > 3, m[0])
torch.logical_and(f, torch.ones(3))
torch.logical_not(torch.tensor([nan, 0., -0.])), torch.logical_not(i), b.logical_not()
torch.logical_and(torch.tensor([nan, inf]), i), torch.logical_xor(w, w).requires_grad
i.bitwise_and_(3), i.bitwise_or_(b), i.bitwise_xor_(i), i.bitwise_not_(), b.bitwise_not_()
b.bitwise_or_(i)
b.bitwise_and_(1)
b.logical_not_(), f.logical_not_(), f.logical_or_(b), i.logical_xor_(f), u.logical_and_(u)
x = i.clone(); x &= 3; x |= 4; x ^= 1; x
x = b.clone(); y = x; x &= True; x |= b; y
x = w * 1; x.logical_not_(); x
torch.tensor([nan]).all(), torch.tensor([nan]).any(), i8.all(0)
b.all(np.int64(0)), p.any(np.int32(1)), torch.all(m, np.int64(-1), True)
""")
