"""Exercise set 5, last part: each fault costs its own part; the printouts are what is printed."""

import itertools

import minigrad as torch
from minigrad.testing.questions import find
from minigrad.testing.questions.set_05_study import _studied
from tests.testing.tried import tried_once
from tests.together import all_pass

FAULTS = {"order": "bcs", "mean": "batches", "keep": "all", "modes": "stay"}
SUBSETS = [some for n in range(5) for some in itertools.combinations(FAULTS, n)]


def test_each_fault_costs_its_part_whatever_else_is_wrong():
    with tried_once():
        all_pass(each_costs_its_part, [(" ".join(names), names) for names in SUBSETS])


def each_costs_its_part(names):
    left = {name: FAULTS[name] for name in names}

    def study(*args):
        return _studied(*args, **left)

    assert find("x5-study").judge(study).score == 1 - len(names) / 4


def test_nothing_is_earned_by_doing_nothing():
    def study(model, loss_fn, optimizer, batches, exam, epochs):
        return [0.0] * epochs, [0.0] * epochs

    assert find("x5-study").judge(study).score == 0
    assert find("x5-evaluate").judge(lambda model, loss_fn, batches: (2.0, 2.0)).score == 0
    assert find("x5-step").judge(lambda parameters, lr: parameters).score == 0
    assert find("x5-collect").judge(lambda model, loss_fn, chunks: 2.0).score == 0


def printed(clear="after", early=False, update=True):
    """The loop of the exercise, changed: what it prints of w and of its gradient."""
    w = torch.tensor(1.0, requires_grad=True)
    loss = (w - 5) ** 2
    found = []
    for _ in range(4):
        loss = loss if early else (w - 5) ** 2
        loss.backward(retain_graph=early)
        if clear == "before":
            w.grad.zero_()
        with torch.no_grad():
            if update:
                w -= 0.25 * w.grad
        found.append((w.item(), w.grad.item()))
        if clear == "after":
            w.grad.zero_()
    return found


def test_the_printouts_are_what_the_changes_print():
    changes = {
        0: printed(),
        1: printed(clear="never"),
        2: printed(clear="never", early=True),
        3: printed(early=True),
        4: printed(clear="before"),
        5: printed(update=False),
    }
    columns = {
        "A": [(3, -8), (4, -4), (4.5, -2), (4.75, -1)],
        "B": [(1, -8)] * 4,
        "C": [(3, -8), (6, -12), (8.5, -10), (9.25, -3)],
        "D": [(3, -8), (5, -8), (7, -8), (9, -8)],
        "E": [(1, 0)] * 4,
        "F": [(3, -8), (7, -16), (13, -24), (21, -32)],
    }
    found = {
        name: next(n for n, out in changes.items() if out == columns[name]) for name in columns
    }
    assert found == {"A": 0, **find("x5-printouts").expected}
