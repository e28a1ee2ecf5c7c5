"""What the checks of each set make of the answers in its bank, which are right or known wrong."""

import functools
import io

import pytest

pytest.importorskip("nbformat", reason='no nbformat: pip install -e ".[lab]"')

from tests.exercises.banks import Item, but, one_wrong, runner, verdicts
from tests.exercises.banks.__main__ import README, row
from tests.exercises.banks.changes import changed, solution
from tests.exercises.banks.mutants import mutants
from tests.exercises.banks.runner import Bank, Tally, complaint

from .course import ROOT, SETS, read, role

sets = pytest.mark.parametrize("name", SETS)


@functools.cache
def judged(name):
    bank = Bank(name)
    return bank, bank.own()


@sets
def test_no_right_answer_is_refused(name):
    assert judged(name)[1].refused == []


@sets
def test_every_wrong_answer_is_caught(name):
    assert judged(name)[1].missed == []


@sets
def test_the_mistake_is_named_and_rightly(name):
    found = judged(name)[1]
    assert found.named >= 0.85 * found.caught, found.unnamed
    assert found.rightly >= 0.95 * found.named, found.misnamed


@sets
def test_the_bank_is_as_large_as_it_should_be(name):
    """Three right functions and ten wrong ones; every check of the notebook has an item."""
    bank, _ = judged(name)
    assert {item.name for item in bank.items} == set(bank.notebook.names)
    for item in bank.items:
        if "def " in bank.notebook.solution(item.name):
            assert len(item.right) >= 3 and len(item.wrong) >= 10, item.name
        else:
            assert item.wrong, item.name


@sets
def test_the_published_figures_are_those_of_the_bank(name):
    """If this fails, run `python -m tests.exercises.banks --write`."""
    bank, found = judged(name)
    cells = row(f"X{bank.number}", found, Tally(), Tally()).split(" | ")[:7]
    assert " | ".join(cells) in README.read_text(encoding="utf-8")


@sets
def test_every_verdict_and_its_message_are_as_stored(name):
    """Meant to change? Run `python -m tests.exercises.banks.verdicts`."""
    stored = verdicts.load()
    if not stored:
        pytest.skip("the stored messages quote errors in another Python's words")
    bank, own = judged(name)
    found = verdicts.changed(own, bank.foreign(), stored[name])
    assert not found, "\n".join(found)


@sets
def test_an_untouched_notebook_is_told_kindly_that_nothing_was_attempted(name):
    handed_out = read(ROOT / "exercises" / name / f"{name}.ipynb").cells
    texts, space = {cell.id: cell.source for cell in handed_out}, {}
    for cell in runner.Notebook(name).cells:
        said = io.StringIO()
        with runner.heard(said):
            if role(cell) != "check":
                runner.evaluate(texts[cell.id], cell.id, space)
                continue
            assert runner.points(cell, space, said) == 0
        assert "not attempted yet" in said.getvalue()
        assert "Traceback" not in said.getvalue() and "✗" not in said.getvalue()


@pytest.fixture
def notebook():
    return Bank("x1-graphs").notebook


def test_a_text_is_a_cell_of_its_own_and_an_object_is_bound_to_the_name(notebook):
    assert not notebook.judge("x1-quotient", lambda x, y: (x - y) / (x + y)).caught
    text = """
        def quotient(x, y):
            return torch.sub(x, y) / (x + y)
    """
    assert not notebook.judge("x1-quotient", text).caught


def test_an_answer_that_does_not_run_or_does_not_end_is_caught(notebook, monkeypatch):
    monkeypatch.setattr(runner, "limited", functools.partial(runner.limited, 0.5))
    assert notebook.judge("x1-chain", "def chain(x, n): return (").caught
    assert notebook.judge("x1-chain", "1 / 0").caught
    endless = notebook.judge("x1-chain", "def chain(x, n):\n    while True:\n        pass")
    assert endless.caught and not endless.named


def test_the_first_complaint_is_the_diagnosis():
    printed = "✓ a: right.\nnoise\n✗ b: not yet.\n  Look at\n  the sign.\n✗ c: not yet."
    assert complaint(printed) == "✗ b: not yet. Look at the sign."


def test_mutants_change_one_thing_inside_the_solution():
    solution = "    ### BEGIN SOLUTION\n    y += x\n    ### END SOLUTION"
    cell = f"def f(x):\n    y = 1\n{solution}\n    return y"
    assert {words for _, words in mutants(cell)} == {
        "line 4: `y += x` -> `pass`",
        "line 4: `y += x` -> `y = x`",
        "line 4: `y += x` -> `y = y + x`",
    }


def test_an_answer_may_say_in_which_lines_it_is_another():
    item = Item(
        "x1-chain",
        right=(lambda x, n: x ** (n + 1), "def chain(x, n):\n    return x ** (n + 1)"),
        wrong=(
            (but({"result = result * x": "result = result + x"}), "+"),
            (but({"n + 1": "n"}, right=2), None),
            ("def chain(x, n):\n    for _ in range(n):\n        x = x * x\n    return x", None),
            (but({"x = x * x": "", "range": "set"}, above=True), None),
        ),
    )
    added, power, squared, emptied = (answer for answer, _ in item.wrong)
    assert added == solution("x1-chain").replace("* x", "+ x")
    assert power == "def chain(x, n):\n    return x ** (n)"
    assert emptied == "def chain(x, n):\n    for _ in set(n):\n    return x" != squared


@pytest.mark.parametrize(("old", "times"), [("x = 1", 0), ("y = 2", 2), ("2", 3)])
def test_what_is_replaced_has_to_stand_there_once(old, times):
    with pytest.raises(ValueError, match=f"'{old}' has to stand there once"):
        changed("y = 2\ny = 2\nz = 2", {old: "x = 3"})
    assert "y = 2\ny = 2\nz = 2".count(old) == times


def test_lines_are_told_apart_by_how_they_are_indented_to_each_other():
    text = "if a:\n    b()\n    c()\nif d:\n    b()\nc()"
    assert changed(text, {"b()\nc()": "d()\n    e()"}) == (
        "if a:\n    d()\n        e()\nif d:\n    b()\nc()"
    )


def test_every_wrong_choice_is_made():
    assert one_wrong([True, 1], [True, False, 1, 2]) == (
        ([False, 1], None), ([1, 1], None), ([2, 1], None),
        ([True, True], None), ([True, False], None), ([True, 2], None),
    )  # fmt: skip
    own = one_wrong([1, 2], [[3], [4]], ["first", "second"], per_place=True)
    assert own == (([3, 2], "first"), ([1, 4], "second"))
