import json

import pytest

from minigrad.lab.copies import MANIFEST, Edition, fate_of, read_manifest, refresh, restore

LESSON = "notebooks/00-start-here.ipynb"
EXERCISE = "exercises/01-graph/graph.ipynb"


@pytest.fixture
def course(tmp_path):
    for name, text in {LESSON: "lesson", EXERCISE: "exercise"}.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True)
        file.write_text(text)
    return tmp_path


def read(course, name):
    return (course / "work" / name).read_text()


def test_the_first_run_copies_every_file(course):
    assert refresh(course) == {"copied": [LESSON, EXERCISE]}
    assert read(course, LESSON) == "lesson"
    assert read(course, EXERCISE) == "exercise"


def test_a_second_run_changes_nothing(course):
    refresh(course)
    before = {file: file.stat().st_mtime_ns for file in (course / "work" / "notebooks").iterdir()}
    assert refresh(course) == {"current": [LESSON, EXERCISE]}
    assert before == {file: file.stat().st_mtime_ns for file in before}


def test_an_untouched_copy_follows_its_original(course):
    refresh(course)
    (course / LESSON).write_text("lesson, second edition")
    assert refresh(course)["refreshed"] == [LESSON]
    assert read(course, LESSON) == "lesson, second edition"


def test_a_changed_copy_is_never_overwritten(course):
    refresh(course)
    (course / "work" / LESSON).write_text("my answers")
    assert refresh(course)["changed"] == [LESSON]
    (course / LESSON).write_text("lesson, second edition")
    for _ in range(2):
        assert refresh(course)["outdated"] == [LESSON]
        assert read(course, LESSON) == "my answers"


def test_a_deleted_copy_stays_away(course):
    refresh(course)
    (course / "work" / LESSON).unlink()
    for _ in range(2):
        assert refresh(course)["deleted"] == [LESSON]
        assert not (course / "work" / LESSON).exists()


def test_a_file_the_learner_put_there_first_is_kept(course):
    mine = course / "work" / LESSON
    mine.parent.mkdir(parents=True)
    mine.write_text("mine")
    assert refresh(course) == {"outdated": [LESSON], "copied": [EXERCISE]}
    assert mine.read_text() == "mine"


def test_a_new_lesson_arrives_later(course):
    refresh(course)
    (course / "notebooks/01-graph.ipynb").write_text("new")
    assert refresh(course)["copied"] == ["notebooks/01-graph.ipynb"]


@pytest.mark.parametrize(
    "name",
    [
        "notebooks/.ipynb_checkpoints/00-start-here-checkpoint.ipynb",
        "exercises/01-graph/__pycache__/helper.pyc",
        "exercises/.DS_Store",
        "exercises/INSTRUCTOR.md",
        "notebooks/README.md",
        "notebooks/parity.md",
        "notebooks/player.png",
        "notebooks/site/index.md",
    ],
)
def test_what_is_not_for_learners_stays_behind(course, name):
    file = course / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("clutter")
    assert refresh(course) == {"copied": [LESSON, EXERCISE]}
    assert not (course / "work" / name).exists()


def test_checkpoints_beside_the_copies_are_ignored(course):
    refresh(course)
    saved = course / "work/notebooks/.ipynb_checkpoints/00-start-here-checkpoint.ipynb"
    saved.parent.mkdir()
    saved.write_text("saved by JupyterLab")
    assert refresh(course) == {"current": [LESSON, EXERCISE]}


@pytest.mark.parametrize("broken", ["", "[]", "{", '{"copies": 3}', '{"copies": null}'])
def test_a_broken_manifest_costs_no_answers(course, broken):
    refresh(course)
    (course / "work" / LESSON).write_text("my answers")
    (course / "work" / MANIFEST).write_text(broken)
    assert refresh(course) == {"outdated": [LESSON], "current": [EXERCISE]}
    assert read(course, LESSON) == "my answers"
    assert list(read_manifest(course / "work")) == [EXERCISE]


def test_an_interrupted_run_is_finished_by_the_next(course, monkeypatch):
    refresh(course)
    (course / LESSON).write_text("lesson, second edition")

    def interrupted(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr("minigrad.lab.copies.write_manifest", interrupted)
        refresh(course)
    assert refresh(course) == {"current": [LESSON, EXERCISE]}
    (course / LESSON).write_text("lesson, third edition")
    assert refresh(course)["refreshed"] == [LESSON]


def test_a_failed_write_leaves_the_old_file_and_no_part(course, monkeypatch):
    refresh(course)
    (course / LESSON).write_text("lesson, second edition")

    def full(*_):
        raise OSError("No space left on device")

    with monkeypatch.context() as patch, pytest.raises(OSError, match="No space"):
        patch.setattr("os.replace", full)
        refresh(course)
    assert read(course, LESSON) == "lesson"
    assert [file.name for file in (course / "work/notebooks").iterdir()] == ["00-start-here.ipynb"]


@pytest.mark.parametrize(
    "typed",
    [
        LESSON,
        f"./{LESSON}",
        f"work/{LESSON}",
        "notebooks\\00-start-here.ipynb",
        "work\\notebooks\\00-start-here.ipynb",
    ],
)
def test_restore_keeps_the_learners_version_beside_the_original(course, typed):
    refresh(course)
    (course / "work" / LESSON).write_text("my answers")
    name, kept = restore(course, typed)
    assert name == LESSON
    assert kept == course / "work/notebooks/00-start-here.mine.ipynb"
    assert kept.read_text() == "my answers"
    assert read(course, LESSON) == "lesson"
    assert refresh(course) == {"current": [LESSON, EXERCISE]}


def test_restore_understands_full_paths(course):
    refresh(course)
    assert restore(course, str(course / LESSON)) == (LESSON, None)
    assert restore(course, str(course / "work" / LESSON)) == (LESSON, None)


def test_restore_never_overwrites_an_earlier_version(course):
    refresh(course)
    for answers in ("first", "second", "third"):
        (course / "work" / LESSON).write_text(answers)
        restore(course, LESSON)
    kept = sorted(file.name for file in (course / "work/notebooks").iterdir())
    assert kept == [
        "00-start-here.ipynb",
        "00-start-here.mine-2.ipynb",
        "00-start-here.mine-3.ipynb",
        "00-start-here.mine.ipynb",
    ]
    assert read(course, "notebooks/00-start-here.mine.ipynb") == "first"


def test_restore_brings_a_deleted_copy_back(course):
    refresh(course)
    (course / "work" / LESSON).unlink()
    assert restore(course, LESSON) == (LESSON, None)
    assert read(course, LESSON) == "lesson"
    assert refresh(course) == {"current": [LESSON, EXERCISE]}


def test_restore_of_an_unknown_file_names_the_nearest(course):
    with pytest.raises(FileNotFoundError) as error:
        restore(course, "notebooks/00-strat-here.ipynb")
    assert "'notebooks/00-strat-here.ipynb'" in str(error.value)
    assert LESSON in str(error.value)
    assert not (course / "work").exists()


def test_restore_does_not_leave_the_course(course):
    (course / "secret.txt").write_text("elsewhere")
    with pytest.raises(FileNotFoundError):
        restore(course, "notebooks/../secret.txt")


OLD, NEW = Edition("old file", "old text"), Edition("new file", "new text")


@pytest.mark.parametrize(
    ("found", "remembered", "new", "fate"),
    [
        (None, None, NEW, "copied"),
        (None, OLD, NEW, "deleted"),
        (NEW, None, NEW, "current"),
        (NEW, OLD, NEW, "current"),
        (NEW._replace(file="run"), NEW, NEW, "current"),
        (OLD, OLD, NEW, "refreshed"),
        (OLD._replace(file="run"), OLD, NEW, "refreshed"),
        (NEW._replace(file="run"), OLD, NEW, "refreshed"),
        (NEW._replace(file="run"), None, NEW, "refreshed"),
        (Edition("mine", "mine"), NEW, NEW, "changed"),
        (Edition("mine", "mine"), NEW._replace(file="other outputs"), NEW, "changed"),
        (Edition("mine", "mine"), OLD, NEW, "outdated"),
        (Edition("mine", "mine"), None, NEW, "outdated"),
    ],
)
def test_fate_of_a_copy(found, remembered, new, fate):
    assert fate_of(found, remembered, new) == fate


def notebook(text="x + 1", **changes):
    cell = {"cell_type": "code", "id": "sum", "execution_count": 1, "metadata": {}, "outputs": []}
    document = {"metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(document | {"cells": [cell | {"source": text} | changes]})


@pytest.mark.parametrize(
    "changes",
    [
        {"execution_count": 7},
        {"metadata": {"trusted": True}},
        {"outputs": [{"output_type": "stream", "name": "stdout", "text": "3"}]},
        {"text": ["x +", " 1"]},
    ],
)
def test_a_lesson_that_was_only_run_follows_its_original(course, changes):
    (course / LESSON).write_text(notebook())
    refresh(course)
    (course / "work" / LESSON).write_text(notebook(**changes))
    assert refresh(course) == {"current": [LESSON, EXERCISE]}
    assert read(course, LESSON) == notebook(**changes)
    (course / LESSON).write_text(notebook("x + 2"))
    assert refresh(course)["refreshed"] == [LESSON]
    assert json.loads(read(course, LESSON)) == json.loads(notebook("x + 2", execution_count=None))


@pytest.mark.parametrize("changes", [{"text": "x + 3"}, {"cell_type": "raw"}])
def test_a_lesson_with_a_changed_cell_is_the_learners(course, changes):
    (course / LESSON).write_text(notebook())
    refresh(course)
    (course / "work" / LESSON).write_text(notebook(**changes))
    (course / LESSON).write_text(notebook("x + 2"))
    assert refresh(course)["outdated"] == [LESSON]
    assert read(course, LESSON) == notebook(**changes)


def test_a_lesson_is_handed_out_without_its_answers(course):
    two = {"output_type": "stream", "name": "stdout", "text": "2"}
    blank = json.loads(notebook(execution_count=None))
    (course / LESSON).write_text(notebook(outputs=[two]))
    refresh(course)
    assert json.loads(read(course, LESSON)) == blank
    (course / "work" / LESSON).write_text(notebook(outputs=[two]))  # the learner ran it
    assert refresh(course) == {"current": [LESSON, EXERCISE]}
    restore(course, LESSON)
    assert json.loads(read(course, LESSON)) == blank
    assert two["text"] in (course / LESSON).read_text()


def test_new_outputs_of_the_original_change_no_copy(course):
    (course / LESSON).write_text(notebook())
    refresh(course)
    (course / LESSON).write_text(notebook(execution_count=2))
    assert refresh(course) == {"current": [LESSON, EXERCISE]}


def test_the_manifest_is_plain_json(course):
    refresh(course)
    stored = json.loads((course / "work" / MANIFEST).read_text())
    assert sorted(stored["copies"]) == [EXERCISE, LESSON]
    assert {key for value in stored["copies"].values() for key in value} == {"file", "text"}
