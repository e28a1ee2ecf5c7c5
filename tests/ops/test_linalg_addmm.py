from tests.ops.expressions import exactly_as_torch

test_as_torch = exactly_as_torch("""
torch.addmm(torch.ones(3),m,m.t())
torch.addmm(torch.ones(3,3),m,m.t())
torch.addmm(torch.ones(3,1),m,m.t())
torch.addmm(s,m,m.t())
torch.addmm(torch.ones(4),m,m.t())
torch.addmm(torch.ones(1,1,3),m,m.t())
torch.addmm(torch.ones(3),m,m)
torch.addmm(torch.ones(3),m,f)
torch.addmm(torch.ones(3),m,m.t(),beta=2,alpha=3)
torch.addmm(torch.ones(3).double(),m,m.t())
torch.addmm(i,m,m.t())
torch.addmm(torch.ones(3),m,m.t(),alpha=0.5)
grads(lambda b, x, y: torch.addmm(b, x, y, beta=0), [nan], [[2.0]], [[4.0]])
torch.addmm(f, w, w).grad_fn._saved_beta, torch.addmm(f, w, w, alpha=2).grad_fn._saved_alpha
torch.addmm(i, i.view(2, 1), i.view(1, 2), alpha=2)
torch.addmm(1, m, m)
f.addmm_(m,m)
(w*1).addmm_(w,w).grad_fn
(w*1).addmm_(w,w,beta=2,alpha=3)
torch.ones(2,2).addmm_(w.detach(),w.detach())
torch.ones(2,2,dtype=torch.int64).addmm_(w.detach(),w.detach())
torch.ones(2,2).addmm_(m,m)
torch.addmm(torch.ones(2,2),m,m)
torch.addmm(torch.ones(3),w.detach(),w.detach())
""")
