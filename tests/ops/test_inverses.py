from tests.ops.expressions import as_torch

test_as_torch = as_torch("""
torch.linalg.inv(w), torch.inverse(w), w.inverse(), w.det(), torch.det(w), torch.linalg.det(w)
torch.linalg.inv(m)
torch.linalg.inv(f)
torch.linalg.inv(p)
torch.linalg.inv(h.expand(2,2))
torch.linalg.inv(torch.tensor([[1.,2.],[2.,4.]]))
torch.linalg.inv(torch.zeros(2,2))
torch.linalg.inv(torch.stack([torch.eye(2),torch.ones(2,2)]))
torch.linalg.inv(torch.eye(2).expand(3,2,2)).shape, torch.linalg.inv(torch.zeros(0,0)),
    torch.linalg.inv(torch.zeros(2,0,0)).shape
torch.linalg.solve(w,f,left=False)
torch.linalg.solve(w,w,left=False)
torch.linalg.solve(torch.ones(2,2),f)
torch.linalg.solve(torch.stack([torch.eye(2),torch.ones(2,2)]),torch.ones(2,2,1))
torch.linalg.solve(w,torch.ones(3))
torch.linalg.solve(w,torch.ones(3,1))
torch.linalg.solve(w,d)
torch.linalg.solve(m,f)
torch.linalg.solve(w,s)
torch.linalg.solve(p,i)
torch.matrix_power(w.detach(),3), torch.linalg.matrix_power(w.detach(),0),
    torch.matrix_power(w.detach(),-2), w.detach().matrix_power(1), torch.matrix_power(p,4)
torch.matrix_power(m,2)
torch.matrix_power(f,2)
torch.linalg.matmul(m,m.t())
torch.linalg.LinAlgError.__name__, issubclass(torch.linalg.LinAlgError, RuntimeError)
torch.linalg.solve(2*torch.eye(2),w), torch.linalg.solve(2*torch.eye(2),f),
    torch.linalg.solve(2*torch.eye(2).expand(2,2,2),torch.stack([f,f]))
grads(torch.linalg.inv,[[2.,0.],[0.,4.]])
""")
