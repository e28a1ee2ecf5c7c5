import json
import os
import re
import socket
import sys
from types import SimpleNamespace

import pytest

from minigrad.lab import server
from tests.lab.running import Running

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


def test_a_missing_jupyterlab_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "jupyterlab.labapp", None)
    with pytest.raises(SystemExit, match=re.escape('-m pip install -e ".[lab,grade]"')):
        server.load_lab()


@pytest.mark.parametrize(
    ("asked", "got"), [({}, 8888), ({"port": 0}, 51234), ({"port": 9000}, 9000)]
)
def test_a_granted_port_needs_no_words(monkeypatch, capsys, asked, got):
    monkeypatch.delenv("JUPYTER_PORT", raising=False)
    config = SimpleNamespace(ServerApp=asked)
    server.announce(SimpleNamespace(config=config, port=got, connection_url="http://here/"))
    said = capsys.readouterr().out
    assert "JupyterLab is at http://here/" in said
    assert "taken" not in said


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


def test_learning_serves_the_copies_without_the_panels(course, tmp_path):
    with Running(course, tmp_path, "--port=0") as lab:
        assert lab.files() == ["notebooks"]
        assert set(server.PANELS) | {server.NEWS} <= lab.disabled()
        assert "@jupyter/nbgrader:validate-assignment" not in lab.disabled()
        assert lab.get("/formgrader")[0] == 404
        assert lab.get("/assignments/validate", b"")[0] != 404
        lesson = json.loads(lab.get(f"/api/contents/{server.FIRST_PAGE}")[1])
    assert lesson["content"]["cells"][0]["outputs"] == []
    assert list((tmp_path / "CONFIG").rglob("*.json")) == []


def test_an_instructor_gets_the_course_and_the_panels(course, tmp_path):
    with Running(course, tmp_path, "instructor", "--port=0") as lab:
        assert lab.files() == ["notebooks", "work"]
        lesson = json.loads(lab.get(f"/api/contents/{server.FIRST_PAGE}")[1])
        assert lesson["content"]["cells"][0]["metadata"]["trusted"] is True  # shows its pictures
        assert not set(server.PANELS) & lab.disabled()
        assert lab.get("/formgrader")[0] != 404


def test_a_taken_port_is_named_and_the_next_one_serves(course, tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        asked = taken.getsockname()[1]
        with Running(course, tmp_path, f"--port={asked}") as lab:
            assert lab.said(f"Port {asked} is taken")
            assert not lab.address().endswith(f":{asked}")
            assert lab.files() == ["notebooks"]
