"""Whose memory a tensor shows, and other shapes for it."""

import pytest

import minigrad
from tests.ops.expressions import as_torch

test_as_torch = as_torch("""
m.resize_(12), m.shape, m._version
m.resize_((4,3)), m.resize_(2,6).shape, m.resize_([12]).shape, m.resize_as_(torch.ones(4,3)).shape
x=torch.ones(2,3);x.resize_(2,2), x.untyped_storage().nbytes(), x._version
x=torch.ones(2,3);x.resize_(3,3).flatten()[:6], x.untyped_storage().nbytes(), x._version
x=torch.ones(2,3);x.resize_(2).resize_(4).resize_(3,3).tolist()[:2], x.resize_(20).shape
x=m.t();x.resize_(2,6), x.stride(), m
x=m[1];x.resize_(2), x.resize_(8), x._base is m
y=m[0];m.resize_(12)[0].fill_(7), y, y._base is m
x=torch.zeros(0);x.resize_(3).zero_(), torch.tensor([]).resize_(2,2).fill_(1)
x=m.detach();m.resize_(2,2), x, x._version
x=torch.from_numpy(m.numpy());x.resize_(2,5), m.resize_(0), m.resize_(4,3,memory_format=None)
w.resize_(2)
(w*1).resize_(4)
(w*1).detach().resize_(4)
m.resize_()
x=torch.from_numpy(m.numpy());x.resize_(3,5)
""")


def in_view(x):
    return x[0]


def in_array(x):
    return x.numpy()


def in_twin(x):
    return x.detach()


@pytest.mark.parametrize("shown", [in_view, in_array, in_twin])
def test_memory_that_others_show_does_not_grow(shown):
    """In torch it does, and they see it; here they would be left behind."""
    x = minigrad.ones(2, 3)
    x.add_(1).resize_(2).resize_(6)
    also = shown(x)
    with pytest.raises(RuntimeError, match="Trying to resize storage that is not resizable"):
        x.resize_(7)
    x.resize_(3, 2)
    del also
    assert x.resize_(7).tolist() == [2, 2, 2, 2, 2, 2, 0]


def test_a_view_does_not_grow():
    x = minigrad.ones(2, 3)
    with pytest.raises(RuntimeError, match="not resizable"):
        x[0].resize_(7)
