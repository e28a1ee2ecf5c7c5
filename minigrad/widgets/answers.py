"""The three kinds of answers: a value that is typed, one of several choices, a node of a graph."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..viz import library
from ..viz.data import Node
from ..viz.figures import outputs
from ..viz.names import names_around
from ..viz.reader import Reader
from ..viz.svg import svg
from ..viz.text import join
from . import truths, typed

Json = dict[str, Any]

_WANTED = "give a node's variable, operation or id as text, or a list of these if several are right"


class Answers:
    """How an answer is given, compared and written; here: a value that is typed.

    What a learner gives is kept as a `key`: the text, the number of the choice, the node's id.

    Attributes:
        svg: a picture to choose from, ``""`` if there is none.
    """

    svg = ""

    def spec(self) -> Json:
        """What the browser needs to ask; nothing of the answer."""
        return {"kind": "typed", "missing": "Write your prediction first."}

    def read(self, given: Any) -> Any:
        """The key of what was given; raises `typed.Unreadable`."""
        if not isinstance(given, str):
            return truths.kept(given)  # from Python: a value, or a tensor
        typed.read(given)
        return given.strip()

    def sent(self, key: Any) -> Any:
        """The key as the browser's: there a value is a text."""
        return self.as_text(key)

    def keys(self, value: Any) -> list[Any]:
        """The keys that stand for a value, if they can be listed; ValueError if none does."""
        return []

    def fits(self, key: Any, value: Any) -> bool:
        """Does `key` stand for this value?"""
        return truths.same(self._typed(key), value)

    def check(self, key: Any, value: Any) -> None:
        """Raise `typed.Unreadable` for a word where a value is asked for, or the reverse."""
        given, word = self._typed(key), truths.is_word(value)
        if truths.is_word(given) and not word:
            raise typed.Unreadable(f"{self.as_text(key)} is a word. {typed.VALUE}")
        if word and not truths.is_word(given) and given is not None:
            raise typed.Unreadable(f"{self.as_text(key)} is no word. {typed.WORD}")

    def repeats(self, key: Any, before: Any) -> bool:
        """Does `key` say the same as an earlier one, however it is written?"""
        return truths.same(self._typed(key), self._typed(before))

    def as_text(self, key: Any) -> str:
        """What was given, as text."""
        return key if isinstance(key, str) else truths.as_text(key)

    def truth(self, value: Any) -> str:
        """The right answer, as text."""
        return truths.as_text(value)

    def remark(self, key: Any, value: Any) -> str:
        """What can be said of a wrong answer without giving the right one away."""
        return truths.remark(self._typed(key), value)

    def lines(self) -> list[str]:
        """What there is to choose from, for a terminal."""
        return []

    def known_by(self) -> list[str]:
        """What tells two questions of the same words apart, alike each time a cell is run."""
        return self.lines()

    def _typed(self, key: Any) -> Any:
        return typed.read(key) if isinstance(key, str) else key


class Listed(Answers):
    """Answers whose keys can be listed."""

    def sent(self, key: Any) -> Any:
        """The key itself."""
        return key

    def fits(self, key: Any, value: Any) -> bool:
        """Is it among the keys of this value?"""
        return key in self.keys(value)

    def check(self, key: Any, value: Any) -> None:
        """Each of them is of the right kind."""

    def repeats(self, key: Any, before: Any) -> bool:
        """Is it the same?"""
        return bool(key == before)

    def truth(self, value: Any) -> str:
        """All that are right."""
        return " or ".join(map(self.as_text, self.keys(value)))

    def remark(self, key: Any, value: Any) -> str:
        """Nothing."""
        return ""


class Choices(Listed):
    """One of several; its key is its place."""

    def __init__(self, choices: Iterable[Any]) -> None:
        if isinstance(choices, str) or not isinstance(choices, Iterable):
            raise ValueError(f"choices needs two or more, in a list, but is {choices!r}")
        self.choices = list(choices)
        if len(self.choices) < 2:
            raise ValueError(f"choices needs two or more, in a list, but is {self.choices!r}")
        self.texts = [truths.as_text(choice) for choice in self.choices]
        twice = sorted({text for text in self.texts if self.texts.count(text) > 1})
        if twice:
            raise ValueError(f"choices has {join(twice)} more than once")

    def spec(self) -> Json:
        """The choices."""
        return {"kind": "choice", "choices": self.texts, "missing": "Choose one first."}

    def read(self, given: Any) -> Any:
        """Its place."""
        return self._key(given, typed.Unreadable)

    def keys(self, value: Any) -> list[Any]:
        """Its place."""
        return [self._key(value, ValueError)]

    def _key(self, value: Any, error: type[ValueError]) -> int:
        """Where a value stands, as the same text or else as the same value."""
        text, places = truths.as_text(value), range(len(self.texts))
        exact = [i for i in places if self.texts[i] == text]
        found = exact or [i for i in places if truths.same(self.choices[i], value)]
        if not found:
            raise error(f"{text} is none of the choices: {', '.join(self.texts)}")
        return found[0]

    def as_text(self, key: Any) -> str:
        """Its text."""
        return str(self.texts[key])

    def lines(self) -> list[str]:
        """One for each choice."""
        return [f"( ) {text}" for text in self.texts]


class NodeOf(Listed):
    """A node in the picture of a graph, by its variable's name, its operation or its id."""

    def __init__(self, tensor: Any) -> None:
        self.graph = Reader(tensor, names_around()).graph
        self.svg = svg(self.graph)

    def spec(self) -> Json:
        """The nodes."""
        words = {node.id: _described(node) for node in self.graph.nodes}
        return {"kind": "node", "nodes": words, "missing": "Choose a node in the picture first."}

    def read(self, given: Any) -> Any:
        """Its id."""
        found = self._find(given, typed.Unreadable)
        if len(found) > 1:
            raise typed.Unreadable(f"{given} may be {join(found)}: say which")
        return found[0]

    def keys(self, value: Any) -> list[Any]:
        """The ids that one name, or each of several, stands for."""
        names = [value] if isinstance(value, str) else value
        if library.is_tensor(names):
            raise ValueError("give the name of a node's variable, as text, not the tensor itself")
        if not isinstance(names, (list, tuple, set, frozenset)):
            raise ValueError(f"{_WANTED}, but this is {value!r}")
        if not names:
            raise ValueError(f"{_WANTED}: of none of them no answer could be right")
        return list(dict.fromkeys(key for name in names for key in self._find(name, ValueError)))

    def _find(self, name: Any, error: type[ValueError]) -> list[str]:
        """The nodes of that id, else of that variable, else of that operation."""
        if not isinstance(name, str):
            raise error(f"a node is called by a text, but this is {name!r}")
        called = [{n.id: [n.id] for n in self.graph.nodes}, {}, {}]
        for node in self.graph.nodes:
            for names, by_name in zip((node.names.values(), [node.op]), called[1:]):
                for known in names:
                    by_name.setdefault(known, []).append(node.id)
        found = next((by_name[name] for by_name in called if name in by_name), None)
        if found is None:
            raise error(f"no node of this graph is called {name!r}")
        return found

    def as_text(self, key: Any) -> str:
        """Its operation, its variable, its value."""
        return _described(self.graph[key])

    def remark(self, key: Any, value: Any) -> str:
        """Whether to look among the leaves."""
        leaves = {self.graph[right].leaf for right in self.keys(value)}
        if self.graph[key].leaf in leaves:
            return ""
        return "The answer is a leaf." if True in leaves else "The answer is an operation."

    def lines(self) -> list[str]:
        """One for each node."""
        return [f"( ) {node.id}: {_described(node)}" for node in self.graph.nodes]

    def known_by(self) -> list[str]:
        """The operations; values may be others each time, where weights are drawn at random."""
        return [f"{node.id}: {node.op}" for node in self.graph.nodes]


def _described(node: Node) -> str:
    """A node in a few words: ``MulBackward0, a = 6``; ``leaf x = 2``."""
    output = outputs(node.names, node.value, node.shape)
    return f"leaf {output}".strip() if node.leaf else ", ".join(filter(None, [node.op, output]))
