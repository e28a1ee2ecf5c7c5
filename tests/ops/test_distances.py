from tests.ops.expressions import as_torch

test_as_torch = as_torch("""
torch.cdist(m,m+1), torch.cdist(m,m[:1],p=1), torch.cdist(m,m[:2],3), torch.cdist(m,m+2,inf),
    torch.cdist(m,m[:2],0), torch.cdist(n.float(),n.float()+1), torch.cdist(n.float(),m),
    torch.cdist(w,w)
torch.cdist(m,w)
torch.cdist(f,m)
torch.cdist(m,m.double())
torch.cdist(p,p)
torch.cdist(m,m,-1)
torch.cdist(e,e), torch.cdist(torch.zeros(2,0),torch.zeros(3,0))
grads(lambda x,y: torch.cdist(x,y,1),[[1.,2.],[3.,5.]],[[1.,2.],[4.,4.]])
grads(lambda x,y: torch.cdist(x,y,3),[[1.,2.],[3.,5.]],[[1.,2.],[4.,4.]])
grads(lambda x,y: torch.cdist(x,y,inf),[[1.,2.],[3.,5.]],[[1.,2.],[4.,4.]])
torch.dist(f,f*2), torch.dist(f,i,1), torch.dist(f,f,0), torch.dist(m,m[0],inf), f.dist(f+1,3),
    torch.dist(w,f)
torch.dist(i,i)
""")
