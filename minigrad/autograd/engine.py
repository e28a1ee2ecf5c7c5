"""The backward pass: push gradients through the recorded graph, newest node first.

The engine knows nothing of arrays, of tensors, or of any operation. It asks of a node only
`parents` and `places` (its edges), `shapes` (one per output), `sequence_nr`, `hooks`, `op.vjp(node,
grads, useful, bare)` and `release()`.
"""

from __future__ import annotations

from operator import attrgetter
from typing import Any

from ..mode import backward_mode, current
from .hooks import run_node_hooks, run_tensor_hooks
from .node import Edge

sequence_nr = attrgetter("sequence_nr")


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
    order = newest_first([node for (node, _), _ in seeds])
    useful = None if targets is None else leading_to(targets, order)
    pending: dict[Any, list[Any]] = {}  # node -> what has arrived so far, one place per output
    reached: dict[Edge, Any] = {}
    watch, bare, node = current.mode.watch, not create_graph, None
    for edge, seed in seeds:
        add(pending, edge, seed)
    with backward_mode(create_graph):
        try:
            for node in order:
                grads = pending.pop(node, None)
                if grads is None:
                    continue  # it lies behind the seeds, but nothing flowed into it
                if watch is not None:
                    watch.enter(node)
                hooks = node.hooks
                if hooks is not None:
                    run_tensor_hooks(hooks, grads)
                if useful is not None and targets is not None:
                    reached.update(caught(node, grads, targets))
                    if node not in useful or not (accumulate or leads_to(useful, node)):
                        continue  # no target lies behind it: only its own gradient was asked for
                if hooks is not None and hooks.pre:
                    grads = run_node_hooks(hooks.pre, grads)
                outgoing = node.op.vjp(node, grads, useful, bare)
                if hooks is not None and hooks.post:
                    outgoing = run_node_hooks(hooks.post, outgoing, grads)
                if not retain_graph and node.saved:
                    node.release()
                if watch is not None:
                    watch.ran(node, outgoing)
                for parent, nr, grad in zip(node.parents, node.places, outgoing):
                    if parent is None or (useful is not None and parent not in useful):
                        continue
                    if parent in pending or len(parent.shapes) > 1:
                        add(pending, (parent, nr), grad)
                    else:
                        pending[parent] = [grad]
        except Exception:
            if watch is not None:
                watch.failed(node)
            raise
    return reached


def newest_first(roots: list[Any]) -> list[Any]:
    """Every node behind `roots`, each once, from the latest recorded to the earliest.

    A leaf has no number of its own: its turn comes right after its oldest consumer's, the leaves of
    one node in the order of its inputs.
    """
    order: list[Any] = []
    leaves = []
    found = set(roots)
    stack = list(found)
    while stack:
        node = stack.pop()
        parents = node.parents
        (order if parents else leaves).append(node)
        for parent in parents:
            if parent is not None and parent not in found:
                found.add(parent)
                stack.append(parent)
    order.sort(key=sequence_nr, reverse=True)
    return with_leaves(order, dict.fromkeys(leaves))


def with_leaves(order: list[Any], leaves: dict[Any, None]) -> list[Any]:
    """`order` with each leaf after its oldest consumer; those at the roots come first."""
    tail = []  # from the oldest on, until the last leaf is met: mostly that is soon
    while leaves and order:
        node = order.pop()
        mine = [parent for parent in dict.fromkeys(node.parents) if parent in leaves]
        for leaf in mine:
            del leaves[leaf]
        tail += [*reversed(mine), node]
    order += reversed(tail)
    return [*leaves, *order] if leaves else order


def leading_to(targets: set[Edge], order: list[Any]) -> set[Any]:
    """The targets' nodes, and every node that a gradient crosses on its way to one of them."""
    useful = {node for node, _ in targets}
    for node in reversed(order):
        if leads_to(useful, node):
            useful.add(node)
    return useful


def leads_to(useful: set[Any], node: Any) -> bool:
    """Whether an edge of `node` ends in one of the useful nodes."""
    return any(parent in useful for parent in node.parents)


def caught(node: Any, grads: list[Any], targets: set[Edge]) -> dict[Edge, Any]:
    """What has arrived at those outputs of `node` that are targets."""
    arrived = (((node, nr), grad) for nr, grad in enumerate(grads))
    return {edge: grad for edge, grad in arrived if edge in targets}


def add(pending: dict[Any, list[Any]], edge: Edge, grad: Any) -> None:
    """Add `grad` to what has arrived at the end of `edge`; None arrives, too, and adds nothing."""
    node, nr = edge
    arrived = pending.get(node)
    if arrived is None:
        arrived = pending[node] = [None] * len(node.shapes)
    if grad is not None:
        arrived[nr] = grad if arrived[nr] is None else arrived[nr] + grad
