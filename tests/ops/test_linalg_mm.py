from tests.ops.expressions import exactly_as_torch

test_as_torch = exactly_as_torch("""
torch.mm(m,m.t())
torch.mm(m,f)
torch.mm(f,m)
torch.mm(m,m)
torch.mm(m,2)
torch.mm(2,m)
torch.mm(n,m)
torch.mm(m,torch.ones(4,2,dtype=torch.float64))
m.mm(m.t())
(w*1).mm(w.t()).grad_fn
""")
