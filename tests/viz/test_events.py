import numpy as np
import pytest

from minigrad.viz.events import Accumulate, Arrivals, Change, Edge, Enter, Seed, Send, replay

one = np.float32(1.0).reshape(())


def test_arrivals_add_up_in_order():
    arrivals = Arrivals()
    assert arrivals.add("n1", 0, np.array([1.0, 2.0])) is None
    assert arrivals.add("n1", 0, np.array([10.0, 20.0])).tolist() == [1.0, 2.0]
    assert arrivals.at("n1").tolist() == [11.0, 22.0]
    assert arrivals.at("n1", 1) is None
    arrivals.put("n1", 0, None)
    assert arrivals.at("n1") is None


def test_replay_uses_what_was_sent_and_not_the_result():
    events = [
        Seed("n0", 0, one),
        Enter("n0", (one,), {}),
        Send(Edge("n0", 0, "n1"), one * 2),
        Send(Edge("n0", 1, "n1"), one * 3),
        Accumulate("n1", one * 10, one * 999),
    ]
    assert replay(events) == {"n1": 15.0}
    assert replay([*events[:4], Change("n1", 0, one * 5, one), events[4]]) == {"n1": 11.0}


def test_a_gradient_out_of_nowhere_is_noticed():
    with pytest.raises(ValueError, match="nothing had arrived at n1"):
        replay([Accumulate("n1", None, one)])
