from tests.ops.expressions import as_torch

test_as_torch = as_torch("""
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
f.mT
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
n.permute(0,1)
n.permute(0,0,1)
n.permute(0,1,3)
torch.permute(n,(2,0,1))
torch.permute(n,dims=(2,0,1))
torch.permute(n,(2,0))
s.permute(())
m.stride(), m.t().stride(), n.permute(2,0,1).stride(), f.expand(3,2).stride()
torch.movedim(n,0,2)
torch.movedim(n,(0,1),(1,2))
n.movedim(0,-1)
n.movedim(0,3)
n.movedim((0,1),(2,))
n.movedim((0,0),(1,2))
""")
