"""The graph view in a real JupyterLab: by mouse, by keyboard, in both themes."""

import re

import pytest

pytest.importorskip("nbformat")
expect = pytest.importorskip("playwright.sync_api").expect

from tests.browser.axe import axe
from tests.browser.contrast import pale_texts
from tests.browser.graph_view import (
    FIRST,
    LARGE,
    NETWORK,
    box,
    inspector,
    press,
    told,
    transform,
    view_in,
)
from tests.browser.notebook import keep_picture, looks, python_sees

pytestmark = pytest.mark.browser

THEMES = ["JupyterLab Light", "JupyterLab Dark"]


def test_the_question_of_the_first_lesson(view_of):
    notebook, view = view_of(FIRST)
    box(view, "n1").click()
    expect(inspector(view)).to_contain_text("is_leafFalserequires_gradTrue.gradNone")
    expect(inspector(view)).to_contain_text("a is not a leaf: mul computed it from x and y.")
    expect(inspector(view)).to_contain_text("so a.grad is None. To keep it, call a.retain_grad()")
    assert python_sees(notebook, "view.selected") == "'n1'"
    box(view, "n3").click()
    expect(inspector(view)).to_contain_text("is_leafTruerequires_gradTrue.grad3.5")
    expect(inspector(view)).to_contain_text("0.5 from LogBackward0 + 3 from MulBackward0 = 3.5")
    assert python_sees(notebook, "view.selected") == "'n3'"
    box(view, "n3").click()
    assert python_sees(notebook, "view.selected") == "''"
    expect(inspector(view)).to_contain_text("This is the result.")
    assert python_sees(notebook, "(x.grad, a.requires_grad)") == "(tensor(3.5000), True)"


def test_what_belongs_to_the_chosen_box_stands_out(view_of):
    _, view = view_of(FIRST)
    box(view, "n1").click()
    expect(box(view, "n1")).to_have_attribute("aria-pressed", "true")
    expect(box(view, "n1")).to_contain_class("mg-chosen")
    for key in ("n3", "n4"):
        expect(box(view, key)).to_contain_class("mg-up")
    expect(box(view, "n0")).to_contain_class("mg-down")
    expect(box(view, "n2")).to_contain_class("mg-far")
    dash = "(e) => getComputedStyle(e).strokeDasharray"
    way_up = view.locator('.mg-edge[data-id="n1.0"] .mg-line').evaluate(dash)
    way_down = view.locator('.mg-edge[data-id="n0.0"] .mg-line').evaluate(dash)
    assert (way_up, way_down) == ("none", "2px, 4px")  # not by colour alone
    box(view, "n1").click()
    marked = view.locator(".mg-canvas").locator(".mg-up, .mg-down, .mg-far, .mg-chosen")
    expect(marked).to_have_count(0)


def test_search(view_of):
    notebook, view = view_of(FIRST)
    field = view.get_by_label("Search", exact=True)
    field.fill("leaf")
    expect(told(view)).to_have_text("2 found")
    expect(view.locator(".mg-hit")).to_have_count(2)
    assert python_sees(notebook, "view.query") == "'leaf'"
    field.press("Enter")
    expect(told(view)).to_have_text("1 of 2: leaf, x = 2, has a gradient")
    field.press("Enter")
    expect(told(view)).to_have_text("2 of 2: leaf, y = 3, has a gradient")
    assert python_sees(notebook, "view.selected") == "'n4'"
    field.press("Enter")
    expect(told(view)).to_contain_text("1 of 2")
    field.press("Shift+Enter")
    expect(told(view)).to_contain_text("2 of 2")
    view.get_by_label("Next hit").click()
    expect(told(view)).to_contain_text("1 of 2")
    expect(field).to_have_value("leaf")
    field.fill("mul ()")
    expect(told(view)).to_have_text("1 found")
    field.fill("softmax")
    expect(told(view)).to_have_text("0 found")
    expect(view.get_by_label("Next hit")).to_be_disabled()
    field.press("Escape")
    expect(field).to_have_value("")
    expect(told(view)).to_have_text("")
    assert python_sees(notebook, "view.query") == "''"
    python_sees(notebook, "setattr(view, 'query', 'log')")
    expect(field).to_have_value("log")
    expect(box(view, "n2")).to_contain_class("mg-hit")


def test_pan_and_zoom_by_mouse(view_of):
    notebook, view = view_of(FIRST)
    canvas = view.locator(".mg-canvas")
    x, y, k = transform(view)
    place = box(view, "n1").bounding_box()
    page, middle = view.page, (place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    page.mouse.move(*middle)
    page.mouse.down()
    page.mouse.move(middle[0] + 40, middle[1] - 30, steps=4)
    page.mouse.up()
    assert transform(view) == pytest.approx([x + 40, y - 30, k], abs=0.6)
    assert python_sees(notebook, "view.selected") == "''"  # a drag is no click
    view.get_by_label("Larger").click()
    assert transform(view)[2] == pytest.approx(k * 1.25)
    view.get_by_label("Smaller").click()
    assert transform(view)[2] == pytest.approx(k)
    canvas.hover()  # the page may have scrolled to the buttons
    page.keyboard.down("Control")
    page.mouse.wheel(0, -120)
    page.keyboard.up("Control")
    expect(canvas.locator("svg")).to_have_attribute("style", re.compile(r"scale\(1\.[2-9]"))
    view.get_by_label("Show all").click()
    assert transform(view) == pytest.approx([x, y, k], abs=0.6)


def test_keyboard_alone(view_of):
    notebook, view = view_of(FIRST)
    view.get_by_label("Show all").focus()
    press(view, "Tab")
    expect(view.locator(".mg-canvas")).to_be_focused()
    x, y, k = transform(view)
    press(view, "ArrowLeft", "ArrowDown")
    assert transform(view) == pytest.approx([x + 60, y - 60, k], abs=0.1)
    press(view, "+")
    assert transform(view)[2] == pytest.approx(k * 1.25)
    press(view, "-", "0")
    assert transform(view) == pytest.approx([x, y, k], abs=0.6)
    press(view, "Tab")
    expect(box(view, "n0")).to_be_focused()
    press(view, "ArrowUp")
    expect(box(view, "n1")).to_be_focused()
    press(view, "Enter")
    expect(inspector(view)).to_contain_text("a is not a leaf")
    press(view, "ArrowRight")
    expect(box(view, "n2")).to_be_focused()
    press(view, " ")
    expect(inspector(view)).to_contain_text("b is not a leaf")
    press(view, "ArrowUp")
    expect(box(view, "n3")).to_be_focused()
    press(view, "ArrowDown", "ArrowDown")
    expect(box(view, "n0")).to_be_focused()
    press(view, "End")
    expect(box(view, "n4")).to_be_focused()
    assert python_sees(notebook, "view.selected") == "'n2'"
    press(view, "Shift+ArrowRight")
    assert transform(view)[0] == pytest.approx(x - 60, abs=0.1)
    press(view, "Escape")
    assert python_sees(notebook, "view.selected") == "''"
    press(view, "/")
    expect(view.get_by_label("Search", exact=True)).to_be_focused()
    press(view, "m", "u", "l", "Enter")
    assert python_sees(notebook, "(view.query, view.selected)") == "('mul', 'n1')"
    press(view, "Tab", "Tab", "Tab", "Tab", "Tab", "Tab", "Tab", "Tab")
    expect(inspector(view)).to_be_focused()
    press(view, "Tab", "Enter")
    expect(inspector(view).locator(".mg-meaning p")).to_be_hidden()
    press(view, "Tab", "Enter")
    expect(inspector(view).locator("pre")).to_be_visible()


def test_every_box_can_be_reached_by_arrows(view_of):
    _, view = view_of(NETWORK)
    parts = view.locator(".mg-part")
    parts.first.focus()
    seen = set()
    for _ in range(parts.count()):
        press(view, "ArrowRight")
        seen.add(view.locator(":focus").get_attribute("data-id"))
    assert seen == set(parts.evaluate_all("(all) => all.map((part) => part.dataset.id)"))


def test_two_views_of_one_model_are_in_step(view_of):
    notebook, view = view_of(FIRST, "view")
    box(view, "n2").click()
    other = view_in(notebook, 1)
    expect(box(other, "n2")).to_have_attribute("aria-pressed", "true")
    expect(inspector(other)).to_contain_text("b is not a leaf")
    other.get_by_label("Search", exact=True).fill("mul")
    view = view_in(notebook, 0)
    expect(view.get_by_label("Search", exact=True)).to_have_value("mul")
    expect(notebook.page.locator(".mg-view [id]")).to_have_count(0)  # so no id stands there twice


CLICKS = """async (root) => {
  const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)));
  const boxes = [...root.querySelectorAll(".mg-canvas .mg-node")];
  for (const at of [50, 400, 120, 300, 200, 450, 20]) {
    boxes[at].dispatchEvent(new MouseEvent("click", { bubbles: true }));
    await painted();
  }
}"""


def test_choosing_one_of_500_boxes_neither_draws_nor_measures_them_anew(view_of):
    """What it costs in milliseconds is for `tests.browser.paint` to say."""
    _, view = view_of(LARGE)
    first = view.locator(".mg-canvas .mg-node").first.element_handle()
    with looks(view.page) as times:
        view.evaluate(CLICKS)
    assert first.evaluate("(box) => box.isConnected")
    assert times[0] < 7 * 30  # a look at each of 500 boxes would be thousands


@pytest.mark.parametrize("theme", THEMES)
def test_it_reads_well_with_everything_on(view_of, theme):
    notebook, view = view_of(NETWORK, theme=theme, reduced_motion="reduce")
    box(view, "group:model.0").click()
    expect(view.locator('.mg-frame[data-id="group:model.0"]')).to_be_visible()
    view.get_by_label("Search", exact=True).fill("model")
    view.locator(".mg-hit.mg-leaf").first.click()
    inspector(view).locator(".mg-source summary").click()
    view.get_by_label("Show all").click()
    view.evaluate("(e) => e.scrollIntoView({ block: 'center' })")
    assert axe(view) == []
    assert pale_texts(view) == []
    keep_picture(view, f"graph-view-{theme.split()[-1].lower()}")
    paper = view.evaluate("(e) => getComputedStyle(e).backgroundColor")
    assert paper == ("rgb(21, 24, 30)" if "Dark" in theme else "rgb(255, 255, 255)")
    assert notebook.errors() == []


def test_the_keys_of_the_notebook_are_not_meant(view_of):
    _, view = view_of(FIRST)
    box(view, "n1").click()
    press(view, "d", "d")  # to JupyterLab itself this means: delete the cell
    view.get_by_label("Search", exact=True).click()
    press(view, "d", "d")
    expect(view.page.locator(".jp-Notebook .jp-CodeCell")).to_have_count(1)
