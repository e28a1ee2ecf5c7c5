from tests.ops.expressions import as_torch

test_as_torch = as_torch("""
torch.linalg.norm(f), torch.linalg.norm(m), torch.linalg.norm(m,2), torch.linalg.norm(m,'nuc'),
    torch.linalg.norm(m,1), torch.linalg.norm(m,-1), torch.linalg.norm(m,inf)
torch.linalg.norm(m,0)
torch.linalg.norm(m,3)
torch.linalg.norm(n.float(),2)
torch.linalg.norm(n.float())
torch.linalg.norm(n.float(),2,(0,2)), torch.linalg.norm(n.float(),1,(1,2),True),
    torch.linalg.norm(n.float(),'nuc',(0,1))
torch.linalg.norm(m,dim=1), torch.linalg.norm(m,2,dim=1,keepdim=True),
    torch.linalg.norm(m,dim=(0,1)), torch.linalg.norm(m,keepdim=True)
torch.linalg.norm(m,'fro',1)
torch.linalg.norm(m,'bad')
torch.linalg.norm(f,'fro')
torch.linalg.norm(f,'nuc')
torch.linalg.norm(i)
torch.linalg.norm(m,dtype=torch.float64)
torch.linalg.norm(d,dtype=torch.float32)
torch.linalg.norm(f,dtype=torch.int)
torch.linalg.vector_norm(m), torch.linalg.vector_norm(m,1,0),
    torch.linalg.vector_norm(m,3,(0,1),True), torch.linalg.vector_norm(m,0),
    torch.linalg.vector_norm(m,-2.5,1)
torch.linalg.vector_norm(f,ord=inf), torch.linalg.vector_norm(f,dtype=torch.float64)
torch.linalg.vector_norm(m,'fro')
torch.linalg.vector_norm(i)
torch.linalg.vector_norm(torch.zeros(0),inf)
torch.linalg.vector_norm(e,inf,0)
torch.linalg.vector_norm(e,-1,0)
torch.linalg.vector_norm(e,inf,1), torch.linalg.vector_norm(e), torch.linalg.vector_norm(e,0),
    torch.linalg.vector_norm(e,.5)
torch.linalg.matrix_norm(m), torch.linalg.matrix_norm(m,2), torch.linalg.matrix_norm(m,'nuc'),
    torch.linalg.matrix_norm(m,-inf), torch.linalg.matrix_norm(m,1,(1,0),True)
torch.linalg.matrix_norm(n.float(),2), torch.linalg.matrix_norm(n.float(),1,keepdim=True),
    torch.linalg.matrix_norm(n.float(),inf,dim=(0,1))
torch.linalg.matrix_norm(n.float(),2,(0,2),True),
    torch.linalg.matrix_norm(n.float(),'nuc',(2,0),True)
torch.linalg.matrix_norm(f)
torch.linalg.matrix_norm(m,3)
torch.linalg.matrix_norm(m,'bad')
torch.linalg.matrix_norm(p)
torch.linalg.norm(w), torch.linalg.norm(w,1), torch.linalg.norm(w,2), torch.linalg.norm(w,'nuc'),
    torch.linalg.norm(w,inf)
grads(torch.linalg.norm,[[1.,2.],[3.,4.]])
curves(lambda x: torch.linalg.norm(x,2),[[1.,2.],[3.,5.]])
curves(lambda x: torch.linalg.norm(x,'nuc'),[[1.,2.],[3.,5.]])
curves(lambda x: torch.linalg.norm(x,1),[[1.,2.],[3.,5.]])
torch.norm(torch.tensor([2., 0.]), 0)
torch.norm(w,0,1), w.norm(0)
torch.norm(f,True)
torch.norm(i)
torch.norm(f,'nuc')
torch.norm(m,'nuc'), torch.norm(n.float(),'nuc',(0,1)), torch.norm(m,'nuc',keepdim=True),
    torch.norm(n.float(),'nuc',dim=(0,2),keepdim=True)
torch.norm(f,'bad')
torch.norm(f,p=None), torch.norm(m,dim=None), torch.norm(m,p='fro',dim=(0,1)),
    torch.norm(m,'fro',0), torch.norm(m,p=2,dim=(0,1))
torch.norm(m,dtype=torch.float64), torch.norm(m,2,1,dtype=torch.float64)
torch.norm(i,dtype=torch.float32)
torch.norm(h)
m.norm(dtype=torch.float64), m.norm(p=inf), m.norm(-inf,1)
grads(torch.norm,[0.,0.])
torch.zeros(0).norm()
torch.zeros(0).norm(inf)
torch.zeros(0).norm(-inf)
torch.zeros(0).norm(-1)
torch.zeros(0,3).norm(inf,0)
torch.zeros(0,3).norm(inf,1)
torch.norm(torch.tensor([2., 0.]), 0)
torch.norm(w,0,1), w.norm(0)
torch.norm(f,True)
torch.norm(i)
torch.norm(f,'nuc')
torch.norm(f,'bad')
torch.norm(f,p=None)
torch.norm(m,dtype=torch.float64), torch.norm(i,dtype=torch.float32)
torch.norm(h)
""")
