"""A real JupyterLab in a real browser, for tests that look at a notebook as a learner does.

    def test_lesson(lab, tmp_path):
        shutil.copy("notebooks/00-start-here.ipynb", tmp_path)
        notebook = lab(tmp_path).open_notebook("00-start-here.ipynb")
        notebook.run_all()
        assert notebook.errors() == []
        expect(notebook.page.locator(".mg-player")).to_be_visible()

A page that causes an error on the console, or asks another machine for something, fails its test.
"""

import os
import shutil

import pytest

from tests.browser.notebook import Notebook
from tests.browser.server import Lab

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
CHROMIUM = os.environ.get("MINIGRAD_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
REQUIRED = os.environ.get("MINIGRAD_REQUIRE_BROWSER") == "1"
if REQUIRED:
    import playwright.sync_api  # noqa: F401 - a missing package is a failure there, not a skip

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def pytest_report_header():
    return f"browser tests: {CHROMIUM or 'no Chromium on the PATH'}"


@pytest.fixture(scope="session")
def browser():
    """A headless Chromium; without one the test is skipped, or fails where one is required."""
    api = pytest.importorskip("playwright.sync_api")
    if CHROMIUM is None:
        reason = "there is no Chromium on the PATH (Debian: apt-get install chromium)"
        if REQUIRED:
            pytest.fail(f"MINIGRAD_REQUIRE_BROWSER=1, but {reason}")
        pytest.skip(reason)
    with api.sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def servers(browser, tmp_path_factory):
    """A running `Lab` for any folder, started when it is first asked for."""
    running = {}

    def serving(root):
        if root not in running:
            running[root] = Lab(root, tmp_path_factory.mktemp("lab"))
        return running[root]

    yield serving
    for server in running.values():
        server.close()


@pytest.fixture
def lab(servers, browser):
    """``lab(folder).open_notebook(path)`` opens a notebook of that folder; see `Notebook`."""
    opened = []

    class OpenLab:
        def __init__(self, root):
            self.server = servers(root)

        def open_notebook(self, path, **context):
            context = browser.new_context(viewport={"width": 1280, "height": 900}, **context)
            notebook = Notebook(context.new_page(), self.server, path)
            opened.append(notebook)
            return notebook

    yield OpenLab
    problems = [problem for notebook in opened for problem in notebook.problems]
    for notebook in opened:
        notebook.page.context.close()
    assert not problems, "\n".join(problems)
