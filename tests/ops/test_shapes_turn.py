from tests.ops.expressions import exactly_as_torch

test_as_torch = exactly_as_torch("""
torch.swapaxes(m,0,1), m.swapdims(0,1), torch.swapdims(n,-1,0), n.swapaxes(0,2)
torch.moveaxis(n,0,-1), n.moveaxis((0,1),(1,0)), torch.swapaxes(w,0,1)
m.t()
torch.t(m)
n.t()
f.t()
s.t()
m.T
n.T
f.T
s.T
n.mT
m.transpose(0,1)
m.transpose(0,-1)
m.transpose(0,2)
m.transpose(1,1)
m.transpose(-3,0)
s.transpose(0,0)
s.transpose(0,-1)
torch.transpose(n,0,2)
torch.transpose(n,dim0=0,dim1=1)
n.permute(2,0,1)
n.permute((2,0,1))
n.permute(-1,0,1)
n.permute(0,1,3)
torch.permute(n,(2,0,1))
torch.permute(n,dims=(2,0,1))
s.permute(())
m.stride(), m.t().stride(), n.permute(2,0,1).stride(), f.expand(3,2).stride()
torch.movedim(n,0,2)
torch.movedim(n,(0,1),(1,2))
n.movedim(0,-1)
n.movedim(0,3)
m.movedim((0,0),(1,0))
m.movedim((0,1),(1,))
m.movedim((0,1),(1,1))
m.movedim((0,5),(1,0))
# edges
grads(lambda x: x.t(), [[1.0, 2.0], [3.0, 4.0]])
grads(lambda x: x.T @ x, [[1.0, 2.0], [3.0, 4.0]])
grads(lambda x: x.permute(1, 0).reshape(4), [[1.0, 2.0], [3.0, 4.0]])
w.t(), w.T, w.mT, w.transpose(0, 1), w.permute(1, 0), torch.movedim(w, 0, 1)
x = w * 1; x.t()[0] = 7; x
m.t().stride(), n.permute(2, 0, 1).stride(), n.transpose(0, 2).is_contiguous(), n.mT.shape,
    n.movedim(0, 2).shape
n.movedim((0, 1), (1, 0)).shape, n.movedim([0], [2]).shape, n.movedim(-1, 0).shape, s.movedim(0, 0)
n.movedim(3, 0)
n.transpose(0, 3)
s.mT
f.T
m.t().unflatten(1,(3,1)).stride()
m.permute(0,2)
m.permute((1,0))
m.permute(dims=(1,0))
m.t().view(12)
m.movedim(0,5)
m.movedim(-1,0).shape
n.mT.shape
m.transpose(dim0=0,dim1=-1).shape
""")
