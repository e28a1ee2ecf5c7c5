"""Run lessons from top to bottom and store what they give, in the form the tests ask for.

python -m tests.notebooks.store notebooks/01-a-graph-is-recorded.ipynb
"""

import os
import re
import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient

ROOT = Path(__file__).parents[2]
KERNEL = {"name": "python3", "display_name": "Python 3 (ipykernel)", "language": "python"}
CELL_FILE = re.compile(r"\S*ipykernel_\d+/\d+\.py")  # as in sanitize.cfg
WIDGET = "application/vnd.jupyter.widget-view+json"


def store(lesson):
    """Run a lesson; only if all of it ran, replace its outputs by the new ones."""
    notebook = nbformat.read(lesson, as_version=4)
    NotebookClient(
        notebook,
        kernel_name="python3",
        resources={"metadata": {"path": str(lesson.parent)}},
        store_widget_state=False,
        record_timing=False,
        coalesce_streams=True,
    ).execute()
    tidy(notebook)
    part = lesson.with_name(f".{lesson.name}.part")
    nbformat.write(notebook, part)
    os.replace(part, lesson)


def tidy(notebook):
    """Drop what belongs to one run on one machine."""
    notebook.metadata = {"kernelspec": KERNEL, "language_info": {"name": "python"}}
    for cell in notebook.cells:
        cell.metadata = {key: value for key, value in cell.metadata.items() if key == "tags"}
        for output in cell.get("outputs", ()):
            if "data" in output:
                output.data.pop(WIDGET, None)
                output.metadata = {}
            if output.get("name") == "stderr":
                output.text = CELL_FILE.sub("CELL", output.text)
            if "traceback" in output:
                output.traceback = [f"{output.ename}: {output.evalue}"]


if __name__ == "__main__":
    if not sys.argv[1:]:
        raise SystemExit(f"Which lessons?\n\n    {__doc__.splitlines()[-1]}")
    for name in sys.argv[1:]:
        store(Path(name).resolve())
        print(f"{name}: run and stored")
