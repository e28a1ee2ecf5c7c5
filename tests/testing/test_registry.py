"""Questions are found by their names, those of the course and those of an instructor's package."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from minigrad.testing import check, registry
from minigrad.testing.prediction import Prediction
from minigrad.testing.registry import (
    find,
    find_prediction,
    predictions,
    questions,
    register,
)

INIT = """
from minigrad.testing.registry import register

register(__name__)
"""
QUESTION = """
from minigrad.testing.kinds import Value

QUESTIONS = (Value("quiz-harmonic", ask="the sum of 1/1, 1/2, 1/3, 1/4", expected=25 / 12),)
"""
PREDICTION = """
from minigrad.testing.prediction import Prediction

PREDICTIONS = (Prediction("quiz-slope", question="The slope of `x * x` where `x` is 3?", answer=6),)
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A place for packages, none of which is known afterwards."""
    before = set(sys.modules)
    monkeypatch.setattr(registry, "_packages", [*registry._packages])
    monkeypatch.syspath_prepend(tmp_path)
    forget()
    yield tmp_path
    forget()
    for name in set(sys.modules) - before:
        if not name.startswith("minigrad"):
            del sys.modules[name]


def forget():
    questions.cache_clear()
    predictions.cache_clear()


def write(folder, files):
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


def test_an_instructors_package_puts_its_questions_beside_the_courses(folder, capsys):
    write(folder, {
        "quiz/__init__.py": INIT,
        "quiz/harmonic.py": QUESTION,
        "quiz/week_2/__init__.py": "",
        "quiz/week_2/slope.py": PREDICTION,
    })  # fmt: skip
    with pytest.raises(ValueError, match="no question is called 'quiz-harmonic'"):
        check("quiz-harmonic", 25 / 12)
    import quiz  # noqa: F401

    assert "quiz.harmonic" not in sys.modules
    assert check("quiz-harmonic", 1 + 1 / 2 + 1 / 3 + 1 / 4).ok
    assert not check("quiz-harmonic", 2.0).ok
    assert "✗ quiz-harmonic: not yet." in capsys.readouterr().out
    assert find_prediction("quiz-slope").answer == 6
    assert find("slope").name == "slope"


def test_the_file_in_the_instructors_guide_is_one(folder, capsys):
    guide = (Path(__file__).parents[2] / "exercises" / "INSTRUCTOR.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", guide, re.DOTALL)
    (text,) = (block for block in blocks if "register(__name__)" in block)
    write(folder, {"quiz.py": text})
    import quiz  # noqa: F401

    assert check("quiz-slope", lambda x: x + x).ok
    assert not check("quiz-slope", lambda x: x * x).ok
    assert "That is f itself, not its derivative." in capsys.readouterr().out


def test_predict_asks_what_an_instructor_declared(folder):
    pytest.importorskip("anywidget")
    from minigrad.widgets import Predict

    write(folder, {"one_file.py": INIT + PREDICTION})
    import one_file  # noqa: F401

    assert Predict("quiz-slope").submit("6").startswith("Right: 6.")


def test_registered_twice_it_is_there_once(folder):
    write(folder, {"quiz/__init__.py": INIT, "quiz/harmonic.py": QUESTION})
    register("quiz")
    register("quiz")
    assert registry._packages[1:] == ["quiz"]
    assert find("quiz-harmonic").expected == 25 / 12


def test_two_questions_of_one_name_are_refused_and_one_imported_elsewhere_is_one(folder):
    write(folder, {
        "quiz/__init__.py": INIT,
        "quiz/harmonic.py": QUESTION,
        "quiz/again.py": "from .harmonic import QUESTIONS",
    })  # fmt: skip
    register("quiz")
    assert find("quiz-harmonic").name == "quiz-harmonic"
    write(folder, {"other.py": QUESTION})
    register("other")
    with pytest.raises(ValueError, match="two questions are called 'quiz-harmonic'"):
        find("slope")


def test_a_name_that_is_not_known_brings_the_nearest(monkeypatch):
    known = {"diamond": Prediction("diamond", "?", 5), "chain": Prediction("chain", "?", 5)}
    monkeypatch.setattr(registry, "predictions", lambda: known)
    assert find_prediction("diamond") is known["diamond"]
    with pytest.raises(
        ValueError, match=r"no prediction is called 'diamant'\. There is: diamond, chain$"
    ):
        find_prediction("diamant")
    monkeypatch.setattr(registry, "predictions", dict)
    with pytest.raises(ValueError, match="There are none yet"):
        find_prediction("diamond")


def test_no_prediction_is_called_as_a_question_is():
    assert not set(predictions()) & set(questions())


def test_nothing_of_the_course_is_imported_before_it_is_asked_for():
    code = """
import sys
from minigrad.testing import assert_close, check, progress, registry
assert not [name for name in sys.modules if name.startswith("minigrad.course")]
registry.find("slope")
assert "minigrad.course.x8.momentum" in sys.modules
"""
    subprocess.run([sys.executable, "-c", code], check=True)
