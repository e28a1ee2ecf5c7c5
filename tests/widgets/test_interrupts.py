import signal
import sys
import threading

import pytest

pytest.importorskip("anywidget", reason='no anywidget: pip install -e ".[lab]"')

from minigrad.widgets.interrupts import interrupts


class Wish:
    """Says yes once."""

    def __init__(self):
        self.heard = 0

    def __call__(self):
        self.heard += 1
        return self.heard == 1


def here():
    return sys._getframe(1).f_code


def test_the_first_interrupt_is_a_wish_the_second_an_interrupt():
    wish = Wish()
    before = signal.getsignal(signal.SIGINT)
    with interrupts(wish, here()):
        signal.raise_signal(signal.SIGINT)
        assert wish.heard == 1
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before


def test_code_outside_of_the_loop_is_interrupted_as_ever():
    wish = Wish()

    def elsewhere():
        pass

    with interrupts(wish, elsewhere.__code__):
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert wish.heard == 0


def test_what_the_loop_calls_belongs_to_it():
    wish = Wish()

    def step():
        signal.raise_signal(signal.SIGINT)

    with interrupts(wish, here()):
        step()
    assert wish.heard == 1


def test_the_handler_before_is_asked(monkeypatch):
    heard = []
    before = signal.signal(signal.SIGINT, lambda number, frame: heard.append(number))
    try:
        with interrupts(lambda: False, here()):
            signal.raise_signal(signal.SIGINT)
    finally:
        signal.signal(signal.SIGINT, before)
    assert heard == [signal.SIGINT]


def test_a_handler_set_meanwhile_stays():
    before = signal.getsignal(signal.SIGINT)

    def other(number, frame):
        pass

    try:
        with interrupts(Wish(), here()):
            signal.signal(signal.SIGINT, other)
        assert signal.getsignal(signal.SIGINT) is other
    finally:
        signal.signal(signal.SIGINT, before)


def test_in_another_thread_it_changes_nothing():
    before, seen = signal.getsignal(signal.SIGINT), []

    def work():
        with interrupts(Wish(), here()):
            seen.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen == [before]
