import pytest

import minigrad
from tests.ops.expressions import exactly_as_torch

test_as_torch = exactly_as_torch("""
torch.index_put(w,(i-1,),f,accumulate=True).grad_fn._saved_indices
torch.index_put(m,(i,),torch.ones(4))
torch.index_put(m,(i,i),torch.ones(2),accumulate=True)
torch.index_put(m,(i*0,i*0),torch.ones(2),True)
torch.index_put(m,[i,i],torch.ones(2))
torch.index_put(m,i,torch.ones(2))
torch.index_put(m,(i,i,i),torch.ones(2))
torch.index_put(m,(None,i),torch.ones(2))
torch.index_put(m,(0,i),torch.ones(2))
torch.index_put(m,(i,),torch.ones(3))
torch.index_put(m,(i,),2.0)
torch.index_put(m,(i,),torch.tensor(2))
torch.index_put(m,(i,),torch.tensor(2.).double())
torch.index_put(m,(i+9,),torch.tensor(2.))
torch.index_put(m,(m>3,),torch.tensor(2.))
torch.index_put(m,(m>3,),torch.ones(8),accumulate=True)
torch.index_put(m,(b,),torch.tensor(2.))
torch.index_put(m,(i.float(),),torch.tensor(2.))
torch.index_put(m,(u,),torch.tensor(2.))
torch.index_put(m,(i,torch.tensor([0,1,2])),torch.tensor(2.))
torch.index_put(w,(i,),w).grad_fn
(w*1).index_put_((i,),w).grad_fn
m.index_put_((i,i),torch.ones(2),accumulate=True)
# what is expanded: a copy has a place for each element, in place they stay one
f.expand(3, 2).index_put((z * 0,), s), f.expand(3, 2).index_put((z * 0,), s, True)
x = s.expand(3).index_put((i,), f); x, x.stride()
x = s.expand(3).index_put((i,), f, True); x, x.stride()
x = w.expand(2, 2, 2).index_put((i - 1,), w.detach()); x.sum().backward(); x, w.grad
x = s.clone().expand(3); x.index_put_((i,), f), x.stride()
x = s.clone().expand(3); x.index_put_((i,), f, True), x.stride()
""")


def test_places_named_twice_add_up_or_the_last_one_stays():
    places, values = (minigrad.tensor([1, 1]),), minigrad.tensor([2.0, 3.0])
    x = minigrad.ones(2)
    assert x.index_put(places, values, accumulate=True).tolist() == [1.0, 6.0]
    assert x.index_put(places, values).tolist() == [1.0, 3.0]
    assert x.tolist() == [1.0, 1.0]


def test_an_empty_tuple_of_indices_is_refused():
    with pytest.raises(RuntimeError, match=r"^sym_strides\(\) called on an undefined Tensor"):
        minigrad.ones(2).index_put((), minigrad.ones(1))
