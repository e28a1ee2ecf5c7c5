from tests.ops.expressions import as_torch

test_as_torch = as_torch("""
f - b
b - f
b - b
b - 1
1 - b
1.5 - b
b - 1.5
b - True
True - b
f - True
True - f
-b
torch.sub(f, yes)
f.sub_(b)
i.sub_(b)
f.sub(True)
torch.rsub(f, b)
torch.rsub(b, 1)
torch.neg(u)
torch.tensor(2**63-1)+1
torch.add(f,i,alpha=2.5)
torch.add(i,f,alpha=2.5)
with torch.inference_mode(): y=torch.ones(3);w*y
with torch.inference_mode(): y=torch.ones(3);w+y
with torch.inference_mode(): y=torch.ones(3);(w*1).mul_(y)
with torch.inference_mode(): y=torch.ones(3);torch.addcmul(w,y,y)
(w*i).sum().backward();w.grad
(i/w).sum().backward();w.grad
(w**i).sum().backward();w.grad
(i**w).sum().backward();w.grad
torch.atan2(w,i).sum().backward();w.grad
torch.addcmul(w,i,w).sum().backward();w.grad
(i%w).sum().backward();w.grad
(w*z).sum().backward();w.grad
x=h.clone().requires_grad_();(x/i).sum().backward();x.grad
x=d.clone().requires_grad_();torch.sub(w,x,alpha=2).sum().backward();w.grad,x.grad
torch.add(i,2.5,alpha=2)
torch.add(b,b,alpha=True)
torch.add(f,f,alpha=torch.tensor(2.))
1-b
1.5-i
1-i
torch.rsub(i,1.5)
torch.rsub(f,f)
f.sub(1,alpha=3)
b*b
b+b
b+True
b+1.5
i8+300
i8*300
u+(-1)
u-300
u*(-1)
i8+200
200+i8
300-i8
h+1e6
f+1e300
f*1e300
torch.full((2,),300,dtype=torch.int8)
torch.full((2,),2.5,dtype=torch.int64)
torch.full((2,),nan,dtype=torch.int64)
torch.full((2,),1e300)
torch.full((2,),2,dtype=torch.bool)
i[[0]]=s;i
torch.tensor([127],dtype=torch.int8)+1
torch.tensor(127,dtype=torch.int8)+torch.tensor(1,dtype=torch.int8)
-torch.tensor(-128,dtype=torch.int8)
torch.tensor(200,dtype=torch.uint8)*2
# types
pairs(lambda x, y: x + y)
pairs(lambda x, y: x * y)
pairs(lambda x, y: torch.add(x, y, alpha=1))
# edges
grads(lambda x: x * x + x, [2.0, 3.0])
grads(lambda x: x - x, [2.0])
grads(lambda x, y: torch.add(x, y, alpha=-2), [[1.0, 2.0]], [[3.0], [4.0]])
grads(lambda x, y: torch.sub(x, y, alpha=0.5), [[1.0, 2.0]], [[3.0], [4.0]])
x = torch.ones(2); y = x; x += 1; x -= 3; x *= 4; x /= 2; y
x = torch.ones(2); x.add_(f, alpha=10); x
x = torch.ones(2); x.sub_(i, alpha=2); x
x = torch.ones(2); x.add_(3, alpha=2); x
x = torch.ones(2, dtype=torch.int64); x.add_(i, alpha=2); x
x = torch.ones(2, 1); x += torch.ones(2, 3); x
f + np.float64(1), f * np.float32(2), np.float64(2) * f, f + np.int64(1), i + np.int64(2),
    i * np.float64(2)
m + f
m * torch.ones(2, 3)
torch.ones(5, 1, 4) - torch.ones(3, 5, 3)
torch.add(f, b, alpha=2)
# in place the product is of the common type, too
torch.ones(2).add_(i, alpha=0.5), torch.ones(2).sub_(i, alpha=0.5), torch.ones(2).add_(z, alpha=.5)
torch.ones(2, dtype=torch.int64).add_(i8, alpha=300), torch.ones(2).add_(u, alpha=-1)
torch.ones(2).add_(b, alpha=0.5), d.add_(f, alpha=0.3), f.sub_(d, alpha=0.3), i8.add_(i, alpha=200)
x = torch.ones(2); x.add_(d.requires_grad_(), alpha=0.5).sum().backward(); x, d.grad
i.add_(f, alpha=2)
# a number first
torch.mul(2,f), torch.mul(2.5,i), torch.mul(2,i8), torch.mul(True,b), torch.mul(2,b)
torch.mul(2.,h)
torch.mul(np.float64(2),f), torch.mul(np.int64(2),f), torch.mul(300,u), torch.mul(2**63,i)
torch.mul(2,3), torch.mul(2.,3), torch.mul(2,3.5), torch.mul(True,True)
torch.mul(0.1,d), torch.mul(0.1,s), torch.mul(2,z), torch.mul(2.5,z), torch.mul(yes,2)
torch.mul(2**64,f)
torch.mul(2,w), torch.add(1,w), torch.sub(1,w), torch.add(1,w,alpha=2), torch.sub(1,w,alpha=2)
torch.mul(2,w).grad_fn.next_functions[0]
grads(lambda x: torch.mul(3,x)*torch.add(1,x)*torch.sub(5,x), [2.0, 3.0])
torch.add(1,f), torch.add(1,2), torch.add(True,b), torch.sub(1,f), torch.sub(1,2)
# a method does not count the tensor itself
f.mul(other=2), f.add(other=2), f.mul(np.float32(2)), f.mul(True)
(w + 1).grad_fn._saved_alpha
torch.ones(2).add_(u, alpha=-1), torch.ones(2, dtype=torch.int64).add_(i8, alpha=300)
x = torch.zeros(2, 2); x.add_(w.detach(), alpha=-0.5), torch.sub(x, 1.5, alpha=2)
""")
