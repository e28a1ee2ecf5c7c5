"""Every notebook of the course, run to its end in a real JupyterLab as a learner would."""

import shutil
from pathlib import Path

import pytest

LESSONS = sorted((Path(__file__).parents[2] / "notebooks").glob("*.ipynb"))
CELLS = """() => window.jupyterapp.shell.currentWidget.content.model.sharedModel.cells.map(
(cell) => ({
  id: cell.id,
  tags: cell.metadata.tags || [],
  errors: (cell.outputs || []).filter((o) => o.output_type === "error").map((o) => o.evalue),
}))"""
# JupyterLab's own promise ends at the first error, though a tagged one lets the cells after it run.
DONE = """() => window.jupyterapp.shell.currentWidget.sessionContext.session.kernel
  .requestExecute({code: "", silent: true}).done"""


@pytest.mark.browser
@pytest.mark.parametrize("theme", ["JupyterLab Light", "JupyterLab Dark"])
@pytest.mark.parametrize("lesson", LESSONS, ids=lambda path: path.stem)
def test_a_lesson_runs_to_its_end_and_its_player_plays(open_notebook, tmp_path, lesson, theme):
    notebook = open_notebook(Path(shutil.copy(lesson, tmp_path)), theme=theme)
    notebook.run_all()
    notebook.page.evaluate(DONE)
    cells = notebook.page.evaluate(CELLS)
    failed = {cell["id"]: cell["errors"] for cell in cells if cell["errors"]}
    meant = {cell["id"] for cell in cells if "raises-exception" in cell["tags"]}
    assert set(failed) == meant, failed
    slider = notebook.output([cell["id"] for cell in cells].index("player")).locator(
        ".mg-player input[type=range]"
    )
    slider.focus()
    slider.press("End")
    assert slider.input_value() == slider.get_attribute("max")
    slider.press("ArrowLeft")
    assert int(slider.input_value()) == int(slider.get_attribute("max")) - 1
