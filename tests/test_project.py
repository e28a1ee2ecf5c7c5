"""The project as a whole: its root, its commands, and what one gets by installing it."""

import re
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

import minigrad

ROOT = Path(__file__).parents[1]
RELEASE = re.compile(r"## \[(\d+\.\d+\.\d+)\] - \d{4}-\d\d-\d\d")

# Folders first, then files. What is not listed here does not belong in the root.
ENTRIES = (
    ".ci benchmarks binder exercises minigrad notebooks solutions tests "
    ".gitattributes .gitignore .pre-commit-config.yaml CHANGELOG.md CONTRIBUTING.md LICENSE "
    "Makefile README.md conftest.py nbgrader_config.py pyproject.toml"
).split()


def output(*command, **options):
    """Run a command that must succeed, and give what it printed."""
    done = subprocess.run(
        [str(part) for part in command], capture_output=True, text=True, check=False, **options
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def tracked():
    """Name the files that git has or would take."""
    if not (ROOT / ".git").exists() or not shutil.which("git"):
        pytest.skip("not a git clone: which files belong to the project cannot be asked")
    names = output("git", "ls-files", "--cached", "--others", "--exclude-standard", cwd=ROOT)
    return [name for name in names.splitlines() if (ROOT / name).exists()]


def test_the_root_holds_what_is_expected_and_nothing_else():
    assert sorted({name.split("/")[0] for name in tracked()}) == sorted(ENTRIES)


def test_the_version_is_the_changelogs():
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    first, *others = [line for line in text.splitlines() if line.startswith("## ")]
    assert first == "## [Unreleased]"
    assert all(RELEASE.fullmatch(line) for line in others)
    if others:
        assert RELEASE.fullmatch(others[0])[1] == minigrad.__version__
    else:
        assert re.search(r"^- \S", text, re.MULTILINE), "nothing released, nothing to release"


@pytest.fixture
def make():
    if not shutil.which("make"):
        pytest.skip("make is not installed; the README has the commands it would run")
    return lambda *arguments: output("make", "--always-make", "--dry-run", *arguments, cwd=ROOT)


@pytest.mark.parametrize(
    ("target", "command"),
    {
        "lab": "-m minigrad.lab",
        "instructor": "-m minigrad.lab instructor",
        "fresh": "-m minigrad.lab fresh",
        "test": "-m pytest",
        "lint": "-m mypy",
        "exercises": "-m minigrad.grading release",
        "grade": "-m minigrad.grading grade",
        "site": "-m sphinx -q -W",
        "bench": "-m benchmarks",
        "soak": "-m pytest -m soak",
    }.items(),
)
def test_every_target_runs_its_command(make, target, command):
    assert command in make(target)


@pytest.mark.parametrize(
    ("arguments", "command"),
    [
        (("lab", "LAB_ARGS=--no-browser --port=9000"), "minigrad.lab --no-browser --port=9000"),
        (("instructor", "LAB_ARGS=--no-browser"), "minigrad.lab instructor --no-browser"),
        (("test", "PYTEST_ARGS=-k softmax"), "loadscope-reorder -k softmax"),
        (("fresh", "NB=notebooks/00-start-here.ipynb"), "fresh notebooks/00-start-here.ipynb"),
        (("grade", "SET=x2-backward"), "minigrad.grading grade x2-backward"),
        (("exercises", "SET=x2-backward"), "minigrad.grading release x2-backward"),
    ],
)
def test_options_pass_through_make(make, arguments, command):
    assert command in make(*arguments)


def test_test_runs_every_part_of_lint(make):
    plan = make("test")
    for check in ("ruff check", "ruff format --check", "mypy", "pytest"):
        assert f"-m {check}" in plan


@pytest.mark.parametrize("script", [".ci/run", ".ci/lock", "binder/postBuild"])
def test_scripts_stop_at_the_first_failure(script):
    if not shutil.which("bash"):
        pytest.skip("bash is not installed")
    output("bash", "-n", ROOT / script)
    assert "\nset -euo pipefail\n" in (ROOT / script).read_text(encoding="utf-8")


def loaded(statement):
    """Name the top-level modules that a fresh interpreter has after a statement."""
    ask = "import sys; print(*{name.partition('.')[0] for name in sys.modules})"
    return set(output(sys.executable, "-c", f"{statement}\n{ask}", cwd=ROOT).split())


def test_import_loads_numpy_and_minigrad_alone():
    extra = loaded("import minigrad") - loaded("import numpy.random") - set(sys.stdlib_module_names)
    assert extra == {"minigrad"}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    pytest.importorskip("hatchling", reason="hatchling builds the wheel: pip install hatchling")
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check")
    folder = tmp_path_factory.mktemp("wheel")
    output(*pip, "wheel", "--no-build-isolation", "--no-deps", "-w", folder, ROOT)
    (file,) = folder.glob("*.whl")
    return file


def test_the_wheel_holds_the_package_and_nothing_else(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    ours = {name for name in tracked() if name.startswith("minigrad/")}
    assert {name for name in names if ".dist-info/" not in name} == ours
    assert "minigrad/py.typed" in names
    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in names)


def test_the_source_archive_holds_no_clutter(tmp_path):
    pytest.importorskip("hatchling", reason="hatchling builds it: pip install hatchling")
    output(sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", tmp_path, cwd=ROOT)
    with tarfile.open(next(tmp_path.glob("*.tar.gz"))) as archive:
        names = {name.split("/")[1] for name in archive.getnames()}
    build = {"PKG-INFO", "pyproject.toml", ".gitignore"}
    assert names == build | {"minigrad", "CHANGELOG.md", "LICENSE", "README.md"}


TRAIN = """
import importlib.metadata, sys
import minigrad
from minigrad import nn, optim
from minigrad.datasets import load_digits

assert minigrad.__version__ == importlib.metadata.version("minigrad")
assert minigrad.__file__.startswith(sys.prefix), minigrad.__file__
minigrad.manual_seed(0)
images, labels = load_digits("train")
model = nn.Sequential(nn.Flatten(), nn.Linear(64, 32), nn.ReLU(), nn.Linear(32, 10))
criterion, optimizer = nn.CrossEntropyLoss(), optim.SGD(model.parameters(), lr=0.5)
for _ in range(30):
    optimizer.zero_grad()
    loss = criterion(model(images), labels)
    loss.backward()
    optimizer.step()
    print(loss.item())
"""


def test_the_wheel_without_extras_imports_and_trains(wheel, tmp_path):
    python = numpy_alone(tmp_path / "venv")
    output(sys.executable, "-m", "pip", "--python", python, "install", "--no-deps", wheel)
    losses = [float(loss) for loss in output(python, "-I", "-c", TRAIN).split()]
    assert losses[-1] < losses[0] / 2


def numpy_alone(folder):
    """Make an environment that has this one's numpy and nothing else, without a download."""
    venv.create(folder, symlinks=sys.platform != "win32")
    (site,) = [*folder.glob("lib/python*/site-packages"), *folder.glob("Lib/site-packages")]
    here = Path(sys.modules["numpy"].__file__).parents[1]
    for part in here.glob("numpy*"):
        shutil.copytree(part, site / part.name)
    return next(folder.glob("bin/python"), folder / "Scripts/python.exe")
