"""A course in a folder of its own, and nbgrader at work in it."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import nbformat

ROOT = Path(__file__).parents[2]
# The course's own; a set of an instructor's, under a name of another form, is not held to theirs.
SETS = sorted(path.name for path in (ROOT / "solutions").glob("x[0-9]*-*") if path.is_dir())

# Several of nbgrader's commands, one after the other: it takes longer to import than to run, most
# of all what reads a grammar of addresses in all scripts, which no notebook has.
COMMANDS = """
import sys
sys.modules["rfc3987_syntax"] = None
from nbgrader.apps import NbGraderApp
from traitlets.config import Application

for command in sys.argv[1:]:
    NbGraderApp.launch_instance(command.split())
    Application.instance().clear_instance()
"""

# Read the gradebook in a process of its own: nbgrader's dependencies give warnings.
ASK = """
import json, sys
sys.modules["rfc3987_syntax"] = None
from nbgrader.api import Gradebook

with Gradebook("sqlite:///gradebook.db") as book:
    print(json.dumps({
        name: {
            submission.student_id: {
                grade.name: [grade.auto_score, grade.max_score, grade.needs_manual_grade]
                for notebook in submission.notebooks
                for grade in notebook.grades
            }
            for submission in book.assignment_submissions(name)
        }
        for name in sys.argv[1:]
    }))
"""


# A kernel that is told to end may find its own socket closed already, and says so at length.
ENDING = re.compile(
    r"ERROR:tornado\.general:.*?ZMQError: Socket operation on non-socket\n", re.DOTALL
)


class Course:
    """A copy of what nbgrader needs: its settings and the sources of the exercises."""

    def __init__(self, root: Path, solutions: Path = ROOT / "solutions") -> None:
        self.root = root
        shutil.copy(ROOT / "nbgrader_config.py", root)
        shutil.copytree(solutions, root / "solutions")
        tools = Path(sys.executable).parent  # nbgrader calls alembic, which is there, by its name
        own = {name: str(root / name) for name in ("JUPYTER_CONFIG_DIR", "IPYTHONDIR")}
        self.environment = os.environ | own | {
            "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}",
            "PYTHONPATH": str(ROOT),
        }  # fmt: skip

    def run(self, *command: str) -> str:
        """Run Python with these arguments in the course; give what it printed and logged."""
        done = subprocess.run(
            [sys.executable, *command], cwd=self.root, env=self.environment,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout
        return done.stdout

    def nbgrader(self, *commands: str) -> str:
        """Run nbgrader; it logs an error and goes on where one would want it to stop."""
        log = self.run("-c", COMMANDS, *commands)
        own = ENDING.sub("", log)
        for word in ("| ERROR]", "| CRITICAL]", "Traceback", "as full credit", "treating"):
            assert word not in own, log
        return log

    def submit(
        self,
        student: str,
        name: str,
        answers: Mapping[str, str],
        change: Callable[[nbformat.NotebookNode], None] | None = None,
        files: Mapping[str, str] | None = None,
    ) -> None:
        """Hand in the learners' notebook with some cells filled in.

        Args:
            student: who hands it in.
            name: the set.
            answers: by the cell's id, what is written there.
            change: does something else to the notebook.
            files: by name, what is handed in beside it.
        """
        notebook = read(self.root / "exercises" / name / f"{name}.ipynb")
        for cell in notebook.cells:
            cell.source = answers.get(cell.id, cell.source)
        if change:
            change(notebook)
        folder = self.root / "submitted" / student / name
        for file, content in {f"{name}.ipynb": json.dumps(notebook), **(files or {})}.items():
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            (folder / file).write_text(content, encoding="utf-8")

    def graded(self, student: str, name: str) -> nbformat.NotebookNode:
        """The notebook as it came out of grading, with the outputs of every check."""
        return read(self.root / "autograded" / student / name / f"{name}.ipynb")

    def grades(self, *names: str) -> dict[str, dict[str, dict[str, list]]]:
        """By set, student, cell: marks, the most there are, whether a person has to look."""
        return json.loads(self.run("-W", "ignore", "-c", ASK, *names).splitlines()[-1])


def read(path: Path) -> nbformat.NotebookNode:
    return nbformat.read(path, as_version=4)


def source(name: str) -> nbformat.NotebookNode:
    """The notebook that a set is generated from."""
    return read(ROOT / "solutions" / name / f"{name}.ipynb")


def role(cell: nbformat.NotebookNode) -> str:
    """What nbgrader takes a cell for."""
    marks = cell.metadata.get("nbgrader")
    if marks is None:
        return "prose" if cell.cell_type == "markdown" else "code"
    if marks.solution:
        return "read by a person" if marks.grade else "answer"
    return "check" if marks.grade else "given"
