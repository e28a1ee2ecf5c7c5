import pytest

import minigrad
from tests.ops.expressions import exactly_as_torch

test_as_torch = exactly_as_torch("""
f.repeat(2)
f.repeat(2,3)
f.repeat((2,3))
m.repeat(2)
f.repeat(0)
f.repeat(1,0)
s.repeat(3)
s.repeat(())
f.repeat(repeats=(2,))
(w*1).repeat(2,1).grad_fn
torch.flip(m,(0,))
torch.flip(m,[0,1])
torch.flip(m,(0,0))
torch.flip(m,(2,))
m.flip(0)
m.flip(0,1)
m.flip((0,1))
m.flip(dims=(0,1))
m.flip(())
torch.flip(m,())
torch.flip(s,())
torch.flip(s,(0,))
torch.flip(w,(0,)).grad_fn
torch.flip(m,(0,))._is_view()
""")


def test_copies_are_no_views():
    x = minigrad.arange(4).reshape(2, 2)
    for copy in (x.repeat(1, 1), x.flip(0), x.flip(())):
        assert not copy._is_view()
        copy.fill_(9)
    assert x.tolist() == [[0, 1], [2, 3]]


def test_nothing_repeated_has_a_gradient_of_zeros():
    x = minigrad.ones(2, requires_grad=True)
    (g,) = minigrad.autograd.grad(x.repeat(0).sum(), x, create_graph=True)
    assert g.tolist() == [0.0, 0.0]


def test_a_shape_with_too_few_repeats_is_named():
    with pytest.raises(RuntimeError, match=r"shape \[1, 2\], the repeats are \[2\]"):
        minigrad.ones(1, 2).repeat(2)
