from tests.ops.expressions import exactly_as_torch

test_as_torch = exactly_as_torch("""
torch.ravel(m), m.t().ravel()+0, s.ravel()+0, w.ravel()
m.view(12)
m.view(-1)
w.t().reshape(2,1,2)
behind(w.t().reshape(2,1,2))
w.t().reshape(1,2,2).grad_fn._saved_self_sym_sizes
w.t().flatten()
w.t().expand(2,2,2).reshape(4,2)
m.view(4,-1)
m.view((2,6))
m.view([2,6])
m.view(torch.Size([2,6]))
m.view(5,-1)
m.view(-1,-1)
m.view(13)
m.view(0,-1)
s.view(1)
s.view(-1)
e.view(-1)
e.view(3,0)
e.view(0,5)
e.view(-1,5)
m.t().view(12)
m.t().reshape(12)
m.t().reshape(2,6)
m.reshape(-1)
torch.reshape(m,(2,6))
torch.reshape(m,[2,6])
torch.reshape(m,(5,5))
torch.reshape(m,(-1,7))
m.reshape(2,2,3)
s.reshape(())
e.reshape(-1)
n.flatten()
n.flatten(1)
n.flatten(0,1)
n.flatten(1,1)
n.flatten(2,1)
n.flatten(-2,-1)
n.flatten(3)
n.flatten(start_dim=1,end_dim=2)
s.flatten()
torch.flatten(m.t())
e.flatten()
m.squeeze()
m.unsqueeze(0)
m.unsqueeze(-1)
m.unsqueeze(2)
m.unsqueeze(3)
m.unsqueeze(-4)
s.unsqueeze(0)
s.unsqueeze(-1)
s.unsqueeze(1)
torch.ones(1,3,1).squeeze()
torch.ones(1,3,1).squeeze(0)
torch.ones(1,3,1).squeeze(1)
torch.ones(1,3,1).squeeze(-1)
torch.ones(1,3,1).squeeze((0,2))
torch.ones(1,3,1).squeeze((0,1))
torch.ones(1,3,1).squeeze(3)
torch.ones(1,3,1).squeeze((0,0))
torch.ones(1,3,1).squeeze(())
s.squeeze()
s.squeeze(0)
s.squeeze(1)
torch.ones(1,1).squeeze()
torch.unsqueeze(m,0)
torch.squeeze(m)
m.view_as(torch.zeros(2,6))
m.view_as(n)
m.contiguous() is m
m.t().contiguous()
m.is_contiguous(), m.t().is_contiguous()
m.size(), m.size(0), m.size(-1)
m.size(2)
m.shape[0], m.dim(), m.ndim, m.numel(), m.nelement()
# edges
grads(lambda x: x.view(4), [[1.0, 2.0], [3.0, 4.0]])
grads(lambda x: x.t().reshape(4), [[1.0, 2.0], [3.0, 4.0]])
grads(lambda x: x.squeeze().unsqueeze(0), [[1.0], [2.0]])
w.view(4)[0], w.reshape(4).grad_fn, w.t().reshape(4).grad_fn, w.flatten(), w.unsqueeze(0),
    w.squeeze(0)
x = w * 1; x.view(4)[0] = 7; x
x = torch.zeros(2, 2); x.reshape(4)[1] = 7; x
x = torch.zeros(2, 2); x.t().reshape(4)[1] = 7; x
x = torch.zeros(2, 2); x.flatten()[1] = 7; x
m[:, 1:3].view(6)
m[:, 1:3].view(3, 2, 1).shape, m[:, 1:3].reshape(6), m[1:].view(8)
m.t().view(4, 3).shape, m.t().view(2, 2, 3).shape
m.t().view(2, 6)
n.permute(1, 0, 2).flatten(1).is_contiguous(), n.permute(1, 0, 2).flatten(1)._is_view(),
    n.flatten(0, 1)._is_view()
m.contiguous().data_ptr() == m.data_ptr(), m.t().contiguous().data_ptr() == m.data_ptr()
torch.unflatten(m,1,(2,2))
torch.unflatten(m,1,(2,-1))
torch.unflatten(m,5,(2,2))
m.unflatten(1,(3,2))
m.unflatten(1,())
m.unflatten(1,(3,-1))
m.unflatten(1,(4,1,-1)).shape, torch.zeros(0,3).unflatten(0,(0,2)).shape
torch.unflatten(m,-1,[4])
m.unflatten(1,(2,2)).shape
m.unflatten(dim=1,sizes=(2,2)).shape
m.unflatten(1,torch.Size([2,2])).shape
torch.unflatten(w,1,(2,1)).grad_fn
torch.unflatten(torch.zeros(0,3),0,(-1,2))
m.reshape(shape=(4,3))
torch.reshape(m,shape=(4,3))
m.reshape(5,-1)
m.view(5)
m.view((4,3)).shape
m.view(size=(4,3)).shape
m.squeeze((0,1)).shape
m.squeeze((0,0))
m.squeeze(2)
m.squeeze((0,5))
torch.zeros(1,2,1).squeeze((0,2)).shape
torch.zeros(1,2,1).squeeze([0,-1]).shape
torch.zeros(1,2,1).squeeze(()).shape
torch.zeros(1,2,1).squeeze(dim=0).shape
m.unsqueeze(dim=-3).shape
m.flatten(5)
m.flatten(1,0)
m.flatten(start_dim=0,end_dim=-1).shape
torch.flatten(s).shape
""")
