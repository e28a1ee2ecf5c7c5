"""Stepping through a large graph stays smooth; thread time is measured, so others may be busy."""

import pytest

pytest.importorskip("nbformat")
expect = pytest.importorskip("playwright.sync_api").expect

pytestmark = pytest.mark.browser

LARGE = """\
import random
import minigrad
from minigrad.widgets import BackwardPlayer

choose = random.Random(1)
pool = [minigrad.tensor(choose.uniform(0.9, 1.1), requires_grad=True) for _ in range(3)]
while len(pool) < 500:
    pool.append(pool[-1] * choose.choice(pool[-6:]))
player = BackwardPlayer(pool[-1])
player"""
STEPS = 40
MOST = 16  # milliseconds of script in a step


def script_time(session):
    """How long the page's main thread has run scripts, in milliseconds."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return 1000 * next(m["value"] for m in metrics if m["name"] == "ScriptDuration")


def test_a_step_at_500_nodes(notebook_of):
    notebook = notebook_of(LARGE)
    page = notebook.page
    player = notebook.output(0).locator(".mg-player[data-ready]")
    assert player.locator(".mg-node").count() == 500
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    player.get_by_label("Step forward").focus()
    page.keyboard.press("ArrowRight")
    before, start = script_time(session), int(player.locator("output").inner_text().split()[0])
    for _ in range(STEPS):
        page.keyboard.press("ArrowRight")
    expect(player.locator("output")).to_have_text(f"{start + STEPS} / 998")
    assert 0 < (script_time(session) - before) / STEPS < MOST
