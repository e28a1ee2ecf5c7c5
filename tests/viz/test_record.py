import gc
import weakref
from collections import Counter

import pytest

import minigrad as mg
from minigrad.viz import (
    Accumulate,
    Change,
    Enter,
    Release,
    Seed,
    Send,
    record,
    record_backward,
    replay,
)
from minigrad.viz.names import Names
from minigrad.viz.reader import Reader
from tests.viz.passes import Pass, quietly
from tests.viz.samples import bits, example, random_graph


def kinds(recording):
    return [type(event).__name__ for event in recording.events]


def grads_by_name(recording):
    """What replaying all leaves in each ``.grad``, as bits, by the variable's name."""
    grads = replay(recording).grads
    return {recording.graph[node].names[nr]: bits(grad) for (node, nr), grad in grads.items()}


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


@pytest.mark.parametrize("seed", range(8))
def test_recording_changes_no_bit(lib, seed):
    watched, unwatched = random_graph(lib, seed), random_graph(lib, seed)
    record_backward(watched[2])
    unwatched[2].backward()
    for a, b in zip(watched[0], unwatched[0]):
        assert (a.grad is None) == (b.grad is None)
        assert a.grad is None or bits(a.grad) == bits(b.grad)


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


def test_the_events_of_the_first_example(lib):
    t = example(lib)
    recording = record_backward(t["z"], params=t)
    x_grad, y_grad = recording.events[-3], recording.events[-1]
    assert " ".join(kinds(recording)) == (
        "Seed Enter Send Send Enter Send Release Enter Send Send Release "
        "Enter Accumulate Enter Accumulate"
    )
    assert (x_grad.before, float(x_grad.after)) == (None, 3.5)
    assert float(y_grad.after) == 2.0
    multiplication = next(e for e in recording.events if isinstance(e, Enter) and e.node == "n1")
    assert multiplication.versions == {"self": 0, "other": 0}
    released = {e.node: e.names for e in recording.events if isinstance(e, Release)}
    assert released == {"n1": ("self", "other"), "n2": ("self",)}


def test_what_is_released_is_what_can_no_longer_be_read(lib):
    for retain in (False, True):
        t = example(lib)
        node = t["a"].grad_fn
        recording = record_backward(t["z"], retain_graph=retain)
        assert ("Release" in kinds(recording)) != retain
        if retain:
            assert node._saved_self is t["x"]
        else:
            with pytest.raises(RuntimeError, match="second time"):
                _ = node._saved_self


def test_nothing_enters_before_all_has_arrived(lib):
    for seed in range(10):
        recording = record_backward(random_graph(lib, seed)[2])
        entered = set()
        for event in recording.events:
            if isinstance(event, Send):
                assert event.edge.to not in entered
            elif isinstance(event, Enter):
                assert event.node not in entered
                entered.add(event.node)


def test_a_given_gradient_is_the_seed(lib):
    x = lib.tensor([1.0, 2.0], requires_grad=True)
    recording = record_backward(x * 3, lib.tensor([1.0, 10.0]))
    assert recording.events[0].gradient.tolist() == [1.0, 10.0]
    assert isinstance(recording.events[0], Seed)
    assert x.grad.tolist() == [3.0, 30.0]


def test_a_gradient_of_another_type_is_cast_as_backward_casts_it(lib):
    x = lib.tensor([1.0, 2.0], requires_grad=True)
    recording = record_backward(x * 3, lib.tensor([1.0, 10.0], dtype=lib.float64))
    assert "Change" not in kinds(recording)
    assert bits(replay(recording).grads[recording.graph.leaves[0].id, 0]) == bits(x.grad)


def test_only_some_inputs(lib):
    t = example(lib)
    recording = record_backward(t["z"], inputs=[t["y"]], params=t)
    assert (t["x"].grad, float(t["y"].grad)) == (None, 2.0)
    assert set(grads_by_name(recording)) == {"y"}
    assert not any(isinstance(e, Send) and e.edge.node == "n2" for e in recording.events)


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


def test_hooks_of_the_user_run_and_are_seen(lib):
    t = example(lib)
    t["a"].register_hook(lambda g: g * 10)
    recording = record_backward(t["z"], params=t)
    (change,) = (e for e in recording.events if isinstance(e, Change))
    assert (change.node, float(change.before), float(change.after)) == ("n1", 1.0, 10.0)
    assert float(t["x"].grad) == 30.5
    assert bits(replay(recording).grads["n3", 0]) == bits(t["x"].grad)


def test_not_a_number_equals_itself(lib):
    x = lib.tensor(0.0, requires_grad=True)
    recording = record_backward((x * x).sqrt())  # 0 / 0
    assert "Change" not in kinds(recording)
    assert str(float(x.grad)) == "nan"
    assert bits(replay(recording).grads[recording.graph.leaves[0].id, 0]) == bits(x.grad)


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


def test_errors_of_backward_are_its_own(lib):
    x = lib.tensor([1.0, 2.0], requires_grad=True)
    with pytest.raises(RuntimeError, match="implicitly created only for scalar outputs"):
        record_backward(x * 2)
    with pytest.raises(TypeError, match="gradients can be either Tensors or None, but got"):
        record_backward(x * 2, [1.0])
    t = example(lib)
    record_backward(t["z"])
    with pytest.raises(RuntimeError, match="backward through the graph a second time"):
        record_backward(t["z"])
    t = example(lib)
    with lib.no_grad():
        t["x"].add_(1.0)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        record_backward(t["z"])
    with pytest.raises(ValueError, match="this tensor has no graph"):
        record_backward(lib.tensor(1.0))


def test_handles_are_gone_afterwards():
    t = example(mg)
    nodes = [t["z"].grad_fn, t["a"].grad_fn, *(n for n, _ in t["a"].grad_fn.next_functions)]
    record_backward(t["z"])
    assert not any(node.hooks and (node.hooks.pre or node.hooks.post) for node in nodes)


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


def test_the_events_are_the_same_as_those_of_torch():
    torch = pytest.importorskip("torch")
    described = []
    for lib in (mg, torch):
        t = example(lib)
        recording = record_backward(t["z"], params=t)
        described.append((kinds(recording), repr(recording)))
    assert described[0] == described[1]


def test_accumulation_is_recorded_with_what_was_there():
    x = mg.tensor(2.0, requires_grad=True)
    record_backward(x * 3.0)
    last = record_backward(x * 3.0).events[-1]
    assert isinstance(last, Accumulate)
    assert (float(last.before), float(last.after)) == (3.0, 6.0)


def failing(lib, t):
    """The recording of a backward that fails, as its exception has it."""
    with pytest.raises(RuntimeError) as raised:
        record_backward(t["z"], params=t)
    return raised.value.recording


def test_a_pass_that_fails_is_recorded_up_to_there(lib):
    t = example(lib)
    t["z"].backward()
    recording = failing(lib, t)
    last = recording.failure
    assert kinds(recording) == ["Seed", "Enter", "Send", "Send", "Enter", "Fail"]
    assert (last.node, last.error, last.problem) == ("n2", "RuntimeError", "freed")
    assert (last.names, last.versions) == (("self",), None)
    assert last.message.startswith("Trying to backward through the graph a second time")
    assert replay(recording).failure is last
    assert replay(recording, 5).failure is None
    assert (float(t["x"].grad), float(t["y"].grad)) == (3.5, 2.0)


def test_a_version_that_does_not_match_is_recorded(lib):
    t = example(lib)
    with lib.no_grad():
        t["y"].add_(1.0)
    last = failing(lib, t).failure
    assert (last.node, last.problem, last.names, last.versions) == (
        *("n1", "changed", ("other",)),
        (0, 1),
    )


def test_what_had_been_accumulated_before_it_failed_is_there(lib):
    """As with `backward` itself, part of the gradients has arrived by then."""
    x = lib.tensor(2.0, requires_grad=True)
    y = lib.tensor(3.0, requires_grad=True)
    a = x * x
    z = a * y + y
    with lib.no_grad():
        x.add_(1.0)
    recording = failing(lib, {"x": x, "y": y, "z": z})
    assert recording.failure.problem == "changed"
    assert grads_by_name(recording) == ({} if y.grad is None else {"y": bits(y.grad)})
    assert x.grad is None


def test_an_error_of_a_hook_is_told_too(lib):
    t = example(lib)

    def refuse(sent, came):
        raise ZeroDivisionError("mine")

    t["a"].grad_fn.register_hook(refuse)
    with pytest.raises(ZeroDivisionError, match="mine") as raised:
        record_backward(t["z"], params=t)
    recording = raised.value.recording
    assert (recording.failure.problem, recording.failure.message) == ("", "mine")
    assert repr(recording).endswith("The pass ends here, at MulBackward0: ZeroDivisionError: mine")


def test_an_error_before_anything_ran_has_no_recording(lib):
    x = lib.tensor([1.0, 2.0], requires_grad=True)
    with pytest.raises(RuntimeError) as raised:
        record_backward(x * 2)
    assert not hasattr(raised.value, "recording")


def test_a_hook_of_the_node_is_known_to_have_been_there(lib):
    t = example(lib)
    t["a"].grad_fn.register_hook(lambda sent, came: None)
    sends = [event for event in record_backward(t["z"]) if isinstance(event, Send)]
    assert {send.edge.node for send in sends if send.hooked} == {"n1"}


def test_a_grad_that_a_hook_puts_in_place(lib):
    x = lib.tensor(2.0, requires_grad=True)
    x.register_post_accumulate_grad_hook(lambda leaf: setattr(leaf, "grad", None))
    recording = record_backward(x * 3.0, params={"x": x})
    assert kinds(recording)[-2:] == ["Accumulate", "Rewrite"]
    assert replay(recording).grads == {("n1", 0): None}
    assert recording.steps[-1].text.endswith("A hook on it turns x.grad into None.")


def test_forward_steps_are_those_of_the_program_whatever_ran(lib):
    t = example(lib)
    t["z"].backward()
    assert failing(lib, t).order == ("n1", "n2", "n0")
