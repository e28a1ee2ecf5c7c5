"""Running what was handed in, and taking its marks."""

from __future__ import annotations

import os
import shutil
import subprocess
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from nbformat import NotebookNode
from nbformat.v4 import new_output
from nbgrader.coursedir import CourseDirectory
from nbgrader.preprocessors import Execute
from nbgrader.utils import find_all_files, is_grade, is_solution

from .mark import RESULT, settle
from .secret import drawn


class ExecuteAlone(Execute):
    """Run a notebook in a folder of its own, and settle the mark of each check in it.

    In the folder are the files that belong to the set, none that were handed in beside the
    notebook: a `minigrad.py` among those would be imported in place of the package.
    """

    folder: str
    environment: dict[str, str]
    reply: dict[str, Any] | None

    def preprocess(self, nb: NotebookNode, resources: Any, km: Any = None) -> Any:
        """Run one notebook."""
        converter = self.parent.parent  # nbgrader's Autograde; between them is an exporter
        course, about = converter.coursedir, resources["nbgrader"]
        own = drawn(Path(course.root), about["student"], about["assignment"])
        self.environment = os.environ | own
        with TemporaryDirectory(prefix="minigrad-", ignore_cleanup_errors=True) as self.folder:
            copy_files(course, about["assignment"], self.folder)
            return super().preprocess(nb, resources, km)

    def start_new_kernel(self, **options: Any) -> None:
        """Start Python in the folder: it looks there first for what it imports."""
        # What a kernel says there while it starts, is interrupted or ends is for nobody to read.
        quiet = {"stderr": subprocess.DEVNULL, "env": self.environment}
        super().start_new_kernel(cwd=self.folder, **quiet, **options)

    def preprocess_cell(
        self, cell: NotebookNode, resources: Any, index: int
    ) -> tuple[NotebookNode, Any]:
        """Run one cell; if it is a check, ask what it ended in and leave its mark there."""
        is_check = cell.cell_type == "code" and is_grade(cell) and not is_solution(cell)
        asked = {"result": RESULT} if is_check else {}
        self.kc.execute = partial(type(self.kc).execute, self.kc, user_expressions=asked)
        self.reply = None
        cell, resources = super().preprocess_cell(cell, resources, index)
        if any(output.get("ename") == "CellTimeoutError" for output in cell.get("outputs", ())):
            say_that_time_was_up(cell, self.timeout)
        if is_check:
            settle(cell, self.reply)
        return cell, resources

    def on_cell_executed(self, **event: Any) -> None:
        """Keep what the kernel replied."""
        super().on_cell_executed(**event)
        self.reply = event["execute_reply"]["content"]


def say_that_time_was_up(cell: NotebookNode, seconds: int) -> None:
    """Say so in one line, in place of where Python was when it was interrupted."""
    reason = (
        f"Stopped after {seconds} seconds: this did not end. "
        "Is there a loop whose condition stays true, or a function that calls itself for ever?"
    )
    cell.outputs = [output for output in cell.outputs if output.output_type != "error"]
    cell.outputs.append(new_output("error", ename="TimeUp", evalue=reason, traceback=[reason]))


def copy_files(course: CourseDirectory, name: str, folder: str) -> None:
    """Copy what a set has beside its notebooks, from the folder that the set is generated from."""
    source = course.format_path(course.source_directory, ".", name)
    for file in find_all_files(source, [*course.ignore, "*.ipynb"]):
        copy = Path(folder, Path(file).relative_to(source))
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, copy)
