from tests.ops.expressions import exactly_as_torch

test_as_torch = exactly_as_torch("""
[m.scatter_reduce(0,torch.tensor([[0,0,1,1],[0,1,2,0]]),m[1:]+1,r) for r in ('sum','prod','mean')]
[m.scatter_reduce(0,torch.tensor([[0,0,1,1],[0,1,2,0]]),m[1:]+1,r) for r in ('amax','amin')]
[m.scatter_reduce(1,p,m,r,include_self=False) for r in ('sum','prod','mean','amax','amin')]
[m.long().scatter_reduce(1,p,m.long(),r) for r in ('sum','prod','mean','amax','amin')]
[u.scatter_reduce(0,i-1,u,r,include_self=False) for r in ('sum','prod','mean','amax','amin')]
x=m.clone(); x.scatter_reduce_(0,torch.tensor([[0,0,1,1]]),-m[1:2],'amin') is x, x, x._version
torch.scatter_reduce(w,0,p,w,reduce='mean').grad_fn, s.scatter_reduce(0,z-3,s,'sum')
m.scatter_reduce(0,torch.tensor([[0,0,1,9]]),m[:1],'sum')
m.scatter_reduce(0,torch.tensor([[0,0,1,1]]),m.long()[:1],'sum')
m.scatter_reduce(0,torch.tensor([[0,0,1,1]]),2.,'sum')
m.scatter_reduce(0,torch.tensor([0]),m,'sum')
m.scatter_reduce(0,p,m,'median')
w.scatter_reduce_(0,p,w,'sum')
grads(lambda x, y: x.scatter_reduce(0, torch.tensor([0, 1]), y, 'prod'), [2.0, 3.0], [0.0, 5.0])
grads(lambda x, y: x.scatter_reduce(0, torch.tensor([0, 0]), y, 'prod'), [2.0, 3.0], [0.0, 5.0])
grads(lambda x, y: x.scatter_reduce(0, torch.tensor([0, 0]), y, 'prod'), [2.0, 3.0], [0.0, 0.0])
grads(lambda x, y: x.scatter_reduce(0, torch.tensor([0, 0]), y, 'amax'), [5.0, 3.0], [5.0, 5.0])
grads(lambda x, y: x.scatter_reduce(0, torch.tensor([0, 0]), y, 'mean', include_self=False),
    [5.0, 3.0], [5.0, 5.0])
""")
