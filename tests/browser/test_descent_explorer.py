"""Gradient descent in a real JupyterLab: dragged by mouse, moved by keyboard, in both themes."""

import ast

import pytest

pytest.importorskip("nbformat")
expect = pytest.importorskip("playwright.sync_api").expect

from tests.browser.axe import axe
from tests.browser.contrast import pale_texts
from tests.browser.notebook import keep_picture, looks, python_sees

pytestmark = pytest.mark.browser

THEMES = ["JupyterLab Light", "JupyterLab Dark"]
CELLS = [
    """\
import minigrad as torch
from minigrad.widgets import DescentExplorer

bowl = DescentExplorer("bowl", start=(-2, 2), steps=20)
bowl""",
    """\
xs = torch.tensor([0.0, 1.0, 2.0, 3.0])
line = DescentExplorer(xs=xs, ys=2 * xs - 1, steps=30)
line""",
    'wells = DescentExplorer("double well", start=1.0)\nwells',
    "bowl",
]
BOWL, LINE, WELLS, AGAIN = range(len(CELLS))


@pytest.fixture
def notebook(notebook_of):
    return notebook_of(*CELLS)


def explorer(notebook, cell):
    found = notebook.widget(cell, "descent")
    found.scroll_into_view_if_needed()
    return found


def told(notebook, expression):
    """What Python knows, as a value."""
    return ast.literal_eval(python_sees(notebook, expression))


def place(widget, *numbers):
    """Where these numbers are on the screen, read off the ticks of the axes."""
    return widget.locator(".mg-ground > svg").evaluate(
        """(svg, numbers) => {
          const isNumber = (text) => text !== "" && !isNaN(text);
          const ticks = [...svg.querySelectorAll("text")].filter((t) => isNumber(t.textContent));
          const across = ticks.filter((t) => t.getAttribute("text-anchor") === "middle");
          const up = ticks.filter((t) => t.getAttribute("text-anchor") === "end");
          const at = (some, name, off, value) => {
            const [a, b] = [some[0], some.at(-1)];
            const [p, q] = [a, b].map((t) => Number(t.getAttribute(name)) - off);
            const [m, n] = [a, b].map((t) => Number(t.textContent));
            return p + ((value - m) / (n - m)) * (q - p);
          };
          const point = new DOMPoint(at(across, "x", 0, numbers[0]), at(up, "y", 4, numbers[1]));
          const { x, y } = point.matrixTransform(svg.getScreenCTM());
          return [x, y];
        }""",
        list(numbers),
    )


def middle(locator):
    box = locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_the_start_is_dragged_and_the_way_is_minigrad_s(notebook):
    widget, mouse = explorer(notebook, BOWL), notebook.page.mouse
    assert middle(widget.locator(".mg-start")) == pytest.approx(place(widget, -2, 2), abs=2)
    widget.locator(".mg-start .mg-ring").hover()
    mouse.down()
    mouse.move(*place(widget, 0, 0), steps=5)
    mouse.move(*place(widget, 1, -2), steps=5)
    mouse.up()
    expect(widget.locator(".mg-caption")).to_contain_text("Step 20: a = 0.01")
    assert told(notebook, "bowl.start") == pytest.approx((1, -2), abs=0.03)
    assert middle(widget.locator(".mg-start")) == pytest.approx(place(widget, 1, -2), abs=2)
    begun = told(notebook, "bowl.descent.points[0]")
    assert begun == pytest.approx(told(notebook, "bowl.start"))
    end = told(notebook, "bowl.descent.points[20]")
    assert middle(widget.locator(".mg-ground .mg-now")) == pytest.approx(place(widget, *end), abs=2)
    mouse.move(*place(widget, -1, -1))  # the button is up: nothing follows any more
    assert told(notebook, "bowl.start") == pytest.approx((1, -2), abs=0.03)


def test_dragged_out_of_the_picture_it_stays_at_the_edge(notebook):
    widget, mouse = explorer(notebook, BOWL), notebook.page.mouse
    widget.locator(".mg-start .mg-ring").hover()
    mouse.down()
    mouse.move(*place(widget, -4, 3.3), steps=3)
    mouse.up()
    expect(widget.locator(".mg-start")).to_have_attribute("aria-valuetext", "a = -3, b = 3")
    assert told(notebook, "bowl.start") == (-3, 3)


def test_the_start_is_moved_by_keys(notebook):
    page, widget = notebook.page, explorer(notebook, BOWL)
    start = widget.get_by_role("slider", name="Starting point")
    start.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    expect(start).to_have_attribute("aria-valuetext", "a = -1.94, b = 1.94")
    page.keyboard.press("Shift+ArrowLeft")
    page.keyboard.press("Shift+ArrowUp")
    expect(start).to_have_attribute("aria-valuetext", "a = -2.54, b = 2.54")
    assert told(notebook, "bowl.start") == (-2.54, 2.54)
    page.keyboard.press("d")
    page.keyboard.press("d")  # to JupyterLab itself this means: delete the cell
    expect(page.locator(".jp-Notebook .jp-CodeCell")).to_have_count(len(CELLS))


def test_sliders_by_keyboard_alone(notebook):
    page, widget = notebook.page, explorer(notebook, BOWL)
    widget.get_by_label("Learning rate").focus()
    page.keyboard.press("End")
    expect(widget.get_by_label("Learning rate")).to_have_attribute("aria-valuetext", "10")
    expect(widget.locator(".mg-verdict")).to_contain_text("After step 3 it is far away")
    expect(widget.locator(".mg-count")).to_have_text("3 / 3")
    assert told(notebook, "bowl.lr") == 10
    page.keyboard.press("Home")
    expect(widget.locator(".mg-verdict")).to_contain_text("After 20 steps it is still on its way")
    expect(widget.locator(".mg-count")).to_have_text("20 / 20")
    page.keyboard.press("Tab")
    expect(widget.get_by_label("Momentum")).to_be_focused()
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    expect(widget.get_by_label("Momentum")).to_have_attribute("aria-valuetext", "0.05")
    expect(widget.locator("label", has_text="Momentum").locator("output")).to_have_text("0.05")
    assert told(notebook, "(bowl.lr, bowl.momentum)") == (0.001, 0.05)


def test_the_largest_learning_rate_is_told_only_to_who_went_beyond_it_and_asks(notebook):
    page, widget = notebook.page, explorer(notebook, BOWL)
    why, told = widget.locator("summary"), widget.get_by_text("must stay below")
    expect(why).to_be_hidden()
    expect(told).to_have_count(0)
    widget.get_by_label("Learning rate").focus()
    page.keyboard.press("End")
    expect(why).to_be_visible()
    expect(told).to_be_hidden()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(why).to_be_focused()
    page.keyboard.press(" ")
    expect(told).to_be_visible()
    expect(told).to_contain_text("must stay below 2 / 2 = 1. Yours is 10.")
    expect(widget.get_by_label("Play", exact=True)).to_be_visible()  # Space was for the details


def test_marks_can_be_told_apart_and_none_hides_another(notebook):
    widget = explorer(notebook, LINE)
    widget.get_by_label("First step").click()
    now, ring = (widget.locator(f".mg-ground {name}") for name in (".mg-now", ".mg-ring"))
    assert middle(now) == pytest.approx(middle(ring), abs=1)
    later = "(now, ring) => ring.compareDocumentPosition(now) & Node.DOCUMENT_POSITION_FOLLOWING"
    assert now.evaluate(later, ring.element_handle())  # what follows is drawn above
    looks = [
        widget.locator(f".mg-legend {name}").evaluate("(e) => getComputedStyle(e).strokeDasharray")
        for name in (".mg-slope", ".mg-line-start", ".mg-line-now")
    ]
    assert looks == ["none", "4px, 3px", "none"]
    assert widget.locator(".mg-ground .mg-slope").get_attribute("d").count("M") == 2  # its tip


def test_stepping_and_playing(notebook):
    page, widget = notebook.page, explorer(notebook, BOWL)
    count, dots = widget.locator(".mg-count"), widget.locator(".mg-ground .mg-dots circle")
    widget.get_by_label("First step").click()
    expect(count).to_have_text("0 / 20")
    expect(widget).to_be_focused()
    expect(dots).to_have_count(0)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(widget.locator(".mg-caption")).to_have_text(
        "Step 2: a = -1.28, b = 1.28. Loss 3.277, gradient (-2.56, 2.56)."
    )
    expect(dots).to_have_count(2)
    assert told(notebook, "bowl.step") == 2
    widget.get_by_role("slider", name="Step", exact=True).fill("18")
    page.keyboard.press(" ")
    expect(widget.get_by_label("Pause")).to_be_visible()
    expect(count).to_have_text("20 / 20")
    expect(widget.get_by_label("Play")).to_be_visible()
    assert told(notebook, "bowl.step") == 20


def test_the_line_moves_beside_its_loss(notebook):
    widget = explorer(notebook, LINE)
    line, first = (widget.locator(f".mg-line-plot .mg-line-{name}") for name in ("now", "start"))
    assert ends(line) != ends(first)
    widget.get_by_label("First step").click()
    expect(widget.locator(".mg-count")).to_have_text("0 / 30")
    assert ends(line) == ends(first)
    widget.locator(".mg-start .mg-ring").hover()
    notebook.page.mouse.click(*place(widget, 2, -1))  # the best line
    expect(widget.locator(".mg-caption")).to_contain_text("Start: w = 2")
    misses = widget.locator(".mg-miss").evaluate_all("(all) => all.map((e) => e.getBBox().height)")
    assert len(misses) == 4
    assert max(misses) < 4


def ends(line):
    return line.evaluate("(e) => ['x1', 'y1', 'x2', 'y2'].map((name) => e.getAttribute(name))")


def test_one_dimension_keeps_the_start_on_the_curve(notebook):
    widget, mouse = explorer(notebook, WELLS), notebook.page.mouse
    widget.locator(".mg-start .mg-ring").hover()
    mouse.down()
    mouse.move(*place(widget, -2, 1), steps=4)
    mouse.up()
    expect(widget.locator(".mg-caption")).to_contain_text("Step 50: w = -1.47")
    (start,) = told(notebook, "wells.start")
    assert start == pytest.approx(-2, abs=0.03)
    height = told(notebook, "wells.descent.losses[0]")
    assert middle(widget.locator(".mg-start")) == pytest.approx(place(widget, start, height), abs=3)


# In the drawing's own units: where the tip of a marker is, and the rectangle it must lie in.
OUTSIDE = """(all) => all.map((marker) => {
  const { e, f } = marker.querySelector("path").transform.baseVal.consolidate().matrix;
  const { x, y, width, height } = marker.ownerSVGElement.viewBox.baseVal;
  return [e - x, x + width - e, f - y, y + height - f];
})"""


def test_what_is_outside_the_picture_has_an_arrow_at_its_edge(notebook):
    page = notebook.page
    for cell in (BOWL, WELLS, LINE):
        widget = explorer(notebook, cell)
        markers = widget.locator(".mg-outside:visible")
        expect(markers).to_have_count(0)
        widget.get_by_label("Learning rate").focus()
        page.keyboard.press("End")
        expect(markers).to_have_count(2)
        expect(markers.first).to_have_text("outside")
        for distances in markers.evaluate_all(OUTSIDE):
            assert min(distances) == pytest.approx(7, abs=0.1)
        assert pale_texts(widget) == []
        keep_picture(widget, f"descent-outside-{cell}")
        widget.get_by_label("First step").click()
        expect(markers).to_have_count(0)


def test_a_line_outside_its_picture_has_an_arrow_too(notebook_of):
    flat = "DescentExplorer(xs=[0, 1], ys=[0, 1], start=(0, 9), bounds=((-9, 9), (-9, 9)))"
    notebook = notebook_of(CELLS[0], flat)
    widget = explorer(notebook, 1)
    widget.get_by_label("First step").click()
    marker = widget.locator(".mg-line-plot .mg-outside")
    expect(marker).to_be_visible()
    left, right, top, _ = marker.evaluate_all(OUTSIDE)[0]
    assert left == pytest.approx(right)
    assert top == pytest.approx(7)
    expect(widget.locator(".mg-ground .mg-outside")).to_be_hidden()


def test_the_ring_of_the_focus_is_for_the_keyboard_and_lies_inside(notebook):
    widget = explorer(notebook, BOWL)
    ring = "(e) => ((s) => [s.outlineStyle, parseFloat(s.outlineOffset) < -1])(getComputedStyle(e))"
    widget.locator(".mg-caption").click()
    expect(widget).to_be_focused()
    assert widget.evaluate(ring)[0] == "none"
    widget.get_by_label("First step").focus()
    notebook.page.keyboard.press("Enter")  # the button is disabled then
    expect(widget).to_be_focused()
    assert widget.evaluate(ring) == ["solid", True]


def test_two_views_share_everything_and_python_may_join_in(notebook):
    widget = explorer(notebook, BOWL)
    widget.get_by_label("Momentum").fill("50")
    expect(explorer(notebook, AGAIN).get_by_label("Momentum")).to_have_value("50")
    python_sees(notebook, "[setattr(bowl, 'start', (1, 1)), setattr(bowl, 'step', 3)]")
    again = explorer(notebook, AGAIN)
    expect(again.locator(".mg-caption")).to_contain_text("Step 3: a = ")
    expect(again.locator(".mg-start")).to_have_attribute("aria-valuetext", "a = 1, b = 1")
    expect(notebook.page.locator(".mg-descent [id]")).to_have_count(0)


def test_the_way_keeps_up_with_the_pointer(notebook):
    """The start follows at once; the way soon after, and it ends up where the start did."""
    widget = explorer(notebook, BOWL)
    ground = widget.locator(".mg-ground > svg").element_handle()
    with looks(notebook.page) as times:
        widget.evaluate(
            """async (root) => {
              const start = root.querySelector(".mg-start");
              for (let i = 0; i < 60; i++) {
                const key = i % 3 ? "ArrowRight" : "ArrowDown";
                start.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
                await new Promise((done) => setTimeout(done, 16));
              }
            }"""
        )
    assert times[0] < 60 * 6  # a look or two for each, and none at each of its parts
    assert ground.evaluate("(svg) => svg.isConnected")  # it is not drawn anew
    a, b = told(notebook, "bowl.start")
    assert (a, b) == pytest.approx((-2 + 40 * 0.06, 2 - 20 * 0.06), abs=0.01)
    expect(widget.locator(".mg-start")).to_have_attribute("aria-valuetext", f"a = {a:g}, b = {b:g}")


@pytest.mark.parametrize("theme", THEMES)
def test_it_is_readable_and_accessible_when_all_goes_wrong_too(notebook_of, theme):
    notebook = notebook_of(*CELLS, theme=theme)
    notebook.page.set_viewport_size({"width": 1280, "height": 2400})
    python_sees(notebook, "setattr(bowl, 'lr', 1.05)")
    expect(explorer(notebook, BOWL).locator(".mg-verdict")).to_contain_text(
        "The loss grew 20 steps"
    )
    for cell in (BOWL, LINE, WELLS):
        widget = explorer(notebook, cell)
        assert axe(widget) == []
        assert pale_texts(widget) == []
    keep_picture(notebook.page, f"descent-{'dark' if 'Dark' in theme else 'light'}")
