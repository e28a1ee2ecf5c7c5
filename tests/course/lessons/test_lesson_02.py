import math
import re
from collections import Counter
from functools import partial
from pathlib import Path

import numpy as np
import pytest

import minigrad as torch
from minigrad.testing import registry
from minigrad.testing.registry import find
from minigrad.widgets import Predict

LESSON = Path(__file__).parents[3] / "notebooks" / "02-backward.ipynb"


def words_of(name, answer):
    verdict = find(name).judge(answer)
    return verdict.ok, " ".join(verdict.message.split())


def test_by_hand_is_what_minigrad_finds():
    values = {"a": 2.0, "b": 3.0, "c": 5.0, "d": 10.0}
    a, b, c, d = leaves = [torch.tensor(v, requires_grad=True) for v in values.values()]
    (a * b + c * torch.log(d)).backward()
    grads = {name: leaf.grad for name, leaf in zip(values, leaves)}
    assert find("by-hand").judge(grads).ok
    assert find("by-hand").judge({"a": 3, "b": 2, "c": 2.3026, "d": 1 / 2}).ok
    assert "for one of its factors" in words_of("by-hand", {**grads, "b": 3.0})[1]
    assert not find("by-hand").judge({**grads, "c": math.log(5)}).ok


@pytest.mark.parametrize(
    ("slopes", "words"),
    [
        (lambda a, b: (1 / b, -a / b**2), "right"),
        (lambda a, b: [b**-1, -a * b**-2], "right"),
        (lambda a, b: (-a / b**2, 1 / b), "swapped: for a comes first"),
        (lambda a, b: (1 / b, a / b**2), "for b: Yours is exactly −1 ×"),
        (lambda a, b: (b, a), "for a and for b: That is the slope of a product"),
        (lambda a, b: (1 / b, -1 / b**2), "for b: Look at the numerator"),
        (lambda a, b: (1 / b, -a / b), "for b: Look at the denominator"),
        (lambda a, b: (1 / b, ...), "not attempted"),
        (lambda a, b: (..., ...), "not attempted"),
    ],
)
def test_divide(slopes, words):
    ok, message = words_of("divide", slopes)
    assert ok == (words == "right")
    assert words in message


def cells():
    """The code cells of the lesson, by name."""
    nbformat = pytest.importorskip("nbformat")
    lesson = nbformat.read(LESSON, as_version=4)
    return {cell.id: cell.source for cell in lesson.cells if cell.cell_type == "code"}


def engine(sort, plus="+="):
    """The lesson's engine on h + h·h, with an order to sort by."""
    names = {"math": math, "check": lambda name, answer: None}
    for name in ("value-class", "divide-check", "walk", "order-check"):
        exec(cells()[name].replace("+= value.grad", f"{plus} value.grad"), names)
    names["in_order"] = lambda result: sort(names["walk"](result))
    return names["lopsided"]


def by_counting(values):
    """Each when all uses have reported: a right order that is not the newest first."""
    uses = Counter(source for value in values for source in value.inputs)
    ready, order = values[:1], []
    for value in ready:
        order.append(value)
        for source in value.inputs:
            uses[source] -= 1
            if not uses[source]:
                ready.append(source)
    return order


def number(value):
    return value.number


@pytest.mark.parametrize(
    ("sort", "words"),
    [
        (lambda values: sorted(values, key=number, reverse=True), "right"),
        (lambda values: sorted(values, key=lambda value: -value.number), "right"),
        (by_counting, "right"),
        (list, "`h` ran before `s`"),
        (lambda values: sorted(values, key=number), "the oldest first"),
        (lambda values: sorted(values, key=lambda value: ..., reverse=...), "not attempted"),
    ],
)
def test_lopsided(sort, words):
    ok, message = words_of("lopsided", engine(sort))
    assert ok == (words == "right")
    assert words in message


def test_lopsided_with_the_engines_other_faults():
    newest_first = partial(sorted, key=number, reverse=True)
    assert "only the last is left" in words_of("lopsided", engine(newest_first, "="))[1]
    right = engine(newest_first)
    assert "swapped" in words_of("lopsided", lambda x, y: right(x, y)[::-1])[1]


def through_autograd(J, v):
    x = torch.zeros(J.shape[1], dtype=torch.float64, requires_grad=True)
    (torch.tensor(J) @ x).backward(gradient=torch.tensor(v))
    return x.grad


@pytest.mark.parametrize(
    ("pull", "words"),
    [
        (lambda J, v: v @ J, "right"),
        (lambda J, v: J.T @ v, "right"),
        (lambda J, v: (v[:, None] * J).sum(axis=0), "right"),
        (lambda J, v: sum(weight * row for weight, row in zip(v, J)), "right"),
        (lambda J, v: [sum(v[i] * J[i, j] for i in range(len(v))) for j in range(J.shape[1])],
         "right"),
        (through_autograd, "right"),
        (lambda J, v: J @ v, "stopped"),
        (lambda J, v: np.ones(len(v)) @ J, "v has no say in it"),
        (lambda J, v: v[:, None] * J, "Now the rows have to be added"),
        (lambda J, v: J[0], "the first row only"),
        (lambda J, v: -v @ J, "exactly −1 ×"),
    ],
)  # fmt: skip
def test_pull(pull, words):
    ok, message = words_of("pull", pull)
    assert ok == (words == "right")
    assert words in message


@pytest.mark.parametrize("name", ["by-hand", "same-ideas"])
def test_each_open_entry_has_a_hint(name):
    assert set(find(name).hints) == set(find(name).expected) - set(find(name).given)


def test_the_shared_leaf_is_predicted():
    hints = registry.find_prediction("shared-leaf").hints
    for wrong in (4, 7, 8, 56):
        assert hints[wrong] in Predict("shared-leaf").submit(str(wrong))
    assert Predict("shared-leaf").submit("15").startswith("Right: [15].")


def test_the_same_ideas_stand_in_the_lines_that_the_lesson_shows(capsys):
    exec(cells()["real-code"], {})
    shown = capsys.readouterr().out
    for word in find("same-ideas").expected.values():
        assert re.search(rf"\b{word}\b", shown), word
