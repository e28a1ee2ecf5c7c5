"""What a graph keeps alive, and when that is freed: by reference counts alone."""

import gc
import pickle
import weakref

import pytest

import minigrad
from minigrad.autograd.node import AccumulateGrad, GraphNode, gradient_edge


def test_no_node_holds_its_own_output():
    x = minigrad.ones(2, requires_grad=True)
    for make in (minigrad.exp, minigrad.relu, minigrad.sqrt, lambda x: x.softmax(0)):
        y = make(x)
        ref = weakref.ref(y)
        node = y.grad_fn
        del y
        assert ref() is None
        assert node._saved_result.grad_fn is node


def test_a_leaf_holds_its_end_node_weakly():
    x = minigrad.ones(2, requires_grad=True)
    y = x * 2
    end = weakref.ref(y.grad_fn.next_functions[0][0])
    assert isinstance(end(), AccumulateGrad) and end().variable is x
    assert gradient_edge(x) == (end(), 0)
    del y
    assert end() is None
    assert gradient_edge(x)[0].variable is x


def test_a_leaf_lives_as_long_as_its_graph():
    x = minigrad.ones(2, requires_grad=True)
    ref = weakref.ref(x)
    y = (x * 2).sum()
    del x
    assert ref() is not None
    y.backward()
    assert ref().grad.tolist() == [2.0, 2.0]
    del y
    assert ref() is None


def test_an_old_end_node_does_not_outlive_a_change_of_shape():
    x = minigrad.ones(2, requires_grad=True)
    old = (x * 2).sum()
    x.data = minigrad.ones(3)
    (x * 3).sum().backward()
    assert x.grad.tolist() == [3.0, 3.0, 3.0]
    assert old.grad_fn is not None


def test_a_leaf_may_be_pickled_while_a_graph_hangs_on_it():
    x = minigrad.ones(2, requires_grad=True)
    y = x * 2
    twin = pickle.loads(pickle.dumps(x))
    assert twin.requires_grad and twin.tolist() == [1.0, 1.0] and twin.is_leaf
    assert pickle.loads(pickle.dumps(y)).is_leaf


def test_values_and_gradients_die_as_the_walk_passes():
    x = minigrad.ones(100, requires_grad=True)
    saved, alive = [], []
    y = x
    for _ in range(20):
        y = y.exp() * 1e-3
        y.register_hook(lambda g: alive.append(sum(ref() is not None for ref in saved)))
        saved.append(weakref.ref(y.grad_fn.next_functions[0][0].saved[1]))
    total = y.sum()
    del y
    assert sum(ref() is not None for ref in saved) == 20
    total.backward()
    assert alive == list(range(20, 0, -1))
    assert [ref() for ref in saved] == [None] * 20


def test_a_long_chain_that_was_never_walked_is_freed_without_recursion():
    x = minigrad.tensor(1.0, requires_grad=True)
    y = x
    refs = []
    for k in range(300_000):
        y = y * 1.0
        if k % 100_000 == 0:
            refs.append(weakref.ref(y.grad_fn))
    del y
    assert [ref() for ref in refs] == [None] * 3


def train(model, steps):
    """Steps that meet everything that might tie a knot: hooks, views, writes, errors, Functions."""
    for _ in range(steps):
        x = minigrad.ones(3, 2)
        h = x @ model["w"] + model["b"]
        h.register_hook(lambda g: g * 1.0)
        h.retain_grad()
        h[0] = h[1] * 2
        h.mul_(0.5)
        first, second = h.split([1, 2])
        y = Square.apply(minigrad.cat([first.relu(), second.exp()])).sum()
        y.grad_fn.register_hook(lambda a, b: None)
        y.backward()
        assert h.grad is not None
        failing = (h.detach().requires_grad_() * 2).sum()
        failing.grad_fn.register_prehook(fail)
        with pytest.raises(ZeroDivisionError):
            failing.backward()
        (slope,) = minigrad.autograd.grad((model["w"] ** 2).sum(), model["w"], create_graph=True)
        (slope.sum() * 1.0).backward()
        with minigrad.no_grad():
            for p in model.values():
                p -= 0.01 * p.grad
                p.grad = None


def fail(*gradients):
    raise ZeroDivisionError


class Square(minigrad.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        y = x * x
        ctx.save_for_backward(x, y)
        ctx.note = 2
        return y

    @staticmethod
    def backward(ctx, g):
        x, _ = ctx.saved_tensors
        return g * ctx.note * x


def alive():
    kinds = [type(x) for x in gc.get_objects()]  # type: asking the objects may run their code
    return [sum(issubclass(kind, base) for kind in kinds) for base in (minigrad.Tensor, GraphNode)]


def test_a_thousand_steps_leave_nothing_behind():
    model = {
        "w": minigrad.full((2, 2), 0.1, requires_grad=True),
        "b": minigrad.zeros(2, requires_grad=True),
    }
    gc.collect()
    gc.disable()
    try:
        train(model, 10)
        after_ten = alive()
        train(model, 990)
        after_all = alive()
        found = gc.collect()
    finally:
        gc.enable()
    assert after_all == after_ten
    assert found == 0


def test_a_graph_is_freed_with_its_last_tensor():
    gc.collect()
    gc.disable()
    try:
        before = alive()
        x = minigrad.ones(2, requires_grad=True)
        y = x
        for _ in range(1000):
            y = (y * 1.01 + x).relu()
        assert alive()[1] - before[1] == 3001
        del y
        assert alive()[1] == before[1]
        del x
        assert alive() == before and gc.collect() == 0
    finally:
        gc.enable()
