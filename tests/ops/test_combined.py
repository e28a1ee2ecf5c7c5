import pytest

import minigrad
from tests.ops.expressions import as_torch

test_as_torch = as_torch("""
torch.lerp(i,i,.5)
torch.lerp(f,d,.5)
torch.lerp(f,f,d)
torch.lerp(f,f,d[0])
torch.lerp(f,f,torch.ones(3))
torch.lerp(f,torch.ones(3),.5)
torch.lerp(f,torch.ones(2,1),.5)
torch.lerp(f,2.,.5)
torch.lerp(f,f,'a')
f.lerp_(torch.ones(2,2),.5)
f.lerp_(torch.ones(1),.5)
torch.lerp(f,end=f*2,weight=True)
torch.lerp(w,w*2,w)
w.lerp_(w,.5)
torch.lerp(f,torch.tensor([inf,nan]),1)
seconds(torch.lerp, [1.0, 2.0], [3.0, 5.0], [0.2, 0.8])
torch.logaddexp(i,i)
torch.logaddexp(i,f), torch.logaddexp2(f,d), torch.logaddexp(h,h)
torch.logaddexp(torch.tensor([-inf,inf,nan]),torch.tensor([-inf,inf,1.]))
grads(torch.logaddexp, [-inf,1000.,-1000.,inf], [-inf,1000.,1000.,0.])
grads(torch.logaddexp2, [3.], [3.])
torch.hypot(i,i)
torch.hypot(f,d)
grads(torch.hypot, [0.,3.], [0.,4.])
torch.addcdiv(f,i,f), torch.addcdiv(f,f,d), torch.addcdiv(f,f,f,value=2)
torch.addcdiv(f,f,torch.ones(3))
f.addcdiv_(d,d), f.addcdiv_(f,f,value=-1)
grads(torch.addcdiv, [1.0, inf], [2.0, 3.0], [0.0, inf])
""")


def test_integers_are_not_divided():
    i = minigrad.tensor([1, 2])
    with pytest.raises(RuntimeError, match="Integer division with addcdiv is no longer supported"):
        minigrad.addcdiv(i, i, i)
    with pytest.raises(RuntimeError, match="Integer division with addcdiv is no longer supported"):
        minigrad.addcdiv(i.float(), i, i)
