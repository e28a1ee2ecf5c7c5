"""What `make lab` opens, as a learner sees it, and what `make instructor` adds."""

import nbformat
import pytest
from playwright.sync_api import expect

from tests.lab.running import TOKEN, Running

pytestmark = pytest.mark.browser
SQUARE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9H0z"/></svg>'
KERNEL = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}


@pytest.fixture
def course(tmp_path):
    pytest.importorskip("nbgrader", reason='nbgrader is not installed: pip install -e ".[grade]"')
    picture = nbformat.v4.new_output(
        "display_data", {"image/svg+xml": SQUARE, "text/plain": "a square"}
    )
    cells = [
        nbformat.v4.new_markdown_cell("# Start here"),
        nbformat.v4.new_code_cell("square", outputs=[picture], execution_count=1),
    ]
    folder = tmp_path / "course" / "notebooks"
    folder.mkdir(parents=True)
    notebook = nbformat.v4.new_notebook(cells=cells, metadata=KERNEL)
    nbformat.write(notebook, folder / "00-start-here.ipynb")
    return folder.parent


@pytest.fixture
def page(browser):
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    yield context.new_page()
    context.close()


def enter(page, lab):
    """Follow the address that JupyterLab would open in a browser."""
    page.goto(f"{lab.address()}/?token={TOKEN}")
    expect(page.locator(".jp-Notebook h1")).to_contain_text("Start here", timeout=90_000)
    return page


def test_a_learner_starts_at_the_first_lesson(course, tmp_path, page):
    with Running(course, tmp_path, "--port=0") as lab:
        enter(page, lab)
        assert page.url == f"{lab.address()}/lab/tree/notebooks/00-start-here.ipynb"
        # The answers are not there before the questions have been thought about.
        expect(page.locator(".jp-OutputArea-output")).to_have_count(0)
        expect(page.get_by_role("button", name="Validate")).to_be_visible()
        expect(page.get_by_role("menuitem", name="Nbgrader")).to_have_count(0)
        expect(page.get_by_text("Create Assignment")).to_have_count(0)
        # No question about news covers the page.
        expect(page.get_by_role("dialog")).to_have_count(0)
        expect(page.locator(".Toastify__toast")).to_have_count(0)


def test_an_instructor_has_the_panels(course, tmp_path, page):
    with Running(course, tmp_path, "instructor", "--port=0") as lab:
        enter(page, lab)
        # Here the stored picture shows before anything has run, so the notebook is trusted.
        expect(page.locator(".jp-OutputArea .jp-RenderedSVG")).to_be_visible(timeout=30_000)
        expect(page.get_by_role("menuitem", name="Nbgrader")).to_be_visible(timeout=30_000)
        expect(page.get_by_text("Create Assignment")).to_be_visible(timeout=30_000)
