"""Tensors that are pickled."""

import copy
import pickle

from tests.behaviours.table import row


def again(x, protocol=pickle.DEFAULT_PROTOCOL):
    return pickle.loads(pickle.dumps(x, protocol))


@row
def pickling_a_leaf(lib):
    """A pickled leaf comes back with its values, its layout and attributes, without its grad."""
    x = lib.arange(6.0).reshape(2, 3).t().requires_grad_()
    x.grad = lib.ones(3, 2)
    x.note = "a"
    y = again(x)
    return y, y.requires_grad, y.grad, y.stride(), y.note


@row
def pickling_a_result(lib):
    """A pickled result comes back a leaf that requires grad."""
    y = again(lib.ones(2, requires_grad=True) * 2)
    return y, y.is_leaf, y.requires_grad, y.grad_fn


@row
def pickling_with_every_protocol(lib):
    """Every protocol will do."""
    x = lib.tensor([[1, 2]], dtype=lib.int16)
    return [again(x, protocol) for protocol in range(pickle.HIGHEST_PROTOCOL + 1)]


@row
def pickling_several(lib):
    """One tensor twice in a pickle is one after it; what shared memory does not any more."""
    x = lib.zeros(3)
    a, b, view = again([x, x, x[1:]])
    a[1] = 9
    return a is b, view, view._is_view()


@row
def pickling_parameters_and_modules(lib):
    """Parameters come back as such, also frozen ones; modules come back whole."""
    frozen = again(lib.nn.Parameter(lib.ones(2), requires_grad=False))
    net = again(lib.nn.Linear(2, 1))
    return repr(frozen), frozen.requires_grad, repr(net), dict(net.named_parameters())


@row
def pickling_types_and_places(lib):
    """A dtype comes back as itself, a device and a Size equal."""
    types = [again(t) is t and copy.deepcopy(t) is t for t in (lib.float32, lib.int64, lib.bool)]
    size = again(lib.ones(2, 3).shape)
    return types, again(lib.device("cpu")), size, type(size).__name__
