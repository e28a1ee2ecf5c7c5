"""Exercise set 7, second part: what the draws have in them, and what the hunted bugs are."""

import numpy as np

import minigrad
from minigrad.testing.questions import find
from tests.exercises.course import source


def test_rows_far_apart_are_too_much_for_the_plain_formula():
    rng = np.random.default_rng(0)
    x, _ = find("x7-logsumexp").draws[2](rng)
    with np.errstate(over="ignore", divide="ignore"):
        plain = np.log(np.exp(x.detach().numpy()).sum(-1))
    assert plain.tolist() == [np.inf, -np.inf]


def test_the_hunted_bugs_are_there():
    suspect = next(c.source for c in source("x7-functions").cells if c.id == "x7-shares-suspect")
    space = {"torch": minigrad}
    exec(suspect.split("\n\n\n")[0], space)
    verdict = find("x7-shares").judge(space["SuspectShares"])
    assert not verdict.ok and "Two things are wrong still" in " ".join(verdict.message.split())
