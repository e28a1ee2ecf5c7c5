"""The backward player in a real JupyterLab: by mouse, by keyboard, in both themes."""

import pytest

pytest.importorskip("nbformat")
expect = pytest.importorskip("playwright.sync_api").expect

from tests.browser.axe import axe
from tests.browser.contrast import pale_texts
from tests.browser.notebook import keep_picture
from tests.browser.player import (
    AGAIN,
    CELLS,
    DRAWING,
    FAILING,
    OTHER,
    PLAYER,
    caption,
    count,
    node,
    player_in,
    tells_python,
)

pytestmark = pytest.mark.browser

THEMES = ["JupyterLab Light", "JupyterLab Dark"]


TOP_OF_PICTURE = """(root) => {
  const top = (element) => element.getBoundingClientRect().top;
  return top(root.querySelector(".mg-picture")) - top(root);
}"""


ROOM_BESIDE_TEXT = """(element) => {
  const range = document.createRange();
  range.selectNodeContents(element);
  return (element.getBoundingClientRect().width - range.getBoundingClientRect().width) / 2;
}"""


@pytest.fixture
def notebook(notebook_of):
    return notebook_of(*CELLS)


def test_buttons_slider_and_play(notebook):
    player = player_in(notebook, PLAYER)
    expect(count(player)).to_have_text("3 / 9")
    expect(caption(player)).to_contain_text("The forward pass is done")
    player.get_by_label("Step forward").click()
    expect(caption(player).locator("p").first).to_have_text(
        "z.backward() starts: the gradient of z with respect to itself is 1."
    )
    player.get_by_label("Step back").click()
    expect(count(player)).to_have_text("3 / 9")
    player.get_by_label("First step").click()
    expect(caption(player)).to_contain_text("only the leaves: x, y")
    player.get_by_role("slider").fill("7")
    expect(caption(player)).to_contain_text("At x, 0.5 + 3 = 3.5.")
    player.get_by_label("Speed").select_option("4")
    player.get_by_label("Play").click()
    expect(player.get_by_label("Pause")).to_be_visible()
    expect(count(player)).to_have_text("9 / 9", timeout=20_000)
    expect(player.get_by_label("Play")).to_be_visible()
    expect(player.locator('.mg-node[data-id="n3"] .mg-value')).to_have_text("grad 3.5")


def test_what_the_picture_shows_step_by_step(notebook):
    player = player_in(notebook, PLAYER)
    multiplication = player.locator('.mg-node[data-id="n1"]')
    arrow = player.locator('.mg-edge[data-id="n1.0"]')
    player.get_by_role("slider").fill("0")
    expect(multiplication).to_contain_class("mg-later")
    expect(multiplication.locator(".mg-value")).to_have_text("…")
    expect(multiplication.locator(".mg-note")).to_have_text("")
    expect(arrow.locator(".mg-tip")).to_have_css("opacity", "0.16")
    expect(arrow.locator(".mg-back")).to_have_css("opacity", "0")
    multiplication.click()
    expect(player.locator("dl")).to_contain_text("nothing yet")
    expect(player.locator(".mg-inspector")).not_to_contain_text("x = 2")
    player.get_by_role("slider").fill("1")
    expect(multiplication.locator(".mg-value")).to_have_text("a = 6")
    expect(player.locator(".mg-inspector")).to_contain_text("self: x = 2")
    player.get_by_role("slider").fill("6")
    expect(multiplication.locator(".mg-note")).to_have_text("saves x, y")
    expect(arrow).not_to_contain_class("mg-sent")
    player.get_by_role("slider").fill("7")
    expect(multiplication.locator(".mg-note")).to_have_text("x, y freed")
    expect(multiplication.locator(".mg-gone")).to_have_css("text-decoration-line", "line-through")
    expect(arrow).to_contain_class("mg-sent mg-now")
    assert player.locator(".mg-labels text").all_text_contents() == ["1", "1", "3", "2", "0.5", "1"]


def test_why_one_grad_is_none_and_another_is_not(notebook):
    player = player_in(notebook, PLAYER)
    step = player.get_by_label("Step forward")
    for expected in (
        "how fast z changes when that value changes",
        "so z.grad stays None",
        "so b.grad stays None",
        "a is not a leaf, it was computed: its gradient is passed on and not kept",
        "x is a leaf, so its gradient is kept. AccumulateGrad is",
        "x and y are leaves, so they keep what arrived, in .grad. z, a and b were computed",
    ):
        step.click()
        expect(caption(player).locator(".mg-aside")).to_contain_text(expected)
    player.get_by_label("First step").click()
    expect(caption(player)).to_contain_text("Leaves are tensors that were made")
    step.click()
    step.click()
    expect(caption(player).locator(".mg-aside")).to_be_hidden()


def test_the_legend_has_every_form_that_the_picture_has(notebook):
    player = player_in(notebook, PLAYER)
    items = player.locator(".mg-legend li strong")
    expect(items.first).to_be_hidden()
    player.locator(".mg-legend summary").click()
    expect(items.first).to_be_visible()
    expect(items).to_have_text(["leaf:", "operation:", "result:", "freed:", "gradient:", "sum:"])


def test_the_words_never_move_the_picture(notebook):
    player = player_in(notebook, PLAYER)
    tops = set()
    for step in range(10):
        player.get_by_role("slider").fill(str(step))
        expect(count(player)).to_have_text(f"{step} / 9")
        tops.add(player.evaluate(TOP_OF_PICTURE))
    assert len(tops) == 1


def test_clicks_fill_the_inspector_and_python_is_told(notebook):
    player = player_in(notebook, PLAYER)
    inspector = player.locator(".mg-inspector")
    player.locator('.mg-node[data-id="n1"]').click()
    expect(inspector.locator("header")).to_contain_text("MulBackward0")
    expect(inspector.locator("dd", has_text="x = 2")).to_have_text(
        "self: x = 2 version 0other: y = 3 version 0"
    )
    expect(inspector).to_contain_text("float32, a single number")
    expect(inspector).to_contain_text("In the formula g is the gradient that comes in")
    expect(inspector.locator("math").first).to_be_visible()
    assert inspector.locator("math mo", has_text="·").count() == 4
    expect(inspector).to_contain_text("not sent yet")
    player.get_by_role("slider").fill("9")
    expect(inspector).to_contain_text("freed")
    rule = "".join(inspector.locator('dt:text-is("to x") + dd math').all_text_contents())
    assert "".join(rule.split()).replace("·", "⋅") == "g⋅y=1⋅3=3"  # the numbers put in
    tells_python(notebook, "(player.step, player.selected)", "(9, 'n1')")
    player.locator('.mg-edge[data-id="n2.0"]').click()
    expect(inspector.locator("header")).to_contain_text("LogBackward0 → x")
    rule = "".join(inspector.locator("math").all_text_contents())
    assert "".join(rule.split()).replace("·", "⋅") == "g/x=1/2=0.5"
    tells_python(notebook, "(player.step, player.selected)", "(9, 'n2.0')")


def test_keyboard_alone(notebook):
    page, player = notebook.page, player_in(notebook, PLAYER)
    player.get_by_label("Step back").focus()
    page.keyboard.press("Enter")
    expect(count(player)).to_have_text("2 / 9")
    for label in ("Play", "Step forward", "Last step", "Step"):  # the order of Tab
        page.keyboard.press("Tab")
        expect(player.locator(":focus")).to_have_attribute("aria-label", label)
    page.keyboard.press("End")
    expect(count(player)).to_have_text("9 / 9")
    page.keyboard.press("Home")
    expect(count(player)).to_have_text("0 / 9")
    page.keyboard.press("Tab")
    expect(player.locator(":focus")).to_have_attribute("aria-label", "Speed")
    page.keyboard.press("ArrowDown")
    tells_python(notebook, "player.speed", "2.0")
    page.keyboard.press("Tab")
    expect(player.locator(":focus")).to_have_text("Pause at AddBackward0")
    page.keyboard.press("Tab")
    expect(player.locator(":focus")).to_have_attribute("data-id", "n0")
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    expect(count(player)).to_have_text("8 / 9")
    page.keyboard.press("ArrowDown")
    expect(player.locator(":focus")).to_have_attribute("data-id", "n0.0")
    expect(player.locator(":focus")).to_have_attribute("aria-label", "from z to a: gradient 1")
    page.keyboard.press("Enter")
    expect(player.locator('[data-id="n0.0"]')).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    expect(player.locator('[aria-pressed="true"]')).to_have_count(0)
    page.keyboard.press("d")
    page.keyboard.press("d")  # to JupyterLab itself this means: delete the cell
    expect(notebook.page.locator(".jp-Notebook .jp-CodeCell")).to_have_count(len(CELLS))


@pytest.mark.parametrize("place", [".mg-picture", ".mg-caption", ".mg-inspector", ".mg-count"])
def test_a_click_anywhere_in_the_player_gives_it_the_keys(notebook, place):
    page, player = notebook.page, player_in(notebook, PLAYER)
    notebook.cell(PLAYER).locator(".cm-content").click()
    active = page.locator(".jp-Notebook .jp-mod-active .mg-player[data-ready]")
    player.locator(place).click(position={"x": 3, "y": 3})
    expect(player).to_be_focused()
    expect(player).to_have_css("outline-style", "solid")
    page.keyboard.press("ArrowRight")
    expect(count(player)).to_have_text("4 / 9")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(count(player)).to_have_text("2 / 9")
    expect(active).to_be_visible()  # the notebook has not gone on to another cell


def test_a_button_that_can_do_no_more_leaves_the_keys_to_the_player(notebook):
    player = player_in(notebook, PLAYER)
    player.get_by_label("Last step").click()
    expect(count(player)).to_have_text("9 / 9")
    expect(player).to_be_focused()
    expect(player).to_have_css("outline-style", "none")  # nothing has been chosen
    notebook.page.keyboard.press("ArrowLeft")
    expect(count(player)).to_have_text("8 / 9")
    expect(player).to_have_css("outline-style", "solid")
    player.get_by_label("Last step").focus()
    notebook.page.keyboard.press("Enter")
    expect(player).to_be_focused()
    expect(player).to_have_css("outline-style", "solid")
    expect(player).to_have_css("outline-offset", "-2px")  # a notebook cuts off what lies outside


def test_a_ring_is_around_the_box_that_a_key_has_reached(notebook):
    player = player_in(notebook, PLAYER)
    node(player, "n1").click()
    expect(node(player, "n1")).to_be_focused()
    expect(node(player, "n1").locator("rect")).to_have_css("outline-style", "none")
    notebook.page.keyboard.press("ArrowDown")
    notebook.page.keyboard.press("ArrowUp")
    expect(node(player, "n1")).to_be_focused()
    expect(node(player, "n1").locator("rect")).to_have_css("outline-style", "solid")


def test_what_has_arrived_at_a_node_waits_for_its_turn(notebook):
    player = player_in(notebook, PLAYER)
    player.locator('.mg-node[data-id="n1"]').click()
    incoming = player.locator('dt:text-is("gradient in") + dd')
    for step, text in (
        ("4", "not yet"),
        ("5", "1, waiting for its turn"),
        ("6", "1, waiting for its turn"),
        ("7", "1 float32, a single number"),
    ):
        player.get_by_role("slider").fill(step)
        expect(incoming).to_have_text(text)


def test_the_name_on_a_pressed_button_keeps_clear_of_its_edges(notebook):
    player = player_in(notebook, PLAYER)
    player.locator('.mg-node[data-id="n1"]').click()
    pause = player.get_by_role("button", name="Pause at MulBackward0")
    pause.click()
    expect(pause).to_have_attribute("aria-pressed", "true")
    assert pause.evaluate(ROOM_BESIDE_TEXT) >= 8


def test_space_plays_and_pauses(notebook):
    player = player_in(notebook, PLAYER)
    player.get_by_label("Speed").select_option("0.25")  # so that a busy machine is in time
    player.get_by_role("slider").focus()
    notebook.page.keyboard.press(" ")
    expect(player.get_by_label("Pause")).to_be_visible()
    expect(count(player)).to_have_text("4 / 9")
    notebook.page.keyboard.press(" ")
    expect(player.get_by_label("Play")).to_be_visible()


def test_two_views_share_their_step_and_two_players_do_not(notebook):
    player_in(notebook, PLAYER).get_by_role("slider").fill("5")
    expect(count(player_in(notebook, AGAIN))).to_have_text("5 / 9")
    expect(count(player_in(notebook, OTHER))).to_have_text("2 / 6")
    expect(notebook.page.locator(".mg-player [id]")).to_have_count(0)  # so no id stands there twice


@pytest.mark.parametrize("theme", THEMES)
def test_it_can_be_read_in_both_themes(notebook_of, theme):
    notebook = notebook_of(CELLS[PLAYER], FAILING, theme=theme, reduced_motion="reduce")
    notebook.page.set_viewport_size({"width": 1280, "height": 1600})
    for cell, name, steps in ((0, "runs", "076"), (1, "fails", "06")):
        is_readable(notebook, player_in(notebook, cell), steps)
        keep_picture(notebook.page, f"player-{name}-{theme.split()[1]}")
    paper = player_in(notebook, 0).evaluate("(e) => getComputedStyle(e).backgroundColor")
    assert paper == ("rgb(255, 255, 255)" if theme == THEMES[0] else "rgb(21, 24, 30)")


def is_readable(notebook, player, steps):
    for step in steps:
        player.get_by_role("slider").fill(step)
    player.get_by_role("button", name="Pause at").click()
    for summary in player.locator(".mg-foot summary").all():
        summary.click()
    assert axe(player) == []
    assert pale_texts(player) == []


def test_it_follows_a_change_of_theme(notebook):
    player = player_in(notebook, PLAYER)
    notebook.use_theme(THEMES[1])
    expect(player).to_have_attribute("data-dark", "")
    notebook.use_theme(THEMES[0])
    expect(player).not_to_have_attribute("data-dark", "")


def test_a_drawing_needs_no_widget(notebook):
    image = notebook.output(DRAWING).locator("img")
    expect(image).to_be_visible()
    assert image.evaluate("(e) => e.naturalWidth") > 100
