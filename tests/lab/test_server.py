import json
import os
import re
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from types import SimpleNamespace

import pytest

from minigrad.lab import server

START = """
import pathlib, sys
from minigrad.lab.__main__ import main
main(sys.argv[2:], pathlib.Path(sys.argv[1]))
"""

LESSON = """
{"cells": [{"cell_type": "code", "id": "picture", "execution_count": 1, "metadata": {},
            "source": "draw()",
            "outputs": [{"output_type": "display_data", "metadata": {},
                         "data": {"image/svg+xml": "<svg/>", "text/plain": "a picture"}}]}],
 "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
"""


def test_a_learner_keeps_validate_and_loses_the_instructors_panels(tmp_path):
    server.configure(tmp_path)
    page = json.loads((tmp_path / "labconfig/page_config.json").read_text())
    assert set(page["disabledExtensions"]) == {
        "@jupyterlab/apputils-extension:announcements",
        "@jupyter/nbgrader:assignment-list",
        "@jupyter/nbgrader:course-list",
        "@jupyter/nbgrader:create-assignment",
        "@jupyter/nbgrader:formgrader",
        "@jupyter/nbgrader:menu",
    }
    services = json.loads((tmp_path / "jupyter_server_config.d/minigrad.json").read_text())
    assert services["ServerApp"]["jpserver_extensions"] == {
        "nbgrader.server_extensions.assignment_list": False,
        "nbgrader.server_extensions.course_list": False,
        "nbgrader.server_extensions.formgrader": False,
    }


def test_an_instructor_keeps_every_panel(tmp_path):
    server.configure(tmp_path, instructor=True)
    page = json.loads((tmp_path / "labconfig/page_config.json").read_text())
    assert list(page["disabledExtensions"]) == ["@jupyterlab/apputils-extension:announcements"]


@pytest.mark.parametrize("options", [[], ["--no-browser"], ["--port=9000"]])
def test_root_is_refused_with_advice(monkeypatch, options):
    monkeypatch.setattr(os, "geteuid", lambda: 0, raising=False)
    with pytest.raises(SystemExit, match="make lab LAB_ARGS=--allow-root"):
        server.refuse_root(options)


@pytest.mark.parametrize("options", [["--allow-root"], ["-y", "--ServerApp.allow_root=True"]])
def test_root_may_insist(monkeypatch, options):
    monkeypatch.setattr(os, "geteuid", lambda: 0, raising=False)
    server.refuse_root(options)


def test_others_and_windows_are_not_asked(monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: 1000, raising=False)
    server.refuse_root([])
    monkeypatch.delattr(os, "geteuid")
    server.refuse_root([])


def test_a_missing_jupyterlab_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "jupyterlab.labapp", None)
    with pytest.raises(SystemExit, match=re.escape('-m pip install -e ".[lab,grade]"')):
        server.load_lab()


@pytest.mark.parametrize(
    ("asked", "got"), [({}, 8888), ({"port": 0}, 51234), ({"port": 9000}, 9000)]
)
def test_a_granted_port_needs_no_words(monkeypatch, capsys, asked, got):
    monkeypatch.delenv("JUPYTER_PORT", raising=False)
    server.announce_port(SimpleNamespace(config=SimpleNamespace(ServerApp=asked), port=got))
    assert capsys.readouterr().out == ""


def test_prepend_path(monkeypatch):
    monkeypatch.delenv("SOME_PATH", raising=False)
    server.prepend_path("SOME_PATH", "second")
    server.prepend_path("SOME_PATH", "first")
    assert os.environ["SOME_PATH"] == f"first{os.pathsep}second"
    monkeypatch.delenv("SOME_PATH")


@pytest.fixture
def course(tmp_path):
    pytest.importorskip("jupyterlab", reason='JupyterLab is not installed: pip install -e ".[lab]"')
    pytest.importorskip("nbgrader", reason='nbgrader is not installed: pip install -e ".[grade]"')
    lesson = tmp_path / "course" / server.FIRST_PAGE
    lesson.parent.mkdir(parents=True)
    lesson.write_text(LESSON)
    return tmp_path / "course"


@pytest.fixture
def start(course, tmp_path):
    """Start the real thing, as a user whose Jupyter folders are empty, and stop it afterwards."""
    running = []
    own = {f"JUPYTER_{kind}_DIR": str(tmp_path / kind) for kind in ("CONFIG", "DATA", "RUNTIME")}

    def start(*arguments):
        options = [*arguments, "--no-browser", "--allow-root", "--IdentityProvider.token=key"]
        log = (tmp_path / "log").open("w+")
        process = subprocess.Popen(
            [sys.executable, "-c", START, str(course), *options],
            env=os.environ | own, cwd=tmp_path, stdout=log, stderr=log,
        )  # fmt: skip
        running.append((process, log))
        return process, log

    yield start
    for process, log in running:
        process.terminate()
        process.wait(20)
        log.close()


def answer(address, path, data=None):
    """Wait for the server, then give the status and text of one page."""
    request = urllib.request.Request(address + path, data, {"Authorization": "token key"})
    for _ in range(300):
        try:
            with urllib.request.urlopen(request, timeout=20) as page:
                return page.status, page.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()
        except urllib.error.URLError:
            time.sleep(0.1)
    raise TimeoutError(f"no answer from {address}")


def free_port():
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return sock.getsockname()[1]


def test_learning_serves_the_copies_without_the_panels(course, start, tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        asked = taken.getsockname()[1]
        _, log = start(f"--port={asked}")
        log_text = wait_for(log, "is taken")
    port = re.search(r"this one is at port (\d+)", log_text)[1]
    address = f"http://127.0.0.1:{port}"
    status, page = answer(address, "/lab")
    disabled = json.loads(re.search(r'"disabledExtensions": (\[.*?\])', page)[1])
    assert status == 200
    assert set(server.PANELS) | {server.NEWS} <= set(disabled)
    assert "@jupyter/nbgrader:validate-assignment" not in disabled
    assert f"Port {asked} is taken" in log_text
    status, listing = answer(address, "/api/contents/")
    assert [entry["name"] for entry in json.loads(listing)["content"]] == ["notebooks"]
    assert answer(address, "/formgrader")[0] == 404
    lesson = json.loads(answer(address, f"/api/contents/{server.FIRST_PAGE}")[1])
    assert lesson["content"]["cells"][0]["metadata"]["trusted"] is True
    assert answer(address, "/assignments/validate", b"")[0] != 404
    assert list((tmp_path / "CONFIG").rglob("page_config.json")) == []


def test_an_instructor_gets_the_course_and_the_panels(course, start):
    port = free_port()
    start("instructor", f"--port={port}")
    address = f"http://127.0.0.1:{port}"
    _, page = answer(address, "/lab")
    disabled = json.loads(re.search(r'"disabledExtensions": (\[.*?\])', page)[1])
    assert not set(server.PANELS) & set(disabled)
    assert answer(address, "/formgrader")[0] != 404
    listing = json.loads(answer(address, "/api/contents/")[1])
    assert [entry["name"] for entry in listing["content"]] == ["notebooks", "work"]


def wait_for(log, words):
    """Read a growing log until the words appear."""
    for _ in range(300):
        log.seek(0)
        if words in (text := log.read()):
            return text
        time.sleep(0.1)
    raise TimeoutError(f"{words!r} never appeared in: {text}")
