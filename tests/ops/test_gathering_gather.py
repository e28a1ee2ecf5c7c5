from tests.ops.expressions import exactly_as_torch

test_as_torch = exactly_as_torch("""
torch.gather(m,1,p)
torch.gather(m,1,p[0])
torch.gather(m,2,p)
torch.gather(m,1,p+5)
torch.gather(m,1,p-1)
torch.gather(m,1,p.float())
torch.gather(m,1,p.int())
torch.gather(m,1,p.bool())
torch.gather(m,0,torch.zeros(4,4,dtype=torch.int64))
torch.gather(m,0,torch.zeros(2,5,dtype=torch.int64))
torch.gather(s,0,torch.tensor(0))
torch.gather(s,0,torch.tensor([0,0]))
torch.gather(f,0,torch.tensor(0))
torch.gather(f,0,torch.tensor(1))
torch.gather(m, index=p, dim=1)
m.gather(index=p, dim=1)
g=torch.autograd.grad(torch.gather(w,1,p),w,torch.ones(2,2,requires_grad=True),
    create_graph=True)[0];g.grad_fn
torch.gather(m,1,torch.zeros(4,9,dtype=torch.int64)+99)
torch.gather(m,1,p[0]+99)
torch.gather(m,0,torch.tensor([[0,1],[5,-7]]))
torch.gather(m,0,torch.tensor([[0,9],[8,-7]]))
torch.gather(m,1,torch.tensor([[0,9],[8,-7]]))
q=torch.tensor(2.,requires_grad=True);y=torch.gather(q,0,torch.tensor([0,0]));y.sum().backward();
    q.grad
torch.take_along_dim(m,torch.tensor([[1],[0],[2]]),dim=1), m.take_along_dim(m.argsort(1),1)
torch.take_along_dim(m,torch.tensor([[0,1,2,0]]),dim=0), m.take_along_dim(i)
s.take_along_dim(i-i,0)
w.take_along_dim(torch.tensor([[1]]),1), w.take_along_dim(i,1)
m.take_along_dim(i,1)
m.take_along_dim(torch.tensor([[1.]]),1)
m.take_along_dim(torch.tensor([[1]],dtype=torch.int32),1)
m.take_along_dim(torch.zeros(2,2,dtype=torch.long),1)
m.take_along_dim(p,3)
""")
