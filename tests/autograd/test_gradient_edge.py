"""Gradient edges: what the behaviours table cannot say of them."""

import weakref

import pytest

import minigrad
from minigrad.autograd.gradient_edge import (
    GradientEdge,
    edge_of,
    get_gradient_edge,
    increment_version,
    shape_and_dtype,
)


def leaf():
    return minigrad.tensor([1.0, 2.0], dtype=minigrad.float64, requires_grad=True)


def test_they_are_public_where_torch_has_them():
    graph = minigrad.autograd.graph
    assert graph.GradientEdge is GradientEdge
    assert graph.get_gradient_edge is get_gradient_edge
    assert graph.increment_version is increment_version


def test_an_edge_holds_the_graph_and_not_the_tensor():
    x = leaf()
    y = x * 2
    edge, gone = get_gradient_edge(y), weakref.ref(y)
    del y
    assert gone() is None
    assert minigrad.autograd.grad(edge, x, minigrad.ones(2))[0].tolist() == [2.0, 2.0]


def test_a_seed_that_is_not_given_is_of_the_tensors_type():
    x = leaf()
    minigrad.autograd.backward(get_gradient_edge((x * x).sum()))
    assert x.grad.dtype is minigrad.float64 and x.grad.tolist() == [2.0, 4.0]


def test_a_gradient_is_converted_to_the_edges_type():
    x = leaf()
    (found,) = minigrad.autograd.grad(get_gradient_edge(x * 3), x, minigrad.ones(2))
    assert found.dtype is minigrad.float64


def test_an_edge_that_was_put_together_needs_its_gradient():
    x = leaf()
    y = (x * x).sum()
    edge = GradientEdge(y.grad_fn, 0)
    with pytest.raises(RuntimeError, match="made by hand"):
        minigrad.autograd.backward(edge)
    minigrad.autograd.backward(edge, minigrad.tensor(3.0, dtype=minigrad.float64))
    assert x.grad.tolist() == [6.0, 12.0]


def test_a_tensor_and_its_edge_lead_to_one_place():
    y = leaf() * 2
    assert edge_of(y) == edge_of(get_gradient_edge(y)) == (y.grad_fn, 0)
    assert shape_and_dtype(y) == shape_and_dtype(get_gradient_edge(y)) == ((2,), minigrad.float64)


def test_a_write_is_counted_for_all_who_share_the_memory():
    x = minigrad.ones(3)
    part = x[1:]
    increment_version(part)
    assert x._version == part._version == 1


def test_a_count_is_noticed_in_backward():
    x, c = leaf(), minigrad.ones(2)
    y = (x * c).sum()
    increment_version(iter([c]))
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        y.backward()
