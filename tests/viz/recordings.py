"""What a recording says, in brief."""

from minigrad.viz import replay
from tests.viz.samples import bits


def kinds(recording):
    return [type(event).__name__ for event in recording.events]


def grads_by_name(recording):
    """What replaying all leaves in each ``.grad``, as bits, by the variable's name."""
    grads = replay(recording).grads
    return {recording.graph[node].names[nr]: bits(grad) for (node, nr), grad in grads.items()}
