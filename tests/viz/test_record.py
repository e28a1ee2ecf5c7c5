"""The events of a backward: which they are, in which order, and what each one holds."""

import pytest

import minigrad as mg
from minigrad.viz import Accumulate, Enter, Release, Seed, Send, record_backward, replay
from tests.viz.recordings import grads_by_name, kinds
from tests.viz.samples import bits, example, random_graph


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


def test_the_events_are_the_same_as_those_of_torch():
    torch = pytest.importorskip("torch")
    described = []
    for lib in (mg, torch):
        t = example(lib)
        recording = record_backward(t["z"], params=t)
        described.append((kinds(recording), repr(recording)))
    assert described[0] == described[1]


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


def test_not_a_number_equals_itself(lib):
    x = lib.tensor(0.0, requires_grad=True)
    recording = record_backward((x * x).sqrt())  # 0 / 0
    assert "Change" not in kinds(recording)
    assert str(float(x.grad)) == "nan"
    assert bits(replay(recording).grads[recording.graph.leaves[0].id, 0]) == bits(x.grad)


def test_only_some_inputs(lib):
    t = example(lib)
    recording = record_backward(t["z"], inputs=[t["y"]], params=t)
    assert (t["x"].grad, float(t["y"].grad)) == (None, 2.0)
    assert set(grads_by_name(recording)) == {"y"}
    assert not any(isinstance(e, Send) and e.edge.node == "n2" for e in recording.events)


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


def test_accumulation_is_recorded_with_what_was_there():
    x = mg.tensor(2.0, requires_grad=True)
    record_backward(x * 3.0)
    last = record_backward(x * 3.0).events[-1]
    assert isinstance(last, Accumulate)
    assert (float(last.before), float(last.after)) == (3.0, 6.0)


def test_tensors_that_numpy_does_not_know():
    torch = pytest.importorskip("torch")
    w = torch.tensor([1.1, 2.3], dtype=torch.bfloat16, requires_grad=True)
    found = kinds(record_backward((w * w + w.sin() * w).sum()))
    assert not {"Change", "Rewrite"} & set(found)  # rounding is no hook's work
    e = torch.nn.Embedding(3, 2, sparse=True)
    recording = record_backward(e(torch.tensor([0, 2])).sum(), params={"w": e.weight})
    assert recording[-1].after.tolist() == [[1, 1], [0, 0], [1, 1]]
