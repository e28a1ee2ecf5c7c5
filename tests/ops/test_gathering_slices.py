from tests.ops.expressions import exactly_as_torch

test_as_torch = exactly_as_torch("""
torch.index_select(m,0,i)
torch.index_select(m,1,i.int())
torch.index_select(m,1,p)
torch.index_select(m,1,i-1)
torch.index_select(m,2,i)
torch.index_select(m,0,torch.tensor(1))
torch.index_select(m,0,torch.zeros(0,dtype=torch.int64))
torch.index_add(m,0,i,torch.ones(2,4))
torch.index_select(w,0,i-1).grad_fn
(w*1).index_add_(0,i-1,w).grad_fn
grads(lambda x: x.index_select(0, torch.tensor([1, 1, 0])), [1.0, 2.0, 3.0])
grads(lambda x, y: x.index_add(1, torch.tensor([1, 1]), y, alpha=3), [[1.0, 2.0]], [[3.0, 4.0]])
torch.index_add(m,0,i,torch.ones(2,4),alpha=2)
torch.index_add(m,0,i*0,torch.ones(2,4),alpha=-1.5)
torch.index_add(m,0,i,torch.ones(2,3))
torch.index_add(m,0,i,torch.ones(2))
torch.index_add(m,0,i.int(),torch.ones(2,4))
torch.index_add(m,0,i+5,torch.ones(2,4))
torch.index_add(m,0,i-1,torch.ones(2,4))
torch.index_add(m,3,i,torch.ones(2,4))
torch.index_add(m,0,torch.tensor(1),torch.ones(1,4))
torch.index_add(w,0,i,w).grad_fn
torch.index_select(f,0,i-1)
torch.index_add(f,0,i-1,f)
torch.index_add(f,0,torch.tensor(1),f[:1])
torch.index_add(f,0,torch.tensor(1),f[0])
torch.index_add(m,0,i,torch.ones(2,4),2)
torch.index_select(m,7,i.float())
torch.index_select(m,7,p)
torch.index_add(m,7,i.float(),m)
torch.index_add(m,-1,i,torch.ones(3,2))
torch.index_add(s,0,torch.tensor([0,0]),s)
torch.index_add(s,0,torch.zeros(0,dtype=torch.int64),s)
torch.index_add(m,0,torch.zeros(0,dtype=torch.int64),m[:0])
g=torch.tensor([1.,2.],requires_grad=True);
    y=torch.index_add(torch.zeros(2),0,torch.tensor(1),g[:1]);y.grad_fn
m.index_select(1, i).stride(), m.index_select(0, i).stride(), m.t().index_select(1, i).stride()
n.index_select(2, i).view(-1), n.permute(2, 0, 1).index_select(1, i - 1).stride()
m.t().index_select(0, i), m[:, ::2].index_select(1, i - 1), n.index_select(1, torch.tensor(2))
""")
