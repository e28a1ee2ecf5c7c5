"""An expression to write so that a given graph is recorded."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import permutations, zip_longest
from typing import Any

import numpy as np

from ...creation.data import tensor
from ...dtype import float64
from ...tensor import Tensor
from .. import tree
from ..attempt import NO_RETURN, attempt
from ..question import Draw, Question
from ..repair import LOOPS, repaired
from ..stopped import explain, stopped_blank
from ..values import as_array, brief, close, kind
from ..verdict import Verdict, blank, right, with_remarks, wrong

ROOM = 64  # characters for two drawings beside each other


@dataclass(frozen=True)
class Graph(Question):
    """The answer is a tensor with a certain graph, or a function of tensors that gives one.

    Names and edges are compared, and the value. Which input of a sum or a product comes first does
    not matter, and how the variables are called neither.

    Attributes:
        reference: builds the wanted graph from the leaves.
        leaves: the arguments of `reference` by name: a float or an array becomes a leaf that
            requires a gradient, an int stays as it is. For a function these are one case among
            several: the others are random, of several shapes.
        trials: how many inputs a function is tried on.
    """

    reference: Callable[..., Any]
    leaves: Mapping[str, Any] = field(default_factory=dict)
    trials: int = 3

    def verdict(self, answer: Any, draw: Draw | None) -> Verdict:
        """Compare a tensor as it is; try a function on several inputs."""
        if not callable(answer):
            problem = _without_graph(answer)
            args = self._arguments(self.leaves.values())
            if problem:
                return wrong(self.name, problem, [("yours", brief(answer))])
            own = self._with_own_leaves(args, answer)
            used = own or args
            goal = self.reference(*used.values())
            return self._compare(used, answer, used, goal, by_value=own is None)
        for trial in range(self.trials):
            verdict = self._try(answer, trial, draw)
            if not verdict.ok:
                fixed = repaired(answer, partial(self._is_right, draw), LOOPS)
                return with_remarks(verdict, [fixed]) if fixed else verdict
        return right(self.name, f"on {self.trials} random inputs")

    def _is_right(self, draw: Draw | None, answer: Any) -> bool:
        return all(self._try(answer, trial, draw).ok for trial in range(self.trials))

    def _try(self, answer: Any, trial: int, draw: Draw | None) -> Verdict:
        """Call the reference, then the answer, each on leaves of its own."""
        own, args = (
            self._arguments(draw(self.generator(trial)) if draw else self._values(trial))
            for _ in range(2)
        )
        goal = self.reference(*own.values())
        outcome = attempt(answer, list(args.values()))
        if outcome.error is not None:
            return self._stopped(outcome.error, answer, own)
        return self._compare(args, outcome.value, own, goal, given=_given(own))

    def _values(self, trial: int) -> list[Any]:
        """The leaves as declared first, then random ones, every other time of shape (2, 3)."""
        if trial == 0:
            return list(self.leaves.values())
        rng = self.generator(trial)
        shape = (2, 3) if trial % 2 else None
        return [
            int(rng.integers(2, 7))
            if isinstance(value, int)
            else rng.uniform(0.5, 3, np.shape(value) or shape)
            for value in self.leaves.values()
        ]

    def _arguments(self, values: Any) -> dict[str, Any]:
        return {name: self._leaf(value) for name, value in zip(self.leaves, values)}

    def _leaf(self, value: Any) -> Any:
        """A new leaf; an int, or a tensor that is given, stays what it is."""
        if isinstance(value, (int, Tensor)):
            return value
        return tensor(np.asarray(value, float).tolist(), dtype=float64, requires_grad=True)

    def _with_own_leaves(self, args: dict[str, Any], result: Any) -> dict[str, Any] | None:
        """The arguments, from the learner's own leaves, whatever their values; None if none fit.

        Leaves that have the declared values are those of that name. Of others only counts which
        are the same one.
        """
        wanted = _leaves(args)
        found = tree.leaves(result)
        named = list(map(_by_value(wanted), found))
        if len(found) != len(wanted) or sorted(named) == sorted(wanted):
            return None
        orders = (args | dict(zip(wanted, order)) for order in permutations(found))
        return next((own for own in orders if self._fits(own, result)), None)

    def _fits(self, args: Mapping[str, Any], result: Any) -> bool:
        """Is what is recorded behind a result what the reference records?"""
        goal = attempt(self.reference, list(args.values()))
        if goal.error is not None:
            return False
        name = tree.leaf_names(_leaves(args))
        return tree.difference(tree.read(result, name), tree.read(goal.value, name)) is None

    def _stopped(self, error: BaseException, answer: Any, args: Mapping[str, Any]) -> Verdict:
        if stopped_blank(error):
            return blank(self.name, self.ask)
        call = f"{getattr(answer, '__name__', self.name)}({', '.join(args)})"
        rows, advice = explain(error, answer, call)
        given = ("given", _given(args))
        return wrong(self.name, advice or "It stopped before it had a result.", [given, *rows])

    def _compare(
        self, args: Mapping[str, Any], result: Any, own: Mapping[str, Any], goal: Any,
        by_value: bool = False, given: str = "",
    ) -> Verdict:  # fmt: skip
        """Compare what is recorded behind a result, then its value.

        Args:
            args: the learner's, and what came of them.
            result: that.
            own: the reference's.
            goal: what the reference made of them.
            by_value: whether leaves are known by their value.
            given: what a function was called with.
        """
        problem = _without_graph(result)
        rows = [("given", given)] if given else []
        if problem:
            return wrong(self.name, problem, [*rows, ("yours", brief(result))])
        mine, theirs = _leaves(args), _leaves(own)
        yours = tree.read(result, _by_value(mine) if by_value else tree.leaf_names(mine))
        wanted = tree.read(goal, tree.leaf_names(theirs))
        found = tree.difference(yours, wanted)
        if found:
            rows += _both(tree.drawn(yours, found.edge), tree.drawn(wanted))
            return wrong(self.name, [found.text, *_remarks(yours, wanted, result, goal)], rows)
        if not _agree(result, goal):
            rows += [("yours", brief(result)), ("wanted", brief(goal))]
            text = "The graph is right, the value is not. Plain numbers leave no node: look there."
            return wrong(self.name, text, rows)
        return right(self.name)


def _leaves(args: Mapping[str, Any]) -> dict[str, Tensor]:
    return {name: arg for name, arg in args.items() if isinstance(arg, Tensor)}


def _without_graph(result: Any) -> str:
    """Say why there is no graph to compare; empty if there is one."""
    if result is None:
        return NO_RETURN
    if not hasattr(result, "grad_fn"):
        return f"This should be a tensor with a graph behind it, but it is {kind(result)}."
    if result.grad_fn is not None:
        return ""
    if result.requires_grad:
        return "This is a leaf: it was not computed, so nothing is recorded behind it."
    return (
        "No graph is recorded behind this tensor: its requires_grad is False. Either no input "
        "required a gradient, or item(), numpy(), detach() or no_grad() cut the recording off."
    )


def _both(yours: str, wanted: str) -> list[tuple[str, str]]:
    """Two drawings, side by side if there is room."""
    left, right = yours.split("\n"), wanted.split("\n")
    width = max(map(len, left))
    if width + max(map(len, right)) > ROOM:
        return [("yours", yours), ("wanted", wanted)]
    pairs = enumerate(zip_longest(left, right, fillvalue=""))
    lines = [f"{a:<{width}}   {'' if i else 'wanted':<8} {b}".rstrip() for i, (a, b) in pairs]
    return [("yours", "\n".join(lines))]


def _remarks(yours: tree.Tree, wanted: tree.Tree, result: Any, goal: Any) -> list[str]:
    """What else is worth knowing beside the place where the graphs part."""
    if any("value" in name or "elsewhere" in name for name in yours.names):
        return ["Use the tensors that are handed in: a new or an outside one is another leaf."]
    if _agree(result, goal):
        return ["The value is right: one value can be computed by different graphs."]
    return [text for text in [tree.count_remark(yours, wanted)] if text]


def _agree(result: Any, goal: Any) -> bool:
    yours, wanted = as_array(result), as_array(goal)
    assert yours is not None and wanted is not None
    return yours.size == wanted.size and close(yours.reshape(wanted.shape), wanted)


def _by_value(leaves: Mapping[str, Any]) -> Callable[[Any], str]:
    """Names for the leaves of a tensor that was made elsewhere: whoever has x's value is x."""

    def name(leaf: Any) -> str:
        mine = as_array(leaf)
        for key, value in leaves.items():
            wanted = as_array(value)
            if mine is not None and wanted is not None and mine.size == wanted.size:
                if close(mine.reshape(wanted.shape), wanted):
                    return key
        return f"a leaf with {brief(leaf)}"

    return name


def _given(args: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} = {brief(value)}" for name, value in args.items())
