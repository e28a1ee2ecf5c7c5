"""The course in a folder, as nbgrader's own interface for programs."""

from __future__ import annotations

import os
import re
import sysconfig
import warnings
from pathlib import Path
from typing import Any

from nbgrader.apps import NbGrader
from nbgrader.apps.api import NbGraderAPI
from nbgrader.coursedir import CourseDirectory
from sqlalchemy.exc import SAWarning

CONFIG = "nbgrader_config.py"
OURS = "minigrad.grading.ExecuteAlone"  # if this step is missing, the configuration is


def open_course(folder: Path) -> NbGraderAPI:
    """Read the course's configuration, and refuse to go on with nbgrader's own in its place.

    Args:
        folder: where ``nbgrader_config.py`` lies. It becomes the current folder.

    Raises:
        SystemExit: there is none, or it cannot be used.
    """
    if not (folder / CONFIG).is_file():
        raise SystemExit(f"There is no {CONFIG} in {folder}: run this in the course's own folder.")
    os.chdir(folder)
    warnings.simplefilter("ignore", SAWarning)  # nbgrader's tables, with each new student
    # nbgrader calls alembic, which lies beside Python, by its name.
    os.environ["PATH"] = sysconfig.get_path("scripts") + os.pathsep + os.environ["PATH"]
    app = NbGrader()
    app.load_config_file()
    if OURS not in app.config.Autograde.get("autograde_preprocessors", ()):
        raise SystemExit(f"{CONFIG} does not ask for {OURS}: nothing is graded without it.")
    return NbGraderAPI(CourseDirectory(config=app.config), config=app.config)


def said(result: dict[str, Any]) -> str:
    """Give the last line of what nbgrader says about a failure."""
    text = str(result.get("error") or "") + "\n" + str(result.get("log") or "")
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    errors = [line for line in lines if re.match(r"[\w.]*(Error|Exception|Dead\w+): ", line)]
    return (errors or lines or ["nbgrader does not say why"])[-1]
