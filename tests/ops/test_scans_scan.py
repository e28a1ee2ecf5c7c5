from tests.ops.expressions import as_torch

test_as_torch = as_torch("""
m.cumsum(0), m.cumsum(-1), torch.cumsum(m, dim=1), s.cumsum(0), e.cumsum(0)
m.cumprod(0), torch.cumprod(m, dim=1), s.cumprod(-1), e.cumprod(1)
i8.cumsum(0), u.cumprod(0), b.cumsum(0), h.cumsum(0), h.cumprod(0)
torch.full((70000,), 0.1).cumsum(0)[-1:], torch.full((3000,), 1.001).cumprod(0)[-1:]
torch.tensor([1., nan, 2.]).cumsum(0), torch.tensor([inf, 0.]).cumprod(0)
m.cumsum(2)
m.cumsum(-3)
s.cumprod(1)
# written
x = m.clone(); x.cumsum_(0), x._version, x
x = torch.tensor([100, 100], dtype=torch.int8); x.cumsum_(0), x.cumprod_(0)
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
grads(lambda x: x.cumprod(0), [])
grads(lambda x: x.cumprod(0), 0.0)
curves(lambda x: x.cumsum(1) * x.cumprod(1), [[2.0], [0.0]])
w.cumprod(1), w.cumsum(0).grad_fn
# of all
m.prod(), m.prod(1), torch.prod(m, 0, True), m.prod(dim=-1, keepdim=True), s.prod(0), s.prod()
e.prod(), e.prod(0), e.prod(1), i8.prod(), u.prod(0), b.prod(), h.prod()
torch.prod(input=f, dim=0)
m.prod(2)
s.prod(1)
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
grads(lambda x: x.prod(0), [[], []])
grads(lambda x: x.prod(0), 0.0)
grads(lambda x: x.prod(-1, keepdim=True), 2.0)
w.prod(), w.prod(1).grad_fn._saved_result, w.prod().grad_fn._saved_self
m.t().cumsum(0), m.t().cumprod(1)
""")
