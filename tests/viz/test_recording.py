from minigrad.viz import Recording, Send, record_backward
from minigrad.viz.events import Fail, Seed
from tests.viz.samples import example


def test_it_is_the_sequence_of_its_events(lib):
    recording = record_backward(example(lib)["z"])
    assert list(recording) == list(recording.events)
    assert (recording[0], recording[-1]) == (recording.events[0], recording.events[-1])
    assert recording[1:3] == recording.events[1:3]
    assert len(recording) == 15
    assert isinstance(recording[2], Send)


def test_its_failure_is_its_last_event(lib):
    recording = record_backward(example(lib)["z"])
    assert recording.failure is None
    failed = Fail("n1", "RuntimeError", "no")
    assert Recording(recording.graph, [*recording[:3], failed], recording.order).failure is failed
    assert Recording(recording.graph, [], recording.order).failure is None


def test_its_steps_are_its_text(lib):
    t = example(lib)
    recording = record_backward(t["z"], params=t)
    assert isinstance(recording.steps[0].events[0], Seed)
    lines = repr(recording).splitlines()
    assert lines == [f"{i}  {step.text}" for i, step in enumerate(recording.steps, start=1)]
    assert [step.node for step in recording.forward] == list(recording.order) == ["n1", "n2", "n0"]
