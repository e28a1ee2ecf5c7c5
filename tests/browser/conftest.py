"""A real JupyterLab in a real browser, for tests that look at a notebook as a learner does.

    def test_player(notebook_of):
        notebook = notebook_of(PROGRAM, "player = BackwardPlayer(z)\nplayer")
        player = notebook.output(1).locator(".mg-player[data-ready]")
        player.get_by_label("Step forward").click()
        assert python_sees(notebook, "player.step") == "4"
        assert axe(player) == []

One JupyterLab and one page of it serve the whole run. A notebook that causes an error on the
console, or asks another machine for something, fails its test.
"""

import os

import pytest

from tests.browser.chromium import ABSENT, CHROMIUM, launch
from tests.browser.desk import Desk
from tests.browser.graph_view import view_in
from tests.browser.notebook import WAIT
from tests.browser.server import Lab

REQUIRED = os.environ.get("MINIGRAD_REQUIRE_BROWSER") == "1"
if REQUIRED:
    import playwright.sync_api  # noqa: F401 - a missing package is a failure there, not a skip

FAILED = pytest.StashKey[bool]()


def pytest_report_header():
    return f"browser tests: {CHROMIUM or 'no Chromium on the PATH'}"


@pytest.fixture(scope="package")  # no longer: its event loop would be in the way of others
def browser():
    """A headless Chromium; without one the test is skipped, or fails where one is required."""
    api = pytest.importorskip("playwright.sync_api")
    if CHROMIUM is None:
        if REQUIRED:
            pytest.fail(f"MINIGRAD_REQUIRE_BROWSER=1, but {ABSENT}")
        pytest.skip(ABSENT)
    api.expect.set_options(timeout=WAIT)
    with api.sync_playwright() as playwright:
        chromium = launch(playwright)
        yield chromium
        chromium.close()


@pytest.fixture(scope="package")
def desk(browser, tmp_path_factory):
    """The `Desk` of this run; its server sees the temporary folders of all tests."""
    lab = Lab(tmp_path_factory.getbasetemp(), tmp_path_factory.mktemp("lab"))
    yield Desk(browser, lab)
    lab.close()


@pytest.fixture
def open_notebook(desk, request):
    """``open_notebook(file)`` opens a notebook in a temporary folder; see `Desk.open`."""
    yield desk.open
    problems = desk.clear()
    if problems or request.node.stash.get(FAILED, False):
        desk.renew()
    assert not problems, "\n".join(problems)


@pytest.fixture
def notebook_of(desk, open_notebook, tmp_path):
    """``notebook_of(*cells)`` opens a notebook with these code cells and runs it."""

    def opened(*cells, **options):
        notebook = desk.notebook_of(cells, tmp_path, **options)
        notebook.run_all()
        assert notebook.errors() == []
        return notebook

    return opened


@pytest.fixture
def view_of(notebook_of):
    """``view_of(program)`` runs it and gives the notebook and the graph view that it put out."""

    def opened(program, *more, **options):
        notebook = notebook_of(program, *more, **options)
        return notebook, view_in(notebook, 0)

    return opened


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    if report.failed:
        item.stash[FAILED] = True
    return report
