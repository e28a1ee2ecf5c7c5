"""Binder's files, checked without Docker, and the locks that Binder and CI install from."""

import importlib.util
import json
import os
import re
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from packaging.requirements import Requirement

try:
    import tomllib
except ModuleNotFoundError:  # Python 3.10, where pytest brings its ancestor along
    import tomli as tomllib

ROOT = Path(__file__).parents[1]
BINDER = ROOT / "binder"
LOCKS = (BINDER / "requirements.txt", ROOT / ".ci/requirements.txt")
PYTHON = "3.12"


def output(*command, **options):
    """Run a command that must succeed, and give all it printed."""
    done = subprocess.run(
        [str(part) for part in command],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, **options,
    )  # fmt: skip
    assert done.returncode == 0, f"{command}\n{done.stdout}"
    return done.stdout


def pins(lock):
    """Read a lock: each line one package at one version, perhaps for some Pythons or systems."""
    lines = lock.read_text(encoding="utf-8").splitlines()
    return [Requirement(line) for line in lines if not line.startswith("#")]


def pinned(lock, python, system="linux"):
    """Give the versions that a lock installs on one Python and system."""
    place = {
        "python_version": python,
        "python_full_version": f"{python}.9",
        "sys_platform": system,
        "os_name": "nt" if system == "win32" else "posix",
    }
    here = [pin for pin in pins(lock) if pin.marker is None or pin.marker.evaluate(place)]
    versions = {pin.name: str(pin.specifier).removeprefix("==") for pin in here}
    assert len(versions) == len(here), "a package is pinned twice for one Python"
    return versions


def wanted(*extras):
    """Give what pyproject.toml asks for."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    optional = project["optional-dependencies"]
    lines = [*project["dependencies"], *(line for extra in extras for line in optional[extra])]
    return [Requirement(line) for line in lines]


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.parent.name)
def test_a_lock_pins_exactly_and_names_no_place(lock):
    for pin in pins(lock):
        assert re.fullmatch(r"==[\w.]+", str(pin.specifier)), pin
        assert pin.url is None, pin


@pytest.mark.parametrize("python", ["3.10", "3.11", "3.12", "3.13"])
@pytest.mark.parametrize(
    ("lock", "extras"),
    [(LOCKS[0], ("lab", "grade")), (LOCKS[1], ("lab", "grade", "test"))],
    ids=["binder", "ci"],
)
def test_a_lock_has_what_the_project_asks_for(lock, extras, python):
    versions = pinned(lock, python)
    for requirement in wanted(*extras):
        assert requirement.specifier.contains(versions[requirement.name]), requirement
    assert {"hatchling", "editables"} <= set(versions), "the build's own tools"


@pytest.mark.parametrize("system", ["linux", "darwin", "win32"])
@pytest.mark.parametrize("python", ["3.10", "3.11", "3.12", "3.13"])
def test_both_locks_agree(python, system):
    binder, everything = (pinned(lock, python, system) for lock in LOCKS)
    assert binder.items() <= everything.items()


def test_binder_is_told_its_python():
    assert (BINDER / "runtime.txt").read_text(encoding="utf-8").strip() == f"python-{PYTHON}"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps no executable bit")
def test_post_build_can_be_run():
    assert (BINDER / "postBuild").stat().st_mode & stat.S_IXUSR
    assert (BINDER / "postBuild").read_text(encoding="utf-8").startswith("#!")


def test_repo2docker_plans_the_image():
    if not importlib.util.find_spec("repo2docker"):
        pytest.skip('repo2docker (for Linux alone) is not installed: pip install -e ".[test]"')
    plan = output(sys.executable, "-m", "repo2docker", "--no-build", "--debug", BINDER.parent)
    assert 'pip install --no-cache-dir -r "binder/requirements.txt"' in plan
    assert "install --yes --no-install-recommends graphviz" in plan
    assert "RUN ./binder/postBuild" in plan
    assert re.search(rf"environment.{{1,8}}py.{{1,4}}{PYTHON.replace('.', '.{1,4}')}", plan)
    assert "Python version unspecified" not in plan


@pytest.mark.soak
def test_the_steps_of_the_image_lead_to_the_first_lesson(tmp_path):
    """Do in a fresh environment what the image does, then run the lesson its address opens."""
    python = python_for_binder()
    clone, environment = copy_of_the_project(tmp_path / "clone"), tmp_path / "venv"
    output(python, "-m", "venv", environment)
    variables = {name: value for name, value in os.environ.items() if name != "PIP_CONSTRAINT"}
    variables["PATH"] = f"{environment / 'bin'}{os.pathsep}{os.environ['PATH']}"
    variables |= {f"JUPYTER_{kind}_DIR": str(tmp_path / kind) for kind in ("CONFIG", "DATA")}
    here = {"cwd": clone, "env": variables}
    output("python", "-m", "pip", "install", "--quiet", "-r", "binder/requirements.txt", **here)
    output("./binder/postBuild", **here)

    disabled = json.loads(output("python", "-c", PAGE_CONFIG, **here))["disabledExtensions"]
    assert "@jupyter/nbgrader:formgrader" in disabled
    lesson = clone / "work/notebooks/00-start-here.ipynb"
    run = ("jupyter", "nbconvert", "--execute", "--to", "notebook", "--stdout", lesson)
    assert '"cells"' in output(*run, **here)


PAGE_CONFIG = """
import json
from jupyterlab_server.config import get_page_config
from jupyter_core.paths import jupyter_path
print(json.dumps(get_page_config(jupyter_path("labextensions"))))
"""


def python_for_binder():
    """Find the Python that runtime.txt names, on the path or among pyenv's."""
    installed = sorted((Path.home() / ".pyenv/versions").glob(f"{PYTHON}.*/bin/python"))
    for candidate in (shutil.which(f"python{PYTHON}"), *installed):
        answer = candidate and subprocess.run([candidate, "-c", "import ensurepip"], check=False)
        if answer and answer.returncode == 0:
            return candidate
    pytest.skip(f"Python {PYTHON}, which Binder would use, is not installed")


def copy_of_the_project(folder):
    """Copy the files that git has or would take: what Binder would clone."""
    names = output("git", "ls-files", "--cached", "--others", "--exclude-standard", cwd=ROOT)
    for name in names.splitlines():
        if (ROOT / name).exists():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    return folder
