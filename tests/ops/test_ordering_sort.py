import minigrad
from tests.ops.expressions import exactly_as_torch

test_as_torch = exactly_as_torch("""
torch.bincount(i), i.bincount(minlength=5), torch.bincount(z.view(1)), torch.bincount(i[:0])
torch.bincount(i,f), torch.bincount(i,d), torch.bincount(i,weights=i), torch.bincount(i,h).dtype
torch.bincount(i,weights=f,minlength=6), torch.bincount(u), torch.bincount(i8,None,4)
torch.sort(m,axis=0), m.argsort(axis=1), m.topk(2,axis=0).values, torch.topk(m,1,axis=1).indices
torch.unique(torch.tensor([3,1,3,2])), p.unique(), b.unique(), torch.tensor([nan,nan,1.]).unique()
torch.unique(p,return_inverse=True), torch.unique(p,return_counts=True)
torch.unique(n%5,sorted=True,return_inverse=True,return_counts=True)
torch.unique(torch.tensor([]))
torch.sort(torch.tensor([3.,1,2]))
torch.sort(torch.tensor([3.,1,2]),descending=True)
torch.sort(torch.tensor([3.,1,2]),0,True)
torch.sort(torch.tensor([3.,1,2]),stable=True,dim=0,descending=False)
torch.sort(torch.tensor([3.,1,2]),stable=True)
torch.tensor([3.,1,2]).sort(0)
torch.tensor([3.,1,2]).sort(0,True)
torch.tensor([3.,1,2]).sort(stable=True,dim=0)
torch.tensor([3.,1,2]).sort(stable=None,dim=0)
torch.sort(torch.tensor([3.,1,float('nan'),2,float('nan'),float('inf')]))
torch.sort(torch.tensor([3.,1,float('nan'),2,float('nan'),float('inf')]),descending=True)
torch.sort(torch.tensor([0.,-0.,0.,-0.]))
torch.sort(torch.tensor([1,1,0,0,1,2,2]),descending=True)
torch.sort(torch.tensor([True,False,True]))
torch.sort(torch.tensor([True,False,True]),descending=True)
torch.sort(s)
torch.sort(s,1)
torch.sort(s,0)
torch.sort(torch.zeros(0,3))
torch.sort(torch.zeros(3,0),1)
torch.sort(m,2)
torch.sort(w).values.grad_fn
torch.argsort(torch.tensor([3.,1,2]))
torch.argsort(torch.tensor([3.,1,2]),0,True)
torch.argsort(torch.tensor([3.,1,2]),dim=0,descending=True,stable=True)
torch.tensor([3.,1,2]).argsort(0,True)
torch.tensor([3.,1,2]).argsort(stable=True)
torch.argsort(s)
torch.argsort(w)
torch.topk(torch.tensor([3.,1,2]),2)
torch.topk(torch.tensor([3.,1,2]),2,largest=False)
torch.topk(torch.tensor([3.,1,2]),2,0,True,False)
torch.topk(torch.tensor([3.,1,2]),5)
torch.topk(torch.tensor([3.,1,2]),-1)
torch.topk(torch.tensor([3.,1,2]),0)
torch.topk(torch.tensor([3.,1,2]),2,1)
torch.topk(s,1)
torch.topk(s,2)
torch.topk(s,0)
torch.topk(torch.tensor([1.,float('nan'),2]),2)
torch.topk(torch.tensor([1.,float('nan'),2]),3,largest=False)
torch.topk(m,torch.tensor(2))
torch.topk(w,1).values.grad_fn
torch.sort(torch.tensor([2,1],dtype=torch.uint8))
torch.sort(torch.tensor([2,1],dtype=torch.float16))
torch.topk(torch.tensor([2,1],dtype=torch.float16),1)
g=torch.autograd.grad(torch.sort(w)[0],w,torch.ones(2,2,requires_grad=True),create_graph=True)[0];
    g.grad_fn
w.sort().indices.requires_grad
w.topk(1).indices.grad_fn
torch.argsort(torch.tensor([1]),stable=True,dim=2)
m.topk(1,foo=2)
# in order in memory
x = m.sort(descending=True); x.values.stride(), x.indices.stride(), x.indices.view(12)
x = m.sort(0, True); x.values.stride(), x.indices.stride(), torch.from_numpy(x.indices.numpy())
n.argsort(1, True).stride(), n.argsort(0, True).stride(), f.argsort(descending=True).view(2, 1)
torch.msort(-m), torch.msort(w), (-f).msort()
""")


def test_equal_elements_stay_in_their_order_either_way():
    x = minigrad.tensor([1, 0, 1, 0, 1])
    assert x.sort().indices.tolist() == [1, 3, 0, 2, 4]
    assert x.sort(descending=True).indices.tolist() == [0, 2, 4, 1, 3]
    assert x.argsort(descending=True, stable=True).tolist() == [0, 2, 4, 1, 3]


def test_topk_takes_the_first_of_equal_elements():
    """PyTorch leaves open which it takes; the values are the same."""
    x = minigrad.tensor([1, 2, 1, 2, 1])
    assert x.topk(3).indices.tolist() == [1, 3, 0]
    assert x.topk(2, largest=False, sorted=False).indices.tolist() == [0, 2]


def test_only_the_elements_that_were_picked_get_a_gradient():
    x = minigrad.tensor([3.0, 1.0, 2.0], requires_grad=True)
    values, indices = x.topk(2)
    (values * minigrad.tensor([10.0, 20.0])).sum().backward()
    assert x.grad.tolist() == [10.0, 0.0, 20.0]
    assert not indices.requires_grad
    assert indices.grad_fn is None


def test_what_sort_returns_prints_as_a_named_tuple():
    found = minigrad.sort(minigrad.tensor([2, 1]))
    assert repr(found) == (
        "minigrad.return_types.sort(\nvalues=tensor([1, 2]),\nindices=tensor([1, 0]))"
    )
