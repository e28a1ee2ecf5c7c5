import pytest

pytest.importorskip("nbgrader", reason='nbgrader is not installed: pip install -e ".[grade]"')

from minigrad.grading.secret import FILE, VARIABLE, drawn
from minigrad.testing.registry import find
from tests.exercises.banks.runner import evaluate
from tests.exercises.course import SETS, role, source


def test_without_a_secret_everybody_has_the_same_inputs(tmp_path):
    assert drawn(tmp_path, "ada", "x1") == {}


def test_inputs_depend_on_the_secret_the_student_and_the_set_and_on_nothing_else(tmp_path):
    seeds = []
    for secret in ("a", "b"):
        (tmp_path / FILE).write_text(f"{secret}\n")
        seeds += [
            drawn(tmp_path, who, name)[VARIABLE] for who in ("ada", "bo") for name in ("x1", "x2")
        ]
        assert drawn(tmp_path, "bo", "x2")[VARIABLE] == seeds[-1]
    assert len(set(seeds)) == 8


def test_a_question_draws_by_it(monkeypatch):
    def draws():
        return [find("slope").generator(trial).random() for trial in (0, 1)]

    monkeypatch.delenv(VARIABLE, raising=False)
    plain = draws()
    monkeypatch.setenv(VARIABLE, "12")
    own = draws()
    assert own == draws()
    assert len({*plain, *own}) == 4


@pytest.mark.filterwarnings("ignore")  # a set's own, shown to a learner
@pytest.mark.parametrize("name", SETS)
def test_a_right_answer_gets_its_marks_with_other_inputs_too(name, monkeypatch):
    monkeypatch.setenv(VARIABLE, "20261126")
    space, lost = {"__name__": "__main__"}, []
    for cell in source(name).cells:
        if role(cell) in ("given", "answer", "check"):
            got = evaluate(cell.source, cell.id, space)
            if role(cell) == "check" and got != pytest.approx(cell.metadata.nbgrader.points):
                lost.append(cell.id)
    assert lost == []
