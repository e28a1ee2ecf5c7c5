"""Events in steps worth a look each, and a sentence for every step."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from .events import Accumulate, Arrivals, Change, Enter, Event, Release, Seed, Send
from .figures import brief, labelled, number, shows_numbers
from .graph import Graph, Node, Saved
from .rules import BROADCASTING, UNCHANGED, function, phrase, stem
from .text import join, kept_names


@dataclass(frozen=True)
class Step:
    """One step of a backward pass.

    Attributes:
        node: the id of the node it is about.
        text: what happens, in plain words.
        events: what happens, as data.
    """

    node: str
    text: str
    events: tuple[Event, ...]


def steps_of(graph: Graph, events: Iterable[Event]) -> tuple[Step, ...]:
    """The seed, then one step for each node that ran."""
    teller = _Teller(graph)
    return tuple(Step(_node(step), teller.tell(step), tuple(step)) for step in _grouped(events))


def forward_steps(graph: Graph, events: Iterable[Event]) -> tuple[Step, ...]:
    """One step for each operation that was recorded, in the order in which they ran.

    Backward runs the latest first, so its order, turned round, is that of the forward pass.
    """
    ran = [event.node for event in events if isinstance(event, Enter)]
    order = [graph[key] for key in reversed(ran) if not graph[key].leaf]
    if len(order) < len(graph.operations):  # not all of them took part in this backward
        order = list(reversed(graph.operations))
    return tuple(Step(node.id, _forward_text(graph, node), ()) for node in order)


def _forward_text(graph: Graph, node: Node) -> str:
    output = labelled(node.name, node.value, node.shape)
    computed = f"computes {output} and " if output else ""
    kept = kept_names(graph, node)
    saved = f"which saves {join(kept)}" if kept else "which saves no tensors"
    return f"{function(node.op)} {computed}records {node.op}, {saved}."


def _grouped(events: Iterable[Event]) -> Iterator[list[Event]]:
    """The events of each step: a step ends before the next node's first event."""
    step: list[Event] = []
    for event in events:
        if step and (isinstance(step[-1], Seed) or _node([event]) != _node(step)):
            yield step
            step = []
        step.append(event)
    if step:
        yield step


def _node(step: list[Event]) -> str:
    event = step[0]
    return event.edge.node if isinstance(event, Send) else event.node


class _Teller:
    """Puts steps into words, one after the other, remembering what has arrived where."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._arrivals = Arrivals()

    def tell(self, step: list[Event]) -> str:
        """The sentences for one step; the first says what the rule does."""
        sends = [event for event in step if isinstance(event, Send)]
        sentences = [self._prelude(event) for event in step if isinstance(event, (Seed, Change))]
        for event in step:
            if isinstance(event, Enter) and sends:
                sentences.append(self._rule(self._graph[event.node], event, sends))
            elif isinstance(event, Accumulate):
                sentences.append(self._grad(self._graph[event.node], event))
        places: dict[tuple[str, int], list[Send]] = {}
        for send in sends:
            places.setdefault((send.edge.to, send.edge.nr), []).append(send)
        sentences += [self._arrival(to, nr, sent) for (to, nr), sent in places.items()]
        if isinstance(step[-1], Release):
            sentences.append("It frees what it saved.")
        return " ".join(filter(None, sentences))

    def _prelude(self, event: Seed | Change) -> str:
        title = self._graph[event.node].title(event.nr)
        if isinstance(event, Change):
            self._arrivals.put(event.node, event.nr, event.after)
            before, after = _gradient(event.before), _gradient(event.after)
            return f"A hook on {title} turns {before} into {after}."
        self._arrivals.add(event.node, event.nr, event.gradient)
        if event.gradient.ndim == 0 and event.gradient == 1:
            itself = f"the gradient of {title} with respect to itself"
            return f"{title}.backward() starts: {itself} is 1."
        return f"{title}.backward() starts with {_gradient(event.gradient)}."

    def _rule(self, node: Node, enter: Enter, sends: list[Send]) -> str:
        """``MulBackward0 multiplies the gradient 1 by y = 3 and sends 3 to x; it …``."""
        arrived = [g for g in enter.gradients if g is not None]
        incoming = arrived[0]
        clauses: dict[str, list[str]] = {}
        for send in sends:
            deed = self._deed(node, send, incoming)
            clauses.setdefault(deed, []).append(self._sent(send))
        texts = [
            f"{deed}{',' if ' and ' in deed else ''} and sends {join(sent)}"
            for deed, sent in clauses.items()
        ]
        words = "the gradients" if len(arrived) > 1 else "the gradient"
        if len(arrived) == 1:
            texts[0] = texts[0].replace("{g}", _gradient(incoming), 1)
        return f"{node.op} " + "; it ".join(texts).replace("{g}", words) + "."

    def _deed(self, node: Node, send: Send, incoming: np.ndarray) -> str:
        deed = self._filled(phrase(node.op, send.edge.slot), node)
        broadcasts = stem(node.op) in BROADCASTING or deed == UNCHANGED
        if deed and broadcasts and send.gradient.shape != incoming.shape:
            deed += ", adds it up over the broadcast axes"
        return deed or "receives {g}"

    def _filled(self, text: str, node: Node) -> str:
        """`text` with what the node saved in its places; ``""`` if something was not saved."""
        for place in re.findall(r"\{(?!g\})[^}]+\}", text):
            name, _, style = place[1:-1].partition(":")
            saved = next((s for s in node.saved if s.name == name and s.value is not None), None)
            if saved is None:
                return ""
            text = text.replace(place, self._value(saved, short=style == "short"))
        return text

    def _value(self, saved: Saved, short: bool) -> str:
        if not saved.is_tensor:
            return number(saved.value)
        name = self._graph[saved.source].names.get(saved.nr, "") if saved.source else ""
        if shows_numbers(saved.value):
            return brief(saved.value) if short else labelled(name, saved.value)
        if short:
            return name or saved.name
        return labelled(name or ("" if saved.name == "result" else saved.name), saved.value)

    def _sent(self, send: Send) -> str:
        what = "" if shows_numbers(send.gradient) else "a gradient "
        title = self._graph[send.edge.to].title(send.edge.nr)
        return f"{what}{brief(send.gradient)} to {title}"

    def _arrival(self, to: str, nr: int, sends: list[Send]) -> str:
        """What happens where several gradients meet: ``"At x, 0.5 + 3 = 3.5."``, or ``""``."""
        waiting = self._arrivals.at(to, nr)
        parts = [] if waiting is None else [waiting]
        for send in sends:
            parts.append(send.gradient)
            self._arrivals.add(to, nr, send.gradient)
        if len(parts) < 2:
            return ""
        title, total = self._graph[to].title(nr), self._arrivals.at(to, nr)
        if not all(map(shows_numbers, [*parts, total])):
            return f"At {title} it is added to what was waiting."
        return f"At {title}, {_sum(parts, total)}."

    def _grad(self, node: Node, event: Accumulate) -> str:
        """What becomes of a ``.grad``."""
        grad = f"{node.name}.grad" if node.name else "the .grad of the leaf"
        if event.before is None:
            value = brief(event.after) if shows_numbers(event.after) else _gradient(event.after)
            return f"{grad} was None; it becomes {value}."
        added = self._arrivals.at(node.id)
        if added is None or not all(map(shows_numbers, [event.before, added, event.after])):
            return f"{grad} held a gradient already; the new one is added to it."
        return f"{grad} was {brief(event.before)}; {_sum([event.before, added], event.after)}."


def _gradient(gradient: np.ndarray | None) -> str:
    if gradient is None:
        return "nothing"
    return f"the gradient {brief(gradient)}"


def _sum(parts: Sequence[np.ndarray | None], total: np.ndarray | None) -> str:
    """``0.5 + 3 = 3.5``."""
    return f"{' + '.join(map(brief, parts))} = {brief(total)}".replace("+ -", "- ")
