"""Anomaly mode: its switch, and the notes it leaves."""

import threading
import warnings
import weakref

from tests.behaviours.helpers import tried
from tests.behaviours.table import row


@row
def anomaly_mode_announces_itself(lib):
    """`detect_anomaly` warns that it is slow, and ends with its block; `check_nan` likewise."""
    with lib.autograd.detect_anomaly(check_nan=False):
        inside = lib.is_anomaly_enabled(), lib.is_anomaly_check_nan_enabled()
    return inside, lib.is_anomaly_enabled(), lib.is_anomaly_check_nan_enabled()


@row
def anomaly_mode_as_a_function(lib):
    """`set_detect_anomaly` switches at once, and back at the end of a block; it does not warn."""
    switch, seen = lib.autograd.set_detect_anomaly, []
    try:
        block = switch(True, check_nan=False)
        seen.append([lib.is_anomaly_enabled(), lib.is_anomaly_check_nan_enabled()])
        with switch(False):
            seen.append([lib.is_anomaly_enabled(), lib.is_anomaly_check_nan_enabled()])
        seen.append([lib.is_anomaly_enabled(), lib.is_anomaly_check_nan_enabled()])
        block.__exit__(None, None, None)
    finally:
        switch(False)
    return [*seen, lib.is_anomaly_enabled()]


@row
def anomaly_mode_is_everybodys(lib):
    """Unlike `no_grad`, anomaly mode holds in all threads, also in those that ran before."""
    seen, ready, switched = [], threading.Event(), threading.Event()

    def ask():
        seen.append(lib.is_anomaly_enabled())
        ready.set()
        switched.wait(10)
        x = lib.tensor([-1.0], requires_grad=True)
        seen.append(tried(lambda: x.sqrt().backward()))

    thread = threading.Thread(target=ask)
    thread.start()
    ready.wait(10)
    with warnings.catch_warnings(), lib.autograd.set_detect_anomaly(True):
        warnings.simplefilter("ignore")
        switched.set()
        thread.join()
    return seen


@row
def a_traceback_on_the_node(lib):
    """The traceback stands in the node's `metadata`, as a list of lines; off, nothing is kept."""
    x = lib.tensor([1.0], requires_grad=True)
    off = (x * x).grad_fn.metadata
    with lib.autograd.set_detect_anomaly(True):
        node = (x * x).grad_fn
    stack = node.metadata["traceback_"]
    return off, type(stack).__name__, stack[-1].strip().splitlines()[-1].strip()


@row
def notes_of_ones_own_on_a_node(lib):
    """`metadata` is a dict of the user's, too, and stays with the node."""
    x = lib.tensor([1.0], requires_grad=True)
    y = x * x
    y.grad_fn.metadata["mine"] = 3
    return y.grad_fn.metadata, (y.grad_fn.metadata is y.grad_fn.metadata)


@row
def notes_on_a_node_go_with_it(lib):
    """A recorded gradient made in anomaly mode does not keep the first graph's notes alive."""

    class Note:
        pass

    x, note = lib.ones(2, requires_grad=True), Note()
    y = x.exp()
    with lib.autograd.set_detect_anomaly(True):
        lib.autograd.grad(y, x, lib.ones(2), create_graph=True)
    y.grad_fn.metadata["note"], held = note, weakref.ref(note)
    del note
    there = held() is not None
    del y
    return there, held() is None
