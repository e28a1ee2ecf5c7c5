"""A walk leaves alone what is around it: other walks, other threads, modes, NumPy's settings."""

import threading
import warnings

import numpy as np
import pytest

import minigrad
from tests.autograd.twins import both, cases

case = cases()


@case
def a_graph_may_be_walked_from_within_a_walk(lib):
    x, w = lib.ones(2, requires_grad=True), lib.ones(2, requires_grad=True)

    def walk(g):
        with lib.enable_grad():
            (w * w).sum().backward()

    y = x * 2
    y.register_hook(walk)
    (y * 3).sum().backward()
    return x.grad, w.grad, lib.is_grad_enabled()


test_engine_as_in_torch = both(__name__, case)


def test_an_error_in_the_middle_leaves_the_graph_sound():
    x, w = minigrad.ones(2, requires_grad=True), minigrad.ones(2, requires_grad=True)
    y = x * 2
    z = (y + w * 3).sum()
    handle = y.register_hook(lambda g: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        z.backward(retain_graph=True)
    assert minigrad.is_grad_enabled() and (x * 2).requires_grad
    assert x.grad is None and w.grad.tolist() == [3.0, 3.0]
    handle.remove()
    z.backward()
    assert x.grad.tolist() == [2.0, 2.0] and w.grad.tolist() == [6.0, 6.0]


def test_threads_walk_graphs_of_their_own_and_a_shared_one():
    shared = minigrad.ones(50, requires_grad=True)
    results, errors = {}, []

    def work(number):
        try:
            x = minigrad.full((50,), float(number), requires_grad=True)
            for _ in range(50):
                ((x * shared).exp() * 0).sum().backward()
                (x * x + shared).sum().backward()
            results[number] = x.grad.tolist()
        except Exception as error:
            errors.append(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert not errors
    assert results == {n: [50 * 2.0 * n] * 50 for n in range(4)}
    assert shared.grad.tolist() == [200.0] * 50


def silent_work():
    x = minigrad.tensor([0.0, 1e30, -1.0], requires_grad=True)
    y = x.log() + (x * 1e30).exp() / 0 + x.sqrt() + x**-1.0
    y.sum().backward()
    x.detach().mul_(1e30).div_(0)
    s = minigrad.tensor(0.0, requires_grad=True)
    (1 / s + s.log()).backward()
    (g,) = minigrad.autograd.grad((x * 1e30).exp().sum(), x, create_graph=True)
    return g


@pytest.mark.parametrize("in_a_thread", [False, True])
def test_numpys_warnings_stay_silent_and_the_callers_settings_stay(in_a_thread):
    outcome = []

    def work():
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            before = np.seterr(all="raise")
            try:
                silent_work()
                outcome.append(np.geterr())
                with pytest.raises(FloatingPointError):
                    np.float32(1) / np.float32(0)
                outcome.append("raised")
            except Exception as error:
                outcome.append(error)
            finally:
                np.seterr(**before)

    if in_a_thread:
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
    else:
        work()
    assert outcome == [dict.fromkeys(("divide", "over", "under", "invalid"), "raise"), "raised"]
