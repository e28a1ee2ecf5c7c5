"""Hooks that copies leave out."""

import copy
import pickle
import warnings

import pytest

import minigrad
from minigrad.autograd import hooks as autograd_hooks
from minigrad.utils import hooks


def scaled(grad):
    return grad * 2


COPIES = [copy.copy, lambda x: pickle.loads(pickle.dumps(x))]


@pytest.mark.parametrize("copied", COPIES)
def test_a_marked_hook_is_left_out_in_silence(copied):
    x = minigrad.ones(2, requires_grad=True)
    marked = hooks.unserializable_hook(lambda grad: grad * 3)
    x.register_hook(marked)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert copied(x).tolist() == [1.0, 1.0]
    x.sum().backward()
    assert x.grad.tolist() == [3.0, 3.0]


def test_a_deep_copy_leaves_hooks_behind_without_a_word():
    x = minigrad.ones(2, requires_grad=True)
    x.register_hook(scaled)
    twin = copy.deepcopy(x)
    twin.sum().backward()
    assert twin.grad.tolist() == [1.0, 1.0]


def test_the_handle_is_autograds():
    assert hooks.RemovableHandle is autograd_hooks.RemovableHandle
