import nbformat
import pytest

pytest.importorskip("nbgrader", reason='nbgrader is not installed: pip install -e ".[grade]"')

from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from minigrad.grading.check_names import exercises, name_checks, named

LINE = '<li><a href="#{}">{}</a> (Score: 1.0 / 2.0)</li>'
BODY = '<div class="panel-body"><a href="#sum-check">Test cell</a></div>'


def cell(name, make=new_code_cell):
    return make("", metadata={"nbgrader": {"grade_id": name}})


@pytest.fixture
def notebook():
    return new_notebook(
        cells=[
            new_markdown_cell("# A set"), cell("imports"), new_markdown_cell("## 1 · A sum\n\nAdd"),
            cell("sum"), cell("sum-check"), cell("sum-hidden"), new_markdown_cell("Two hints"),
            cell("sum-more"), new_markdown_cell("## 2 · In your words"),
            cell("words", new_markdown_cell),
        ]
    )  # fmt: skip


def test_a_cell_goes_by_the_heading_above_it(notebook):
    assert exercises(notebook) == {
        "imports": "imports", "sum": "1 · A sum", "sum-check": "1 · A sum",
        "sum-hidden": "1 · A sum", "sum-more": "1 · A sum", "words": "2 · In your words",
    }  # fmt: skip


def test_the_summary_names_exercises_and_the_rest_of_the_page_stays(notebook):
    kinds = {"sum-check": "Test cell", "sum-hidden": "Test cell", "words": "Written response"}
    page = "\n".join([*(LINE.format(*kind) for kind in kinds.items()), BODY])
    names = {"sum-check": "1 · A sum", "sum-hidden": "1 · A sum: more checks"}
    names["words"] = "2 · In your words"
    right = "\n".join([*(LINE.format(*name) for name in names.items()), BODY])
    assert named(page, exercises(notebook)) == right


def test_the_page_of_a_graded_notebook_is_rewritten(notebook, tmp_path):
    graded, page = (
        tmp_path / folder / "anna" / "small" / f"small.{end}"
        for folder, end in (("autograded", "ipynb"), ("feedback", "html"))
    )
    for file in (graded, page):
        file.parent.mkdir(parents=True)
    nbformat.write(notebook, graded)
    page.write_text(LINE.format("sum-hidden", "Test cell"), encoding="utf-8")
    name_checks(assignment="small", student="*", notebooks=[str(graded)])
    assert page.read_text(encoding="utf-8") == LINE.format("sum-hidden", "1 · A sum: more checks")
