import pytest

nbformat = pytest.importorskip("nbformat", reason='no nbformat: pip install -e ".[lab,test]"')
pytest.importorskip("nbclient", reason='no nbclient: pip install -e ".[lab,test]"')
pytest.importorskip("ipywidgets", reason='no ipywidgets: pip install -e ".[lab,test]"')

from tests.notebooks import store


@pytest.fixture
def lesson(tmp_path):
    sources = {
        "the-sum": "1 + 2",
        "the-slider": "import ipywidgets\nipywidgets.IntSlider()",
        "the-error": "import json\njson.loads('')",
    }
    cells = [nbformat.v4.new_code_cell(text, id=name) for name, text in sources.items()]
    cells[-1].metadata = {"tags": ["raises-exception"], "collapsed": True}
    file = tmp_path / "lesson.ipynb"
    nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata={"widgets": {}}), file)
    return file


def test_a_lesson_is_run_and_stored_without_traces_of_the_machine(lesson):
    store.store(lesson)
    notebook = nbformat.read(lesson, as_version=4)
    total, slider, error = notebook.cells
    assert total.outputs[0].data == {"text/plain": "3"}
    assert list(slider.outputs[0].data) == ["text/plain"]
    assert error.outputs[0].ename == "JSONDecodeError"
    assert [cell.execution_count for cell in notebook.cells] == [1, 2, 3]
    assert [cell.metadata for cell in notebook.cells] == [{}, {}, {"tags": ["raises-exception"]}]
    assert set(notebook.metadata) == {"kernelspec", "language_info"}
    assert notebook.metadata.language_info == {"name": "python"}


def test_what_is_printed_in_pieces_is_stored_as_one(tmp_path):
    source = "for k in range(3):\n    print(f'\\r{k}', end='', flush=True)"
    cell = nbformat.v4.new_code_cell(source, id="the-counter")
    nbformat.write(nbformat.v4.new_notebook(cells=[cell]), tmp_path / "lesson.ipynb")
    store.store(tmp_path / "lesson.ipynb")
    (stored,) = nbformat.read(tmp_path / "lesson.ipynb", as_version=4).cells
    assert [output.text for output in stored.outputs] == ["2"]


def test_tracebacks_do_not_name_the_clone():
    line = f"File {store.ROOT}/minigrad/tensor.py:12, in backward"
    output = nbformat.v4.new_output("error", ename="E", evalue="why", traceback=[line])
    cell = nbformat.v4.new_code_cell("", outputs=[output])
    store.tidy(nbformat.v4.new_notebook(cells=[cell]))
    assert cell.outputs[0].traceback == ["E: why"]


def test_a_warning_does_not_name_the_file_of_its_cell():
    text = "/tmp/ipykernel_12/345.py:6: UserWarning: why\n  print(a.grad)\n"
    output = nbformat.v4.new_output("stream", name="stderr", text=text)
    cell = nbformat.v4.new_code_cell("", outputs=[output])
    store.tidy(nbformat.v4.new_notebook(cells=[cell]))
    assert cell.outputs[0].text == "CELL:6: UserWarning: why\n  print(a.grad)\n"


def test_a_lesson_that_fails_stays_as_it_was(lesson):
    notebook = nbformat.read(lesson, as_version=4)
    notebook.cells[0].source = "1 / 0"
    nbformat.write(notebook, lesson)
    before = lesson.read_bytes()
    with pytest.raises(Exception, match="division by zero"):
        store.store(lesson)
    assert lesson.read_bytes() == before
    assert [file.name for file in lesson.parent.iterdir()] == [lesson.name]
