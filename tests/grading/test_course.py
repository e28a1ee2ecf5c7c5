import os

import pytest

pytest.importorskip("nbgrader", reason='nbgrader is not installed: pip install -e ".[grade]"')

from minigrad.grading.course import open_course, said
from tests.exercises.course import ROOT


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("PATH", "JUPYTER_CONFIG_DIR"):
        monkeypatch.setenv(name, os.environ.get(name, str(tmp_path)))
    return tmp_path


def test_a_folder_without_a_course_is_refused(here):
    with pytest.raises(SystemExit, match=r"There is no nbgrader_config\.py in"):
        open_course(here)


@pytest.mark.parametrize("config", ["c = get_config()", "1 / 0", "import gone"])
def test_a_course_without_our_steps_is_refused(here, config):
    """nbgrader goes on with its own steps where a configuration fails, and gives other marks."""
    (here / "nbgrader_config.py").write_text(config)
    with pytest.raises(SystemExit, match="nothing is graded without it"):
        open_course(here)


def test_a_course_is_read_as_configured(here):
    (here / "nbgrader_config.py").write_text((ROOT / "nbgrader_config.py").read_text())
    course = open_course(here)
    assert course.coursedir.root == str(here)
    assert course.coursedir.source_directory == "solutions"


def test_of_a_failure_the_error_itself_is_said():
    log = "[INFO] Grading\nnbclient.exceptions.DeadKernelError: Kernel died\n[ERROR] See above"
    assert said({"error": None, "log": log}) == "nbclient.exceptions.DeadKernelError: Kernel died"
    assert said({"error": "", "log": "[ERROR] A\n[ERROR] B"}) == "[ERROR] B"
    assert said({"error": None}) == "nbgrader does not say why"
