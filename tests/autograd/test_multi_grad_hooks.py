"""Multi-grad hooks: what they count, and what they keep alive."""

import gc
import threading
import weakref

import pytest

import minigrad
from minigrad.autograd.graph import register_multi_grad_hook
from minigrad.mode import current


def leaf(*numbers):
    return minigrad.tensor(list(numbers or (3.0, 1.0)), requires_grad=True)


def test_each_backward_counts_for_itself_also_after_an_error():
    calls = []

    def hook(grads):
        calls.append([g.tolist() for g in grads])
        if len(calls) == 1:
            raise KeyError("first")

    x = leaf()
    y = x * 2
    register_multi_grad_hook((x, y), hook)
    with pytest.raises(KeyError, match="first"):
        y.sum().backward(retain_graph=True)
    y.sum().backward()
    assert calls == [[[2.0, 2.0], [1.0, 1.0]]] * 2


def test_an_error_elsewhere_leaves_nothing_half_counted():
    calls, broken = [], [True]

    def fail(grad):
        if broken:
            raise KeyError

    x = leaf()
    y = x * 2
    z = y * 3
    register_multi_grad_hook((x, z), calls.append)
    y.register_hook(fail)
    with pytest.raises(KeyError):
        z.sum().backward(retain_graph=True)
    assert calls == []
    broken.clear()
    z.sum().backward()
    assert len(calls) == 1


def test_a_leaf_whose_end_of_the_graph_is_made_anew_is_still_counted():
    x, calls = leaf(), []
    register_multi_grad_hook((x,), calls.append)
    for _ in range(2):
        (x * 2).sum().backward()
        gc.collect()
    assert len(calls) == 2


def test_a_tensor_that_is_gone_is_waited_for_as_long_as_its_node_runs():
    x, calls = leaf(), []
    y = x * 2
    register_multi_grad_hook((x, y), calls.append)
    z = (y * 5).sum()
    del y
    z.backward()
    assert [g.tolist() for g in calls[0]] == [[10.0, 10.0], [5.0, 5.0]]


@pytest.mark.parametrize("mode", ["all", "any"])
def test_it_keeps_no_graph_alive(mode):
    gc.collect()
    gc.disable()
    try:
        x = leaf()
        y = x * 2
        handle = register_multi_grad_hook((x, y), id, mode=mode)
        node, tensor = weakref.ref(y.grad_fn), weakref.ref(x)
        y.sum().backward()
        del y
        assert node() is None
        del x
        assert tensor() is None
        handle.remove()
    finally:
        gc.enable()


def test_threads_count_apart():
    x, calls = leaf(), []
    register_multi_grad_hook((x,), calls.append)

    def walk():
        for _ in range(20):
            (x * 2).sum().backward()

    threads = [threading.Thread(target=walk) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(calls) == 60


def test_no_backward_is_running_afterwards():
    x, seen = leaf(), []
    x.register_hook(lambda g: seen.append(len(current.mode.running.order)))
    (x * 2).sum().backward()
    assert seen == [3]
    assert current.mode.running is None
    x.register_hook(lambda g: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        (x * 2).sum().backward()
    assert current.mode.running is None


def test_another_mode_is_refused_by_name():
    with pytest.raises(ValueError, match=r"^Expects mode to be one of .* but got some$"):
        register_multi_grad_hook((leaf(),), id, mode="some")
