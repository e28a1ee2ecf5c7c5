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

# What minigrad.grading does otherwise is named, not imported: where it cannot be imported, grading
# stops. The other steps are nbgrader's own, in its order.
STEPS = "nbgrader.preprocessors."
c.Autograde.sanitize_preprocessors = [
    "minigrad.grading.RestoreCells",
    STEPS + "ClearOutput",
    STEPS + "DeduplicateIds",
    STEPS + "OverwriteKernelspec",
    STEPS + "OverwriteCells",
    STEPS + "CheckCellMetadata",
]
c.Autograde.autograde_preprocessors = [
    "minigrad.grading.ExecuteAlone",
    STEPS + "IgnorePattern",
    "nbconvert.preprocessors.ClearMetadataPreprocessor",
    STEPS + "LimitOutput",
    STEPS + "SaveAutoGrades",
    STEPS + "AssignLatePenalties",
    STEPS + "CheckCellMetadata",
]

# An endless loop costs one cell, and so does `quit()`, which would end Python for all that follow.
c.Execute.timeout = 30
c.Execute.interrupt_on_timeout = True
c.Execute.extra_arguments = ["--IPKernelApp.exec_lines=from sys import exit; quit = exit"]
c.LimitOutput.max_lines = 500

# The feedback's summary: the exercises' names in place of sixteen times "Test cell". nbgrader logs
# in vain what goes wrong here, and the page stays as it is.
c.GenerateFeedback.post_convert_hook = "minigrad.grading.check_names.name_checks"
