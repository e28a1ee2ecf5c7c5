import subprocess
import sys

import numpy as np
import pytest

import minigrad
from minigrad.testing import Verdict, check


def test_it_prints_the_message_and_returns_the_verdict(capsys):
    verdict = check("slope", lambda x: x)
    assert isinstance(verdict, Verdict)
    printed = capsys.readouterr()
    assert printed.out == verdict.message + "\n"
    assert printed.err == ""
    assert "exactly half" in verdict.message


def test_the_same_answer_gets_the_same_words_every_time(capsys):
    first, second = (check("slope", lambda x: x + np.sin(x)).message for _ in range(2))
    assert first == second


def test_the_learners_random_numbers_are_left_alone(capsys):
    minigrad.manual_seed(5)
    expected = minigrad.rand(3).tolist()
    minigrad.manual_seed(5)
    check("slope", lambda x: 2 * x)
    check("x1-uses", lambda result, leaf: 2)
    assert minigrad.rand(3).tolist() == expected


def test_inputs_can_be_drawn_in_another_way(capsys):
    def only_where_x_is_2(x):
        return np.where(x == 2.0, 2 * x, 0)

    assert not check("slope", only_where_x_is_2)
    assert check("slope", only_where_x_is_2, draw=lambda rng: (2.0,))
    assert check("slope", only_where_x_is_2, draw=lambda rng: (np.full((2, 1), 2.0),))


def test_the_validate_button_shows_what_is_on_stderr(monkeypatch, capsys):
    monkeypatch.setenv("NBGRADER_EXECUTION", "validate")
    verdicts = [check("slope", answer) for answer in (..., lambda x: x, lambda x: 2 * x)]
    printed = capsys.readouterr()
    assert printed.out == "".join(f"{v.message}\n" for v in verdicts)
    assert printed.err == "".join(f"{v.message}\n" for v in verdicts[:2])


def test_a_name_nobody_knows():
    with pytest.raises(ValueError, match=r"no question is called 'slpe'\. There is: slope"):
        check("slpe", 3)


def test_in_plain_python_the_message_is_printed_once():
    script = "from minigrad.testing import check; check('slope', lambda x: 2 * x)"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout == "✓ slope: right, on 6 random inputs.\n"
    assert done.stderr == ""


def test_in_a_notebook_the_message_is_shown_once_and_points_are_a_plain_number():
    pytest.importorskip("ipykernel", reason='no kernel: pip install -e ".[lab]"')
    nbformat = pytest.importorskip("nbformat")
    client = pytest.importorskip("nbclient")
    sources = [
        "from minigrad.testing import check\nimport warnings",
        "check('slope', lambda x: 2 * x)",
        "2 * check('slope', lambda x: warnings.warn('careful') or 2 * x).score",
        "2 * check('slope', lambda x: 1 / 0).score",
    ]
    cells = [nbformat.v4.new_code_cell(source) for source in sources]
    notebook = nbformat.v4.new_notebook(cells=cells)
    client.NotebookClient(notebook, kernel_name="python3", timeout=60).execute()
    shown = [[(o.output_type, o.get("name")) for o in cell.outputs] for cell in cells]
    stdout, result = ("stream", "stdout"), ("execute_result", None)
    assert shown == [[], [stdout], [stdout, result], [stdout, result]]
    points = [cell.outputs[1].data["text/plain"] for cell in cells[2:]]
    assert points == ["2.0", "0.0"]
