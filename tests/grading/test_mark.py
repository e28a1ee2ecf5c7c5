from types import SimpleNamespace

import pytest

pytest.importorskip("nbgrader", reason='nbgrader is not installed: pip install -e ".[grade]"')

from nbformat.v4 import new_code_cell, new_output
from nbgrader.utils import determine_grade

from minigrad.grading.mark import RESULT, is_mark, settle

ERROR = new_output("error", ename="ValueError", evalue="no", traceback=["no"])
NOTED = {"schema_version": 3, "grade_id": "q", "grade": True, "solution": False, "locked": True}


def shown(text):
    return new_output("execute_result", {"text/plain": text}, execution_count=1)


def said(text):
    """What the kernel replies of a result."""
    return {"user_expressions": {"result": {"status": "ok", "data": {"text/plain": repr(text)}}}}


def settled(reply, *outputs):
    cell = new_code_cell(outputs=list(outputs), metadata={"nbgrader": NOTED | {"points": 2}})
    settle(cell, reply)
    return cell


@pytest.mark.parametrize(
    ("result", "mark"),
    [("0", 0), ("0.0", 0), ("-0.0", 0), ("1.5", 1.5), ("2", 2), ("1e-300", 1e-300)],
)
def test_a_number_is_the_mark(result, mark):
    cell = settled(said(result), shown(result))
    assert determine_grade(cell) == (mark, 2)
    assert cell.outputs[-1].data["text/plain"] == result


@pytest.mark.parametrize(
    "result",
    ["None", "True", "-1", "-1e-9", "2.000001", "3", "nan", "inf", "'1'", "''", "[1]", "[]",
     "np.float64(1.0)", "tensor(1.)", "<Verdict x1-names: right, score 1>", "{1.0: 2"],
)  # fmt: skip
def test_anything_else_is_none_and_the_cell_says_so(result):
    cell = settled(said(result), shown(result))
    assert determine_grade(cell) == (0, 2)
    (only,) = cell.outputs
    assert only.traceback == [
        f"No points: a check ends in a number from 0 to 2, this one in {result}."
    ]


@pytest.mark.parametrize(
    "reply",
    [None, {}, {"status": "error"}, {"user_expressions": {}},
     {"user_expressions": {"result": {"status": "ok", "data": {"text/plain": "2"}}}},
     {"user_expressions": {"result": {"status": "ok", "data": {}}}},
     {"user_expressions": {"result": {"status": "error", "ename": "TypeError"}}}],
)  # fmt: skip
def test_a_check_that_did_not_run_or_end_gives_none(reply):
    cell = settled(reply)
    assert determine_grade(cell) == (0, 2)
    assert cell.outputs[-1].evalue.endswith("this one in None.")


def test_what_was_shown_is_not_the_mark():
    """Settings such as %precision change what is shown; some settings show nothing."""
    assert determine_grade(settled(said("0.5"), shown("2"))) == (0.5, 2)
    assert determine_grade(settled(said("0.5"), shown("2"), shown("1"))) == (0.5, 2)
    assert determine_grade(settled(said("0.5"))) == (0.5, 2)
    assert determine_grade(settled(said("None"), shown("2"))) == (0, 2)


@pytest.mark.parametrize("outputs", [[ERROR], [shown("2"), ERROR], [ERROR, shown("2")]])
def test_an_error_gives_none_and_is_the_reason(outputs):
    cell = settled(said("2"), *outputs)
    assert determine_grade(cell) == (0, 2)
    assert cell.outputs == [ERROR]


def test_a_warning_costs_nothing():
    warning = new_output("stream", name="stderr", text="careful")
    cell = settled(said("2"), warning, shown("2"))
    assert determine_grade(cell) == (2, 2)
    assert [(o.name, o.text) for o in cell.outputs[:-1]] == [("stdout", "careful")]


def test_one_is_a_mark_if_there_is_a_point():
    assert is_mark("1", 1) and not is_mark("1", 0.5)


@pytest.fixture
def ended(monkeypatch):
    """Let a check end in a value; evaluate what the kernel is asked, among a learner's names."""
    import IPython

    names = dict.fromkeys(("repr", "str", "float", "int", "type", "format"))

    def end(value):
        shell = SimpleNamespace(last_execution_result=SimpleNamespace(result=value))
        monkeypatch.setattr(IPython, "get_ipython", lambda: shell)
        return eval(RESULT, names)

    return end


@pytest.mark.parametrize("value", [2 / 3, 2, "2", None, True])
def test_the_kernel_is_asked_for_the_value_itself(ended, value):
    assert ended(value) == repr(value)


def test_of_a_long_result_the_kernel_sends_the_beginning(ended):
    assert ended(list(range(10**5))).startswith("[0, 1, 2")
    assert len(ended(list(range(10**5)))) == 60
