from tests.ops.expressions import as_torch

test_as_torch = as_torch("""
m.cumsum(0), m.cumsum(-1), torch.cumsum(m, dim=1, dtype=torch.float64), s.cumsum(0), e.cumsum(0)
f.cumsum(0, dtype=float), f.cumprod(0, dtype=int)
m.cumprod(0), torch.cumprod(m, dim=1, dtype=torch.float64), s.cumprod(-1), e.cumprod(1)
i8.cumsum(0), u.cumprod(0), b.cumsum(0), h.cumsum(0), h.cumprod(0), f.cumsum(0, dtype=torch.int32)
torch.full((70000,), 0.1).cumsum(0)[-1:], torch.full((3000,), 1.001).cumprod(0)[-1:]
torch.tensor([1., nan, 2.]).cumsum(0), torch.tensor([inf, 0.]).cumprod(0)
m.cumsum(2)
m.cumsum(-3)
s.cumprod(1)
m.cumsum()
m.cumsum((0, 1))
m.cumprod('a')
torch.cumsum(m, 0.5)
torch.cumprod([1.0], 0)
torch.cumsum(m, 0, torch.float64)
# written
x = m.clone(); x.cumsum_(0), x._version, x
x = torch.tensor([100, 100], dtype=torch.int8); x.cumsum_(0), x.cumprod_(0)
f.cumprod_(dim=0, dtype=torch.float32)
f.cumsum_(0, dtype=torch.float64)
b.cumsum_(0)
b.cumprod_(2)
x = yes.clone(); x.cumsum_(0), x.cumprod_(-1), x._version, b[:0].cumsum_(0)
w.cumsum_(0)
x = w * 1; y = x.cumprod_(1); y.sum().backward(); w.grad, y.grad_fn._saved_self, y is x
f.cumsum_(1)
m.expand(2, 3, 4).cumsum_(0)
# zeros
curves(lambda x: x.cumprod(0), [1.0, 2.0, 3.0])
curves(lambda x: x.cumprod(0), [2.0, 0.0, 3.0, 4.0])
curves(lambda x: x.cumprod(0), [0.0, 2.0, 0.0, 4.0])
curves(lambda x: x.cumprod(-1), [[0.0, 0.0, 3.0], [1.0, 2.0, 3.0]])
curves(lambda x: x.cumprod(0), [[0.0, 1.0, 3.0], [1.0, 0.0, 3.0], [1.0, 5.0, 3.0]])
grads(lambda x: x.cumprod(0), 0.0)
grads(lambda x: x.cumprod(0), [])
w.cumprod(1, dtype=torch.float64), w.cumsum(0).grad_fn
w.cumprod(0, dtype=torch.float64).sum().backward(); w.grad
# of all
m.prod(), m.prod(1), torch.prod(m, 0, True), m.prod(dim=-1, keepdim=True), s.prod(0), s.prod()
e.prod(), e.prod(0), e.prod(1), i8.prod(), u.prod(0), b.prod(), h.prod(), b.prod(dtype=torch.bool)
m.prod(dtype=torch.int32), f.prod(0, dtype=torch.float64), torch.prod(input=f, dim=0)
m.prod((0, 1))
m.prod(2)
s.prod(1)
m.prod('a')
curves(torch.prod, [1.0, 2.0, 3.0])
curves(torch.prod, [1.0, 0.0, 3.0])
curves(torch.prod, [[1.0, 0.0], [3.0, 2.0]])
curves(torch.prod, [0.0, 2.0, 0.0])
grads(torch.prod, [0.0, 2.0, 0.0])
grads(torch.prod, 0.0)
grads(torch.prod, [])
grads(torch.prod, [nan, 2.0])
curves(lambda x: x.prod(0), [1.0, 0.0, 3.0])
curves(lambda x: x.prod(0), [0.0, 2.0, 0.0])
curves(lambda x: x.prod(1), [[0.0, 2.0, 0.0], [1.0, 2.0, 3.0], [1.0, 0.0, 3.0]])
curves(lambda x: x.prod(0, keepdim=True), [[0.0, 2.0], [0.0, 3.0]])
grads(lambda x: x.prod(0), 0.0)
grads(lambda x: x.prod(0), [[], []])
w.prod(dtype=torch.float64), w.prod(1).grad_fn._saved_result, w.prod().grad_fn._saved_self
w.prod(dtype=torch.float64).backward(); w.grad
x = n.permute(2, 0, 1); [x.cumsum(k).stride() for k in range(3)], x.float().cumprod(1).stride(),
    x.cumsum(1, dtype=torch.float64).stride(), m.t().cumsum(0).stride(), x.prod(1).stride()
m.t().cumsum(0), m.t().cumprod(1)
""")
