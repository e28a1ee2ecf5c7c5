"""The memory of graphs in a real JupyterLab: the curves, read by pointer and by keyboard."""

import pytest

pytest.importorskip("nbformat")
expect = pytest.importorskip("playwright.sync_api").expect

from tests.browser.notebook import keep_picture, python_sees
from tests.browser.specimens import PROGRAM, SPECIMENS
from tests.browser.thumb import thumb_off_its_line

pytestmark = pytest.mark.browser

ONE = """\
memory = GraphMemory()
total = 0.0
for step in memory(range(12)):
    loss = (torch.ones(100) * y).exp().sum()
    total += loss
memory"""


# How large letters are on the screen, in pixels.
LETTERS = "(all) => all.map((e) => parseFloat(getComputedStyle(e).fontSize) * e.getScreenCTM().a)"


def memory_in(notebook, cell):
    return notebook.widget(cell, "memory")


def test_one_loop_is_read_by_keyboard_and_by_pointer(notebook_of):
    notebook = notebook_of(PROGRAM, ONE)
    memory = memory_in(notebook, 1)
    slider, said = memory.get_by_role("slider", name="Iteration"), memory.locator(".mg-read")
    expect(memory.locator(".mg-head p")).to_contain_text("it counts the nodes of recorded graphs")
    expect(memory.locator(".mg-words")).to_be_hidden()  # first one may think oneself
    memory.get_by_text("Why?").focus()
    notebook.page.keyboard.press("Enter")
    expect(memory.locator(".mg-words")).to_be_visible()
    expect(memory.locator(".mg-words")).to_contain_text(
        "The variable total holds graphs since iteration 1"
    )
    slider.focus()
    notebook.page.keyboard.press("Home")
    expect(said).to_contain_text("Iteration 1: ")
    notebook.page.keyboard.press("ArrowRight")
    second = python_sees(notebook, "memory.loops[''].watch.nodes[1]")
    expect(said).to_contain_text(f"Iteration 2: 1.6 kB, {second} nodes")
    chart = memory.locator(".mg-charts svg").first
    chart.click(position={"x": 60, "y": 100})
    expect(said).to_contain_text("Iteration 1: ")
    notebook.page.keyboard.press("d")
    notebook.page.keyboard.press("d")  # to JupyterLab itself this means: delete the cell
    expect(notebook.page.locator(".jp-Notebook .jp-CodeCell")).to_have_count(2)


def test_the_slider_lies_below_the_first_chart_s_axis(notebook_of):
    notebook = notebook_of(PROGRAM, SPECIMENS["GraphMemory"])
    widget = memory_in(notebook, 1)
    for width in (1280, 900, 500):
        notebook.page.set_viewport_size({"width": width, "height": 900})
        assert thumb_off_its_line(widget) == pytest.approx([0, 0], abs=1)
        keep_picture(widget, f"memory-slider-{width}")


def test_two_loops_side_by_side(notebook_of):
    notebook = notebook_of(PROGRAM, SPECIMENS["GraphMemory"], "memory = _\nmemory")
    memory = memory_in(notebook, 1)
    expect(memory.locator(".mg-charts svg")).to_have_count(2)
    for chart in memory.locator(".mg-charts svg").all():
        expect(chart).to_contain_text("total += loss.item()")
    expect(memory.locator(".mg-words p")).to_have_count(2)
    expect(memory.locator("td").first).to_be_hidden()
    memory.get_by_text("Numbers").focus()
    notebook.page.keyboard.press("Enter")
    expect(memory.locator("td").first).to_be_visible()
    expect(memory.locator("th")).to_have_count(5)
    expect(memory.locator("tbody tr")).to_have_count(20)
    # where it goes on below, its last 24 pixels have a shadow; at the end, paper is upon the shadow
    box = memory.locator(".mg-all")
    looks = box.evaluate("(e) => [getComputedStyle(e).backgroundAttachment, e.clientTop]")
    assert looks == ["local, scroll", 1]
    box.scroll_into_view_if_needed()
    before = box.screenshot()
    keep_picture(memory, "memory-table")
    box.evaluate("(e) => e.scrollTo(0, e.scrollHeight)")
    keep_picture(box, "memory-table-end")
    assert box.screenshot() != before
    last = memory.locator("tbody tr").last.locator("td").all_inner_texts()
    assert last[0] == "20"
    assert last[1].endswith("kB")
    assert last[3] == "0 B"
    nodes = python_sees(notebook, "[loop.watch.nodes[-1] for loop in memory.loops.values()]")
    assert f"[{', '.join(last[2::2])}]" == nodes
    notebook.page.set_viewport_size({"width": 900, "height": 900})
    assert min(memory.locator(".mg-charts text").evaluate_all(LETTERS)) >= 12
    for theme in ("Dark", "Light"):
        notebook.use_theme(f"JupyterLab {theme}")
        keep_picture(memory, f"memory-{theme.lower()}")
