"""The backward pass: push gradients through the recorded graph, newest node first.

The engine knows nothing of arrays, of tensors, or of any operation. It asks of a node only `edges`,
`shapes` (one per output), `sequence_nr`, `hooks`, `vjp(grads, useful, bare)` and `release()`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..mode import backward_mode
from .graph import Edge
from .hooks import run_node_hooks, run_tensor_hooks


def run_backward(
    seeds: list[tuple[Edge, Any]],
    *,
    retain_graph: bool,
    create_graph: bool,
    targets: set[Edge] | None = None,
    accumulate: bool = True,
) -> dict[Edge, Any]:
    """Propagate `seeds` back to the leaves, or only as far as `targets`.

    A node's sequence number exceeds those of all nodes it consumed, so descending order is a
    topological order: when a node's turn comes, every gradient it will ever get has arrived.

    Args:
        seeds: pairs of an edge, ``(node, which of its outputs)``, and the gradient to start there.
        retain_graph: keep the saved values, so that the graph can be walked again.
        create_graph: record the backward itself, so that it can be differentiated in turn.
        targets: the edges to stop at; None means every leaf.
        accumulate: whether leaves among the targets add what arrives to their ``.grad``.

    Returns:
        The gradient that reached each target.

    Time and memory are linear in the nodes behind the seeds; the sort runs in C and finds them
    nearly ordered. Nothing recurses, so memory alone bounds the depth. At any moment only
    gradients between the nodes already run and those still to run are alive.
    """
    order = newest_first(node for (node, _), _ in seeds)
    useful = None if targets is None else leading_to(targets, order)
    pending: dict[Any, list[Any]] = {}  # node -> what has arrived so far, one place per output
    reached: dict[Edge, Any] = {}
    with backward_mode(create_graph):
        deliver(pending, seeds)
        for node in order:
            grads = pending.pop(node, None)
            if grads is None:
                continue  # it lies behind the seeds, but nothing flowed into it
            hooks = node.hooks
            if hooks is not None:
                run_tensor_hooks(hooks, grads)
            if targets is not None and useful is not None:
                arrived = (((node, nr), grad) for nr, grad in enumerate(grads))
                reached.update((edge, grad) for edge, grad in arrived if edge in targets)
                if node not in useful or not (accumulate or leads_to(useful, node)):
                    continue  # no target lies behind it: at most its own gradient was asked for
            if hooks is not None and hooks.pre:
                grads = run_node_hooks(hooks.pre, grads)
                if all(grad is None for grad in grads):
                    continue  # a hook let nothing pass
            outgoing = node.vjp(grads, useful, not create_graph)
            if hooks is not None and hooks.post:
                outgoing = run_node_hooks(hooks.post, outgoing, grads)
            if not retain_graph:
                node.release()
            deliver(pending, zip(node.edges, outgoing), useful)
    return reached


def newest_first(roots: Iterable[Any]) -> list[Any]:
    """Every node behind `roots`, each once, from the latest recorded to the earliest.

    A leaf has no number of its own: its turn comes right after its oldest consumer's, the leaves of
    one node in the order of its inputs. They share the interval before the consumer's number.
    """
    stack = list(roots)
    turn = {node: node.sequence_nr for node in stack}
    while stack:
        node = stack.pop()
        place, step = node.sequence_nr, 1 / (len(node.edges) + 1)
        for parent, _ in node.edges:
            place -= step
            if parent is None:
                continue
            known = turn.get(parent)
            if known is None:
                known = turn[parent] = parent.sequence_nr
                stack.append(parent)
            if place < known:  # so for a leaf, and for no other node
                turn[parent] = place
    return sorted(turn, key=turn.__getitem__, reverse=True)


def leading_to(targets: set[Edge], order: list[Any]) -> set[Any]:
    """The targets' nodes, and every node that a gradient crosses on its way to one of them."""
    useful = {node for node, _ in targets}
    for node in reversed(order):
        if leads_to(useful, node):
            useful.add(node)
    return useful


def leads_to(useful: set[Any], node: Any) -> bool:
    """Whether an edge of `node` ends in one of the useful nodes."""
    return any(parent in useful for parent, _ in node.edges)


def deliver(
    pending: dict[Any, list[Any]], sent: Iterable[tuple[Edge, Any]], useful: set[Any] | None = None
) -> None:
    """Add each gradient that was sent along an edge to what has already arrived at its end."""
    for (node, nr), grad in sent:
        if grad is None or node is None or (useful is not None and node not in useful):
            continue
        arrived = pending.get(node)
        if arrived is None:
            arrived = pending[node] = [None] * len(node.shapes)
        arrived[nr] = grad if arrived[nr] is None else arrived[nr] + grad
