from tests.ops.expressions import as_torch

test_as_torch = as_torch("""
x=s.double().requires_grad_();behind(torch.lerp(w,w,x))
x=s.double().requires_grad_();torch.lerp(w,2*w,x).sum().backward();w.grad,x.grad
torch.lerp(s,s,s.double())
torch.lerp(i,i,s)
torch.lerp(f,f,s.double())
s.lerp_(s,s.double())
f.lerp_(f,s.double())
torch.addcmul(f, f, torch.ones(3))
torch.addcmul(s, f, torch.ones(2, 1)), torch.addcmul(f, f, f, value=torch.tensor(2.))
i.addcmul_(f, f)
f.addcmul_(torch.ones(2, 2), f)
torch.addcmul(w, w, w, value=2), torch.addcmul(f, f, w)
torch.lerp(f, f, torch.tensor(0.5, dtype=torch.float64))
torch.lerp(f, s, 0.5), torch.lerp(s, f, f), torch.lerp(h, h + 1, 0.3), torch.lerp(f, f + 1, 2)
torch.lerp(f, f + 1, True), torch.lerp(f, f + 1, torch.tensor([0.2, 0.7])), f.lerp(f, s)
torch.lerp(f, torch.ones(3), 0.5)
f.lerp_(torch.ones(2, 2), 0.5)
torch.lerp(torch.tensor([inf, 1.]), torch.tensor([1., inf]), 0.3)
torch.lerp(torch.tensor([0.1]), torch.tensor([0.7]), 1.0) == 0.7
grads(lambda x, y: torch.lerp(x, y, 0.3), [1.0, inf], [2.0, 3.0])
grads(torch.lerp, [1.0, 2.0], [2.0, 3.0], [0.5, 1.0])
grads(torch.addcmul, [1.0, inf], [2.0, 3.0], [0.0, inf])
seconds(torch.addcmul, [1.0, 2.0], [2.0, 3.0], [0.0, 5.0])
seconds(torch.lerp, [1.0, 2.0], [2.0, 3.0], [0.5, 1.0])
torch.addcmul(f, i, d), torch.addcmul(i, f, f), torch.addcmul(i, i, i, value=2)
""")
