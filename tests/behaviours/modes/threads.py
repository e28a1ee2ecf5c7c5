"""Modes in several threads."""

from tests.behaviours.helpers import in_a_thread, now
from tests.behaviours.table import row


@row
def each_thread_has_its_own(lib):
    """A new thread starts recording, whatever the thread that started it does."""
    with lib.no_grad():
        off = in_a_thread(lambda: now(lib))
    with lib.inference_mode():
        strict = in_a_thread(lambda: now(lib))
    return off, strict


@row
def a_thread_switches_for_itself(lib):
    """What a thread switches stays in the thread."""
    inside = in_a_thread(lambda: (lib.set_grad_enabled(False) and None, now(lib)))
    return inside, now(lib)


@row
def a_decorated_function_in_a_thread(lib):
    """A decorated function switches the thread that calls it."""
    act = lib.no_grad()(lambda: now(lib))
    return in_a_thread(lambda: (act(), now(lib))), now(lib)
