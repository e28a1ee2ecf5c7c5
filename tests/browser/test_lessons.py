"""The notebooks with a player, in a real JupyterLab as a learner would run them, on a laptop."""

from pathlib import Path

import nbformat
import pytest

expect = pytest.importorskip("playwright.sync_api").expect

PLAYER = "BackwardPlayer("
WITH_PLAYER = [
    notebook
    for notebook in sorted((Path(__file__).parents[2] / "notebooks").glob("*.ipynb"))
    if PLAYER in notebook.read_text(encoding="utf-8")
]
THEMES = ["JupyterLab Light", "JupyterLab Dark"]
LAPTOP = {"width": 1440, "height": 757}  # what a browser leaves of 900
COMPACT = 490  # pixels, for a graph of a few nodes
# JupyterLab's own promise ends at the first error, though a tagged one lets the cells after it run.
DONE = """() => window.jupyterapp.shell.currentWidget.sessionContext.session.kernel
  .requestExecute({code: "", silent: true}).done"""


def fresh(lesson, folder):
    """A copy as a learner finds it: nothing has been run."""
    notebook = nbformat.read(lesson, as_version=4)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.update(outputs=[], execution_count=None)
    nbformat.write(notebook, folder / lesson.name)
    return notebook, folder / lesson.name


@pytest.mark.browser
@pytest.mark.parametrize("lesson", WITH_PLAYER, ids=lambda path: path.stem)
def test_the_first_player_of_a_lesson_is_in_sight_and_plays(open_notebook, tmp_path, lesson):
    """That all cells run, and what they print, is tested without a browser."""
    content, file = fresh(lesson, tmp_path)
    notebook = open_notebook(file, theme=THEMES[WITH_PLAYER.index(lesson) % 2])
    notebook.page.set_viewport_size(LAPTOP)
    shows = [cell.cell_type == "code" and PLAYER in cell.source for cell in content.cells]
    is_in_sight_and_plays(notebook, shows.index(True))


def is_in_sight_and_plays(notebook, index):
    """Somebody presses Shift+Enter on the cell of a player, and plays."""
    notebook.select(index)
    notebook.command("notebook:run-all-above")
    notebook.page.evaluate(DONE)
    notebook.shift_enter(index)
    player = notebook.page.locator(".mg-player[data-ready]")
    player.wait_for(state="attached")
    notebook.in_sight(player)
    if player.locator(".mg-node").count() <= 6:
        assert player.bounding_box()["height"] <= COMPACT
    expect(player.get_by_label("Play")).to_be_in_viewport()
    slider = player.get_by_role("slider")
    slider.focus()
    slider.press("End")
    assert slider.input_value() == slider.get_attribute("max")
    slider.press("ArrowLeft")
    assert int(slider.input_value()) == int(slider.get_attribute("max")) - 1
