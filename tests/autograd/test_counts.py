"""What a walk costs, in counts: how many nodes run, and how many gradients are held at once."""

import sys
import weakref

import pytest

import minigrad
from minigrad._mode import current
from minigrad.autograd.node import Node


@pytest.fixture
def counts(monkeypatch):
    """How many rules' nodes ran, and how many gradients were ever on their way at once."""
    seen = {"runs": 0, "pending": 0}

    def watch(run, node, *args):
        outgoing = run(node, *args)
        if outgoing is not None:
            seen["runs"] += isinstance(node, Node)
            sent = [parent for parent, g in zip(node.parents, outgoing) if g is not None]
            held = {*sys._getframe(1).f_locals["pending"], *sent}
            seen["pending"] = max(seen["pending"], len(held))
        return outgoing

    monkeypatch.setattr(current.mode, "watch", watch)
    return seen


@pytest.mark.parametrize("length", [1_000, 1_000_000])
def test_a_chain_runs_each_node_once_and_holds_two_gradients(counts, length):
    x = minigrad.tensor(1.0, requires_grad=True)
    y = x
    for _ in range(length):
        y = y + x
    assert repr(y) == f"tensor({length + 1.0:.0f}., grad_fn=<AddBackward0>)"
    assert repr(y.grad_fn).startswith("<AddBackward0 object")
    y.backward()
    assert x.grad.item() == length + 1
    assert counts == {"runs": length, "pending": 2}
    ref = weakref.ref(y.grad_fn)
    del y
    assert ref() is None


def test_diamonds_cost_what_they_show(counts):
    x = minigrad.tensor(1.0, requires_grad=True)
    y = x
    for _ in range(60):
        y = y + y
    y.backward()
    assert x.grad.item() == 2.0**60
    assert counts == {"runs": 60, "pending": 1}


def test_a_recorded_walk_costs_as_many_runs(counts):
    x = minigrad.tensor(1.0, requires_grad=True)
    y = x
    for _ in range(40):
        y = y + y
    (g,) = minigrad.autograd.grad(y * y, x, create_graph=True)
    assert counts["runs"] == 41
    g.backward()
    assert x.grad.item() == 2.0**81


def test_a_walk_to_targets_runs_what_lies_before_them_alone(counts):
    x, w = minigrad.ones(2, requires_grad=True), minigrad.ones(2, requires_grad=True)
    middle = (x * 2).exp()
    y = ((middle + w.exp()) * 3).sum()
    minigrad.autograd.grad(y, middle)
    assert counts["runs"] == 3
