import zipfile

import pytest

pytest.importorskip("nbgrader", reason='nbgrader is not installed: pip install -e ".[grade]"')

from minigrad.grading.collect import collect

NAME = "x9-sums"
MOODLE = {
    "Ada Ampère_2041_assignsubmission_file_/x9-sums.ipynb": "ada-ampère-2041/x9-sums.ipynb",
    "Ada Ampère_2041_assignsubmission_file_/__MACOSX/x9-sums.ipynb": None,
    "Bo O'Bell_2042_assignsubmission_file_x9-sums (2).ipynb": "bo-o-bell-2042/x9-sums (2).ipynb",
    "Cem_2043_assignsubmission_file/deep/down/notes.txt": "cem-2043/notes.txt",
    "Cem_2043_assignsubmission_file/.ipynb_checkpoints/x9-sums.ipynb": None,
    "../../evil_2044_assignsubmission_file_/x9-sums.ipynb": None,
}
FOLDERS = {
    "ada/x9-sums.ipynb": "ada/x9-sums.ipynb",
    "bo/x9-sums/x9-sums.ipynb": "bo/x9-sums.ipynb",
    "bo/x9-sums/timestamp.txt": "bo/timestamp.txt",
    "cem_x9-sums.ipynb": "cem/cem_x9-sums.ipynb",
    "dora.ipynb": "dora/dora.ipynb",
    ".DS_Store": None,
}


def put(origin, kind, paths):
    if kind == "zip":
        with zipfile.ZipFile(origin, "w") as packed:
            for path in paths:
                packed.writestr(path, path)
        return
    for path in paths:
        (origin / path).parent.mkdir(parents=True, exist_ok=True)
        (origin / path).write_text(path)


def submitted(root):
    files = (f for f in (root / "submitted").rglob("*") if f.is_file())
    return {f.relative_to(root / "submitted").as_posix(): f.read_text() for f in files}


@pytest.mark.parametrize("kind", ["zip", "folder"])
@pytest.mark.parametrize("names", [MOODLE, FOLDERS])
def test_each_file_goes_to_its_student(tmp_path, kind, names):
    paths = [p for p in names if kind == "zip" or ".." not in p]
    put(tmp_path / "came", kind, paths)
    students = collect(tmp_path, NAME, tmp_path / "came")
    places = {place.replace("/", f"/{NAME}/"): path for path, place in names.items() if place}
    assert submitted(tmp_path) == places
    assert students == sorted({place.partition("/")[0] for place in places})


def test_of_an_earlier_hand_in_no_notebook_stays(tmp_path):
    put(tmp_path / "first", "folder", ["ada/x9-sums (1).ipynb", "ada/notes.txt"])
    put(tmp_path / "second", "folder", ["ada/x9-sums.ipynb"])
    collect(tmp_path, NAME, tmp_path / "first")
    collect(tmp_path, NAME, tmp_path / "second")
    assert sorted(submitted(tmp_path)) == [f"ada/{NAME}/notes.txt", f"ada/{NAME}/x9-sums.ipynb"]


def test_where_there_is_nothing_it_is_said(tmp_path):
    with pytest.raises(FileNotFoundError, match="neither a folder nor a zip"):
        collect(tmp_path, NAME, tmp_path / "gone")
    put(tmp_path / "came", "folder", ["ada/notes.txt"])
    with pytest.raises(FileNotFoundError, match="no notebook in"):
        collect(tmp_path, NAME, tmp_path / "came")
    assert not (tmp_path / "submitted").exists()
