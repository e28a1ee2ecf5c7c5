"""Events in steps worth a look each, and a sentence for every step."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from .data import Graph, Node, Saved
from .events import Accumulate, Change, Enter, Event, Fail, Release, Rewrite, Seed, Send
from .figures import brief, labelled, number, outputs, shape_text, shows_numbers
from .rules import BROADCASTING, UNCHANGED, function, phrase, stem
from .state import State
from .text import join, kept_names


@dataclass(frozen=True)
class Step:
    """One step of a backward pass.

    Attributes:
        node: the id of the node it is about.
        text: what happens, in plain words.
        events: what happens, as data.
        end: how many events have happened by its end, the `k` for `replay`.
    """

    node: str
    text: str
    events: tuple[Event, ...]
    end: int = 0


def steps_of(graph: Graph, events: Iterable[Event]) -> tuple[Step, ...]:
    """The seed, then one step for each node that ran."""
    teller, steps, end = _Teller(graph), [], 0
    for group in _grouped(events):
        end += len(group)
        steps.append(Step(_node(group), teller.tell(group), tuple(group), end))
    return tuple(steps)


def forward_steps(graph: Graph, order: Iterable[str]) -> tuple[Step, ...]:
    """One step for each operation that was recorded, in that `order` of their ids."""
    return tuple(Step(key, _forward_text(graph, graph[key]), ()) for key in order)


def _forward_text(graph: Graph, node: Node) -> str:
    output = outputs(node.names, node.value, node.shape)
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
        self._state = State()

    def tell(self, step: list[Event]) -> str:
        """The sentences for one step; the first says what the rule does."""
        sends = [event for event in step if isinstance(event, Send)]
        sentences = []
        for event in step:
            if isinstance(event, Enter) and sends:
                sentences.append(self._rule(self._graph[event.node], event, sends))
                if any(send.hooked for send in sends):
                    sentences.append("What it sends has been through its hooks.")
            elif not isinstance(event, Send):
                sentences.append(self._other(event))
            self._state.take(event)
            if isinstance(event, Send) and event is sends[-1]:
                sentences += self._meetings(sends)
        return " ".join(filter(None, sentences))

    def _other(self, event: Event) -> str:
        match event:
            case Seed():
                return self._seed(event)
            case Change():
                return self._change(event)
            case Accumulate():
                return self._grad(event)
            case Rewrite(node, nr, _, after):
                left = "None" if after is None else _gradient(after)
                return f"A hook on it turns {self._grad_name(node, nr)} into {left}."
            case Release():
                return "It frees what it saved."
            case Fail():
                return failure(self._graph, event)
        return ""

    def _seed(self, event: Seed) -> str:
        title = self._graph[event.node].title(event.nr)
        if event.gradient.ndim == 0 and event.gradient == 1:
            itself = f"the gradient of {title} with respect to itself"
            return f"{title}.backward() starts: {itself} is 1."
        return f"{title}.backward() starts with {_gradient(event.gradient)}."

    def _change(self, event: Change) -> str:
        title = self._graph[event.node].title(event.nr)
        before, after = event.before, event.after
        if before is not None and after is not None and _form(before) != _form(after):
            return f"For {title} the gradient becomes {shape_text(after.shape)}, {after.dtype}."
        return f"A hook on {title} turns {_gradient(before)} into {_gradient(after)}."

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
        what = "" if shows_numbers(send.gradient) else "a gradient of shape "
        title = self._graph[send.edge.to].title(send.edge.nr)
        return f"{what}{brief(send.gradient)} to {title}"

    def _meetings(self, sends: list[Send]) -> list[str]:
        """What these gradients met: ``"At x, 0.5 + 3 = 3.5."``."""
        places = dict.fromkeys((send.edge.to, send.edge.nr) for send in sends)
        found = []
        for place in places:
            parts, total = self._state.parts[place], self._state.arrived[place]
            title = self._graph[place[0]].title(place[1])
            if len(parts) > 1 and all(map(shows_numbers, [*parts, total])):
                found.append(f"At {title}, {added(parts, total)}.")
            elif len(parts) > 1:
                found.append(f"At {title} it is added to what was waiting.")
        return found

    def _grad(self, event: Accumulate) -> str:
        """What becomes of a ``.grad``."""
        grad = self._grad_name(event.node, event.nr)
        if event.before is None:
            value = brief(event.after) if shows_numbers(event.after) else _gradient(event.after)
            return f"{grad} was None; it becomes {value}."
        arrived = self._state.arrived.get((event.node, event.nr))
        if arrived is None or not all(map(shows_numbers, [event.before, arrived, event.after])):
            return f"{grad} held a gradient already; the new one is added to it."
        return f"{grad} was {brief(event.before)}; {added([event.before, arrived], event.after)}."

    def _grad_name(self, node: str, nr: int) -> str:
        name = self._graph[node].names.get(nr)
        return f"{name}.grad" if name else "the .grad of the leaf"


def failure(graph: Graph, event: Fail) -> str:
    """Why a node could not run, and what to do."""
    op = graph[event.node].op
    if event.problem == "freed":
        return (
            f"{op} cannot run: its saved values were freed by the first backward. "
            "Pass retain_graph=True to the first."
        )
    if event.problem == "changed" and event.versions:
        name, (saved, found) = _changed(graph, event), event.versions
        return (
            f"{op} cannot run: it saved {name} at version {saved}, but finds version {found}: "
            "somebody wrote into it after the forward pass. Compute out of place there "
            "(y = y + 1 instead of y += 1), or write into a clone()."
        )
    return f"The pass ends here, at {op}: {event.error}: {event.message}"


def _changed(graph: Graph, event: Fail) -> str:
    """What to call the value that could not be read: its variable if that is known."""
    node, saved = graph[event.node], event.names[0] if event.names else "a value"
    if saved == "result":
        return node.name or "its result"
    slot = {"self": 0, "other": 1, "mat2": 1}.get(saved)
    names = [graph[e.to].names.get(e.nr) for e in node.edges if e.slot == slot]
    return (names and names[0]) or f"what it calls {saved}"


def _form(array: np.ndarray) -> tuple[Any, ...]:
    return array.shape, array.dtype


def _gradient(gradient: np.ndarray | None) -> str:
    if gradient is None:
        return "nothing"
    return f"the gradient {'' if shows_numbers(gradient) else 'of shape '}{brief(gradient)}"


def added(parts: Sequence[np.ndarray], total: np.ndarray) -> str:
    """``0.5 + 3 = 3.5``; of more than four parts only the last and the sum: ``… + 3 = 7``."""
    shown = list(map(brief, parts)) if len(parts) <= 4 else ["…", brief(parts[-1])]
    return f"{' + '.join(shown)} = {brief(total)}".replace("+ -", "- ")
