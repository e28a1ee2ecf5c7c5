import subprocess
import sys

import pytest

pytest.importorskip("nbgrader", reason='nbgrader is not installed: pip install -e ".[grade]"')

from minigrad.grading.__main__ import USAGE, main


def test_help_names_the_commands(capsys):
    main(["--help"])
    assert capsys.readouterr().out == USAGE + "\n"
    assert [line.split()[3] for line in USAGE.splitlines()] == ["grade", "collect", "release"]


@pytest.mark.parametrize("words", [[], ["grade"], ["grade", "a", "b"], ["collect", "a"], ["mark"]])
def test_anything_else_is_refused_with_the_commands(words):
    with pytest.raises(SystemExit) as refused:
        main(words)
    assert refused.value.code == USAGE


def test_a_set_that_is_not_there_cannot_be_collected_for(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit, match="There is no set 'x9' in solutions/"):
        main(["collect", "x9", "came.zip"])
    (tmp_path / "solutions" / "x9").mkdir(parents=True)
    with pytest.raises(SystemExit, match=r"came\.zip is neither a folder nor a zip file"):
        main(["collect", "x9", "came.zip"])


def test_what_came_is_put_into_its_place(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for file in ("solutions/x9/x9.ipynb", "came/ada/x9.ipynb", "came/bo/x9.ipynb"):
        (tmp_path / file).parent.mkdir(parents=True)
        (tmp_path / file).write_text("{}")
    main(["collect", "x9", "came"])
    assert capsys.readouterr().out == "2 students in submitted/: ada, bo.\n"
    assert (tmp_path / "submitted" / "bo" / "x9" / "x9.ipynb").is_file()


def test_the_command_can_be_run_from_a_shell(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "minigrad.grading", "release"], cwd=tmp_path, capture_output=True,
        text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1 and "There is no nbgrader_config.py in" in done.stderr
