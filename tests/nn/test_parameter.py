import copy
import pickle

import pytest

import minigrad
from minigrad import Tensor
from minigrad.nn import Parameter
from minigrad.nn.parameter import clear_grads, typename
from tests.nn.twins import both, cases

case = cases()

GIVEN = {
    "repr": "str(P(lib.tensor([[1.0, -2.0], [3.0, 4.5]])))",
    "repr_frozen": "str(P(lib.ones(2), requires_grad=False))",
    "repr_double": "str(P(lib.ones(2, dtype=lib.float64)))",
    "repr_in_a_list": "str([P(lib.ones(1)), P(lib.ones(1))])",
    "nothing": "P()",
    "whole_numbers": "P(lib.ones(2, dtype=lib.int64))",
    "whole_numbers_frozen": "P(lib.ones(2, dtype=lib.int64), False)",
    "a_list": "P([1.0, 2.0])",
    "an_array": "P(lib.ones(2).numpy())",
    "of_a_parameter": "P(P(lib.ones(2)))",
    "of_a_result": "[P(p * 2), P(p * 2).is_leaf]",
    "results": "[type(x).__name__ for x in "
    "(p * 2, p + p, p[0], p.t(), p.detach(), p.data, p.clone(), p.requires_grad_())]",
    "in_place_on_a_leaf": "p.add_(1)",
    "is_one": "[isinstance(p, lib.nn.Parameter), isinstance(p, lib.Tensor), "
    "isinstance(lib.ones(1), lib.nn.Parameter)]",
}


BUFFERS = {
    "buffer": "lib.nn.Buffer(lib.ones(2)), str(lib.nn.Buffer(lib.tensor([1, 2]))), lib.nn.Buffer()",
    "buffer_registered": "[setattr(m, 'a', B(lib.ones(1))), list(m.state_dict()), m.a]",
    "buffer_not_kept": "[setattr(m, 'a', B(lib.ones(1), persistent=False)), list(m.state_dict()), "
    "[n for n, _ in m.named_buffers()]]",
    "buffer_is_no_parameter": "[isinstance(B(p), lib.nn.Parameter), (B(p) * 2).detach()]",
    "uninitialized": "str(lib.nn.UninitializedParameter()), str(lib.nn.UninitializedBuffer())",
}
GIVEN.update(BUFFERS)


def expression(code):
    def one(lib):
        P = lib.nn.Parameter
        names = {"lib": lib, "P": P, "p": P(lib.tensor([1.0, 2.0]))}
        return eval(code, {**names, "B": lib.nn.Buffer, "m": lib.nn.Linear(2, 1)})

    return one


case.all.update({name: expression(code) for name, code in GIVEN.items()})


@case
def memory_is_shared(lib):
    x = lib.ones(2)
    p = lib.nn.Parameter(x)
    x.add_(1)
    return p, p._version, x._version


@case
def a_gradient(lib):
    p = lib.nn.Parameter(lib.tensor([1.0, 2.0]))
    (p * p).sum().backward()
    return p.grad, type(p.grad).__name__


test_parameter_as_in_torch = both(__name__, case)


def test_it_has_no_slots_of_its_own():
    assert Parameter.__slots__ == ()
    assert Parameter().__dict__ == {}


@pytest.mark.parametrize("twin", [copy.deepcopy, lambda p: pickle.loads(pickle.dumps(p))])
def test_copies_keep_class_and_values_and_no_memory(twin):
    p = Parameter(minigrad.tensor([1.0, 2.0]), requires_grad=False)
    q = twin(p)
    assert type(q) is Parameter
    assert q.requires_grad is False
    assert q.tolist() == [1.0, 2.0]
    q.zero_()
    assert p.tolist() == [1.0, 2.0]


def test_a_deep_copy_leaves_the_gradient_behind():
    p = Parameter(minigrad.ones(2))
    p.sum().backward()
    assert copy.deepcopy(p).grad is None
    assert copy.deepcopy(p).requires_grad


def test_a_deep_copy_copies_a_shared_parameter_once():
    p = Parameter(minigrad.ones(()))
    first, second = copy.deepcopy([p, p])
    assert first is second
    assert first is not p


def test_subclasses_stay_what_they_are():
    class Bias(Parameter):
        __slots__ = ()

    assert type(copy.deepcopy(Bias(minigrad.ones(1)))) is Bias
    assert type(Bias(minigrad.ones(1)) + 1) is Tensor


def test_gradients_let_go_of():
    p, q = Parameter(minigrad.ones(2)), Parameter(minigrad.ones(2))
    (p * p).sum().backward()
    clear_grads([p, q], set_to_none=True)
    assert p.grad is None
    assert q.grad is None


def test_gradients_filled_with_zeros_in_place():
    p = Parameter(minigrad.ones(2))
    (p * p).sum().backward()
    grad = p.grad
    clear_grads([p], set_to_none=False)
    assert p.grad is grad
    assert grad.tolist() == [0.0, 0.0]


def test_a_recorded_gradient_is_detached_before_it_is_zeroed():
    p = Parameter(minigrad.ones(2))
    with pytest.warns(UserWarning, match="reference cycle"):
        (p**3).sum().backward(create_graph=True)
    assert p.grad.requires_grad
    clear_grads([p], set_to_none=False)
    assert p.grad.requires_grad is False
    assert p.grad.tolist() == [0.0, 0.0]


@pytest.mark.parametrize(
    ("obj", "expected"),
    [
        (3, "int"),
        (int, "int"),
        (None, "NoneType"),
        (minigrad.ones(1), "minigrad.FloatTensor"),
        (minigrad.nn.ReLU, "minigrad.nn.modules.activation.ReLU"),
        (minigrad.nn.ReLU(), "minigrad.nn.modules.activation.ReLU"),
        (clear_grads, "minigrad.nn.parameter.clear_grads"),
    ],
)
def test_what_messages_call_a_thing(obj, expected):
    assert typename(obj) == expected
