"""How a node's rules are run: the quick ways give what the one for everything gives."""

import numpy as np
import pytest

import minigrad
from minigrad._mode import backward_mode
from minigrad.autograd import op as rows
from minigrad.autograd.node import public_node


def recorded(shapes, operation=minigrad.mul):
    """The node of an operation on fresh tensors of these shapes; the nodes that it leads to."""
    inputs = [minigrad.ones(*shape, requires_grad=True) * (k + 2) for k, shape in enumerate(shapes)]
    return operation(*inputs)._node, [x._node for x in inputs]


PULLS = [lambda node, grad, raw: grad * 2, lambda node, grad, raw: grad * 3]


@pytest.mark.parametrize("count", [1, 2])
@pytest.mark.parametrize("case", ["plain", "none", "wanted", "cut", "freed", "broadcast"])
def test_the_quick_ways_do_what_the_general_one_does(count, case):
    quick = (rows.of_one_input, rows.of_two_inputs)[count - 1](*PULLS[:count])
    told = []
    for vjp in (quick, rows.of_inputs(PULLS[:count])):
        shapes = [(2,), (1,)] if case == "broadcast" else [(2,), (2,)]
        node, parents = recorded(shapes[:count], minigrad.mul if count == 2 else minigrad.exp)
        if case == "freed":
            node.saved = None
        if case == "cut":
            node.parents = (None, *node.parents[1:])
        useful = {parents[-1]} if case == "wanted" else None
        grads = [None if case == "none" else np.ones(2, np.float32)]
        try:
            told.append([None if g is None else g.tolist() for g in vjp(node, grads, useful, True)])
        except RuntimeError as error:
            told.append(str(error)[:40])
    assert told[0] == told[1]
    assert case != "plain" or told[0] == [[2.0, 2.0], [3.0, 3.0]][:count]
    assert case != "freed" or told[0].startswith("Trying to backward")


def test_a_function_with_its_own_code_is_the_same_function():
    def maker(k):
        def function(x):
            return x + k

        return function

    one, two = (rows.own_code(maker(k)) for k in (1, 2))
    assert one(1) == 2 and two(1) == 3
    assert one.__code__ is not two.__code__ and one.__code__ == two.__code__


def test_gradients_are_made_to_fit_their_inputs():
    x = minigrad.ones(2, 1, dtype=minigrad.float64, requires_grad=True)
    y = minigrad.ones(3, requires_grad=True)
    node = (x * y)._node
    with backward_mode(False):
        found = rows.match_inputs(node, [np.ones((2, 3)), np.ones((2, 3))])
    assert [(g.shape, g.dtype.name) for g in found] == [((2, 1), "float64"), ((3,), "float32")]
    assert rows.match_inputs(node, [None, None]) == [None, None]


def test_an_output_that_nothing_reached_counts_as_zeros():
    x = minigrad.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
    first, _ = x.unbind()
    first.sum().backward()
    assert x.grad.tolist() == [[1.0, 1.0], [0.0, 0.0]]
    assert type(public_node(first._node)).__name__ == "UnbindBackward0"
