"""One saved tensor by itself."""

import pytest

import minigrad
from minigrad.autograd.saved_tensor import SavedTensor


def leaf(*numbers):
    return minigrad.tensor(list(numbers or (3.0, 1.0)), requires_grad=True)


def nothing(packed):
    return packed


def test_each_saved_tensor_has_one_and_attributes_have_none():
    node = (leaf() ** 2).grad_fn
    assert isinstance(node._raw_saved_self, SavedTensor)
    assert not hasattr(node, "_raw_saved_exponent")


def test_only_that_one_is_packed():
    y = leaf() * (leaf() + 1)
    y.grad_fn._raw_saved_self.register_hooks(lambda t: t.tolist(), minigrad.tensor)
    assert y.grad_fn.saved[1].tolist() == [4.0, 2.0]
    assert y.grad_fn._saved_self.tolist() == [3.0, 1.0]


def test_a_view_can_be_packed():
    x = leaf() * 1
    y = x[1:].exp()
    y.grad_fn._raw_saved_result.register_hooks(lambda t: t.clone(), nothing)
    y.sum().backward()
    assert y.grad_fn.saved is None


def test_what_was_written_over_before_is_refused():
    x = leaf() * 1
    y = x * x
    x.add_(1)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        y.grad_fn._raw_saved_self.register_hooks(nothing, nothing)


def test_a_number_cannot_be_packed():
    y = leaf() * 3.0
    with pytest.raises(RuntimeError, match=r"with value None is forbidden$"):
        y.grad_fn._raw_saved_other.register_hooks(nothing, nothing)


def test_a_pack_hook_that_fails_changes_nothing():
    x = leaf()
    y = x.exp()
    with pytest.raises(KeyError):
        y.grad_fn._raw_saved_result.register_hooks(lambda t: {}["gone"], nothing)
    y.sum().backward()
    assert x.grad.tolist() == pytest.approx(y.tolist())
