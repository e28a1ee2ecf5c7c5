"""All that can be said about one node of a graph as it stands now, as JSON for the inspector."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from ..viz import library
from ..viz.data import Constant, Graph, Node
from ..viz.figures import brief, labelled, shows_numbers
from ..viz.flow import START, flow
from ..viz.groups import PREFIX
from ..viz.meanings import meaning, meaning_of_saved, numbering
from ..viz.reader import Reader
from ..viz.rules import function
from ..viz.source import sources
from ..viz.steps import backward_of
from ..viz.substitution import filled_rule
from ..viz.text import contents_of, count, join, why
from .formulas import mathml
from .specification import Json, node_facts, tensor_facts

_MOST_NAMED = 6  # of more things only the first are named
_EXACT = 1e-5  # as near as the same numbers, added up in another order, come to each other
_MOST_TIMES = 100  # of larger numbers each one is that near to a whole one


class Facts:
    """What is known about the graph behind a tensor, read once.

    Args:
        reader: has just read it.
        graph: the same as ``reader.graph``, perhaps with more names.
        before: what was known when it was last read: where nothing was written since, the gradients
            inside are still those, even if what they were worked out from is freed.
    """

    def __init__(self, reader: Reader, graph: Graph, before: Facts | None = None) -> None:
        self._reader = reader
        self._graph = graph
        self._flow = flow(reader)
        self._constants = {one.id: one for one in graph.constants}
        if before is not None and _as_they_were(before._graph.leaves, graph.leaves):
            self._flow = max(self._flow, before._flow, key=lambda known: len(known.sent))
        self._aside = ", hooks aside" if any(map(_hooked, reader.live.values())) else ""

    def of(self, key: str) -> Json:
        """Everything about one node; of a closed group, what is in it."""
        if key.startswith(PREFIX):
            return {"group": self._group(key.removeprefix(PREFIX))}
        if key in self._constants:
            return {"group": _of_constant(self._constants[key])}
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
                "grad": tensor_facts(self._grad(node)),
                "incoming": [tensor_facts(g) for g in arrived or () if g is not None] or None,
                "when": self._when(),
                "unknown": "" if arrived else self._reason(node),
                "sum": self._sum(key) if len(self._flow.parts.get(key, ())) > 1 else "",
            },
            "edges": {edge.id: self._sent(node, edge.slot, edge.id) for edge in node.edges},
        }

    def _when(self) -> str:
        """Which backward the gradients that are shown belong to: they are worked out, not read."""
        call = self._whole_call()
        stopped = self._stopped()
        if not stopped:
            return f"What {call} sends if it is called now{self._aside}:"
        if not self._flow.arrived:
            return f"For {call}. {stopped}:"
        return f"Worked out for {call} with the values at hand{self._aside}. {stopped}:"

    def _whole_call(self) -> str:
        """The call of backward as one would write it."""
        if len(self._graph.results) > 1:
            return backward_of(self._graph)
        return f"{self._graph.name}.{self._call()}" if self._graph.name else self._call()

    def _call(self) -> str:
        """How to call backward on the result: of one number, there is a gradient to start with."""
        shapes = [self._graph[node].output(nr).shape for node, nr in self._graph.results]
        single = all(shape is not None and math.prod(shape) == 1 for shape in shapes)
        return "backward()" if single else "backward(gradient)"

    def _stopped(self) -> str:
        """Why backward would raise if it were called now; ``""`` if it would not."""
        if self._is_freed():
            return "A backward has freed the graph, so it cannot run now"
        if any(node.op == "NotImplemented" for node in self._graph.nodes):
            return "It would raise, because an operation on the way has no derivative"
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
            if self._call() == "backward()":
                return "not known: it is not worked out for one of several outputs"
            given = "what you give to backward()"
            is_result = node.id in {key for key, _ in self._graph.results}
            return given if is_result else f"not known: it depends on {given}"
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
        node, held = self._graph[key], self._held(key)
        flags = [["is_leaf", str(node.leaf)]]
        flags += [["requires_grad", str(all(tensor.requires_grad for tensor in held.values()))]]
        why = self._of_leaf(node, held[0]) if node.leaf else self._of_result(node, held)
        why = why if node.name else why[0].upper() + why[1:]
        return {"flags": [*flags, [".grad", self._grads(node, held)]], "why": why}

    def _held(self, key: str) -> dict[int, Any]:
        """The tensors at hand that a node gave, by their numbers as its outputs; or the leaf."""
        return {nr: tensor for (node, nr), tensor in self._reader.held.items() if node == key}

    def _grad(self, node: Node) -> np.ndarray | None:
        """The one ``.grad`` there is to show of a node; None if several outputs could have one."""
        held = list(self._held(node.id))
        return node.output(held[0]).grad if len(held) == 1 else None

    def _grads(self, node: Node, held: dict[int, Any]) -> str:
        """The ``.grad`` of what is held, in a few characters."""
        if not held:
            return "None" if self._retains(node) is False else "not known"
        grads = {nr: brief(node.grads[nr]) if nr in node.grads else "None" for nr in held}
        if len(held) == 1:
            return next(iter(grads.values()))
        return ", ".join(f"{name}: {grads[nr]}" for nr, name in _called(node, held).items())

    def _retains(self, node: Node) -> bool | None:
        """Was retain_grad() called on an output? None where only the tensor itself would know."""
        hooks = library.hooks(self._reader.live[node.id])
        return None if hooks is None else bool(hooks.retained)

    def _of_leaf(self, node: Node, leaf: Any) -> str:
        name = node.name or "this tensor"
        grad = f"{name}.grad" if node.name else "its .grad"
        if not leaf.requires_grad:
            off = "Its requires_grad is False now, so backward leaves"
            return f"{name} is a leaf. {off} {grad} as it is."
        kept = f"{name} is a leaf, so backward adds its gradient to {grad}"
        if node.grad is not None:
            kept += ", where gradients add up until zero_grad()"
            return f"{kept}. It holds {self._compared(node, node.grad)}"
        kept += " and it stays there. None until then, and again after zero_grad()."
        return kept + self._coming(node, "brings")

    def _coming(self, node: Node, verb: str) -> str:
        """What the next backward does for a leaf, as far as that is sure."""
        if self._flow.arrived.get(node.id) is None or self._stopped():
            return ""
        named = self._graph.name or len(self._graph.results) > 1
        call = self._whole_call() if named else "Backward"
        return f" {call}, called now, {verb} {self._sum(node.id)}{self._aside}."

    def _compared(self, node: Node, held: np.ndarray) -> str:
        """A leaf's ``.grad`` beside what this graph gives; where it came from nobody knows."""
        text = brief(held) if shows_numbers(held) else f"a gradient of shape {brief(held)}"
        total = self._flow.arrived.get(node.id)
        if total is None or total[0] is None:
            return f"{text}."
        if not self._stopped():
            return f"{text} so far.{self._coming(node, 'adds')}"
        times = _multiple(held, total[0])
        if times is None:
            gives = f"with the values at hand{self._aside}, gives {self._sum(node.id)}"
            return f"{text}. One backward of this graph, {gives}."
        gives = f"{times}what the rules of this graph give"
        gives += f"{' with the values at hand' if times else ''}{self._aside}"
        return f"{text}, which is {gives}: {self._sum(node.id)}."

    def _of_result(self, node: Node, held: dict[int, Any]) -> str:
        name = node.name or "this result"
        its = f"{node.name}." if node.name else "its ."
        many = len(node.names) > 1
        made = (
            f"{join(list(node.names.values()))} are no leaves" if many else f"{name} is not a leaf"
        )
        made += f": {function(node.op)} computed {'them' if many else 'it'}"
        sources = list(dict.fromkeys(self._title(edge.to, edge.nr) for edge in node.edges))
        known = len(sources) <= _MOST_NAMED
        made += f" from {join(sources)}" if known else ""
        retained = [nr for nr, tensor in held.items() if tensor.retains_grad]
        if len(held) == 1 and retained:
            kept = "" if retained[0] in node.grads else ", once a backward has come by"
            return f"{made}, and {its}retain_grad() was called: its gradient is kept{kept}."
        if node.op == "NotImplemented":
            return f"{made}. Backward raises when it gets here."
        ways = join(sources) if known else "its inputs"
        if len(held) > 1:
            return f"{made}. {_of_several(_called(node, held), retained, ways)}"
        if not held:
            return f"{made}{_unheld(self._retains(node), ways)}{' any more' if node.names else ''}."
        reason = f"{made}. Backward uses its gradient to go on to {ways} and keeps it nowhere"
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
            return f"a gradient of shape {total}" + _number_of(parts)
        named = [f"{brief(part)} from {self._sender(edge)}" for edge, part in parts]
        if len(named) < 2:
            return named[0] if named else total
        return f"{' + '.join(named)} = {total}"

    def _sender(self, edge: str) -> str:
        return "the start" if edge == START else self._graph[edge.rpartition(".")[0]].op

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


def _of_constant(one: Constant) -> Json:
    """What is known of a value to which no gradient goes."""
    known = tensor_facts(one.value) or {"full": "not known", "kind": one.note}
    rows = [["value", known["full"]], ["type", known["kind"]]]
    if one.op:
        rows.insert(0, ["made by", one.op])
    return {"title": contents_of(one), "inside": why(one), "rows": rows}


def _called(node: Node, held: dict[int, Any]) -> dict[int, str]:
    """What to call several outputs of one node, by their numbers."""
    return {nr: node.names.get(nr, f"output {nr}") for nr in sorted(held)}


def _hooked(node: Any) -> bool:
    """May hooks put other gradients in place of those that the rules give?"""
    hooks = library.hooks(node)
    if hooks is None:
        return True
    return any([*hooks.tensor.values(), hooks.pre, hooks.post, hooks.post_accumulate])


def _multiple(held: np.ndarray, gives: np.ndarray) -> str | None:
    """How one gradient stands to another: ``""`` for the same, ``"2 times "``, None for neither."""
    if not gives.size:
        return ""
    largest = np.argmax(np.abs(gives))
    unit = gives.flat[largest]
    with np.errstate(all="ignore"):
        ratio = float(held.flat[largest] / unit)
        times = max(1, round(ratio)) if abs(ratio) < _MOST_TIMES else 1
        close = {"rtol": _EXACT, "atol": _EXACT * abs(unit), "equal_nan": True}
        if not np.allclose(held, times * gives, **close):
            return None
    return "" if times == 1 else f"{times} times "


def _of_several(names: dict[int, str], retained: list[int], ways: str) -> str:
    """What becomes of the gradients of an operation's several outputs."""
    uses = f"Backward uses the gradients of all outputs to go on to {ways}, and keeps"
    if retained:
        kept = join([names[nr] for nr in sorted(retained)])
        return f"{uses} what arrives for {kept}, because retain_grad() was called there."
    calls = join([f"{name}.retain_grad()" for name in names.values()])
    return f"{uses} one only where retain_grad() was called: {calls} before backward would do."


def _unheld(retains: bool | None, ways: str) -> str:
    """What becomes of the gradient of a result that the view has found in no variable."""
    if retains:
        return (
            ", and retain_grad() was called, but the tensor that was to keep its gradient is gone"
        )
    keeps = "keeps it nowhere" if retains is False else "keeps it only if retain_grad() was called"
    return (
        f". Backward uses its gradient to go on to {ways} and {keeps}. No variable was found that "
        "holds it"
    )


def _as_they_were(before: Sequence[Node], now: Sequence[Node]) -> bool:
    """Have leaves still their numbers? A write through ``.data`` shows in these alone."""
    return all(
        a.version == b.version and np.array_equal(a.value, b.value, equal_nan=True)  # type: ignore[arg-type]
        for a, b in zip(before, now)
    )


def _some(words: list[str]) -> str:
    """The first of many."""
    more = len(words) - _MOST_NAMED
    return ", ".join(words[:_MOST_NAMED]) + (f" and {more} more" if more > 0 else "")


def _number_of(parts: list[Any]) -> str:
    return f", the sum of {len(parts)}" if len(parts) > 1 else ""
