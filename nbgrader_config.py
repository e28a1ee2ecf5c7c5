"""How nbgrader runs the course.

``solutions/`` is the source of the exercises, ``exercises/`` is generated from it. What a class
hands in goes to ``submitted/<student>/<set>/``; ``autograded/`` and ``feedback/`` are written from
there. nbgrader goes on with its defaults if this file fails, so it imports nothing but pathlib.
"""

from pathlib import Path

c = get_config()  # type: ignore[name-defined]  # noqa: F821  # nbgrader hands it in

root = Path(__file__).resolve().parent  # a relative root makes nbgrader warn at every call
c.CourseDirectory.course_id = "minigrad"
c.CourseDirectory.root = str(root)
c.CourseDirectory.source_directory = "solutions"
c.CourseDirectory.release_directory = "exercises"
c.CourseDirectory.ignore = [".ipynb_checkpoints", "__pycache__", "*.pyc", ".*"]

# What a learner finds in place of a solution. The dots are valid Python wherever an expression is,
# and `check` takes them for "not attempted yet".
c.ClearSolutions.code_stub = {"python": "..."}
c.ClearSolutions.text_stub = "*Write your answer here.*"

# An endless loop costs one cell, not the whole run; a deleted check comes back before grading.
c.Execute.timeout = 30
c.Execute.interrupt_on_timeout = True
c.OverwriteCells.add_missing_cells = True
c.LimitOutput.max_lines = 500
