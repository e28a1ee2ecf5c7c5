"""Two minutes with the gallery: what somebody does who opens it without having read anything."""

import shutil
from pathlib import Path

import pytest

expect = pytest.importorskip("playwright.sync_api").expect

pytestmark = pytest.mark.browser

GALLERY = Path(__file__).parents[2] / "notebooks" / "gallery.ipynb"
IDS = """() => window.jupyterapp.shell.currentWidget.content.model.sharedModel.cells
  .map((cell) => cell.id)"""
# With its file browser open, JupyterLab leaves a cell no more than a phone would without.
NARROW = {"width": 680, "height": 900}
OUTSIDE = """(widget) => {
  const scrolls = (e) => e !== widget
    && (getComputedStyle(e).overflowX !== "visible" || scrolls(e.parentElement));
  const { right, width } = widget.getBoundingClientRect();
  return [...widget.querySelectorAll("*")]
    .filter((e) => e.getBoundingClientRect().right > right + 1 && !scrolls(e.parentElement))
    .map((e) => `${e.tagName} ${e.className.baseVal ?? e.className}, of ${width}`);
}"""


def test_two_minutes_with_the_gallery(open_notebook, tmp_path):
    notebook = open_notebook(Path(shutil.copy(GALLERY, tmp_path)))
    notebook.run_all()
    assert notebook.errors() == []
    ids = notebook.page.evaluate(IDS)

    def widget(name):
        return notebook.widget(ids.index(name))

    see_which_boxes_keep_a_gradient(widget("player"))
    guess_wrong_then_right(widget("predict"))
    open_a_layer_and_ask_its_weight(widget("view"))
    go_too_fast(widget("descent"))
    expect(widget("monitor")).to_contain_text("Finished")
    expect(widget("memory")).to_contain_text("total holds graphs since iteration 1")
    notebook.page.set_viewport_size(NARROW)
    for name in ("player", "predict", "view", "descent", "monitor", "memory"):
        assert widget(name).evaluate(OUTSIDE) == [], name


def see_which_boxes_keep_a_gradient(player):
    player.get_by_label("Last step").click()
    boxes = player.locator(".mg-node")
    expect(boxes.filter(has_text="x = 2")).to_contain_text("grad 3.5")
    expect(boxes.filter(has_text="a = 6")).not_to_contain_text("grad")


def guess_wrong_then_right(prediction):
    prediction.get_by_label("Your prediction").fill("3.5")
    prediction.get_by_role("button", name="Answer", exact=True).click()
    expect(prediction).to_contain_text("in the place of what was there")
    prediction.get_by_label("Your prediction").fill("7")
    prediction.get_by_role("button", name="Try again").click()
    expect(prediction).to_contain_text("backward() adds to what is there")


def open_a_layer_and_ask_its_weight(view):
    view.locator('.mg-node[data-id="group:model.2"]').click()
    view.locator(".mg-node").filter(has_text="model.2.weight").click()
    expect(view.locator(".mg-inspector")).to_contain_text(
        "model.2.weight is a leaf, so backward adds"
    )


def go_too_fast(descent):
    rate = descent.get_by_role("slider", name="Learning rate")
    rate.focus()
    rate.press("End")
    expect(descent).to_contain_text(
        "the learning rate must stay below 2 / 11.66 = 0.1716. Yours is 10."
    )
