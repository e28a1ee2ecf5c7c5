from tests.ops.expressions import as_torch

test_as_torch = as_torch("""
torch.linalg.cholesky(w)
torch.linalg.cholesky(-torch.eye(3))
torch.linalg.cholesky(torch.stack([torch.eye(2),-torch.eye(2)]))
torch.linalg.cholesky(m)
torch.linalg.cholesky(p)
torch.linalg.cholesky((w@w.t()))
torch.linalg.qr(m,'bad')
torch.linalg.qr(f)
torch.linalg.qr(p)
torch.linalg.svd(f)
torch.linalg.svd(p)
torch.linalg.eigh(w@w.t()).eigenvalues, torch.linalg.eigvalsh(torch.tensor([[2.,9.],[1.,2.]])),
    torch.linalg.eigvalsh(torch.tensor([[2.,9.],[1.,2.]]),UPLO='U'),
    torch.linalg.eigvalsh(n.float()[:,:2,:2])
torch.linalg.eigh(m)
torch.linalg.eigh(p)
torch.linalg.eigh(w,'X')
torch.linalg.pinv(f)
torch.linalg.pinv(p)
curves(torch.linalg.cholesky,[[4.,2.],[2.,10.]])
curves(lambda a: torch.linalg.cholesky(a,upper=True),[[4.,2.],[2.,10.]])
curves(lambda a: torch.linalg.qr(a)[0],[[4.,2.],[2.,10.]])
curves(lambda a: torch.linalg.qr(a)[1],[[4.,2.],[2.,10.],[1.,3.]])
curves(lambda a: torch.cat(torch.linalg.qr(a),1),[[4.,2.,1.],[2.,10.,5.]])
grads(lambda a: torch.linalg.qr(a,'complete')[1],[[4.,2.],[2.,10.],[1.,3.]])
grads(lambda a: torch.linalg.qr(a,'r')[1],[[4.,2.],[2.,10.],[1.,3.]])
curves(torch.linalg.svdvals,[[4.,2.,1.],[2.,10.,5.]])
curves(lambda a: (lambda l,v: v**2*l)(*torch.linalg.eigh(a)),[[4.,2.],[2.,10.]])
curves(torch.linalg.eigvalsh,[[4.,2.],[2.,10.]])
torch.linalg.svd(m,full_matrices=False)[0].shape, torch.linalg.svd(m.t())[0].shape,
    torch.linalg.svdvals(2*torch.eye(2).expand(3,2,2))
torch.linalg.pinv(2*torch.eye(2)), torch.linalg.pinv(torch.tensor([[4.,0.],[0.,1.]]),rtol=.5)
torch.linalg.qr(m.t(),mode='complete')[0].shape, torch.linalg.qr(2*torch.eye(2)),
    torch.linalg.qr(m,'r')[0]
curves(lambda a: (lambda u,s,v: u**2*s+v**2)(*torch.linalg.svd(a,full_matrices=False)),[[4.,2.],
    [2.,10.]])
""")
