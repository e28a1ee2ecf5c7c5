"""Graphs that several threads walk."""

import functools
import threading

from tests.behaviours.helpers import in_a_thread, leaf
from tests.behaviours.table import row


def at_once(acts):
    """Have several things done, each in a thread of its own."""
    threads = [threading.Thread(target=act) for act in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


@row
def threads_walk_their_own_graphs(lib):
    """Threads build and walk graphs of their own, and add to a leaf that they share."""
    shared, found = lib.zeros(3, requires_grad=True), {}

    def work(number):
        x = lib.full((3,), float(number), requires_grad=True)
        for _ in range(20):
            (x * x + shared).sum().backward()
        found[number] = x.grad.tolist()

    at_once(functools.partial(work, number) for number in range(4))
    return [found[number] for number in range(4)], shared.grad


@row
def threads_walk_one_graph(lib):
    """Threads may walk one retained graph at once."""
    x = leaf(lib)
    y = (x.exp() * x).sum()
    found = []

    def work():
        found.append(lib.autograd.grad(y, x, retain_graph=True)[0].tolist())

    at_once([work] * 4)
    return found


@row
def a_graph_walked_in_another_thread(lib):
    """A graph recorded here may be walked there, whatever grad mode is there."""
    x = leaf(lib)
    y = (x * x).sum()
    with lib.no_grad():
        told = in_a_thread(lambda: y.backward() or lib.is_grad_enabled())
    return told, x.grad
