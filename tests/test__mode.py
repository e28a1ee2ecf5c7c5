"""The switches of one thread."""

import threading

import numpy as np
import pytest

from minigrad._mode import Mode, backward_mode, current, everywhere, switched


def state():
    mode = current.mode
    return mode.grad_enabled, mode.inference, mode.recording, mode.raw


def test_a_new_thread_records():
    seen = []
    with switched(False, raw=True):
        thread = threading.Thread(target=lambda: seen.append(state()))
        thread.start()
        thread.join()
    assert seen == [(True, False, True, False)]
    assert Mode().recording and not Mode().raw


def test_nothing_is_recorded_in_inference_mode():
    mode = Mode()
    mode.inference = True
    mode.enable_grad(True)
    assert mode.grad_enabled and not mode.recording
    mode.inference = False
    mode.enable_grad(True)
    assert mode.recording


def test_switches_are_put_back_after_an_error():
    before = state()
    with pytest.raises(ZeroDivisionError), switched(False, raw=True):
        assert state() == (False, False, False, True)
        raise ZeroDivisionError
    assert state() == before


@pytest.mark.parametrize("create_graph", [True, False])
def test_a_backward_runs_on_arrays_unless_it_is_recorded(create_graph):
    before, settings = state(), np.geterr()
    with backward_mode(create_graph):
        assert state() == (create_graph, False, create_graph, not create_graph)
        assert set(np.geterr().values()) == {"ignore"}
    assert state() == before and np.geterr() == settings


def test_quiet_calls_are_silent_and_leave_the_callers_settings():
    with np.errstate(all="raise"):
        assert current.mode.quiet(np.divide, np.ones(2), np.zeros(2)).tolist() == [np.inf] * 2
        assert set(np.geterr().values()) == {"raise"}
        with pytest.raises(FloatingPointError):
            np.divide(np.ones(2), np.zeros(2))


def test_a_change_everywhere_reaches_threads_old_and_new():
    def watch(mode):
        mode.watch = to

    seen, begun, changed = [], threading.Event(), threading.Event()

    def old():
        seen.append(current.mode.watch)
        begun.set()
        changed.wait(5)
        seen.append(current.mode.watch)

    thread = threading.Thread(target=old)
    thread.start()
    begun.wait(5)
    try:
        to = "somebody"
        everywhere(watch)
        changed.set()
        thread.join()
        new = threading.Thread(target=lambda: seen.append(current.mode.watch))
        new.start()
        new.join()
        assert seen == [None, "somebody", "somebody"] and current.mode.watch == "somebody"
    finally:
        to = None
        everywhere(watch)
    assert current.mode.watch is None
