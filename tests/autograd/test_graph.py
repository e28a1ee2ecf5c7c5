"""The public page: PyTorch's names for what may be asked of the recorded graph."""

import pytest

import minigrad
from minigrad.autograd import graph


def test_each_name_is_one_of_torchs():
    torch = pytest.importorskip("torch")
    assert [name for name in graph.__all__ if not hasattr(torch.autograd.graph, name)] == []


def test_every_node_is_a_node():
    x = minigrad.ones(2, requires_grad=True)
    y = x * 2
    v = y.view(2)
    v.mul_(2)
    for node in (y.grad_fn, v.grad_fn, x.view(2).grad_fn):
        assert isinstance(node, graph.Node)
    assert minigrad.autograd.graph is graph
