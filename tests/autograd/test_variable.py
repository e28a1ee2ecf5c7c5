"""The old name of tensors with gradients."""

import minigrad
from minigrad.autograd import Variable
from tests.autograd.twins import both, cases

case = cases()


@case
def wraps_a_tensor(lib):
    x = lib.ones(2)
    v, w = lib.autograd.Variable(x, requires_grad=True), lib.autograd.Variable(x)
    (v * 2).sum().backward()
    return v.is_leaf, v.requires_grad, w.requires_grad, v.grad, v.data_ptr() == x.data_ptr()


@case
def is_any_tensor(lib):
    found = lib.autograd.Variable(lib.ones(1)), lib.ones(1), 3
    return [isinstance(x, lib.autograd.Variable) for x in found], type(found[0]).__name__


@case
def shares_the_version(lib):
    x = lib.ones(2)
    v = lib.autograd.Variable(x)
    v.add_(1)
    return x, x._version


test_variable_as_in_torch = both(__name__, case)


def test_it_has_no_instances_of_its_own():
    assert type(Variable(minigrad.ones(1))) is minigrad.Tensor
