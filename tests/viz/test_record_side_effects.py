"""A recorded backward does what it does unrecorded, and nothing of the recorder stays behind."""

import gc
import weakref

import pytest

import minigrad as mg
from minigrad.viz import Release, record, record_backward
from tests.viz.samples import bits, example, random_graph


@pytest.mark.parametrize("seed", range(8))
def test_recording_changes_no_bit(lib, seed):
    watched, unwatched = random_graph(lib, seed), random_graph(lib, seed)
    record_backward(watched[2])
    unwatched[2].backward()
    for a, b in zip(watched[0], unwatched[0]):
        assert (a.grad is None) == (b.grad is None)
        assert a.grad is None or bits(a.grad) == bits(b.grad)


def test_a_recorded_backward_can_be_differentiated(lib):
    x = lib.tensor(3.0, requires_grad=True)
    always = getattr(lib, "set_warn_always", lambda to: None)  # torch warns once in a process
    always(True)
    with pytest.warns(UserWarning, match="create_graph=True will create a reference cycle"):
        record_backward(x**3, create_graph=True)
    always(False)
    assert x.grad.item() == 27.0
    (second,) = lib.autograd.grad(x.grad, x)
    assert float(second) == 18.0
    x.grad = None


def test_handles_are_gone_afterwards():
    t = example(mg)
    nodes = [t["z"].grad_fn, t["a"].grad_fn, *(n for n, _ in t["a"].grad_fn.next_functions)]
    record_backward(t["z"])
    assert not any(node.hooks and (node.hooks.pre or node.hooks.post) for node in nodes)


def test_a_hook_that_raises_leaves_no_hook_of_ours(lib, monkeypatch):
    entered = []
    original = record._Recorder._enter

    def counted(self, key, grads):
        entered.append(key)
        original(self, key, grads)

    monkeypatch.setattr(record._Recorder, "_enter", counted)
    t = example(lib)

    def refuse(grad):
        raise ZeroDivisionError("mine")

    handle = t["a"].register_hook(refuse)
    with pytest.raises(ZeroDivisionError, match="mine"):
        record_backward(t["z"], retain_graph=True)
    assert entered
    handle.remove()
    entered.clear()
    t["x"].grad = t["y"].grad = None
    t["z"].backward()
    assert entered == []
    assert (float(t["x"].grad), float(t["y"].grad)) == (3.5, 2.0)


def test_a_recording_keeps_no_graph_alive():
    gc.disable()
    try:
        t = example(mg)
        node = weakref.ref(t["a"].grad_fn)
        recording = record_backward(t["z"], params=t)
        t.clear()
        assert node() is None
    finally:
        gc.enable()
    assert recording.steps


def test_hooks_of_saved_tensors_run_as_often_as_unrecorded(lib):
    calls = []
    x = lib.tensor(2.0, requires_grad=True)
    with lib.autograd.graph.saved_tensors_hooks(lambda x: x, lambda x: calls.append(1) or x):
        z = x * x
    recording = record_backward(z)
    assert len(calls) == 2  # self and other, as for backward
    assert [e.names for e in recording if isinstance(e, Release)] == [("self", "other")]
    assert x.grad == 4.0


def test_a_checkpoint_can_be_recorded():
    torch = pytest.importorskip("torch")
    from torch.utils.checkpoint import checkpoint

    x = torch.tensor(2.0, requires_grad=True)
    z = checkpoint(lambda x: x.sin() * x, x, use_reentrant=False)
    assert repr(record_backward(z))
    recorded, x.grad = x.grad, None
    checkpoint(lambda x: x.sin() * x, x, use_reentrant=False).backward()
    assert recorded == x.grad


def test_a_generator_of_inputs(lib):
    x, y = (lib.tensor(2.0, requires_grad=True) for _ in range(2))
    record_backward(x * y, inputs=(t for t in (x,)))
    assert (x.grad, y.grad) == (2.0, None)
