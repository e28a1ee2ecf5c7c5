"""The backward pass: push gradients through the recorded graph, newest node first.

The engine knows nothing of arrays, of tensors, or of any operation. It asks of a node only
`parents` and `nrs` (its edges), `shapes` (one per output), `sequence_nr`, `hooks`, `saved` and
``op.vjp(node, grads, useful, raw)``.
"""

from __future__ import annotations

from functools import partial
from operator import attrgetter
from typing import Any

from .._mode import backward_mode, current
from .hooks import run_node_hooks, run_tensor_hooks
from .node import LEAF_ORDER, Edge
from .targets import Walk, leading_to, must_run, note_reached

Pending = dict[Any, list[Any]]  # node -> what has arrived so far, one place per output

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

    An operation's number exceeds those of all operations it consumed, so descending order is a
    topological order: when a node's turn comes, every gradient it will ever get has arrived.
    Leaves, and operations that cannot be differentiated, have no number: `newest_first` puts each
    where its last gradient has arrived.

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
    walk = Walk(targets or set(), useful, accumulate, {})
    run = partial(current.mode.watch, run_with_hooks) if current.mode.watch else run_with_hooks
    pending: Pending = {}
    for (node, nr), seed in seeds:
        deliver(pending, node, nr, seed)
    run_nodes(order, pending, walk, run, retain_graph, create_graph)
    return walk.reached


def run_nodes(
    order: list[Any], pending: Pending, walk: Walk, run: Any, retain_graph: bool, create_graph: bool
) -> None:
    """Run each node in its turn, and add what it sends to what is pending for its parents."""
    useful = walk.useful
    raw = not create_graph
    quick = useful is None and run is run_with_hooks
    with backward_mode(create_graph):
        for node in order:
            grads = pending.pop(node, None)
            if grads is None:
                continue  # it lies behind the seeds, but nothing flowed into it
            if quick and node.hooks is None:
                outgoing = node.op.vjp(node, grads, None, raw)
            else:
                outgoing = run(node, grads, walk, raw)
            if outgoing is None:
                continue  # no target lies behind it
            if not retain_graph and node.saved:
                node.saved = None
            place = 0
            for parent in node.parents:  # counted by hand: zip and enumerate take longer
                if parent is not None and (useful is None or parent in useful):
                    # What `deliver` does. To call it for the two commonest cases takes longer: the
                    # first that arrives at a node of one output, and a further one there.
                    grad, arrived = outgoing[place], pending.get(parent)
                    if arrived is None and len(parent.shapes) == 1:
                        pending[parent] = [grad]
                    elif arrived is not None and len(arrived) == 1 and arrived[0] is not None:
                        arrived[0] = arrived[0] if grad is None else arrived[0] + grad
                    else:
                        deliver(pending, parent, node.nrs[place], grad)
                place += 1


def run_with_hooks(node: Any, grads: list[Any], walk: Walk, raw: bool) -> Any:
    """Run a node that has hooks, or one of a walk that has targets.

    Returns:
        The gradients of its inputs; None if it need not run.
    """
    hooks = node.hooks
    runs = walk.useful is None or must_run(node, walk)
    # As in PyTorch: of a target that runs, what arrived; of one where the walk ends, what its hooks
    # made of that.
    if runs:
        note_reached(node, grads, walk)
    if hooks is not None:
        run_tensor_hooks(hooks, grads)
    if not runs:
        note_reached(node, grads, walk)
        return None
    if hooks is not None and hooks.pre:
        grads = run_node_hooks(hooks.pre, grads)
    outgoing = node.op.vjp(node, grads, walk.useful, raw)
    hooks = node.hooks  # a Function's backward may have registered its first
    if hooks is not None and hooks.post:
        outgoing = run_node_hooks(hooks.post, outgoing, grads)
    return outgoing


def newest_first(roots: list[Any]) -> list[Any]:
    """Every node behind `roots`, each once, from the latest recorded to the earliest.

    Leaves' ends, and operations that cannot be differentiated, have no number. Each comes right
    after the oldest node that consumes it; several of one node come in the order of its inputs.
    """
    order: list[Any] = []
    ends: list[Any] = []
    stack = list(dict.fromkeys(roots))
    found = {None, *stack}
    while stack:
        node = stack.pop()
        parents = node.parents
        (order if parents else ends).append(node)
        for parent in parents:
            if parent not in found:
                found.add(parent)
                stack.append(parent)
    order.sort(key=sequence_nr, reverse=True)
    while order and order[0].sequence_nr == LEAF_ORDER:
        ends.append(order.pop(0))
    return with_ends(order, dict.fromkeys(ends))


def with_ends(order: list[Any], ends: dict[Any, None]) -> list[Any]:
    """`order` with each of `ends` after its oldest consumer; those at the roots come first."""
    tail = []  # from the oldest on, until the last end is met: mostly that is soon
    while ends and order:
        node = order.pop()
        mine = []
        for parent in node.parents:
            if parent in ends:
                del ends[parent]  # each once
                mine.append(parent)
        tail += [*mine[::-1], node]
    order += tail[::-1]
    return [*ends, *order] if ends else order


def deliver(pending: Pending, node: Any, nr: int, grad: Any) -> None:
    """Add `grad` to what has arrived at output `nr` of `node`; None arrives, but adds nothing."""
    arrived = pending.get(node)
    if arrived is None:
        arrived = pending[node] = [None] * len(node.shapes)
    if grad is not None:
        arrived[nr] = grad if arrived[nr] is None else arrived[nr] + grad
