"""Walking a graph and naming what it is made of; expecting an error by its first words."""

import re

import pytest

LEAF = "AccumulateGrad"  # class of the nodes that stand for leaves


def walked(tensor):
    """Every node of a tensor's graph, once, by way of `next_functions`."""
    found, waiting = [], [tensor.grad_fn]
    while waiting:
        node = waiting.pop()
        if node is not None and node not in found:
            found.append(node)
            waiting += [parent for parent, _ in node.next_functions]
    return found


def name(node):
    """A node's name: its class's."""
    return type(node).__name__


def names(tensor):
    """Names of the nodes of a tensor's graph."""
    return sorted(map(name, walked(tensor)))


def fails(words, kind=RuntimeError):
    """Expect an error that opens with the words."""
    return pytest.raises(kind, match="^" + re.escape(words))
