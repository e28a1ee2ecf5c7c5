import pytest

from minigrad.lab import server
from minigrad.lab.__main__ import main

LESSON = "notebooks/00-start-here.ipynb"


@pytest.fixture
def course(tmp_path):
    (tmp_path / "notebooks").mkdir()
    (tmp_path / LESSON).write_text("lesson")
    return tmp_path


@pytest.fixture
def served(monkeypatch):
    calls = []
    monkeypatch.setattr(server, "serve", lambda *args, **named: calls.append((args, named)))
    return calls


def test_learning_makes_the_copies_and_passes_options_on(course, served, capsys):
    main(["--no-browser", "--port=9000"], course)
    assert served == [((course, ["--no-browser", "--port=9000"]), {})]
    assert (course / "work" / LESSON).read_text() == "lesson"
    assert "1 new, 0 brought up to date" in capsys.readouterr().out


def test_no_arguments_mean_learning(course, served):
    main([], course)
    assert served == [((course, []), {})]


def test_instructor_opens_the_course_and_makes_no_copies(course, served):
    main(["instructor", "--no-browser"], course)
    assert served == [((course, ["--no-browser"]), {"instructor": True})]
    assert not (course / "work").exists()


def test_prepare_opens_nothing(course, served):
    main(["prepare"], course)
    assert (course / "work" / LESSON).exists()
    assert served == []


def test_prepare_names_what_it_left_alone(course, capsys):
    gone = course / "notebooks/01-graph.ipynb"
    gone.write_text("graph")
    main(["prepare"], course)
    (course / "work/notebooks/01-graph.ipynb").unlink()
    (course / "work" / LESSON).write_text("my answers")
    (course / LESSON).write_text("second edition")
    capsys.readouterr()
    main(["prepare"], course)
    first, outdated, deleted = capsys.readouterr().out.splitlines()
    assert first.endswith("0 new, 0 brought up to date.")
    assert LESSON in outdated and "yours and stays" in outdated
    assert "01-graph.ipynb" in deleted and "deleted" in deleted


def test_fresh_says_where_the_learners_version_went_and_to_reload(course, capsys):
    main(["prepare"], course)
    (course / "work" / LESSON).write_text("my answers")
    main(["fresh", f"work/{LESSON}"], course)
    said = capsys.readouterr().out
    assert "work/notebooks/00-start-here.mine.ipynb" in said
    assert "File > Reload Notebook from Disk" in said
    assert (course / "work" / LESSON).read_text() == "lesson"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["fresh"], "Which file"),
        (["fresh", ""], "no lesson or exercise is called ''"),
        (["fresh", "notebooks/09.ipynb"], "no lesson or exercise is called 'notebooks/09.ipynb'"),
        (["prepare", "x"], "prepare takes no argument, but was given 'x'"),
        (["notebooks/00-start-here.ipynb"], "is none of the commands"),
    ],
)
def test_bad_commands_say_what_to_do(course, arguments, message, served):
    with pytest.raises(SystemExit, match=message):
        main(arguments, course)
    assert served == []


def test_help_names_every_command(course, served, capsys):
    main(["--help"], course)
    text = capsys.readouterr().out
    assert all(word in text for word in ("fresh", "prepare", "instructor", "--no-browser"))
    assert served == []


def test_an_installation_without_lessons_says_so(tmp_path, monkeypatch):
    monkeypatch.setattr(
        "minigrad.lab.__main__.__file__", str(tmp_path / "minigrad" / "lab" / "__main__.py")
    )
    with pytest.raises(SystemExit, match="no lessons beside this installation"):
        main(["prepare"])
