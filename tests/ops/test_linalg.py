from tests.ops.expressions import as_torch

test_as_torch = as_torch("""
m@m.t()
m@m
m@f
m@torch.ones(4)
torch.ones(3)@m
torch.ones(4)@m
torch.ones(3)@torch.ones(3)
torch.ones(3)@torch.ones(4)
s@f
f@s
m@n.float().transpose(1,2)
n.float()@m.t()
n.float()@torch.ones(4)
torch.ones(3)@n.float()
n.float()@n.float().transpose(1,2)
torch.ones(2,1,3,4)@torch.ones(5,4,2)
torch.ones(2,1,3,4)@torch.ones(3,4,2)
torch.ones(2,3,4)@torch.ones(3,4,2)
torch.ones(2,3,4)@torch.ones(2,5,2)
torch.ones(4)@torch.ones(2,4,3)
torch.ones(2,3,4)@torch.ones(5)
torch.ones(3,0)@torch.ones(0,2)
torch.ones(0)@torch.ones(0)
torch.ones(0,3)@torch.ones(3)
torch.ones(2,0,3)@torch.ones(3,4)
torch.ones(2,3,0)@torch.ones(2,0,3)
m@2
2@m
m@i
i@f
f@d
f@i
i@i
b@b
(b[:,None]@b[None])
i8@i8
n@n.transpose(1,2)
m@m.t().double()
n.float()@n.double().transpose(1,2)
torch.mm(m,m.t())
torch.mm(m,f)
torch.mm(f,m)
torch.mm(m,m)
torch.mm(m,2)
torch.mm(n,m)
m.mm(m.t())
torch.mv(m,torch.ones(4))
torch.mv(m,torch.ones(3))
torch.mv(f,f)
m.mv(torch.ones(4))
torch.dot(f,f)
torch.dot(f,torch.ones(3))
torch.dot(m,m)
torch.dot(f,i)
torch.dot(f,m)
f.dot(f)
torch.bmm(n,n.transpose(1,2))
torch.bmm(n,n)
torch.bmm(m,m)
torch.bmm(n,m)
torch.bmm(n,n.transpose(1,2)[:1])
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
torch.addmm(torch.full((3,),nan),m,m.t(),beta=0)
torch.matmul(m,m.t())
torch.matmul(m,other=m.t())
torch.matmul(m,'a')
# edges
grads(torch.matmul, [[1.0, 2.0]], [[3.0], [4.0]])
grads(torch.matmul, [1.0, 2.0], [3.0, 4.0])
grads(torch.matmul, [[1.0, 2.0], [3.0, 4.0]], [5.0, 6.0])
grads(torch.matmul, [1.0, 2.0], [[3.0, 4.0], [5.0, 6.0]])
grads(torch.matmul, [[[1.0, 2.0]], [[3.0, 4.0]]], [5.0, 6.0])
grads(torch.matmul, [1.0, 2.0], [[[3.0], [4.0]], [[5.0], [6.0]]])
grads(torch.matmul, [[[1.0, 2.0]], [[3.0, 4.0]]], [[5.0], [6.0]])
grads(torch.matmul, [[1.0, 2.0]], [[[3.0], [4.0]], [[5.0], [6.0]]])
grads(torch.bmm, [[[1.0, 2.0]]], [[[3.0], [4.0]]])
grads(torch.addmm, [1.0], [[2.0, 3.0]], [[4.0, 5.0], [6.0, 7.0]])
grads(lambda x: x @ x, [[1.0, 2.0], [3.0, 4.0]])
grads(lambda b, x, y: torch.addmm(b, x, y, beta=0), [nan], [[2.0]], [[4.0]])
w @ w, w @ f, w.mm(w), w.mv(f), w[0].dot(f), torch.addmm(f, w, w), (w[None] @ w[None]).grad_fn,
    (m[None] @ m.t()).grad_fn
torch.addmm(f, w, w).grad_fn._saved_beta, torch.addmm(f, w, w, alpha=2).grad_fn._saved_alpha
(w.detach() @ w).grad_fn._saved_mat2, (w @ w.detach()).grad_fn._saved_self
i @ i, i.view(2, 1) @ i.view(1, 2), n @ n.transpose(1, 2), i8 @ i8, h @ h, d @ d
torch.addmm(i, i.view(2, 1), i.view(1, 2), alpha=2)
torch.addmm(i, i.view(2, 1), i.view(1, 2), alpha=2.5)
torch.mv(m, [1.0])
torch.dot(f, 1)
torch.bmm(m, n)
torch.addmm(1, m, m)
m @ None
f @ [1.0, 2.0]
""")
