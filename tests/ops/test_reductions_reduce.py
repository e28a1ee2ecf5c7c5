from tests.ops.expressions import as_torch

test_as_torch = as_torch("""
m.sum(axis=0), torch.sum(m,axis=1,keepdims=True), m.mean(axis=(0,1)), m.std(axis=1), m.var(axis=0)
m.sum(0,keepdims=True), torch.sum(m,axis=-1,dtype=torch.float64), m.prod(axis=1), m.amax(axis=0)
m.amin(axis=0,keepdims=True), m.max(axis=0), torch.min(m,axis=1,keepdims=True), m.argmax(axis=1)
m.argmin(axis=0,keepdims=True), b.all(axis=0), p.any(axis=1,keepdims=True), m.logsumexp(axis=1)
m.softmax(axis=1), torch.log_softmax(m,axis=0), m.cumsum(axis=0)
m.unsqueeze(axis=0).squeeze(axis=0)
(w*1).sum(axis=0).grad_fn, (w*1).argmax(axis=0), torch.max(w,axis=0).values.grad_fn
torch.sum(b)
torch.sum(i8)
torch.sum(u)
f.sum(dtype=torch.float64)
f.sum(0,dtype=torch.int64)
f.sum(dtype=float), f.sum(0, dtype=int), i.mean(dtype=float)
i.mean()
b.mean()
i.mean(dtype=torch.float32)
torch.sum('a')
torch.sum(f,dim='a')
torch.sum(f,dim=2)
torch.sum(f,dim=(0,0))
torch.sum(f,dim=())
torch.sum(torch.tensor(2.),0)
torch.mean(torch.tensor(2.),-1)
torch.zeros(0,3).sum()
torch.zeros(0,3).mean()
torch.zeros(0,3).mean(0)
# edges
grads(torch.sum, [[1.0, 2.0], [3.0, 4.0]])
grads(lambda x: x.sum(1), [[1.0, 2.0], [3.0, 4.0]])
grads(lambda x: x.sum(0, keepdim=True), [[1.0, 2.0], [3.0, 4.0]])
grads(lambda x: x.sum((1, 0)), [[1.0, 2.0], [3.0, 4.0]])
grads(torch.mean, [])
grads(lambda x: x.sum(), [])
grads(lambda x: x.mean(0), [[1.0, 2.0], [3.0, 4.0]])
grads(lambda x: x.mean((0, 1), True), [[1.0, 2.0], [3.0, 4.0]])
grads(lambda x: x.mean(0), [[], []])
grads(lambda x: x.sum(-1), 3.0)
grads(lambda x: x.mean(0), 3.0)
torch.autograd.grad(w.sum(), w)[0].stride(), torch.autograd.grad(w.sum(1), w, f)[0].stride()
w.sum(), w.sum(0), w.mean(), w.mean(0), w.sum(dtype=torch.float64), w.mean(0, dtype=torch.float64)
torch.full((3,), 100, dtype=torch.int8).sum(), torch.tensor([200, 100], dtype=torch.uint8).sum(0),
    b.sum(), b.sum(0, True)
torch.tensor([nan, 1.0]).sum(), torch.tensor([inf, -inf]).sum(), torch.tensor([inf, 1.0]).mean()
e.sum(0), e.sum(1), e.sum((0, 1)), e.mean(1), torch.zeros(2, 0).mean(1),
    torch.zeros(2, 0).sum(1, keepdim=True)
m.sum(dim=1, keepdim=True), torch.mean(input=m, dim=0), torch.sum(m, 1, True), m.sum([0]),
    m.mean([0, 1])
m.sum(-3)
m.mean(2)
m.sum((0, 2))
m.mean((1, 1))
m.sum((0, -2))
m.sum(0.5)
m.mean('a')
m.mean(dtype=torch.int64)
m.mean(None, True), m.sum(dim=None, keepdim=True), m.mean(()), m.sum([]), m.mean((), True)
b.sum(dtype=torch.bool), b.sum(0, dtype=torch.uint8), m.sum(dtype=torch.bool)
b.mean(dtype=torch.float16), torch.full((9,), 60000., dtype=torch.float16).sum(dtype=torch.float32)
w.sum(dtype=torch.float64), w.sum(0, dtype=torch.float64), w.mean(dtype=torch.float64)
x = w.sum(0, dtype=torch.float64); x.backward(d); w.grad
x = w.mean(1, dtype=torch.float64); x.backward(d); w.grad
w.half().mean(dtype=torch.float64), w.half().sum(1, dtype=torch.float32)
i.sum(dtype=torch.float32), f.sum(dtype=torch.int32)
torch.mean(b)
i.mean(0)
# a mean's gradient has memory of its own
y = w * 2; y.register_hook(lambda g: g.mul_(10)); y.mean().backward(); w.grad
x = torch.autograd.grad(w.mean(), w)[0]; x.add_(1); x[0] = 5; x, x.stride()
x = torch.autograd.grad(w.mean(0), w, f)[0]; x.add_(1); x, x.stride()
x = torch.autograd.grad(w.mean(1, True), w, f[:, None])[0]; x.add_(1); x, x.stride()
x = torch.autograd.grad(w.mean(dtype=torch.float64), w)[0]; x.add_(1); x, x.stride()
x = torch.autograd.grad(w.mean(1, dtype=torch.float64), w, d)[0]; x.add_(1); x, x.stride()
x = torch.autograd.grad(w.t().mean((0, 1)), w)[0]; x.add_(1); x.tolist(), x.stride()
x = torch.tensor(3., requires_grad=True); y = torch.autograd.grad(x.mean(), x)[0]; y.add_(1); y
x = torch.tensor(3., requires_grad=True); y = torch.autograd.grad(x.mean(0), x)[0]; y.add_(1); y
x = torch.tensor(3., requires_grad=True); y = torch.autograd.grad(x.sum(0), x)[0]; y.add_(1).item()
# dimensions as integers of NumPy's
[torch.autograd.grad(w.sum(dim), w, f)[0].tolist() for dim in (np.int64(0), np.int32(1))]
[torch.autograd.grad(x, w, f)[0] for x in (w.mean(np.int64(-1)), w.mean((np.int32(0),)))]
torch.autograd.grad(w.mean(np.int64(0), True), w, f[None])
torch.count_nonzero(m), m.count_nonzero(0), m.count_nonzero((0,1)), m.count_nonzero(dim=-1)
(m>3).count_nonzero(), w.count_nonzero().grad_fn, s.count_nonzero(), torch.zeros(0).count_nonzero()
s.count_nonzero(0), m.count_nonzero(()), m.count_nonzero(None), i.count_nonzero()
e.count_nonzero(1)
m.count_nonzero(2)
""")
