"""Every row of the behaviours table, on minigrad and on torch."""

import ast
import collections
import json
import re
from contextlib import contextmanager

import pytest

from tests.behaviours import page
from tests.behaviours.table import FOLDER, Row, alike, table, told
from tests.behaviours.topics import FILES, PURPOSE, TOPICS
from tests.nn.twins import library
from tests.together import all_pass

TABLE = table()
HELD = {  # by its file, the rows
    f"{topic}/{file}": [row for row in TABLE.values() if (row.topic, row.file) == (topic, file)]
    for topic, file in dict.fromkeys((row.topic, row.file) for row in TABLE.values())
}
FEWEST = 30  # rows of a topic
MOST_UNEQUAL = 10  # rows of all topics


def switches(lib):
    """All that a row could leave switched in its thread."""
    switched = lib.is_anomaly_enabled(), lib.is_inference_mode_enabled(), lib.get_default_dtype()
    return lib.is_grad_enabled(), *switched


@contextmanager
def switches_kept(lib):
    """A block that may leave none of them switched: the rows after it would run otherwise."""
    before = switches(lib)
    yield
    assert switches(lib) == before


@pytest.mark.parametrize("file", HELD)
def test_minigrad_behaves_as_torch(file):
    all_pass(as_torch, [(row.id, row) for row in HELD[file]])


def as_torch(row):
    with switches_kept(library("minigrad")):
        found, expected = page.ours(row.id), page.theirs()[row.id]
    if row.why is None:
        assert alike(found, expected), f"minigrad: {found}\n   torch: {expected}"
    else:
        assert not alike(found, expected), "equal by now: take the reason away"


@pytest.mark.parametrize("file", HELD)
def test_what_is_stored_is_what_torch_does(file):
    all_pass(as_stored, [(row.id, row, library("torch")) for row in HELD[file]])


def as_stored(row, torch):
    with switches_kept(torch):
        assert alike(told(row, torch), page.theirs()[row.id])


SLIPS = re.compile("NameError|SyntaxError|UnboundLocalError|module 'torch[^\"]* has no attribute")


def test_no_row_stumbles_over_itself():
    stumbled = {name for name, each in page.theirs().items() if SLIPS.search(json.dumps(each))}
    assert not stumbled


def test_each_topic_has_its_rows():
    found = collections.Counter(row.topic for row in TABLE.values())
    assert all(found[topic] >= FEWEST for topic in TOPICS if topic != PURPOSE), found


def sources():
    """Every file below the table's folder that may hold rows."""
    return [file for file in FOLDER.rglob("*.py") if file.parent != FOLDER]


def test_every_file_has_its_place_on_the_page():
    listed = {FOLDER / topic / f"{file}.py" for topic in TOPICS for file in FILES[topic]}
    assert listed == set(sources()), "tests/behaviours/topics.py says where a file stands"


def rows_in(file):
    """The rows of a file, read from its text."""
    for each in ast.parse(file.read_text(encoding="utf-8")).body:
        marks = [ast.unparse(mark) for mark in getattr(each, "decorator_list", ())]
        if any(mark.partition("(")[0] == "row" for mark in marks):
            yield f"{file.parent.name}.{each.name}"


def test_every_row_that_is_written_is_in_the_table():
    written = [name for file in FOLDER.rglob("*.py") for name in rows_in(file)]
    assert sorted(written) == sorted(TABLE)


def test_every_file_holds_rows():
    assert {(row.topic, row.file) for row in TABLE.values()} == {
        (file.parent.name, file.stem) for file in sources()
    }


def test_a_file_without_a_place_comes_last():
    found = [Row("hooks", file, "", "", None, None).place for file in ("tensors", "modules", "new")]
    assert found == sorted(found) and found[1] != found[2]


def test_rows_say_what_they_show():
    assert all(row.says.endswith(".") for row in TABLE.values())


def test_few_rows_are_unequal():
    unequal = [row for row in TABLE.values() if row.why is not None]
    assert sum(row.topic != PURPOSE for row in unequal) <= MOST_UNEQUAL


def test_what_is_left_out_on_purpose_has_its_reason():
    assert all(row.why for row in TABLE.values() if row.topic == PURPOSE)


def test_a_difference_is_seen():
    assert not alike({"value": [1.0, 2]}, {"value": [1.0, 2.5]})
    assert not alike({"raised": ["RuntimeError", "a"]}, {"raised": ["RuntimeError", "b"]})
    assert not alike({"value": True}, {"value": 1})
    assert alike({"value": [1.0, float("nan")]}, {"value": [1.0 + 1e-9, float("nan")]})


def test_the_page_on_disk_is_what_the_rows_say():
    assert page.PAGE.read_text(encoding="utf-8") == page.page(), "python -m tests.behaviours.page"


SHOWN = {
    "`None`": {"value": None},
    "`True`": {"value": True},
    "`[1., 0.3333, nan, inf, a]`": {"value": [1.0, 1 / 3, float("nan"), float("inf"), "a"]},
    "`RuntimeError: no ¦ yes`": {"raised": ["RuntimeError", "no | yes"]},
    "`warns: mind`": {"value": None, "warned": [["UserWarning", "mind"]] * 2},
    "`3`; `warns: mind`": {"value": 3, "warned": [["UserWarning", "mind"]]},
    "`tensor([2.], grad_fn=MulBackward0)`": {
        "value": {
            "tensor": [2.0],
            "shape": [1],
            "dtype": "torch.float32",
            "grad_fn": "MulBackward0(Accum",
        }
    },
    "`tensor(2, dtype=torch.int8)`": {
        "value": {"tensor": [2], "shape": [], "dtype": "torch.int8", "grad_fn": None}
    },
    f"`{'x' * 109}…`": {"value": "x" * 200},
}


@pytest.mark.parametrize("expected", SHOWN)
def test_the_page_shows_outcomes_in_short(expected):
    assert page.shown(SHOWN[expected]) == expected


def test_a_row_that_differs_is_told_first_and_with_its_reason():
    row = next(row for row in TABLE.values() if row.why)
    head, _, rest = page.page().partition("\n## " + TOPICS["views"])
    assert row.says in head and row.why in head and "**no**" in rest
