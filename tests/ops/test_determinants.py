from tests.ops.expressions import as_torch

test_as_torch = as_torch("""
torch.linalg.det(m)
torch.linalg.det(p)
torch.linalg.det(f)
torch.linalg.det(torch.zeros(0,0)), torch.linalg.det(torch.ones(3,2,2)), torch.det(d.expand(2,2))
torch.logdet(w), torch.logdet(-w), torch.logdet(torch.zeros(2,2)), w.logdet()
torch.slogdet(w), w.slogdet(), torch.linalg.slogdet(torch.zeros(2,2))
torch.linalg.slogdet(p)
grads(torch.logdet,[[2.,0.],[0.,4.]])
torch.logdet(-w.detach())
""")
