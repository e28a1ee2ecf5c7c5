"""The course served as `make lab` serves it, to a user whose own Jupyter folders are empty."""

import json
import os
import re
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

TOKEN = "key"
PATIENCE = 90  # seconds; cold caches on a busy machine need many
START = """
import pathlib, sys
from minigrad.lab.__main__ import main
main(sys.argv[2:], pathlib.Path(sys.argv[1]))
"""


class Running:
    """A server for the course in a folder; use it in a `with` statement.

    Attributes:
        home: where the user's own folders are.
    """

    def __init__(self, course, home, *arguments):
        self.home = home
        own = {f"JUPYTER_{kind}_DIR": str(home / kind) for kind in ("CONFIG", "DATA", "RUNTIME")}
        options = ["--no-browser", "--allow-root", f"--IdentityProvider.token={TOKEN}"]
        self._log = (home / "log").open("w+", encoding="utf-8")
        self._process = subprocess.Popen(
            [sys.executable, "-c", START, str(course), *arguments, *options],
            env=os.environ | own | {"IPYTHONDIR": str(home / "IPYTHON")},
            cwd=home,
            stdout=self._log,
            stderr=subprocess.STDOUT,
        )

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._process.terminate()
        try:
            self._process.wait(10)  # some servers wait for a page that is gone
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._log.close()

    def said(self, pattern):
        """Wait until the server has printed something, and give the match."""
        for _ in range(10 * PATIENCE):
            self._log.seek(0)
            text = self._log.read()
            if match := re.search(pattern, text):
                return match
            assert self._process.poll() is None, text
            time.sleep(0.1)
        raise TimeoutError(f"{pattern!r} never appeared in: {text}")

    def address(self):
        """Where the server answers, without a slash at the end; it says so just before it does."""
        address = self.said(r"JupyterLab is at (http://\S+)/;")[1]
        host, port = address.removeprefix("http://").split(":")
        for _ in range(10 * PATIENCE):
            try:
                socket.create_connection((host, int(port)), timeout=PATIENCE).close()
                return address
            except ConnectionRefusedError:
                time.sleep(0.1)
        raise TimeoutError(f"nothing listens at {address}")

    def get(self, path, data=None):
        """Give the status and text of one page."""
        headers = {"Authorization": f"token {TOKEN}"}
        request = urllib.request.Request(self.address() + path, data, headers)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as page:
                return page.status, page.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read().decode()

    def files(self):
        """Name what the file browser shows at the top."""
        return [entry["name"] for entry in json.loads(self.get("/api/contents/")[1])["content"]]

    def disabled(self):
        """Name the parts of JupyterLab that its page is told to leave out."""
        return set(
            json.loads(re.search(r'"disabledExtensions": (\[.*?\])', self.get("/lab")[1])[1])
        )
