"""All that can be said about one node of a graph as it stands now, as JSON for the inspector."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..viz.data import Graph, Node
from ..viz.figures import brief, labelled, shows_numbers
from ..viz.flow import flow
from ..viz.groups import PREFIX
from ..viz.meanings import meaning, meaning_of_saved, numbering
from ..viz.reader import Reader
from ..viz.rules import function
from ..viz.source import sources
from ..viz.substitution import filled_rule
from ..viz.text import count, join
from .formulas import mathml
from .specification import Json, node_facts, tensor_facts

_MOST_NAMED = 6  # of more things only the first are named


class Facts:
    """What is known about the graph behind a tensor, read once.

    Args:
        reader: has just read it.
        graph: the same as ``reader.graph``, perhaps with more names.
        before: what was known when it was last read: where nothing was written since, the gradients
            inside are still those, even if what they were worked out from is freed.
    """

    def __init__(self, reader: Reader, graph: Graph, before: Facts | None = None) -> None:
        self._reader, self._graph, self._flow = reader, graph, flow(reader)
        if before is not None and _versions(before._graph) == _versions(graph):
            self._flow = max(self._flow, before._flow, key=lambda known: len(known.sent))

    def of(self, key: str) -> Json:
        """Everything about one node; of a closed group, what is in it."""
        if key.startswith(PREFIX):
            return {"group": self._group(key.removeprefix(PREFIX))}
        node = self._graph[key]
        arrived = self._flow.arrived.get(key)
        return {
            "node": {
                **node_facts(self._graph, node),
                "meaning": f"{meaning(node)} {numbering(node)}".strip(),
                "why_saved": meaning_of_saved(node),
                "standing": self.standing(key),
                "source": [vars(source) for source in sources(self._reader.live[key])],
            },
            "now": {
                "computed": True,
                "freed": node.freed,
                "grad": tensor_facts(node.grad),
                "incoming": [tensor_facts(g) for g in arrived or () if g is not None] or None,
                "when": self._when(),
                "unknown": "" if arrived else self._reason(node),
                "sum": self._sum(key) if len(self._flow.parts.get(key, ())) > 1 else "",
            },
            "edges": {edge.id: self._sent(node, edge.slot, edge.id) for edge in node.edges},
        }

    def _when(self) -> str:
        """Which backward the gradients that are shown belong to: they are worked out, not read."""
        known = bool(self._flow.arrived)
        call = f"{self._graph.root.name or 'the result'}.backward({'' if known else 'gradient'})"
        stopped = self._stopped()
        if stopped:
            return f"{'Worked out for' if known else 'For'} {call}. {stopped}:"
        return f"What {call} sends if it is called now:"

    def _stopped(self) -> str:
        """Why backward would raise if it were called now; ``""`` if it would not."""
        if self._is_freed():
            return "A backward has freed the graph, so it cannot run now"
        changed = self._changed()
        if changed is None:
            return ""
        return (
            f"It would raise now, because what {changed.op} saved in the forward pass was changed "
            "in place since then"
        )

    def _changed(self) -> Node | None:
        """A node that saved something which was written to since; None if there is none."""
        nodes = self._graph.nodes
        return next((n for n in nodes if any(s.problem == "changed" for s in n.saved)), None)

    def _is_freed(self) -> bool:
        return any(node.freed for node in self._graph.nodes)

    def _reason(self, node: Node) -> str:
        """Why a gradient inside the graph is not known."""
        if not self._flow.arrived:
            return "what you give to backward()"
        if self._is_freed():
            keep = f", or {node.name}.retain_grad()" if node.name and not node.leaf else ""
            return (
                "not known any more: backward has freed what it takes to work it out. To see it, "
                f"make the view{keep} before backward(), and call refresh() on the view after it"
            )
        if self._changed() is not None:
            return "not known: what is needed to work it out was changed in place"
        return "not known: an operation on the way cannot be worked out"

    def standing(self, key: str) -> Json:
        """Is it a leaf, does it require a gradient, what is its ``.grad`` and why."""
        node, holder = self._graph[key], self._reader.holders.get(key)
        grad = "None" if node.grad is None else brief(node.grad)
        flags = [["is_leaf", str(node.leaf)]]
        flags += [["requires_grad", str(True if holder is None else holder.requires_grad)]]
        why = self._of_leaf(node) if node.leaf else self._of_result(node, holder)
        why = why if node.name else why[0].upper() + why[1:]
        return {"flags": [*flags, [".grad", grad]], "why": why}

    def _of_leaf(self, node: Node) -> str:
        name = node.name or "this tensor"
        grad = f"{name}.grad" if node.name else "its .grad"
        kept = f"{name} is a leaf, so backward adds its gradient to {grad} and it stays there."
        total = self._flow.arrived.get(node.id)
        brings = None if total is None else total[0]
        if node.grad is None:
            call = f"{self._graph.root.name}.backward()" if self._graph.root.name else "Backward"
            sure = brings is not None and not self._stopped()
            comes = f" {call}, called now, brings {self._sum(node.id)}." if sure else ""
            return f"{kept} None until then, and again after zero_grad().{comes}"
        if brings is None:
            return f"{kept} It holds what every backward since zero_grad() has added."
        if np.allclose(node.grad, brings, rtol=1e-4, atol=1e-6, equal_nan=True):
            return f"{kept} Here: {self._sum(node.id)}."
        return (
            f"{kept} It holds {brief(node.grad)}, but one backward of this graph brings "
            f"{self._sum(node.id)}: gradients add up until zero_grad()."
        )

    def _of_result(self, node: Node, holder: Any) -> str:
        name = node.name or "this result"
        its = f"{node.name}." if node.name else "its ."
        many = len(node.names) > 1
        made = (
            f"{join(list(node.names.values()))} are no leaves" if many else f"{name} is not a leaf"
        )
        made += f": {function(node.op)} computed {'them' if many else 'it'}"
        sources = list(dict.fromkeys(self._title(edge.to, edge.nr) for edge in node.edges))
        if len(sources) <= _MOST_NAMED:
            made += f" from {join(sources)}"
        if holder is not None and holder.retains_grad:
            kept = "" if node.grad is not None else ", once a backward has come by"
            return f"{made}, and {its}retain_grad() was called: its gradient is kept{kept}."
        if node.op == "NotImplemented":
            return f"{made}. Backward raises when it gets here."
        ways = join(sources) if len(sources) <= _MOST_NAMED else "its inputs"
        if holder is None and node.names:
            return f"{made}. {_of_several(list(node.names.values()), ways)}"
        reason = f"{made}. Backward uses its gradient to go on to {ways} and keeps it nowhere"
        if holder is None:
            return f"{reason}. No variable holds it."
        keep = f"To keep it, call {its}retain_grad() before backward."
        return f"{reason}, so {its}grad is None. {keep}"

    def _title(self, key: str, nr: int = 0) -> str:
        node = self._graph[key]
        return node.names.get(nr) or ("a leaf" if node.leaf else f"the result of {node.op}")

    def _sum(self, key: str) -> str:
        """What arrives at a node, added up: ``0.5 from LogBackward0 + 3 from MulBackward0 = 3.5``.

        ``""`` where it is not known; a shape where there are too many numbers.
        """
        arrived = self._flow.arrived.get(key)
        if arrived is None or arrived[0] is None:
            return ""
        total, parts = brief(arrived[0]), self._flow.parts.get(key, [])
        known = all(shows_numbers(part) for _, part in parts) and shows_numbers(arrived[0])
        if not known or len(parts) > _MOST_NAMED:
            return f"a gradient of shape {total}" + self._number_of(parts)
        named = [f"{brief(part)} from {self._sender(edge)}" for edge, part in parts]
        if len(named) < 2:
            return named[0] if named else total
        return f"{' + '.join(named)} = {total}"

    def _number_of(self, parts: list[Any]) -> str:
        return f", the sum of {len(parts)}" if len(parts) > 1 else ""

    def _sender(self, edge: str) -> str:
        return self._graph[edge.rpartition(".")[0]].op

    def _sent(self, node: Node, slot: int, key: str) -> Json | None:
        """The gradient along an edge, and how the rule comes to it."""
        sent, arrived = self._flow.sent.get(key), self._flow.arrived.get(node.id, [None])
        rule = mathml(filled_rule(self._graph, node, slot, arrived, sent))
        return {**(tensor_facts(sent) or {}), "rule": rule} if rule or sent is not None else None

    def _group(self, key: str) -> Json:
        group = self._graph.groups()[key]
        nodes = [self._graph[member] for member in group.nodes]
        leaves = [node for node in nodes if node.leaf]
        kinds = [node.op for node in nodes if not node.leaf]
        saved = sum(node.bytes for node in nodes)
        named = [labelled(leaf.name, leaf.value, leaf.shape) for leaf in leaves]
        rows = [["operations", _some(kinds)]] + ([["leaves", _some(named)]] if leaves else [])
        rows.append(["saved", f"{saved:,} bytes" if saved else "nothing, or freed"])
        inside = f"{count(len(kinds), 'operation')}, {count(len(leaves), 'leaf', 'leaves')}"
        return {"title": group.title, "inside": inside, "rows": rows}


def _of_several(names: list[str], ways: str) -> str:
    """What becomes of the gradients of an operation's several outputs."""
    whose = "their gradients" if len(names) > 1 else "its gradient"
    return (
        f"Backward uses {whose} to go on to {ways}, and keeps a gradient only where retain_grad() "
        f"was called: {join([f'{name}.retain_grad()' for name in names])} before backward would do."
    )


def _versions(graph: Graph) -> list[int | None]:
    return [leaf.version for leaf in graph.leaves]


def _some(words: list[str]) -> str:
    """The first of many."""
    more = len(words) - _MOST_NAMED
    return ", ".join(words[:_MOST_NAMED]) + (f" and {more} more" if more > 0 else "")
