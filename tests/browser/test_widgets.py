"""What every widget must stand: both themes, the keyboard, a screen reader's rules, a calm eye."""

import json
from pathlib import Path

import pytest

nbformat = pytest.importorskip("nbformat")
expect = pytest.importorskip("playwright.sync_api").expect

from minigrad import widgets
from tests.browser.axe import axe
from tests.browser.contrast import pale_texts
from tests.browser.specimens import PROGRAM, SPECIMENS

pytestmark = pytest.mark.browser

THEMES = ["JupyterLab Light", "JupyterLab Dark"]
WIDGETS = Path(widgets.__file__).parent
SHARED = ("page", "charts", "legend", "prose")
TALL = {"width": 1280, "height": 2400}  # so that all of a widget is on the screen
LAPTOP = {"width": 1440, "height": 757}

# Where the notebook is afterwards, JupyterLab decides; what counts is who asks it to move.
SPY = """() => {
  const { scrollIntoView } = Element.prototype;
  window.moved = [];
  Element.prototype.scrollIntoView = function (...how) {
    if (this.closest(".mg-widget")) window.moved.push(this.className);
    return scrollIntoView.apply(this, how);
  };
}"""
FENCE = """(root) => ["before", "after"].forEach((side) => {
  const button = document.createElement("button");
  button.id = `mg-test-${side}`;
  root[side](button);
})"""
UNFENCE = "() => document.querySelectorAll('[id^=mg-test-]').forEach((each) => each.remove())"
FOCUSED = """(root) => {
  const element = document.activeElement;
  const ringed = (part) => {
    const style = getComputedStyle(part);
    return style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0;
  };
  const grip = element.querySelector(".mg-grip");  // a circle, and so is its ring
  return {
    id: element.id,
    inside: root.contains(element),
    seen: [element, ...element.querySelectorAll(":scope > rect")].some(ringed)
      || Boolean(grip) && getComputedStyle(grip).stroke !== "none",
    html: element.outerHTML.slice(0, 200),
  };
}"""
MOVING = """(root) => [root, ...root.querySelectorAll("*")].filter((element) => {
  const { animationName, transitionDuration } = getComputedStyle(element);
  return animationName !== "none" || transitionDuration.split(", ").some((t) => t !== "0s");
}).map((element) => element.outerHTML.slice(0, 120))"""

# The sheets that several widgets share are put once more at the end, as the next widget does it.
LATER = """(widget, shared) => {
  const sheet = Object.assign(document.createElement("style"), { textContent: shared });
  document.head.append(sheet);
  const rules = (some) => [...some].flatMap((rule) =>
    rule.cssRules?.length ? rules(rule.cssRules) : [rule]);
  const names = new Set(rules(sheet.sheet.cssRules).flatMap((rule) => [...rule.style ?? []]));
  sheet.remove();
  const looks = () => [widget, ...widget.querySelectorAll("*")].map((each) => {
    const style = getComputedStyle(each);
    return Object.fromEntries(Array.from(names, (key) => [key, style.getPropertyValue(key)]));
  });
  const before = looks();
  document.head.append(sheet);
  const after = looks();
  sheet.remove();
  return before.flatMap((look, i) => Object.keys(look)
    .filter((key) => look[key] !== after[i][key])
    .map((key) => `${i} ${key}: ${look[key]}, then ${after[i][key]}`));
}"""


@pytest.fixture
def shown(notebook_of):
    """``shown(...)`` gives one specimen after the other, by name, all of it on the screen."""

    def opened(**options):
        notebook = notebook_of(PROGRAM, *SPECIMENS.values(), **options)
        notebook.page.set_viewport_size(TALL)
        for index, name in enumerate(SPECIMENS, 1):
            widget = notebook.widget(index)
            widget.evaluate("(element) => element.scrollIntoView({ block: 'center' })")
            yield name, widget

    return opened


def test_every_widget_has_a_specimen():
    assert sorted(SPECIMENS) == sorted(widgets.__all__)


@pytest.mark.parametrize("theme", THEMES)
def test_each_is_readable_and_accessible(shown, theme):
    for name, widget in shown(theme=theme, reduced_motion="reduce"):
        assert widget.evaluate("(e) => 'dark' in e.dataset") == ("Dark" in theme), name
        assert axe(widget) == [], name
        assert pale_texts(widget) == [], name


def test_tab_goes_in_and_out_of_each_and_the_focus_is_seen(shown):
    for name, widget in shown():
        widget.evaluate(FENCE)
        widget.page.locator("#mg-test-before").focus()
        stops = walk(widget, "Tab", "mg-test-after")
        assert stops, name
        unseen = [stop["html"] for stop in stops if not stop["inside"] or not stop["seen"]]
        assert unseen == [], name
        assert len(walk(widget, "Shift+Tab", "mg-test-before")) == len(stops), name
        widget.page.keyboard.press("Tab")
        press_d_twice(widget.page)
        widget.page.evaluate(UNFENCE)


def test_after_shift_enter_each_is_in_sight(notebook_of):
    notebook = notebook_of(PROGRAM, *SPECIMENS.values(), "'the last cell'")
    notebook.command("notebook:clear-all-cell-outputs")
    notebook.page.set_viewport_size(LAPTOP)
    for index in range(1, 1 + len(SPECIMENS)):
        notebook.shift_enter(index)
        notebook.in_sight(notebook.widget(index))


def test_run_all_moves_no_widget_into_sight(notebook_of):
    notebook = notebook_of(PROGRAM, *SPECIMENS.values(), *["'below them'"] * 30)
    notebook.page.set_viewport_size(LAPTOP)
    notebook.page.evaluate(SPY)
    notebook.run_all()
    notebook.page.wait_for_timeout(1000)  # longer than a widget waits
    assert notebook.page.evaluate("() => window.moved") == []


def press_d_twice(page):
    """To the notebook this means: delete the cell; not so where a widget has the focus."""
    cells = page.locator(".jp-Notebook .jp-CodeCell")
    before = cells.count()
    page.keyboard.press("d")
    page.keyboard.press("d")
    page.wait_for_timeout(100)
    assert cells.count() == before


def walk(widget, key, goal):
    """Press a key until the goal has the focus; tell what had it on the way."""
    stops = []
    while len(stops) < 60:
        widget.page.keyboard.press(key)
        stop = widget.evaluate(FOCUSED)
        if stop["id"] == goal:
            return stops
        stops.append(stop)
    raise AssertionError(f"{key} never leaves: {stops[-3:]}")


def test_each_keeps_still_and_readable_for_who_asks_for_that(shown):
    for name, widget in shown(reduced_motion="reduce", forced_colors="active"):
        assert widget.evaluate(MOVING) == [], name
        assert pale_texts(widget) == [], name


def test_the_sheets_of_the_next_widget_change_nothing(shown):
    shared = "\n".join((WIDGETS / f"{file}.css").read_text("utf-8") for file in SHARED)
    for name, widget in shown(reduced_motion="reduce"):
        for focus in ("(e) => document.activeElement.blur()", "(e) => e.focus()"):
            widget.evaluate(focus)
            assert widget.evaluate(LATER, shared) == [], name
    assert widget.evaluate(LATER, ".mg-widget .mg-head { margin: 99px !important }")


def test_all_on_one_page_and_none_leaves_its_state_in_the_file(notebook_of):
    notebook = notebook_of(PROGRAM, *SPECIMENS.values())
    for index, name in enumerate(SPECIMENS, 1):
        expect(notebook.output(index).locator(".mg-widget[data-ready]"), name).to_be_visible()
    stored = json.loads(notebook.saved())
    assert "widgets" not in stored["metadata"]
    for cell in stored["cells"][1:]:
        (output,) = cell["outputs"]
        assert "text/plain" in output["data"], cell["source"]


def test_all_work_in_notebook_7(desk, tmp_path):
    pytest.importorskip("notebook", reason='notebook is not installed: pip install -e ".[test]"')
    cells = [nbformat.v4.new_code_cell(cell) for cell in (PROGRAM, *SPECIMENS.values())]
    file = tmp_path / "notebook.ipynb"
    nbformat.write(nbformat.v4.new_notebook(cells=cells), file)
    with desk.notebook_7(file) as notebook:
        notebook.run_all()
        assert notebook.errors() == []
        for index, name in enumerate(SPECIMENS, 1):
            widget = notebook.output(index).locator(".mg-widget[data-ready]")
            expect(widget, name).to_be_visible()
            widget.locator("button:enabled, input, [tabindex='0']").first.focus()
            press_d_twice(notebook.page)
