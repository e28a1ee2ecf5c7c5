import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from minigrad.lab import root

REPOSITORY = Path(__file__).parents[2]


@pytest.fixture
def as_root(monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: 0, raising=False)


@pytest.mark.parametrize("options", [[], ["--no-browser"], ["--port=9000"]])
def test_root_is_refused_with_advice(as_root, options):
    with pytest.raises(SystemExit, match="make lab LAB_ARGS=--allow-root"):
        root.refuse_root(options)


def test_an_instructor_is_told_the_instructors_command(as_root):
    with pytest.raises(SystemExit, match="make instructor LAB_ARGS=--allow-root"):
        root.refuse_root([], instructor=True)


@pytest.mark.parametrize("options", [["--allow-root"], ["-y", "--ServerApp.allow_root=True"]])
def test_root_may_insist(as_root, options):
    root.refuse_root(options)


def test_others_and_windows_are_not_asked(monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: 1000, raising=False)
    root.refuse_root([])
    monkeypatch.delattr(os, "geteuid")
    root.refuse_root([])


@pytest.mark.parametrize("target", ["lab", "instructor"])
@pytest.mark.parametrize("options", ["", "--allow-root"])
def test_make_asks_before_it_installs(tmp_path, target, options):
    """In a folder where nothing is installed, by a Python that has nothing but itself."""
    if not shutil.which("make"):
        pytest.skip("make is not installed; the README has the commands it would run")
    (tmp_path / "minigrad" / "lab").mkdir(parents=True)
    for name in ("Makefile", "pyproject.toml", "minigrad/lab/root.py"):
        shutil.copy(REPOSITORY / name, tmp_path / name)
    python = tmp_path / "python"  # that runs as root, and installs nothing
    python.write_text(
        f"#!/bin/sh\ncase $1 in -m) echo installing; exit 1;; esac\n"
        f"""exec {sys.executable} -I -S -c "import os, runpy, sys; os.geteuid = lambda: 0; """
        """sys.argv = sys.argv[1:]; runpy.run_path(sys.argv[0], run_name='__main__')" "$@"\n"""
    )
    python.chmod(0o755)
    done = subprocess.run(
        ["make", target, f"PYTHON={python}", f"LAB_ARGS={options}"],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ("installing" in done.stdout) == bool(options)
    assert (f"make {target} LAB_ARGS=--allow-root" in done.stderr) != bool(options)
