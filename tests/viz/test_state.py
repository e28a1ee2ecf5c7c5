import numpy as np
import pytest

import minigrad as mg
from minigrad.viz import record_backward
from minigrad.viz.data import Edge
from minigrad.viz.events import Accumulate, Change, Enter, Fail, Release, Rewrite, Seed, Send
from minigrad.viz.state import State, replay
from tests.viz.samples import example, random_graph

one = np.float32(1.0).reshape(())

EVENTS = [
    Seed("n0", 0, one),
    Enter("n0", (one,), {"self": 3}),
    Send(Edge("n0", 0, "n1"), one * 2),
    Send(Edge("n0", 1, "n1"), one * 3),
    Release("n0", ("self",)),
    Change("n1", 0, one * 5, one * 4),
    Accumulate("n1", 0, one * 10, one * 999),
    Rewrite("n1", 0, one * 14, one * 7),
    Fail("n1", "RuntimeError", "no"),
]


def test_one_event_after_the_other():
    state = State()
    assert state.arrived == state.sent == state.grads == state.freed == {}
    for event in EVENTS[:4]:
        state.take(event)
    assert (state.ran, state.checked, state.freed) == (["n0"], {"n0": {"self": 3}}, {})
    assert state.sent == {"n0.0": 2.0, "n0.1": 3.0}
    assert (state.arrived["n1", 0], state.parts["n1", 0]) == (5.0, (2.0, 3.0))
    for event in EVENTS[4:6]:
        state.take(event)
    assert state.freed == {"n0": ("self",)}
    assert (state.arrived["n1", 0], state.parts["n1", 0]) == (4.0, (4.0,))
    state.take(EVENTS[6])
    assert state.grads == {("n1", 0): 14.0}  # what was sent counts, not what is said to be there
    for event in EVENTS[7:]:
        state.take(event)
    assert (state.grads, state.failure) == ({("n1", 0): 7.0}, EVENTS[-1])


def test_a_hook_that_takes_a_gradient_away():
    state = replay([Seed("n0", 0, one), Change("n0", 0, one, None)])
    assert state.arrived == state.parts == {}


def test_outputs_of_a_node_are_apart():
    state = replay([Send(Edge("n0", 0, "n1", nr), one * (nr + 1)) for nr in (0, 1, 1)])
    assert state.arrived == {("n1", 0): 1.0, ("n1", 1): 4.0}


@pytest.mark.parametrize("seed", range(6))
def test_every_moment_goes_one_event_further(seed):
    recording = record_backward(random_graph(mg, seed)[2])
    state = State()
    for k, event in enumerate(recording, start=1):
        state.take(event)
        assert same(replay(recording, k), state)
    assert same(state, replay(recording))


def same(a, b):
    return repr(vars(a)) == repr(vars(b))


def test_a_gradient_out_of_nowhere_is_noticed():
    with pytest.raises(ValueError, match="nothing had arrived at n1"):
        replay([Accumulate("n1", 0, None, one)])


def test_as_many_events_as_there_are():
    t = example(mg)
    recording = record_backward(t["z"], params=t)
    assert replay(recording, 0).ran == []
    assert replay(recording, len(recording)).ran == ["n0", "n2", "n1", "n3", "n4"]
    for k in (-1, 16):
        with pytest.raises(ValueError, match=rf"k is {k}, but must be from 0 to 15, the number of"):
            replay(recording, k)


@pytest.mark.parametrize("k", [1.5, "2"])
def test_a_part_of_an_event_is_refused(k):
    with pytest.raises(TypeError, match=f"k must be a whole number of events, but is {k!r}"):
        replay(EVENTS, k)
    assert replay(EVENTS[:4], np.int64(2)).ran == ["n0"]
