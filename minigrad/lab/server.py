"""JupyterLab as the course needs it: for a learner, or for an instructor."""

import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from minigrad.lab.copies import originals
from minigrad.lab.root import refuse_root

FIRST_PAGE = "notebooks/00-start-here.ipynb"
NEWS = "@jupyterlab/apputils-extension:announcements"
# What nbgrader adds for instructors. Its Validate button is the learner's and stays.
PANELS = tuple(
    f"@jupyter/nbgrader:{part}"
    for part in ("assignment-list", "course-list", "create-assignment", "formgrader", "menu")
)
SERVICES = tuple(
    f"nbgrader.server_extensions.{part}"
    for part in ("assignment_list", "course_list", "formgrader")
)


def serve(course: Path, options: list[str], *, instructor: bool = False) -> None:
    """Open JupyterLab and stay until it is stopped.

    A learner sees ``work/``, opened at the first lesson, with nbgrader's Validate button and
    none of its other panels. An instructor sees the course itself, with all of them. What is
    changed in JupyterLab's configuration is changed for this run alone.

    Args:
        course: the folder that holds ``notebooks/`` and ``exercises/``.
        options: further command-line options of JupyterLab, such as ``--port=9000``.
        instructor: open the course itself.

    Raises:
        SystemExit: JupyterLab is not installed, or this is root without ``--allow-root``.
    """
    refuse_root(options, instructor=instructor)
    lab = load_lab()
    root = course if instructor else course / "work"
    os.chdir(course)  # where nbgrader looks for nbgrader_config.py
    with tempfile.TemporaryDirectory(prefix="minigrad-lab-") as folder:
        configure(Path(folder), instructor=instructor)
        own(course).mkdir(parents=True, exist_ok=True)
        if instructor:
            trust(course)
        prepend_path("JUPYTER_CONFIG_PATH", folder)
        # nbgrader calls `alembic` by name: it must find the one of this environment.
        prepend_path("PATH", str(Path(sys.executable).parent))
        os.environ["JUPYTERLAB_WORKSPACES_DIR"] = str(own(course) / "workspaces")
        server = lab.initialize_server(
            argv=[
                f"--ServerApp.root_dir={root}",
                f"--LabApp.default_url=/lab/tree/{FIRST_PAGE}",
                f"--NotebookNotary.data_dir={own(course)}",
                "--ServerApp.log_level=WARN",
                "--LabApp.log_level=WARN",
                *options,
            ]
        )
        announce(server)
        server.start()


def configure(folder: Path, *, instructor: bool = False) -> None:
    """Write JupyterLab's configuration for the course: what it is to leave out.

    Args:
        folder: a folder on Jupyter's configuration path.
        instructor: keep nbgrader's panels.
    """
    panels, services = ((), ()) if instructor else (PANELS, SERVICES)
    contents = {
        "labconfig/page_config.json": {
            "disabledExtensions": dict.fromkeys((NEWS, *panels), True),
        },
        "jupyter_server_config.d/minigrad.json": {
            "ServerApp": {"jpserver_extensions": dict.fromkeys(services, False)},
        },
    }
    for name, content in contents.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")


def trust(course: Path) -> None:
    """Sign the notebooks as they are now: of others, JupyterLab does not show stored pictures."""
    import nbformat
    from nbformat.sign import NotebookNotary

    notary = NotebookNotary(data_dir=str(own(course)))
    for name, file in originals(course).items():
        if name.endswith(".ipynb"):
            notary.sign(nbformat.read(file, as_version=4))


def own(course: Path) -> Path:
    """Name the folder for what JupyterLab remembers of this course: its layout, its trust."""
    return course / "work" / ".jupyter"


def prepend_path(variable: str, folder: str) -> None:
    """Put a folder before the others of a path variable, for this process and its children."""
    rest = os.environ.get(variable)
    os.environ[variable] = f"{folder}{os.pathsep}{rest}" if rest else folder


def load_lab() -> Any:
    """Import JupyterLab's application."""
    try:
        from jupyterlab.labapp import LabApp
    except ModuleNotFoundError:
        raise SystemExit(
            f"JupyterLab is not installed for {sys.executable}. In the course's folder, run:\n\n"
            f'    "{sys.executable}" -m pip install -e ".[lab,grade]"\n'
        ) from None
    return LabApp


def announce(server: Any) -> None:
    """Say where JupyterLab is, and why it is not at the port that was asked for."""
    asked = server.config.ServerApp.get("port", int(os.environ.get("JUPYTER_PORT", 8888)))
    if asked not in (0, server.port):
        print(f"Port {asked} is taken, perhaps by a JupyterLab that still runs; using another.")
    print(f"JupyterLab is at {server.connection_url}; to stop it, press Control-C twice here.")
    sys.stdout.flush()
