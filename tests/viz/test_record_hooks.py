"""Hooks of the user run while a backward is recorded, and what they change is an event."""

from minigrad.viz import Change, Send, record_backward, replay
from tests.viz.recordings import kinds
from tests.viz.samples import bits, example


def test_hooks_of_the_user_run_and_are_seen(lib):
    t = example(lib)
    t["a"].register_hook(lambda g: g * 10)
    recording = record_backward(t["z"], params=t)
    (change,) = (e for e in recording.events if isinstance(e, Change))
    assert (change.node, float(change.before), float(change.after)) == ("n1", 1.0, 10.0)
    assert float(t["x"].grad) == 30.5
    assert bits(replay(recording).grads["n3", 0]) == bits(t["x"].grad)


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
