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
from .rules import broadcasts, function, phrase
from .state import State
from .text import join, kept_names
from .writes import counted, holder

_PLACE = re.compile(r"\{(?!g\})(?P<name>\w+)(?::(?P<style>short))?\}")


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
    events = tuple(events)
    narrator = _Narrator(graph, _wanted(graph, events))
    steps = []
    end = 0
    for group in _grouped(events):
        end += len(group)
        steps.append(Step(_node(group), narrator.narrate(group), tuple(group), end))
    return tuple(steps)


def _wanted(graph: Graph, events: Sequence[Event]) -> set[str]:
    """The nodes that a gradient was to go to: all unless ``inputs=`` named some.

    Of a pass that failed it is not known, for it did not get to all of them.
    """
    if any(isinstance(event, Fail) for event in events):
        return {node.id for node in graph.nodes}
    return {event.node for event in events if isinstance(event, (Enter, Accumulate))}


def forward_steps(graph: Graph, order: Iterable[str]) -> tuple[Step, ...]:
    """One step for each operation that was recorded, in that `order` of their ids."""
    return tuple(Step(key, _forward_text(graph, graph[key]), ()) for key in order)


def _forward_text(graph: Graph, node: Node) -> str:
    output = outputs(node.names, node.value, node.shape)
    computed = f"computes {output} and " if output else ""
    kept = kept_names(graph, node)
    saved = f"which saves {join(kept)}" if kept else "which saves no tensors"
    if node.written:
        into = f"{holder(graph, (node.id, 0)) or 'its input'} in place (version {counted(node)})"
        return f"A write changes {into}, {computed}records {node.op}, {saved}."
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


class _Narrator:
    """Puts steps into words, one after the other, remembering what has arrived where."""

    def __init__(self, graph: Graph, wanted: set[str]) -> None:
        self._graph, self._wanted = graph, wanted
        self._state = State()

    def narrate(self, step: list[Event]) -> str:
        """The sentences for one step; the first says what the rule does."""
        sends = [event for event in step if isinstance(event, Send)]
        ran = sends or not isinstance(step[-1], Fail)
        sentences: list[str] = []
        for event in step:
            if isinstance(event, Enter) and ran:
                sentences += self._turn(event, sends)
            elif not isinstance(event, Send):
                sentences.append(self._other(event, sentences))
            self._state.take(event)
            if isinstance(event, Send) and event is sends[-1]:
                sentences += self._meetings(sends)
        return " ".join(filter(None, sentences))

    def _turn(self, enter: Enter, sends: list[Send]) -> Iterator[str]:
        """What a node made of what had arrived."""
        node = self._graph[enter.node]
        arrived = any(gradient is not None for gradient in enter.gradients)
        if node.leaf:
            name = node.names.get(0) or "The leaf"
            yield "" if arrived else f"{name} gets no gradient: its .grad stays as it was."
            return
        if sends:
            yield self._rule(node, enter, sends) if arrived else self._unasked(node, sends)
            if any(send.hooked for send in sends):
                yield "What it sends has been through its hooks."
        elif not arrived:
            yield f"{node.op} gets no gradient and sends none."
            return
        yield self._left_out(node, sends)

    def _unasked(self, node: Node, sends: list[Send]) -> str:
        """A Function of somebody's own may answer although nothing arrived."""
        return f"{node.op} gets no gradient and sends {join(list(map(self._sent, sends)))}."

    def _left_out(self, node: Node, sends: list[Send]) -> str:
        """Which inputs the rule gave nothing for: ``NBackward gives no gradient to x.``."""
        given = {send.edge.slot for send in sends}
        edges = [e for e in node.edges if e.slot not in given and e.to in self._wanted]
        titles = list(dict.fromkeys(self._graph[edge.to].title(edge.nr) for edge in edges))
        who = "It" if sends else node.op
        return f"{who} gives no gradient to {join(titles)}." if titles else ""

    def _other(self, event: Event, before: Sequence[str]) -> str:
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
            case Release(node):
                return f"{_again(self._graph[node], before)} frees what it saved."
            case Fail():
                return failure(self._graph, event)
        return ""

    def _seed(self, event: Seed) -> str:
        title = self._graph[event.node].title(event.nr)
        one, several = (
            event.gradient.ndim == 0 and event.gradient == 1,
            len(self._graph.results) > 1,
        )
        itself = f"the gradient of {title} with respect to itself is 1"
        if self._state.parts:  # of several results not the first
            given = itself if one else f"{_gradient(event.gradient)} is placed at {title}"
            return f"At the same time {given}."
        call = f"{backward_of(self._graph)} starts"
        given = f" with {_gradient(event.gradient)}{f' at {title}' if several else ''}"
        return f"{call}{f': {itself}' if one else given}."

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
            f"{deed.rstrip(',')}{_comma(deed)} and sends {join(sent)}"
            for deed, sent in clauses.items()
        ]
        words = "the gradients" if len(arrived) > 1 else "the gradient"
        if len(arrived) == 1:
            texts[0] = texts[0].replace("{g}", _gradient(incoming), 1)
        return f"{node.op} " + "; it ".join(texts).replace("{g}", words) + "."

    def _deed(self, node: Node, send: Send, incoming: np.ndarray) -> str:
        saved = {value.name: value.value for value in node.saved}
        deed = self._filled(phrase(node.op, send.edge.slot, saved), node)
        summed = send.gradient.shape != incoming.shape and broadcasts(node.op, send.edge.slot)
        if deed and summed and not deed.startswith("stops"):
            deed = deed.rstrip(",") + ", adds it up over the broadcast axes"
        return deed or "receives {g}"

    def _filled(self, text: str, node: Node) -> str:
        """`text` with what the node saved in its places; ``""`` if something was not saved.

        Or if that is complex, for then the rules take the conjugate.
        """
        known = {saved.name: saved for saved in node.saved if saved.value is not None}
        places = list(_PLACE.finditer(text))
        values = [known.get(place["name"]) for place in places]
        if any(saved is None or np.iscomplexobj(saved.value) for saved in values):
            return ""
        return _PLACE.sub(lambda place: self._placed(known[place["name"]], place), text)

    def _placed(self, saved: Saved, place: re.Match[str]) -> str:
        """A value for its place; in a formula in parentheses where its sign would be misread."""
        written = self._value(saved, short=place["style"] is not None)
        before, after = place.string[: place.start()].rstrip(), place.string[place.end() :]
        misread = before.endswith(tuple("+-·/")) or after.startswith(("^", "²"))
        return f"({written})" if written.startswith("-") and misread else written

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
        whose = "the leaf" if self._graph[node].leaf else f"the result of {self._graph[node].op}"
        return f"{name}.grad" if name else f"the .grad of {whose}"


def backward_of(graph: Graph) -> str:
    """The call that begins at the results: ``z.backward()``, ``backward([l1, l2])``."""
    titles = [graph[node].title(nr) for node, nr in graph.results]
    return f"backward([{', '.join(titles)}])" if len(titles) > 1 else f"{titles[0]}.backward()"


def failure(graph: Graph, event: Fail) -> str:
    """Why a node could not run, and what to do."""
    op = graph[event.node].op
    if event.problem == "freed":
        return (
            f"{op} cannot run: an earlier backward freed what it saved. Compute anew; or pass "
            "retain_graph=True there."
        )
    if event.problem == "changed" and event.versions:
        name, (saved, found) = _changed(graph, event), event.versions
        called = (
            "its result" if event.names[:1] == ("result",) else f"what it calls {event.names[0]}"
        )
        y = name or "y"
        return (
            f"{op} cannot run: it saved {name or called} at version {saved}, but finds version "
            f"{found}: that was written into in place. Compute out of place there ({y} = {y} + 1 "
            f"instead of {y} += 1), or write into {y}.clone()."
        )
    return f"The pass ends here, at {op}: {event.error}: {event.message}"


def _changed(graph: Graph, event: Fail) -> str:
    """The variable that holds the value that could not be read; ``""`` if that is not known."""
    node, saved = graph[event.node], event.names[0] if event.names else ""
    if saved == "result":
        return holder(graph, (node.id, 0))
    slot = {"self": 0, "other": 1, "mat2": 1}.get(saved)
    return next((holder(graph, (e.to, e.nr)) for e in node.edges if e.slot == slot), "")


def _comma(deed: str) -> str:
    """What parts it from ``and sends``, so that this is not taken for the end of a list."""
    return "," if deed.endswith(",") or " and " in deed else ""


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


def _again(node: Node, before: Sequence[str]) -> str:
    """``It``, unless that could be taken for a ``.grad``, or nobody has been named."""
    subjects = [sentence for sentence in before if sentence and not sentence.startswith("At ")]
    clear = bool(subjects) and subjects[-1].startswith((f"{node.op} ", "It ", "What it sends"))
    return "It" if clear else node.op
