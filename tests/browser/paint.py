"""How long the two pictures of a graph take: the figures in their docstrings.

    python -m tests.browser.paint

For graphs of 10, 100, 500 and 2,000 nodes, in JupyterLab in Chromium: how long Python needs to make
the widget, its page to show it at first, and each step or choice after that. Of the page, only the
time of its main thread counts, in scripts and in style and layout, so others may be busy meanwhile.
"""

import tempfile
from pathlib import Path

import nbformat
from playwright.sync_api import expect, sync_playwright

from tests.browser.chromium import launch
from tests.browser.desk import Desk
from tests.browser.server import Lab

SIZES = (10, 100, 500, 2000)
TIMES = 20  # of a step, of a choice
GRAPH = """\
import random, time
import minigrad
from minigrad.widgets import BackwardPlayer, GraphView

choose = random.Random(1)
pool = [minigrad.tensor(choose.uniform(0.9, 1.1), requires_grad=True) for _ in range(3)]
while len(pool) < {nodes}:
    pool.append(pool[-1] * choose.choice(pool[-6:]))
start = time.process_time()
widget = {widget}(pool[-1])
print(time.process_time() - start)"""
SHOW = "widget"
VIEWPORT = {"width": 1280, "height": 1100}


def spent(session):
    """What the page's main thread has spent so far: in scripts, in style and layout; in ms."""
    found = {m["name"]: m["value"] for m in session.send("Performance.getMetrics")["metrics"]}
    looks = found["RecalcStyleDuration"] + found["LayoutDuration"]
    return 1000 * found["ScriptDuration"], 1000 * looks


def measured(desk, file, name, nodes):
    """Python's seconds; then scripts, style and layout in ms: for the first picture, for a step."""
    cells = [GRAPH.format(nodes=nodes, widget=name), SHOW]
    cells = [nbformat.v4.new_code_cell(cell) for cell in cells]
    nbformat.write(nbformat.v4.new_notebook(cells=cells), file)
    notebook = desk.open(file)
    notebook.page.set_viewport_size(VIEWPORT)
    run(notebook, 0)
    seconds = float(notebook.output(0).inner_text())
    session = notebook.page.context.new_cdp_session(notebook.page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    start = spent(session)
    run(notebook, 1)
    widget = notebook.output(1).locator(".mg-widget[data-ready]")
    expect(widget).to_be_visible(timeout=60_000)
    notebook.page.wait_for_timeout(500)
    shown = spent(session)
    act = step if name == "BackwardPlayer" else choose
    act(widget, 0)
    notebook.page.wait_for_timeout(500)
    before = spent(session)
    for time in range(1, TIMES + 1):
        act(widget, time)
        notebook.page.evaluate("() => new Promise(requestAnimationFrame)")
    after = spent(session)
    return seconds, *minus(shown, start), *(part / TIMES for part in minus(after, before))


def run(notebook, index):
    """Run one cell."""
    notebook.cell(index).locator(".cm-content").click()
    notebook.command("notebook:run-cell")


def step(widget, time):
    if time == 0:
        widget.get_by_label("Step back").focus()
    widget.page.keyboard.press("ArrowLeft" if time % 2 else "ArrowRight")


def choose(widget, time):
    boxes = widget.locator(".mg-canvas .mg-node")
    boxes.nth(3 * time % boxes.count()).dispatch_event("click")


def minus(after, before):
    return [late - early for late, early in zip(after, before)]


def main():
    head = "nodes   made, s   first: script, look, ms   then: script, look, ms"
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        root, home = Path(folder, "root"), Path(folder, "home")
        root.mkdir()
        home.mkdir()
        chromium, lab = launch(playwright), Lab(root, home)
        try:
            for name in ("BackwardPlayer", "GraphView"):
                print(f"{name}\n{head}")
                for nodes in SIZES:
                    found = measured(
                        Desk(chromium, lab), root / f"{name}{nodes}.ipynb", name, nodes
                    )
                    print("{:5d} {:9.2f} {:15.0f} {:7.0f} {:15.1f} {:7.1f}".format(nodes, *found))
        finally:
            lab.close()
            chromium.close()


if __name__ == "__main__":
    main()
