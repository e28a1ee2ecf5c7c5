from tests.ops.expressions import as_torch

test_as_torch = as_torch("""
torch.addcmul(f, f, torch.ones(3))
torch.addcmul(s, f, torch.ones(2, 1)), torch.addcmul(f, f, f, value=torch.tensor(2.))
i.addcmul_(f, f)
f.addcmul_(torch.ones(2, 2), f)
torch.addcmul(w, w, w, value=2), torch.addcmul(f, f, w)
grads(torch.addcmul, [1.0, inf], [2.0, 3.0], [0.0, inf])
seconds(torch.addcmul, [1.0, 2.0], [2.0, 3.0], [0.0, 5.0])
torch.addcmul(f, i, d), torch.addcmul(i, f, f), torch.addcmul(i, i, i, value=2)
""")
