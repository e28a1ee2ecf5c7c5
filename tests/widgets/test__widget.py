"""What all widgets have in common: their files, and how they show themselves."""

from pathlib import Path

import pytest

pytest.importorskip("anywidget")

import minigrad.widgets
from minigrad.widgets._widget import Widget, script, style

FOLDER = Path(minigrad.widgets.__file__).parent
FILES = sorted([*FOLDER.glob("*.js"), *FOLDER.glob("*.css")])
WIDGETS = [getattr(minigrad.widgets, name) for name in minigrad.widgets.__all__]


def test_a_script_is_the_shared_part_and_then_the_widget_s_own():
    joined = script("backward_player")
    assert joined.startswith((FOLDER / "page.js").read_text(encoding="utf-8"))
    assert joined.endswith((FOLDER / "backward_player.js").read_text(encoding="utf-8"))
    assert style("backward_player").startswith((FOLDER / "page.css").read_text(encoding="utf-8"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_a_file_is_plain_and_asks_nobody_for_anything(file):
    source = file.read_text(encoding="utf-8")
    assert not any(line.startswith(("import ", "@import")) for line in source.splitlines())
    assert "http" not in source.replace("http://www.w3.org/2000/svg", "")


@pytest.mark.parametrize("widget", WIDGETS, ids=lambda widget: widget.__name__)
def test_every_widget_shows_itself_where_none_can_run(widget):
    assert issubclass(widget, Widget)
    assert widget.picture is not Widget.picture
    assert widget.__repr__ is not Widget.__repr__
