"""What the player plays: numbers that travel, breakpoints, the table, passes that fail."""

import re

import pytest

pytest.importorskip("nbformat")
expect = pytest.importorskip("playwright.sync_api").expect

from tests.browser.player import (
    CELLS,
    CHANGED,
    FAILING,
    PLAYER,
    caption,
    count,
    node,
    player_in,
    table,
    tells_python,
)

pytestmark = pytest.mark.browser

# Every place where a travelling number has been, by the number, and whether the sum waited for it.
WATCH = r"""(root) => {
  const seen = { heights: {}, waited: false };
  window.seenTravelling = seen;
  const look = () => {
    for (const token of root.querySelectorAll(".mg-token")) {
      const height = Number(token.getAttribute("transform").match(/ ([\d.]+)\)/)[1]);
      (seen.heights[token.textContent] ??= []).push(height);
    }
    seen.waited ||= root.querySelector(".mg-sum.mg-coming") !== null;
  };
  const all = { childList: true, subtree: true, attributes: true };
  new MutationObserver(look).observe(root.querySelector(".mg-graph"), all);
}"""


# What numbers and sums have stood on a box, at any time, and how often that was asked.
COVERED = """(root) => {
  const seen = { covered: [], looked: 0 };
  window.seenTravelling = seen;
  const place = (element) => element.getBoundingClientRect();
  const boxes = [...root.querySelectorAll(".mg-node rect")].map(place);
  const look = () => {
    seen.looked += 1;
    for (const pill of root.querySelectorAll(":is(.mg-token, .mg-sum) rect")) {
      const own = place(pill);
      const on = boxes.some((box) => own.left < box.right && own.right > box.left
        && own.top < box.bottom && own.bottom > box.top);
      if (on) seen.covered.push(pill.parentElement.textContent);
    }
  };
  const all = { childList: true, subtree: true, attributes: true };
  new MutationObserver(look).observe(root.querySelector(".mg-graph"), all);
}"""


LONG = """\
import minigrad
from minigrad.widgets import BackwardPlayer

x = minigrad.tensor(0.5, requires_grad=True)
y = x
for _ in range(12):
    y = y.sin() * x
BackwardPlayer(y)"""

ROW_IN_SIGHT = """() => {
  const scroll = document.querySelector(".mg-player .mg-scroll");
  const place = (element) => element.getBoundingClientRect();
  const box = place(scroll);
  const [row, head] = ["[aria-current]", "thead"].map((part) => place(scroll.querySelector(part)));
  return scroll.clientWidth < 420 && row.top >= head.bottom - 1 && row.bottom <= box.bottom + 1;
}"""


@pytest.fixture
def notebook(notebook_of):
    return notebook_of(*CELLS)


def travelled(player):
    """What `WATCH` has seen by the time that all has arrived."""
    expect(player.locator(".mg-sum")).to_have_css("opacity", "1")
    expect(player.locator(".mg-token")).to_have_count(0)
    return player.page.evaluate("() => window.seenTravelling")


def test_a_number_travels_up_its_edge_and_then_stays(notebook):
    player = player_in(notebook, PLAYER)
    player.get_by_role("slider").fill("6")
    player.get_by_label("Speed").select_option("0.25")
    player.evaluate(WATCH)
    player.get_by_label("Step forward").click()
    seen = travelled(player)
    assert set(seen["heights"]) == {"3", "2"}
    for heights in seen["heights"].values():
        assert heights == sorted(heights, reverse=True)
        assert heights[0] > heights[-1]
    assert seen["waited"]
    expect(player.locator(".mg-sum")).to_have_text("0.5 + 3 = 3.5")
    player.get_by_label("Step back").click()
    expect(player.locator(".mg-sum")).to_have_count(0)


def test_who_wants_less_motion_gets_none(notebook_of):
    notebook = notebook_of(*CELLS, reduced_motion="reduce")
    player = player_in(notebook, PLAYER)
    player.get_by_role("slider").fill("6")
    player.get_by_label("Speed").select_option("0.25")
    player.evaluate(WATCH)
    player.get_by_label("Step forward").click()
    line = player.locator('.mg-edge[data-id="n1.0"] .mg-line')
    expect(line).to_have_css("animation-name", "none")
    expect(player.locator(".mg-sum")).to_have_text("0.5 + 3 = 3.5")
    notebook.page.wait_for_timeout(200)
    assert travelled(player) == {"heights": {}, "waited": False}


def test_playing_stops_at_a_breakpoint_set_by_mouse(notebook):
    player = player_in(notebook, PLAYER)
    node(player, "n1").click()
    player.get_by_role("button", name="Pause at MulBackward0").click()
    tells_python(notebook, "player.breakpoints", "['n1']")
    expect(player.locator(".mg-stop")).to_have_count(1)
    expect(node(player, "n1")).to_have_attribute("aria-label", re.compile("breakpoint"))
    expect(table(player).locator("tr.mg-break th")).to_have_text("MulBackward0")
    player.get_by_label("Speed").select_option("4")
    player.get_by_label("Play").click()
    expect(caption(player)).to_contain_text("Paused before MulBackward0.")
    expect(count(player)).to_have_text("6 / 9")
    player.get_by_label("Play").click()
    expect(count(player)).to_have_text("9 / 9")
    expect(caption(player)).not_to_contain_text("Paused")


def test_breakpoints_and_the_table_by_keyboard_alone(notebook):
    page, player = notebook.page, player_in(notebook, PLAYER)
    player.get_by_label("Step forward").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("b")  # at the node whose step this is
    tells_python(notebook, "(player.step, player.breakpoints)", "(6, ['n2'])")
    page.keyboard.press("b")
    tells_python(notebook, "player.breakpoints", "[]")
    node(player, "n0").focus()
    page.keyboard.press("Tab")
    expect(player.locator(".mg-legend summary")).to_be_focused()
    page.keyboard.press("Tab")
    expect(player.locator(".mg-events summary")).to_be_focused()
    expect(player.locator("table")).to_be_hidden()
    page.keyboard.press("Enter")
    expect(player.locator("table")).to_be_visible()
    page.keyboard.press("Tab")
    expect(player.locator(":focus")).to_have_attribute("aria-label", "Go to step 6")
    page.keyboard.press("ArrowDown")
    expect(count(player)).to_have_text("7 / 9")
    expect(player.locator(":focus")).to_have_attribute("aria-label", "Go to step 7")
    page.keyboard.press("b")
    tells_python(notebook, "player.breakpoints", "['n1']")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(player.locator("tr[aria-current=step] th")).to_have_text("z.backward()")


def test_a_row_of_the_table_goes_to_its_step(notebook):
    player = player_in(notebook, PLAYER)
    rows = table(player).locator("tbody tr")
    expect(rows).to_have_count(9)
    rows.nth(6).locator("button").click()
    expect(count(player)).to_have_text("7 / 9")
    assert rows.nth(6).locator("td, th").all_inner_texts() == [
        *("7", "MulBackward0", "1", "3 to x\n2 to y", "at x: 0.5 + 3 = 3.5\nfrees x, y"),
    ]  # fmt: skip
    expect(player.locator("tr[aria-current=step]")).to_have_count(1)


def test_the_table_is_one_stop_for_the_tab_key(notebook):
    player = player_in(notebook, PLAYER)
    table(player)
    for step in ("0", "6", "0"):
        player.get_by_role("slider").fill(step)
        expect(player.locator('table [tabindex="0"]')).to_have_count(1)


def test_a_row_tells_nothing_before_its_step_has_been_reached(notebook):
    player = player_in(notebook, PLAYER)
    rows = table(player).locator("tbody tr")
    expect(rows.nth(2).get_by_text("computes z = 6.693")).to_be_visible()  # where it stands
    for row in (3, 6, 8):
        expect(rows.nth(row).get_by_role("button")).to_be_visible()
        for cell in range(1, 5):
            told = rows.nth(row).locator("th, td").nth(cell)
            expect(told).to_have_css("visibility", "hidden")
    player.get_by_label("Step forward").click()
    expect(rows.nth(3).locator("td").nth(1)).to_have_css("visibility", "visible")
    expect(rows.nth(4).locator("td").nth(1)).to_have_css("visibility", "hidden")
    table(player)  # closed, and while it is
    player.get_by_role("slider").fill("7")
    player.get_by_role("slider").fill("0")
    table(player)
    expect(rows.nth(6).get_by_text("at x: 0.5 + 3 = 3.5")).to_be_visible()  # it has been told
    expect(rows.nth(7).locator("td").last).to_have_css("visibility", "hidden")


def test_a_row_that_tells_nothing_yet_goes_to_its_step(notebook):
    player = player_in(notebook, PLAYER)
    table(player).locator("tbody tr").nth(7).locator("td").first.click()
    expect(count(player)).to_have_text("8 / 9")
    expect(player.locator("tbody tr").nth(7)).to_contain_text(".grad was None, is 3.5")


def test_all_rows_of_a_short_pass_are_in_sight(notebook):
    player = player_in(notebook, PLAYER)
    table(player)
    scroll = player.locator(".mg-scroll")
    assert scroll.evaluate("(e) => e.scrollHeight - e.clientHeight") <= 0
    expect(scroll).not_to_contain_class("mg-more")


def test_a_long_table_shows_that_it_goes_on_and_keeps_its_row_when_narrowed(notebook_of):
    player = player_in(notebook_of(LONG), 0)
    table(player)
    scroll = player.locator(".mg-scroll")
    player.get_by_role("slider").fill("18")
    expect(scroll).to_contain_class("mg-more")
    expect(scroll).not_to_have_css("box-shadow", "none")
    player.evaluate("(e) => { e.style.width = '420px'; }")
    player.page.wait_for_function(ROW_IN_SIGHT)
    player.get_by_label("Last step").click()
    expect(scroll).not_to_contain_class("mg-more")


def test_neither_the_sum_nor_a_travelling_number_covers_a_box(notebook):
    player = player_in(notebook, PLAYER)
    player.get_by_role("slider").fill("6")
    player.get_by_label("Speed").select_option("0.25")
    player.evaluate(COVERED)
    player.get_by_label("Step forward").click()
    assert travelled(player)["covered"] == []
    assert player.evaluate("() => window.seenTravelling.looked") > 10


def test_a_second_backward_shows_why_it_fails(notebook_of):
    notebook = notebook_of(FAILING)
    player = player_in(notebook, 0)
    expect(caption(player)).to_contain_text("LogBackward0 cannot run: an earlier backward freed")
    expect(caption(player)).to_contain_text("pass retain_graph=True there.")
    expect(caption(player)).to_contain_text("RuntimeError: Trying to backward through the graph a")
    expect(node(player, "n2")).to_contain_class("mg-failed")
    expect(node(player, "n2").locator(".mg-note")).to_have_text("✕ cannot run")
    expect(node(player, "n3").locator(".mg-value")).to_have_text("grad 3.5")  # of the first
    player.get_by_label("Step back").click()
    expect(node(player, "n2")).not_to_contain_class("mg-failed")
    expect(node(player, "n2").locator(".mg-note")).to_have_text("self freed")
    expect(player.locator(".mg-error")).to_be_hidden()
    tells_python(notebook, "type(player.error).__name__", "'RuntimeError'")


def test_a_write_in_place_shows_both_versions(notebook_of):
    player = player_in(notebook_of(CHANGED), 0)
    expect(caption(player)).to_contain_text("it saved x at version 0, but finds version 1")
    expect(caption(player)).to_contain_text("modified by an inplace operation")
    expect(table(player).locator("tbody tr").last).to_contain_text(
        "saved version 0, found version 1"
    )
