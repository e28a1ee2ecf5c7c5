import pytest

import minigrad
from tests.ops.expressions import exactly_as_torch

test_as_torch = exactly_as_torch("""
torch.index_put(m,(i,),torch.ones(4))
torch.index_put(m,(i,i),torch.ones(2),accumulate=True)
torch.index_put(m,(i*0,i*0),torch.ones(2),True)
torch.index_put(m,[i,i],torch.ones(2))
torch.index_put(m,(i,),torch.ones(3))
torch.index_put(m,(i,),torch.tensor(2))
torch.index_put(m,(i,),torch.tensor(2.).double())
torch.index_put(m,(i+9,),torch.tensor(2.))
torch.index_put(m,(m>3,),torch.tensor(2.))
torch.index_put(m,(m>3,),torch.ones(8),accumulate=True)
torch.index_put(m,(b,),torch.tensor(2.))
torch.index_put(m,(i.float(),),torch.tensor(2.))
torch.index_put(m,(i,torch.tensor([0,1,2])),torch.tensor(2.))
torch.index_put(w,(i,),w).grad_fn
(w*1).index_put_((i,),w).grad_fn
m.index_put_((i,i),torch.ones(2),accumulate=True)
# what is expanded: a copy has a place for each element, in place they stay one
f.expand(3, 2).index_put((z * 0,), s), f.expand(3, 2).index_put((z * 0,), s, True)
x = s.expand(3).index_put((i,), f); x, x.stride()
x = s.expand(3).index_put((i,), f, True); x, x.stride()
x = w.expand(2, 2, 2).index_put((i - 1,), w.detach()); x.sum().backward(); x, w.grad
""")


def test_places_named_twice_add_up_or_the_last_one_stays():
    places, values = (minigrad.tensor([1, 1]),), minigrad.tensor([2.0, 3.0])
    x = minigrad.ones(2)
    assert x.index_put(places, values, accumulate=True).tolist() == [1.0, 6.0]
    assert x.index_put(places, values).tolist() == [1.0, 3.0]
    assert x.tolist() == [1.0, 1.0]


def test_what_was_expanded_has_no_place_for_each_element():
    x, places = minigrad.zeros(1).expand(3), minigrad.tensor([1])
    for write in (x.__setitem__, lambda key, value: x.index_put_((key,), value, accumulate=True)):
        with pytest.raises(RuntimeError, match="more than one element of the written-to tensor"):
            write(places, minigrad.ones(1))


def test_indices_are_several_tensors():
    with pytest.raises(TypeError, match=r"^indices must be tuple of Tensors, not Tensor$"):
        minigrad.zeros(2, 2).index_put(minigrad.tensor([0, 1]), minigrad.tensor(1.0))
