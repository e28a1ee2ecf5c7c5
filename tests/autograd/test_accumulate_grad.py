"""What arrives at a leaf is added up in its `.grad`: in whose memory, and when recorded."""

import threading

import minigrad
from tests.autograd.twins import both, cases

case = cases()


@case
def accumulation_in_place(lib):
    x = lib.ones(2, requires_grad=True)
    (x * 2).sum().backward()
    first = x.grad
    (x * 3).sum().backward()
    return first is x.grad, first, first._version, first.requires_grad


@case
def accumulation_into_a_view(lib):
    x, whole = lib.ones(1, requires_grad=True), lib.zeros(3)
    x.grad = whole[1:2]
    (x * 2).sum().backward()
    return whole, whole._version, x.grad


@case
def accumulation_into_an_expanded_grad(lib):
    x = lib.ones(3, requires_grad=True)
    x.grad = lib.zeros(1).expand(3)
    (x * 2).sum().backward()


@case
def leaves_share_no_memory(lib):
    x, y = lib.ones(2, requires_grad=True), lib.ones(2, requires_grad=True)
    (x + y).sum().backward()
    x.grad.mul_(5)
    return x.grad, y.grad


@case
def the_seed_is_not_kept(lib):
    x, seed = lib.ones(2, requires_grad=True), lib.ones(2)
    x.backward(seed)
    seed.mul_(7)
    return x.grad


@case
def recorded_accumulation(lib):
    x, y = lib.tensor([3.0], requires_grad=True), lib.tensor([2.0], requires_grad=True)
    (x + y).backward(lib.ones(1), retain_graph=True)
    x.grad = y.grad = None
    z = x * x * y
    (g,) = lib.autograd.grad(z, x, create_graph=True)
    x.grad = g
    (x * 2).backward()
    return x.grad is g, x.grad, g._version


test_graph_as_in_torch = both(__name__, case)


def test_two_threads_may_reach_one_leaf():
    x = minigrad.zeros(1000, requires_grad=True)
    barrier = threading.Barrier(4)

    def walk():
        barrier.wait()
        for _ in range(200):
            (x * 1.0).sum().backward()

    threads = [threading.Thread(target=walk) for _ in range(4)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert x.grad.tolist() == [800.0] * 1000


def test_gradients_keep_their_memory_to_themselves():
    x = minigrad.ones(2, 3, requires_grad=True)
    x.sum().backward()  # the gradient that arrives is one number, seen six times
    assert x.grad.stride() == (3, 1)
    x.grad[0, 0] = 5
    assert x.grad.tolist() == [[5, 1, 1], [1, 1, 1]]
