"""x3-why: why a gradient is None, by a walk through the graph."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ... import autograd
from ...tensor import Tensor
from ...testing.draws import leaf, plain
from ...testing.kinds import Function
from ...testing.mistakes import Mistake
from ...testing.question import Draw
from ..lessons.lesson_03 import described


def _behind(loss: Tensor) -> set[Any]:
    """All nodes of a graph."""
    seen: set[Any] = set()
    waiting = [loss.grad_fn]
    while waiting:
        node = waiting.pop()
        if node is not None and node not in seen:
            seen.add(node)
            waiting += [behind for behind, _ in node.next_functions]
    return seen


def _reached(one: Tensor, loss: Tensor) -> bool:
    return _as_result(one, loss) or _as_leaf(one, loss)


def _as_result(one: Tensor, loss: Tensor) -> bool:
    return one.grad_fn in _behind(loss)


def _as_leaf(one: Tensor, loss: Tensor) -> bool:
    return any(getattr(node, "variable", None) is one for node in _behind(loss))


def _alike(one: Tensor, loss: Tensor) -> bool:
    """Is there a leaf of the same value?"""
    leaves = (getattr(node, "variable", None) for node in _behind(loss))
    return _reached(one, loss) or any(n is not None and n.item() == one.item() for n in leaves)


def _why(
    one: Tensor,
    loss: Tensor,
    order: str = "nru",
    retains: bool = True,
    reached: Callable[[Tensor, Tensor], bool] = _reached,
) -> str:
    """Ask in an order: does it require grad, is it reached, is it kept?"""
    answers = {
        "n": ("plain", not one.requires_grad),
        "r": ("elsewhere", not reached(one, loss)),
        "u": ("passes", not one.is_leaf and not (retains and one.retains_grad)),
    }
    return next((answers[word][0] for word in order if answers[word][1]), "filled")


def _scene(which: str) -> Draw:
    """A tensor of a certain kind, and a loss."""

    def draw(rng: np.random.Generator) -> tuple[Tensor, Tensor]:
        x, y, other, c = leaf(rng), leaf(rng), leaf(rng), plain(rng)
        a = x * y
        kept = a.sin()
        kept.retain_grad()
        aside = other * x
        loss = (kept * c + a) ** 2
        made = {
            "leaf": x,
            "constant": c,
            "result": a,
            "kept": kept,
            "other": other,
            "aside": aside,
            "cut": a.detach(),
            "loss": loss,
        }
        return made[which], loss

    return draw


def _look_at_answer(one: Tensor, loss: Tensor) -> Callable[[Any], Any]:
    """The answer, and whether the backward pass that it is about can still run."""

    def look(result: Any) -> Any:
        try:
            loss.backward()
        except RuntimeError:
            return f"{result}, and loss.backward() fails"
        return result

    return look


def _after(run: Callable[[Tensor, Tensor], Any]) -> Callable[[Tensor, Tensor], str]:
    """The answer, after a pass that frees the graph."""

    def wrong(one: Tensor, loss: Tensor) -> str:
        run(one, loss)
        return _why(one, loss)

    return wrong


WHY = Function(
    "x3-why",
    ask='a function that gives "plain", "elsewhere", "passes" or "filled"',
    reference=lambda tensor, loss: _why(tensor, loss),
    draws=tuple(
        map(_scene, ("leaf", "constant", "result", "kept", "other", "aside", "cut", "loss"))
    ),
    trials=8,
    observe=_look_at_answer,
    show=lambda one, loss: f"a tensor: {described(one)}\nand a loss: {described(loss)}",
    mistakes=(
        Mistake(
            lambda tensor, loss: _why(tensor, loss, reached=_alike),
            "Another leaf has the same value, and yours takes the one for the other: ask with "
            "`is`, not with `==`.",
        ),
        Mistake(
            lambda tensor, loss: _why(tensor, loss, "nu"),
            "You do not look whether the loss was computed from it at all.",
        ),
        Mistake(
            lambda tensor, loss: _why(tensor, loss, retains=False),
            "A result that was asked to keep its gradient is filled: look at `retains_grad`.",
        ),
        Mistake(
            lambda tensor, loss: _why(tensor, loss, "ru"),
            "A tensor that does not require grad is plain, and that is asked first.",
        ),
        Mistake(
            lambda tensor, loss: _why(tensor, loss, "nur"),
            "For a result off the path, 'elsewhere' comes before 'passes'.",
        ),
        Mistake(
            lambda tensor, loss: _why(tensor, loss, "nr"),
            "A result passes its gradient on, unless it was asked to keep it.",
        ),
        Mistake(
            lambda tensor, loss: _why(tensor, loss, reached=_as_result),
            "No leaf is found. A leaf has no `grad_fn`: look for it as some node's `variable`.",
        ),
        Mistake(
            lambda tensor, loss: _why(tensor, loss, reached=_as_leaf),
            "Only leaves are found. A result is no node's `variable`: look for its `grad_fn`.",
        ),
        Mistake(
            lambda tensor, loss: _why(
                tensor, loss, reached=lambda one, loss: one.is_leaf or _as_result(one, loss)
            ),
            "Every leaf is found. A leaf's `grad_fn` is None, and so is the node of an input that "
            "needs no gradient: is None among those you have seen?",
        ),
        Mistake(
            lambda tensor, loss: _why(
                tensor, loss, reached=lambda one, loss: one is not loss and _reached(one, loss)
            ),
            "The loss is computed from itself too: is its own node among those you have seen?",
        ),
        *(
            Mistake(
                _after(run),
                "`why` is asked before loss.backward(), and that fails now: a pass inside of `why` "
                "has freed the graph.",
            )
            for run in (
                lambda one, loss: loss.backward(),
                lambda one, loss: one.requires_grad and loss.backward(),
                lambda one, loss: (
                    one.requires_grad and autograd.grad(loss, one, allow_unused=True)
                ),
            )
        ),
    ),
)  # fmt: skip

QUESTIONS = (WHY,)
