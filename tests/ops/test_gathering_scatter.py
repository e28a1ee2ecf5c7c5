import pytest

import minigrad
from tests.ops.expressions import exactly_as_torch

test_as_torch = exactly_as_torch("""
torch.scatter(m,1,p,torch.ones(2,2))
torch.scatter(m,1,p,torch.ones(2,2).double())
torch.scatter(m,1,p,2)
torch.scatter(m,1,p,value=2)
torch.scatter(m,1,p,src=torch.tensor(2.))
torch.scatter(m,1,p,torch.tensor(2.))
torch.scatter(m,1,p+5,2)
torch.scatter(m,1,p-1,2)
torch.scatter(m,1,p[0],2)
torch.scatter(m,1,p.int(),2)
torch.scatter(m,1,p.float(),2)
torch.scatter(m,1,p.float(),torch.ones(2,2))
torch.scatter(w,1,p,torch.ones(2,2)).grad_fn
torch.scatter(w,1,p,2).grad_fn
torch.scatter(s,0,torch.tensor(0),1.)
torch.scatter(s,0,torch.tensor([0]),1.)
torch.scatter(n,1,torch.zeros(1,1,1,dtype=torch.int64),2.5)
torch.scatter(n,1,torch.zeros(1,1,1,dtype=torch.int64),300)
torch.scatter_add(m,1,p,torch.ones(2,2))
torch.scatter_add(m,1,p*0,torch.ones(2,2))
torch.scatter_add(m,1,p,torch.ones(2,2).double())
torch.scatter_add(m,1,p.float(),torch.ones(2,2))
torch.scatter_add(m,1,p+7,torch.ones(2,2))
torch.scatter_add(m,1,p[0],torch.ones(2,2))
torch.scatter_add(m,3,p,torch.ones(2,2))
torch.scatter_add(s,0,torch.tensor(0),s)
torch.scatter_add(w,1,p,w).grad_fn
x=torch.ones(3,3,requires_grad=True);torch.scatter(torch.zeros(2,2),1,p,x).sum().backward()
x=torch.ones(3,3,requires_grad=True);torch.scatter_add(torch.zeros(2,2),1,p,x).sum().backward()
x=torch.ones(3,3,requires_grad=True);torch.scatter_add(torch.zeros(2,2),1,p,x).sum().backward();
    x.grad
torch.scatter_add(b,0,i,b)
torch.scatter(b,0,i,2)
torch.scatter(b,0,i,~b)
torch.scatter(f,0,i,True)
(w*1).scatter_(1,p,w).grad_fn
(w*1).scatter_(1,p,2.0).grad_fn
(w*1).scatter_add_(1,p,w).grad_fn
w.scatter_(1,p,2.0)
m.scatter_(1,p,value=2.0)._version
f.expand(3,2).scatter_(0,p,2.)
torch.scatter(m,0,torch.tensor([[0,9],[8,-7]]),2)
torch.scatter(m,1,torch.tensor([[0,9],[8,-7]]),2)
torch.scatter_add(m,0,torch.tensor([[0,9],[8,-7]]),m[:2,:2])
torch.scatter(m,1,p.float(),m.double())
torch.scatter(m,1,p[0].float(),m.double())
torch.scatter(m,1,p[0]+9,m)
torch.scatter(f,0,torch.tensor(1),torch.tensor(5.))
torch.scatter(f,0,torch.tensor(1),torch.tensor([5.]))
torch.scatter(m,1,p,n.float())
m.scatter_add(1,p,3)
x=torch.tensor(2.,requires_grad=True);f.scatter_add(0,i[:1],x).sum().backward()
x=torch.tensor(2.,requires_grad=True);f.scatter_add(0,i[:1],x*3).backward(f);x.grad
x=torch.tensor(2.,requires_grad=True);f.clone().scatter_(0,i[:1],x).backward(f);x.grad
x=torch.tensor([2.],requires_grad=True);s.scatter(0,z-3,x).backward()
x=torch.tensor([2.],requires_grad=True);s.scatter_add(0,z-3,x).backward()
""")


def test_a_source_larger_than_the_index_has_no_gradient():
    src = minigrad.ones(2, 2, requires_grad=True)
    y = minigrad.scatter(minigrad.zeros(2, 2), 1, minigrad.tensor([[0, 1]]), src)
    with pytest.raises(RuntimeError, match=r"^Function ScatterBackward0 returned an invalid grad"):
        y.sum().backward()


def test_the_index_may_not_be_written_over_before_backward():
    x, index = minigrad.ones(2, requires_grad=True), minigrad.tensor([0, 0])
    y = x.scatter_add(0, index, x)
    index.zero_()
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        y.sum().backward()


def test_a_write_that_is_refused_changes_nothing():
    x = minigrad.zeros(2, 2)
    with pytest.raises(RuntimeError, match="index 5 is out of bounds"):
        x.scatter_(0, minigrad.tensor([[0, 5]]), 1.0)
    assert x.tolist() == [[0.0, 0.0], [0.0, 0.0]]
    assert x._version == 0
