"""A backward player in a notebook, as its tests find it: what the notebook holds, how to ask it."""

import pytest

from tests.browser.notebook import python_sees

expect = pytest.importorskip("playwright.sync_api").expect

CELLS = [
    """\
import minigrad
from minigrad.widgets import BackwardPlayer

x = minigrad.tensor(2.0, requires_grad=True)
y = minigrad.tensor(3.0, requires_grad=True)
a = x * y
b = x.log()
z = a + b
player = BackwardPlayer(z)
player""",
    "player",
    """\
w = minigrad.tensor([1.0, -2.0], requires_grad=True)
BackwardPlayer((w * w).sum())""",
    "minigrad.viz.draw(b)",
]
PLAYER, AGAIN, OTHER, DRAWING = range(len(CELLS))
FAILING = CELLS[PLAYER].replace("player = ", "z.backward()\nplayer = ")
CHANGED = FAILING.replace("z.backward()", "with minigrad.no_grad():\n    x.add_(1.0)")


def player_in(notebook, cell):
    return notebook.widget(cell, "player")


def caption(player):
    return player.locator(".mg-caption [aria-live]")


def table(player):
    """The table of events, opened."""
    player.locator(".mg-events summary").click()
    return player.locator("table")


def count(player):
    return player.locator("output")


def node(player, key):
    return player.locator(f'.mg-node[data-id="{key}"]')


def tells_python(notebook, expression, value):
    """Python has been told, or is within seconds: a page sends one message after the other."""
    for _ in range(60):
        seen = python_sees(notebook, expression)
        if seen == value:
            return
        notebook.page.wait_for_timeout(100)
    assert seen == value
