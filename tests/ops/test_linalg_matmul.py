from tests.ops.expressions import exactly_as_torch

test_as_torch = exactly_as_torch("""
m@m.t()
m@m
m@f
m@torch.ones(4)
torch.ones(3)@m
torch.ones(4)@m
torch.ones(3)@torch.ones(3)
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
i@i
i8@i8
n@n.transpose(1,2)
m@m.t().double()
torch.matmul(m,m.t())
torch.matmul(m,other=m.t())
grads(lambda x: x @ x, [[1.0, 2.0], [3.0, 4.0]])
w @ w, w @ f, w.mm(w), w.mv(f), w[0].dot(f), torch.addmm(f, w, w), (w[None] @ w[None]).grad_fn,
    (m[None] @ m.t()).grad_fn
(w.detach() @ w).grad_fn._saved_mat2, (w @ w.detach()).grad_fn._saved_self
i @ i, i.view(2, 1) @ i.view(1, 2), n @ n.transpose(1, 2), i8 @ i8, h @ h, d @ d
m @ None
f @ [1.0, 2.0]
m@None
(torch.ones(2, 2) @ w.expand(3, 2, 2)).grad_fn.next_functions[0][0].name()
(torch.ones(3, 2, 2) @ w).grad_fn.next_functions[0][0].name()
(torch.ones(3, 2, 2) @ w[0]).grad_fn.next_functions[0][0].name()
torch.arange(8.).view(2, 2, 2).mT @ torch.ones(2)
(w @ torch.arange(8.).view(2, 2, 2)).tolist(), (w[0] @ torch.arange(8.).view(2, 2, 2)).tolist()
""")
