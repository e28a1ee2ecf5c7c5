"""Every notebook of the course, run in a real JupyterLab as a learner would, on a laptop."""

from pathlib import Path

import nbformat
import pytest

expect = pytest.importorskip("playwright.sync_api").expect

LESSONS = sorted((Path(__file__).parents[2] / "notebooks").glob("*.ipynb"))
THEMES = ["JupyterLab Light", "JupyterLab Dark"]
LAPTOP = {"width": 1440, "height": 757}  # what a browser leaves of 900
COMPACT = 490  # pixels, for a graph of a few nodes
CELLS = """() => window.jupyterapp.shell.currentWidget.content.model.sharedModel.cells.map(
(cell) => ({
  id: cell.id,
  tags: cell.metadata.tags || [],
  errors: (cell.outputs || []).filter((o) => o.output_type === "error").map((o) => o.evalue),
}))"""
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
@pytest.mark.parametrize("lesson", LESSONS, ids=lambda path: path.stem)
def test_a_lesson_runs_to_its_end_and_its_player_is_in_sight_and_plays(
    open_notebook, tmp_path, lesson
):
    content, file = fresh(lesson, tmp_path)
    notebook = open_notebook(file, theme=THEMES[LESSONS.index(lesson) % 2])
    notebook.page.set_viewport_size(LAPTOP)
    shows = [
        cell.cell_type == "code" and "BackwardPlayer(" in cell.source for cell in content.cells
    ]
    if True in shows:
        is_in_sight_and_plays(notebook, shows.index(True))
    notebook.command("notebook:run-all-below")  # from the chosen cell on: the next, or the first
    notebook.page.evaluate(DONE)
    cells = notebook.page.evaluate(CELLS)
    failed = {cell["id"]: cell["errors"] for cell in cells if cell["errors"]}
    meant = {cell["id"] for cell in cells if "raises-exception" in cell["tags"]}
    assert set(failed) == meant, failed


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
