import copy
import pickle

import pytest

import minigrad
from minigrad import nn
from tests.nn.twins import both, cases

case = cases()


def scaled(lib):
    """A module that takes an argument by name."""

    class Scaled(lib.nn.Module):
        def forward(self, x, scale=1.0):
            return x * scale

    return Scaled()


@case
def named_arguments_seen(lib):
    m, told = scaled(lib), []
    m.register_forward_pre_hook(lambda *found: told.append(found[1:]), with_kwargs=True)
    m.register_forward_hook(lambda *found: told.append(found[1:]), with_kwargs=True)
    m.register_forward_hook(lambda *found: told.append(found[1:]))
    m(lib.ones(1), scale=3.0)
    m(x=lib.ones(1))
    return told


@case
def named_arguments_replaced(lib):
    m = scaled(lib)
    m.register_forward_pre_hook(lambda m, args, kw: (args, {"scale": 5.0}), with_kwargs=True)
    m.register_forward_pre_hook(lambda m, args: args[0] + 1)
    m.register_forward_hook(lambda m, args, kw, out: (args, kw, out), with_kwargs=True)
    return m(lib.ones(1), scale=3.0)


@case
def the_last_first(lib):
    m, told = lib.nn.Identity(), []
    for name, prepend in (("a", False), ("b", True), ("c", False), ("d", True)):
        m.register_forward_pre_hook(lambda *_, n=name: told.append(n), prepend=prepend)
        m.register_forward_hook(lambda *_, n=name: told.append(n.upper()), prepend=prepend)
    m(1)
    return told


@case
def by_place(lib):
    return lib.nn.Identity().register_forward_hook(print, True)


@case
def before_by_place(lib):
    return lib.nn.Identity().register_forward_pre_hook(print, True)


@case
def with_hooks_of_the_backward(lib):
    m, told = scaled(lib), []
    m.register_full_backward_hook(lambda m, gi, go: told.append([gi, go]))
    m.register_forward_hook(lambda m, args, kw, out: out * kw["scale"], with_kwargs=True)
    x = lib.ones(2, requires_grad=True)
    m(x, scale=3.0).sum().backward()
    return told, x.grad


test_forward_hooks_as_in_torch = both(__name__, case)


def doubled(module, args, kwargs, output):
    return output * 2


@pytest.mark.parametrize("twin", [copy.deepcopy, lambda m: pickle.loads(pickle.dumps(m))])
def test_hooks_are_copied_with_their_module(twin):
    module = nn.Identity()
    module.register_forward_hook(doubled, with_kwargs=True)
    assert twin(module)(minigrad.ones(1)).item() == 2
