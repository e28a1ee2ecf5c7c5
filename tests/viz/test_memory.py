import gc
import weakref

import pytest

import minigrad as torch
from minigrad import nn
from minigrad._mode import current
from minigrad.autograd.graph import saved_tensors_hooks
from minigrad.viz.memory import GraphWatch, held

FLOAT = 4


@pytest.fixture
def w():
    return torch.ones(100, requires_grad=True)


def test_what_a_graph_keeps_is_counted_once(watch, w):
    y = w.exp()  # keeps its result
    z = y * y  # keeps the same memory, twice
    watch.mark()
    assert watch.nodes[0] == 2
    assert watch.bytes[0] == 100 * FLOAT
    del y, z
    watch.mark()
    assert (watch.nodes[1], watch.bytes[1], watch.oldest[1]) == (0, 0, 0)


def test_parameters_do_not_count_and_data_does(watch, w):
    v, data = torch.ones(100, requires_grad=True), torch.ones(100)
    y = w * v
    watch.mark()
    assert watch.bytes[-1] == 0
    z = w * data
    watch.mark()
    assert watch.bytes[-1] == 100 * FLOAT
    assert watch.nodes[-1] == 2
    del y, z


def test_of_data_a_slice_counts_of_a_result_the_whole(watch, w):
    data = torch.ones(10, 100)
    y = w * data[3]
    watch.mark()
    assert watch.bytes[-1] == 100 * FLOAT
    del y
    made = w * 2.0
    part = made[:10].exp() * made[:10]  # the slice keeps all of what was made
    del made
    watch.mark()
    assert watch.bytes[-1] == (100 + 10) * FLOAT
    del part


def test_backward_frees_bytes_and_leaves_nodes(watch, w):
    loss = (w.exp() * w).sum()
    watch.mark()
    loss.backward(retain_graph=True)
    watch.mark()
    loss.backward()
    watch.mark()
    assert watch.bytes.tolist() == [400, 400, 0]
    assert watch.nodes.tolist() == [3, 3, 3]


def test_a_sum_of_losses_keeps_every_iteration(watch, w):
    total = 0.0
    for _ in range(5):
        total = total + (w.exp() * w).sum()
        watch.mark()
    assert watch.bytes.tolist() == [400, 800, 1200, 1600, 2000]
    assert watch.oldest.tolist() == [1] * 5
    assert sorted(set(watch.alive().values())) == [1, 2, 3, 4, 5]


def test_a_sum_of_numbers_keeps_none(watch, w):
    total = 0.0
    for _ in range(5):
        loss = (w.exp() * w).sum()
        total += loss.item()
        watch.mark()
    assert watch.bytes.tolist() == [400] * 5
    assert watch.oldest.tolist() == [1, 2, 3, 4, 5]


def test_watching_keeps_nothing_alive(watch, w):
    gc.disable()  # by reference counts alone
    try:
        loss = (w.exp() * w).sum()
        node, memory = weakref.ref(loss.grad_fn), weakref.ref(loss)
        watch.mark()
        assert len(watch.alive()) == 3
        del loss
        assert (node(), memory()) == (None, None)
        assert watch.alive() == {}
    finally:
        gc.enable()


def test_nothing_is_watched_before_and_after(w):
    assert current.mode.on_record == ()
    watch = GraphWatch()
    before = w * 2.0
    watch.start()
    during = w * 2.0
    watch.stop()
    after = w * 2.0
    watch.mark()
    assert watch.nodes[0] == 1
    assert current.mode.on_record == ()
    del before, during, after


def test_it_leaves_others_listening(w):
    first, second = GraphWatch(), GraphWatch()
    first.start()
    second.start()
    first.stop()
    y = w * 2.0
    second.stop()
    first.mark()
    second.mark()
    assert (first.nodes[0], second.nodes[0]) == (0, 1)
    assert current.mode.on_record == ()
    del y


def test_every_kind_of_node_is_counted(watch, w):
    class Double(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x.detach().clone())
            return x * 2

        @staticmethod
        def backward(ctx, grad):
            return grad * 2

    a = Double.apply(w)
    watch.mark()
    assert (watch.nodes[-1], watch.bytes[-1]) == (1, 400)
    b = w.clone()
    b[:50] = a[:50]
    b.mul_(2.0)
    watch.mark()
    assert watch.nodes[-1] >= 4
    index = torch.tensor([1, 2, 3])
    before = watch.bytes[-1]
    c = w[index]
    watch.mark()
    assert watch.bytes[-1] == before + 3 * 8
    del c


def test_what_hooks_packed_is_not_counted(watch, w):
    with saved_tensors_hooks(lambda x: x.tolist(), torch.tensor):
        y = w.exp()
    watch.mark()
    assert (watch.nodes[0], watch.bytes[0]) == (1, 0)
    del y


def test_a_model_s_step_is_what_it_saved(watch):
    model = nn.Linear(4, 3)
    x = torch.ones(5, 4)
    y = model(x).tanh()
    watch.mark()
    assert watch.bytes[0] == (5 * 4 + 5 * 3) * FLOAT  # the input, and tanh's result
    assert held(iter([])) == 0
    ref = weakref.ref(y.grad_fn)
    del y
    assert ref() is None
