"""The events of any backward, replayed, lead to the gradients that it left, bit for bit."""

from collections import Counter

import pytest

import minigrad as mg
from minigrad.viz import Enter, Send, record_backward, replay
from minigrad.viz.names import Names
from minigrad.viz.reader import Reader
from tests.viz.passes import Pass, quietly
from tests.viz.recordings import grads_by_name
from tests.viz.samples import bits, random_graph


@pytest.mark.parametrize("seed", range(25))
def test_replay_rebuilds_every_grad_bit_for_bit(lib, seed):
    leaves, tensors, total = random_graph(lib, seed)
    for tensor in tensors[::3]:
        tensor.retain_grad()
    names = {f"t{i}": tensor for i, tensor in enumerate([*leaves, *tensors])}
    rebuilt = {}
    for _ in range(2):  # the second time into gradients that are there
        recording = record_backward(total, retain_graph=True, params=names)
        rebuilt = grads_by_name(recording)
    held = {
        name: bits(tensor.grad)
        for name, tensor in names.items()
        if (tensor.is_leaf or tensor.retains_grad) and tensor.grad is not None
    }
    assert held
    assert rebuilt == held


@pytest.mark.parametrize("seed", range(220))
def test_replay_of_any_pass_is_what_it_left(seed):
    check_two_passes(mg, seed)


@pytest.mark.parametrize("seed", range(30))
def test_replay_of_any_pass_of_torch_is_what_it_left(seed):
    check_two_passes(pytest.importorskip("torch"), seed)


def check_two_passes(lib, seed):
    """Two backwards, one after the other: every ``.grad`` is that of the events, to the bit."""
    job = Pass(lib, seed)
    for _ in range(2):
        before = job.grads()
        recording = quietly(record_backward, job.result, **job.options())
        rebuilt = grads_by_name(recording)
        assert rebuilt
        assert before | rebuilt == job.grads()


def test_the_random_passes_have_everything_in_them():
    special = Counter(name for seed in range(220) for name in Pass(mg, seed).tally())
    assert set(special) == {
        *("unbind", "split", "stack", "tensor", "retain", "pre", "post", "after", "grad"),
        *("create_graph", "inputs"),
    }
    assert min(special.values()) > 30


def test_nodes_of_several_inputs_and_outputs(lib):
    x = lib.tensor([[1.0, -2.0], [3.0, 0.5]], requires_grad=True)
    first, second = x.unbind()
    left, _ = x.split(1, dim=1)
    joined = lib.cat([first * second, left.reshape(-1), first])
    total = (joined * joined).sum() + x.max(dim=1).values.sum() + x[[0, 0, 1]].sum()
    recording = record_backward(total)
    (grad,) = replay(recording).grads.values()
    assert bits(grad) == bits(x.grad)
    assert any(isinstance(e, Send) and e.edge.nr == 1 for e in recording.events)
    assert any(
        isinstance(e, Enter) and any(g is None for g in e.gradients) for e in recording.events
    )


@pytest.mark.parametrize("seed", range(4))
def test_each_moment_is_that_of_a_backward_stopped_there(lib, seed):
    """The state that the first events lead to is the state of a run that was broken off there."""
    events = record_backward(random_graph(lib, seed)[2]).events
    turns = [i for i, event in enumerate(events) if isinstance(event, Enter)]
    for turn in turns:
        leaves, _, total = random_graph(lib, seed)
        ran = break_off_at(total, events[turn].node)
        assert ran == [event.node for event in events[:turn] if isinstance(event, Enter)]
        rebuilt = sorted(bits(grad)[2] for grad in replay(events, turn).grads.values())
        assert sorted(bits(leaf.grad)[2] for leaf in leaves if leaf.grad is not None) == rebuilt


class Stop(Exception):
    pass


def break_off_at(total, key):
    """Run backward until it comes to node `key`; the nodes that ran before it."""
    ran, live = [], Reader(total, Names()).live

    def enter(node_key):
        def hook(grads):
            if node_key == key:
                raise Stop
            ran.append(node_key)

        return hook

    handles = [node.register_prehook(enter(name)) for name, node in live.items()]
    with pytest.raises(Stop):
        total.backward()
    for handle in handles:
        handle.remove()
    return ran
