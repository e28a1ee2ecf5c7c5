import numpy as np
import pytest

import minigrad
from minigrad.autograd.batched import stacked, unstacked


def test_a_batch_gives_what_its_gradients_give_one_by_one():
    x = minigrad.randn(3, requires_grad=True)
    y, total = x.exp(), (x * x).sum()
    rows, numbers = minigrad.randn(4, 3), minigrad.randn(4)
    (found,) = minigrad.autograd.grad(
        [y, total], x, [rows, numbers], retain_graph=True, is_grads_batched=True
    )
    for row, number, each in zip(rows, numbers, found, strict=True):
        (one,) = minigrad.autograd.grad([y, total], x, [row, number], retain_graph=True)
        np.testing.assert_array_equal(each.numpy(), one.numpy())


def test_the_gradients_of_a_batch_are_recorded_too():
    x = minigrad.ones(2, requires_grad=True)
    rows = minigrad.ones(3, 2, requires_grad=True)
    (g,) = minigrad.autograd.grad(x * x, x, rows, create_graph=True, is_grads_batched=True)
    g.sum().backward()
    assert x.grad.tolist() == [6.0, 6.0] and rows.grad.tolist() == [[2.0, 2.0]] * 3


def test_the_graph_is_freed_after_the_last():
    x = minigrad.ones(2, requires_grad=True)
    y = x * x
    minigrad.autograd.grad(y, x, minigrad.ones(3, 2), is_grads_batched=True)
    with pytest.raises(RuntimeError, match="a second time"):
        y.sum().backward()


def test_apart_and_together():
    roots = [minigrad.ones(2), minigrad.tensor(1.0)]
    apart = unstacked(roots, [minigrad.eye(2), minigrad.tensor([3.0, 4.0])])
    assert [[g.tolist() for g in grads] for grads in apart] == [[[1, 0], 3], [[0, 1], 4]]
    assert stacked((None, None)) is None
    assert stacked((np.float32(1), np.float32(2))).tolist() == [1, 2]
