"""A JupyterLab of its own for tests: free port, empty settings, its own kernels."""

import json
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

START = 90  # seconds until the server must answer; cold caches on a busy machine need many


class Lab:
    """JupyterLab serving `root`, on this machine only, without a token.

    Attributes:
        root: the folder it serves.
        url: where it answers, without a slash at the end.
    """

    def __init__(self, root, home):
        self.root = root
        self.url = f"http://127.0.0.1:{_free_port()}"
        self._log = open(home / "lab.log", "w+", encoding="utf-8")
        self._process = subprocess.Popen(
            [sys.executable, "-m", "jupyterlab", *_options(root, self.url)],
            env=_environment(home),
            stdout=self._log,
            stderr=subprocess.STDOUT,
        )
        self._wait()

    def new_session(self, path):
        """Start a kernel for the notebook at `path`, and give the session's id.

        Before its page opens: a page that starts one by itself may start two, and then the cells
        that are queued on the first are lost.
        """
        session = {"path": path, "name": path, "type": "notebook", "kernel": {"name": "python3"}}
        return json.loads(self._ask("POST", "sessions", session))["id"]

    def end_session(self, session):
        """Stop the kernel of a session."""
        self._ask("DELETE", f"sessions/{session}")

    def close(self):
        """Stop the server and its kernels."""
        self._process.terminate()
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait(20)
        self._log.close()

    def log(self):
        """What the server has said so far."""
        self._log.flush()
        self._log.seek(0)
        return self._log.read()

    def _ask(self, method, path, data=None):
        body = None if data is None else json.dumps(data).encode()
        headers = {"Content-Type": "application/json"}
        address = f"{self.url}/api/{path}"
        request = urllib.request.Request(address, body, headers, method=method)
        with urllib.request.urlopen(request, timeout=START) as answer:
            return answer.read()

    def _wait(self):
        deadline = time.monotonic() + START
        while time.monotonic() < deadline and self._process.poll() is None:
            try:
                urllib.request.urlopen(f"{self.url}/api/status", timeout=5).close()
                return
            except (urllib.error.URLError, OSError):
                time.sleep(0.2)
        self._process.kill()
        self._process.wait(20)
        raise RuntimeError(f"JupyterLab did not start within {START} s:\n{self.log()[-3000:]}")


def _free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _options(root, url):
    options = {
        "ServerApp.ip": "127.0.0.1",
        "ServerApp.port": url.rpartition(":")[2],
        "ServerApp.port_retries": "0",
        "ServerApp.root_dir": str(root),
        "ServerApp.allow_root": "True",
        "ServerApp.disable_check_xsrf": "True",
        "IdentityProvider.token": "",
        "LabApp.news_url": "",
        "JupyterNotebookApp.expose_app_in_browser": "True",
        "LabApp.check_for_updates_class": "jupyterlab.NeverCheckForUpdate",
    }
    flags = ["--no-browser", "--expose-app-in-browser"]
    return flags + [f"--{name}={value}" for name, value in options.items()]


def _environment(home):
    """Settings, data and history in folders of their own, so that a user's own play no part."""
    folders = {"JUPYTER_CONFIG_DIR": "config", "JUPYTER_DATA_DIR": "data", "IPYTHONDIR": "ipython"}
    for folder in folders.values():
        (home / folder).mkdir()
    page_config = home / "config" / "labconfig" / "page_config.json"
    page_config.parent.mkdir()
    news = "@jupyterlab/apputils-extension:announcements"  # asks a question that covers the page
    page_config.write_text(json.dumps({"disabledExtensions": {news: True}}))
    paths = {name: str(home / folder) for name, folder in folders.items()}
    clone = str(Path(__file__).parents[2])  # so that kernels find the package, installed or not
    return {
        **os.environ,
        **paths,
        "JUPYTER_RUNTIME_DIR": str(home / "runtime"),
        "PYTHONPATH": os.pathsep.join(filter(None, [clone, os.environ.get("PYTHONPATH")])),
    }
