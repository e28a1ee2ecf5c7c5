"""Take the README's picture from the real thing: the player in JupyterLab, in Chromium.

    python -m tests.browser.pictures

It writes ``notebooks/player.png``: a fixed program, run by a real kernel, the player stopped where
two gradients meet. On the same machine the same picture comes out each time; on another the fonts
may differ. Look at it before you commit it.
"""

import tempfile
from pathlib import Path

import nbformat
from playwright.sync_api import expect, sync_playwright

from tests.browser.chromium import launch
from tests.browser.desk import Desk
from tests.browser.server import Lab

PICTURE = Path(__file__).parents[2] / "notebooks" / "player.png"
PROGRAM = """\
import minigrad as torch
from minigrad.widgets import BackwardPlayer

x = torch.tensor(2.0, requires_grad=True)
y = torch.tensor(3.0, requires_grad=True)
a = x * y
b = torch.log(x)
z = a + b
BackwardPlayer(z)"""
SIZE = {"width": 1440, "height": 1200}
MARGIN = 4


def take(notebook, file):
    """Bring the player to the meeting of two gradients at x and photograph its cell."""
    page = notebook.page
    page.set_viewport_size(SIZE)
    notebook.run_all()
    player = notebook.output(0).locator(".mg-player[data-ready]")
    slider = player.get_by_role("slider").first
    slider.focus()
    slider.press("Home")
    caption = player.locator(".mg-caption [aria-live]")
    while "0.5 + 3 = 3.5" not in caption.inner_text():
        before = slider.input_value()
        slider.press("ArrowRight")
        assert slider.input_value() != before, "the player ended before two gradients met"
    player.locator("details[open] > summary").click()  # the table would make the picture too high
    page.evaluate("() => document.activeElement.blur()")
    page.mouse.move(0, 0)
    expect(notebook.cell(0).locator(".jp-InputPrompt")).to_have_text("[1]:")
    box = notebook.cell(0).bounding_box()
    clip = {name: box[name] - MARGIN for name in ("x", "y")}
    clip |= {name: box[name] + 2 * MARGIN for name in ("width", "height")}
    page.screenshot(path=file, clip=clip, animations="disabled")


def main():
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        root, home = Path(folder, "root"), Path(folder, "home")
        root.mkdir()
        home.mkdir()
        file = root / "player.ipynb"
        cell = nbformat.v4.new_code_cell(PROGRAM)
        nbformat.write(nbformat.v4.new_notebook(cells=[cell]), file)
        chromium = launch(playwright)
        lab = Lab(root, home)
        try:
            take(Desk(chromium, lab).open(file, reduced_motion="reduce"), PICTURE)
        finally:
            lab.close()
            chromium.close()
    print(f"{PICTURE}: written; look at it")


if __name__ == "__main__":
    main()
