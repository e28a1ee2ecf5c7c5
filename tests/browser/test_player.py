"""The backward player in a real JupyterLab: by mouse, by keyboard, in both themes."""

import os
from pathlib import Path

import pytest

nbformat = pytest.importorskip("nbformat")
expect = pytest.importorskip("playwright.sync_api").expect

pytestmark = pytest.mark.browser

CELLS = [
    """\
import minigrad
from minigrad.widgets import BackwardPlayer

x = minigrad.tensor(2.0, requires_grad=True)
y = minigrad.tensor(3.0, requires_grad=True)
a = x * y
b = x.log()
z = a + b
player = BackwardPlayer(z)
player""",
    "print(player.step, repr(player.selected))",
    "player",
    """\
w = minigrad.tensor([1.0, -2.0], requires_grad=True)
BackwardPlayer((w * w).sum())""",
    "minigrad.viz.draw(b)",
]
PLAYER, TOLD, AGAIN, OTHER, DRAWING = range(len(CELLS))


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("notebooks")
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(c) for c in CELLS])
    nbformat.write(notebook, folder / "player.ipynb")
    return folder


@pytest.fixture
def notebook(lab, folder):
    notebook = lab(folder).open_notebook("player.ipynb")
    notebook.run_all()
    assert notebook.errors() == []
    return notebook


def player_in(notebook, cell):
    player = notebook.output(cell).locator(".mg-player[data-ready]")
    expect(player).to_be_visible()
    return player


def caption(player):
    return player.locator(".mg-caption [aria-live]")


def count(player):
    return player.locator("output")


def python_sees(notebook):
    """What Python has been told, by running the cell that prints it."""
    cell = notebook.cell(TOLD)
    cell.locator(".cm-content").click()
    notebook.page.keyboard.press("Control+Enter")
    return notebook.output(TOLD)


def test_buttons_slider_and_play(notebook):
    player = player_in(notebook, PLAYER)
    expect(count(player)).to_have_text("3 / 9")
    expect(caption(player)).to_contain_text("The forward pass is done")
    player.get_by_label("Step forward").click()
    expect(caption(player)).to_have_text(
        "z.backward() starts: the gradient of z with respect to itself is 1."
    )
    player.get_by_label("Step back").click()
    expect(count(player)).to_have_text("3 / 9")
    player.get_by_label("First step").click()
    expect(caption(player)).to_contain_text("only the leaves: x, y")
    player.get_by_role("slider").fill("7")
    expect(caption(player)).to_contain_text("At x, 0.5 + 3 = 3.5.")
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
    expect(multiplication.locator(".mg-note")).to_have_text("freed")
    expect(arrow).to_contain_class("mg-sent mg-now")
    assert player.locator(".mg-labels text").all_text_contents() == ["1", "1", "3", "2", "0.5", "1"]


def test_clicks_fill_the_inspector_and_python_is_told(notebook):
    player = player_in(notebook, PLAYER)
    inspector = player.locator(".mg-inspector")
    player.locator('.mg-node[data-id="n1"]').click()
    expect(inspector.locator("header")).to_contain_text("MulBackward0")
    expect(inspector.locator("dd", has_text="x = 2")).to_have_text("self: x = 2other: y = 3")
    expect(inspector).to_contain_text("float32, a single number")
    expect(inspector).to_contain_text("In the formula x is x, y is y and g is the gradient")
    expect(inspector.locator("math").first).to_be_visible()
    assert inspector.locator("math mo", has_text="⊙").count() == 3
    expect(inspector).to_contain_text("not sent yet")
    player.get_by_role("slider").fill("9")
    expect(inspector).to_contain_text("freed after it ran")
    expect(python_sees(notebook)).to_have_text("9 'n1'")
    notebook.cell(PLAYER)
    player.locator('.mg-edge[data-id="n2.0"]').click()
    expect(inspector.locator("header")).to_contain_text("LogBackward0 → x")
    expect(inspector).to_contain_text("0.5 float32")
    expect(python_sees(notebook)).to_have_text("9 'n2.0'")


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
    notebook.page.keyboard.press("ArrowLeft")
    expect(count(player)).to_have_text("8 / 9")


def test_space_plays_and_pauses(notebook):
    player = player_in(notebook, PLAYER)
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


def test_it_follows_the_theme(notebook):
    player = player_in(notebook, PLAYER)
    paper = "(e) => getComputedStyle(e).backgroundColor"
    assert player.evaluate(paper) == "rgb(255, 255, 255)"
    player.get_by_role("slider").fill("7")
    notebook.use_theme("JupyterLab Dark")
    expect(player).to_have_attribute("data-dark", "")
    assert player.evaluate(paper) == "rgb(21, 24, 30)"
    keep_picture(notebook, player, "dark")
    notebook.use_theme("JupyterLab Light")
    expect(player).not_to_have_attribute("data-dark", "")
    keep_picture(notebook, player, "light")


def test_a_drawing_needs_no_widget(notebook):
    image = notebook.output(DRAWING).locator("img")
    expect(image).to_be_visible()
    assert image.evaluate("(e) => e.naturalWidth") > 100


def test_reduced_motion_stops_the_dashes(lab, folder):
    notebook = lab(folder).open_notebook("player.ipynb", reduced_motion="reduce")
    notebook.run_all()
    player = player_in(notebook, PLAYER)
    player.get_by_label("Step forward").click()
    line = player.locator('.mg-edge[data-id="seed"] .mg-line')
    expect(line).to_have_css("animation-name", "none")


def keep_picture(notebook, player, name):
    """Save what is on the page where the variable MINIGRAD_SCREENSHOTS says, if it does."""
    folder = os.environ.get("MINIGRAD_SCREENSHOTS")
    if folder:
        player.scroll_into_view_if_needed()
        notebook.page.screenshot(path=Path(folder) / f"player-{name}.png")
