from tests.ops.expressions import as_torch

test_as_torch = as_torch("""
torch.einsum('ii->i',m[:,:3]), torch.einsum('ii',m[:,:3]), torch.einsum('iij->j',n[:,:2,:])
torch.einsum('ii,i->i',w.detach(),f).tolist(), torch.einsum('iji->j',n.transpose(1,2)[:,:,:2])
torch.einsum('...ii->...i',n[:,:,:3]).tolist()
torch.einsum('ii',m)
torch.einsum(m,[0,1],m,[2,1],[0,2]), torch.einsum(w.detach(),[0,0])
grads(lambda x: torch.einsum('ii->i',x),[[1.,2.],[3.,4.]])
""")
