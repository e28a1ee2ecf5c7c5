import linecache

import numpy as np
import pytest

import minigrad
from minigrad.testing.kinds import Function, Graph
from minigrad.testing.repair import LOOPS, repaired

XS = np.asarray([1.5, 2.5, 4.0])


def made(text):
    """The function that a cell defines, with its text known as a notebook's is."""
    file = f"<cell {hash(text)}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    space = {"np": np, "torch": minigrad}
    exec(compile(text, file, "exec"), space)
    return space["f"]


def total(xs, y):
    return float(np.sum(xs[:2] ** 2) * y + np.sin(y * 3.0))


GOOD = """def f(xs, y):
    total = 0
    for i in range(2):
        total += xs[i] ** 2
    return total * y + np.sin(y * 3.0)
"""

FAULTS = [
    ("    return", "        return", "Line 5: the `return` stands inside the loop"),
    ("range(2)", "range(1)", "`range(1)` is off by one"),
    ("range(2)", "range(1, 2)", "off by one"),
    ("total +=", "total =", "`=` replaces what `total` was"),
    ("** 2", "** 3", "Line 4: look at the power in `xs[i] ** 3`"),
    ("np.sin(y", "np.cos(y", "is `cos` the right function in `np.cos(y * 3.0)`?"),
    ("total * y +", "total * y -", "look at the operator in"),
    ("np.sin(y * 3.0)", "np.sin(y) * 3.0", "does what stands outside of the brackets belong in"),
    ("total = 0", "total = 1", "look at 1 in `total = 1`"),
]


@pytest.mark.parametrize(("old", "new", "words"), FAULTS)
def test_the_place_of_a_mistake_is_found(old, new, words):
    def right(f):
        return all(abs(f(XS, y) - total(XS, y)) < 1e-9 for y in (1.2, 0.7, 3.0))

    assert right(made(GOOD))
    assert words in repaired(made(GOOD.replace(old, new)), right)


OTHERS = [
    ("def f(a, b):\n    return b - a", lambda a, b: a - b, "is the wrong way round"),
    ("def f(a, b):\n    return np.arctan2(b, a)", np.arctan2, "wrong order"),
    ("def f(a, b):\n    return a < b", lambda a, b: a <= b, "look at the comparison `a < b`"),
    ("def f(a, b):\n    return 1 if a < b else 2", lambda a, b: 1 + (a < b), "holds just when it"),
    ("def f(a, b):\n    return abs(a * -b)", lambda a, b: abs(a) * -b, "does all that stands in"),
    ("def f(a, b):\n    return a * a", lambda a, b: a * b, "is `a` the right one in `a * a`?"),
    ("def f(a, b):\n    return [a, b, a][0]", lambda a, b: b, "index in `[a, b, a][0]` is off"),
    ("def f(a, b):\n    return [a, b][:-1]", lambda a, b: [a, b], "leaves something out"),
]


@pytest.mark.parametrize(("text", "wanted", "words"), OTHERS)
def test_more_places(text, wanted, words):
    pairs = [(2.0, 3.0), (5.0, 1.0), (1.5, 1.5)]
    assert words in repaired(made(text), lambda f: all(f(*p) == wanted(*p) for p in pairs))


def test_values_are_told_from_objects():
    found = repaired(made("def f(a, b):\n    return a == b"), lambda f: not f([1], [1]))
    assert "compares values. Is it the same object?" in found


def test_nothing_is_said_if_no_single_change_helps():
    assert repaired(made("def f(x):\n    return x"), lambda f: f(2.0) == 17.0) == ""


def test_a_change_that_runs_for_ever_is_given_up():
    text = "def f(n):\n    while n > 0:\n        n = n - 1\n    return n + 5"
    assert repaired(made(text), lambda f: f(3) == 17) == ""


def test_functions_without_a_text_of_their_own_are_left_alone():
    inside = 3
    assert repaired(lambda x: x, lambda f: True) == ""
    assert repaired(len, lambda f: True) == ""

    def closed(x):
        return x + inside

    assert repaired(closed, lambda f: True) == ""


def test_the_learners_names_are_not_touched():
    f = made("count = 0\ndef f(x):\n    global count\n    count += 1\n    return x * 3")
    repaired(f, lambda g: g(2.0) == 8.0)
    assert f.__globals__["count"] == 0


def test_it_is_said_by_the_kinds_that_can():
    question = Function("q", "", lambda x: np.sin(2 * x), (lambda rng: (rng.normal(),),))
    verdict = question.judge(made("def f(x):\n    return np.sin(2) * x"))
    assert "belong inside" in " ".join(verdict.message.split())
    chain = Graph("g", "", lambda x, n: x * x * x, leaves={"x": 2.0, "n": 2})
    text = "def f(x, n):\n    for _ in range(n):\n        x = x * x\n        return x\n    return x"
    assert not chain.judge(made(text)).ok
    assert [rule.__name__ for rule in LOOPS] == ["early_return", "off_by_one"]
