from tests.ops.expressions import as_torch

test_as_torch = as_torch("""
f.fill_(torch.tensor([1., 2.]))
f.fill_(torch.tensor([1.]))
i.fill_(torch.tensor(1.5))
i8.fill_(300)
u.fill_(-1)
u.fill_(300)
f.fill_(1e300)
h.fill_(1e6)
f.clone(), torch.clone(f)
f.copy_(i)
i.copy_(f)
f.copy_(m)
m.copy_(f)
m.copy_(torch.ones(4))
f.copy_(2.)
f.copy_(s)
f.fill_(2)
f.fill_(s)
i.fill_(2.7)
i.fill_(nan)
b.fill_(2)
f.zero_()
e.zero_()
f.to(torch.int64)
torch.tensor([nan,inf]).to(torch.float64)
torch.tensor([1.7,-1.7]).long()
torch.tensor([0.,0.5,nan]).bool()
torch.tensor([300,-1]).to(torch.uint8)
torch.tensor([300,-1]).to(torch.int8)
torch.tensor([1e10]).half()
# edges
x = w.clone(); x.grad_fn.name(), x.is_leaf, x._is_view(), (x == w).all()
x = torch.zeros(2, 2); x.copy_(w); x
x = torch.zeros(2, 2); x.copy_(w[0]); x.sum().backward(); w.grad
x = w * 1; x.copy_(f); x.sum().backward(); w.grad
x = w * 1; x.fill_(f[0]); x
x = w * 1; x.zero_(); x.sum().backward(); w.grad
x = w * 1; x[0].fill_(3); x.sum().backward(); w.grad
w.zero_()
w.copy_(w)
w.detach().zero_(); w
with_grad = w.double(); with_grad.sum().backward(); w.grad
w.to(torch.float64).grad_fn, w.half().grad_fn.name(), w.long().requires_grad
x = w.to(torch.float16).float(); x.sum().backward(); w.grad
f.to(torch.float32) is f, f.to(torch.float32, copy=True) is f, f.to(f) is f, f.to('cpu') is f
f.to(i).dtype, f.to(torch.float64).dtype, f.to(dtype=torch.int8).dtype,
    f.to('cpu', torch.int64).dtype
f.copy_(torch.ones(3))
f.copy_(torch.ones(2, 2))
torch.ones(2, 2).copy_(f)
torch.ones(3).t()[0:0].zero_()
""")
