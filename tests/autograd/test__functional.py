"""Tuples in, tuples out, and what stands in the place of None."""

import pytest

import minigrad
from minigrad.autograd._functional import Call, as_tuple, check, partial_grad, the_number


def call(**given):
    x = minigrad.tensor([1.0, 2.0])
    usual = {"name": "vjp", "func": lambda x: x * 2, "inputs": x}
    return Call(**{**usual, "create_graph": False, "strict": False, **given})


def test_one_tensor_is_a_tuple_that_comes_back_as_one():
    x = minigrad.ones(2)
    assert as_tuple(x, "inputs", "vjp") == (False, (x,))
    assert as_tuple((x,), "inputs", "vjp") == (True, (x,))
    made = call()
    assert made.result((x,), False).tolist() == [1.0, 1.0]
    assert isinstance(made.result((x,), True), tuple)


def test_inputs_are_made_for_the_call():
    x = minigrad.tensor([1.0], requires_grad=True)
    plain, recorded = call(inputs=x).inputs[0], call(inputs=x, create_graph=True).inputs[0]
    assert plain is not x and plain.is_leaf and plain.requires_grad
    assert recorded.grad_fn.next_functions[0][0].variable is x
    assert plain.data_ptr() == recorded.data_ptr() == x.data_ptr()


def test_inputs_must_be_able_to_require_grad():
    with pytest.raises(RuntimeError, match="only Tensors of floating point"):
        call(inputs=minigrad.tensor([1, 2]))


def test_a_gradient_of_what_requires_none_is_none():
    x = minigrad.tensor([1.0], requires_grad=True)
    assert partial_grad((x.detach(), None), (x,), None, False) == (None,)
    outputs, seeds = (x * 2, None, x.detach()), (minigrad.ones(1), None, minigrad.ones(1))
    assert partial_grad(outputs, (x, minigrad.ones(1, requires_grad=True)), seeds, False) == (
        minigrad.tensor([2.0]),
        None,
    )


def test_holes_are_filled_with_zeros_of_the_right_type():
    like = (minigrad.ones(2, 3, dtype=minigrad.float64),)
    (found,) = call().filled((None,), like, "back")
    assert found.shape == (2, 3) and found.dtype == minigrad.float64 and not found.any()
    with pytest.raises(RuntimeError, match="independent of input 0"):
        call(strict=True).filled((None,), like, "back")


def test_checks_do_nothing_unless_strict():
    constant = minigrad.ones(1)
    check((None, constant), "outputs", strict=False)
    with pytest.raises(RuntimeError, match="independent of input 0"):
        check((None, constant), "grad_inputs", strict=True)
    with pytest.raises(RuntimeError, match="Output 1 of the user-provided function does not"):
        check((constant.requires_grad_(), constant.detach()), "outputs", strict=True)


def test_a_number_has_one_element_whatever_its_shape():
    x = minigrad.ones(1, 1)
    assert the_number((x,), False, "vhp") is x
    with pytest.raises(RuntimeError, match="given to vhp should contain a single element"):
        the_number((minigrad.ones(2),), False, "vhp")
