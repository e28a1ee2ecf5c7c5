from tests.ops.expressions import as_torch

test_as_torch = as_torch("""
f.masked_fill(b, torch.tensor([1., 2.]))
f.masked_fill_(b, torch.tensor([1.]))
i.masked_fill_(b, torch.tensor(1.5))
torch.nonzero(m), p.nonzero(), s.nonzero(), torch.tensor(0.).nonzero(), e.nonzero(), b.nonzero()
[x.tolist() for y in (n,p,s) for x in y.nonzero(as_tuple=True)]
w.nonzero().requires_grad
x=torch.tensor([nan,inf,-inf,1.]); torch.nan_to_num(x), x.nan_to_num(1.), x.nan_to_num(2.,posinf=3.)
x=torch.tensor([nan,inf,-inf,1.]); x.nan_to_num(neginf=-1.), x.double().nan_to_num(), i.nan_to_num()
x=torch.tensor([nan,inf]); x.nan_to_num_(), x
w.nan_to_num().grad_fn
x=torch.tensor([nan,inf,2.],requires_grad=True); x.nan_to_num().sum().backward(); x.grad
torch.where(b,f,1e300)
torch.where(m>5,m,0.)
torch.where(m>5,m,0)
torch.where(m>5,0,m)
torch.where(m>5,1,0)
torch.where(m>5,1.,0)
torch.where(m>5,True,0)
torch.where(b,i,f)
x=d.clone().requires_grad_();behind(torch.where(b,w,x))
x=d.clone().requires_grad_();torch.where(b,w,x).sum().backward();w.grad,x.grad
x=s.double().requires_grad_();w.masked_fill(w>2,x).sum().backward();w.grad,x.grad
i.masked_fill(b,torch.tensor(2.5))
u.masked_fill(b,torch.tensor(-1))
torch.where(b,i,2.5)
torch.where(b,d,f)
torch.where(b,h,2.5)
torch.where(i,f,f)
torch.where(b,f,m)
torch.where(b,m[:2,:2],f)
torch.where(yes,f,0.)
f.where(b,0.)
f.where(b,i)
m.where(m>3,-1.)
torch.where(condition=b,input=f,other=f)
torch.where(b,s,f)
torch.where(b,torch.tensor(1.5,dtype=torch.float64),f)
torch.where(b,i8,300)
# types
pairs(lambda x, y: torch.where(torch.tensor([True, False]), x, y))
# edges
grads(lambda x: torch.where(x > 0, x, -x), [-2.0, 0.0, 3.0])
grads(lambda x, y: torch.where(torch.tensor([[True], [False]]), x, y), [1.0, 2.0], [3.0])
grads(lambda x: torch.where(x > 0, torch.log(x), 0.0), [-1.0, 2.0])
grads(lambda x: torch.where(x > 0, x, nan), [-1.0, 2.0])
torch.where(w > 2, w, w * 2), torch.where(w > 2, 1.0, w), torch.where(w > 2, w, 0),
    torch.where(w > 2, w.detach(), 0)
torch.where(w > 2, w, f), torch.where(w > 2, 1, 2.5), torch.where(yes, w, w)
torch.where(torch.ones(3, dtype=torch.bool), w, w)
torch.where(w, w, w)
[x.tolist() for x in torch.where(m > 5)], [x.tolist() for x in torch.where(yes)]
# by a mask
f.masked_fill(i, 1.)
f.masked_fill_(i, 1.)
f.masked_fill(torch.ones(2, 2).bool(), 1), torch.zeros(2, 1).masked_fill(b, 5)
f.masked_fill_(torch.ones(2, 2).bool(), 1)
f.masked_fill_(torch.ones(3).bool(), 1)
f.masked_fill(b, 1e300)
i.masked_fill(b, nan)
u.masked_fill(b, 300)
u.masked_fill(b, -0.5)
f.masked_fill(b, torch.tensor(3)), torch.masked_fill(f, b, 7), s.masked_fill(yes, 1)
f.masked_fill(b, torch.tensor(1.25, dtype=torch.float64)), i.masked_fill(b, torch.tensor(1.5))
w.masked_fill_(w > 2, 0)
x = w * 1; x.masked_fill_(x > 2, 0).sum().backward(); w.grad
x = w * 1; x.masked_fill_(x > 2, w[0, 1]).sum().backward(); w.grad
x = w * 1; x.masked_fill(torch.tensor([[[True]], [[False]]]), 5).sum().backward(); w.grad
x = torch.where(m > 2); x[0].is_contiguous(), x[1].stride(), x[1].view(3, 3)
f.masked_fill(b, True), i.masked_fill(b, 2.7), b.masked_fill(b, 2)
x = w * 1; x.masked_fill_(x > 2, s).sum().backward(); w.grad
""")
