"""What the graph view tells of a chosen box: its rule, its tables, what has arrived there."""

import re
import unicodedata

import pytest

pytest.importorskip("nbformat")
expect = pytest.importorskip("playwright.sync_api").expect

from tests.browser.graph_view import FIRST, LARGE, box, inspector, press, transform
from tests.browser.notebook import python_sees

pytestmark = pytest.mark.browser

LONG_FORMULAS = """\
q, one = x * 0.15, torch.tensor(1.0)
bce = nn.functional.binary_cross_entropy_with_logits(q, one)
huber = nn.functional.smooth_l1_loss(q, one)
view = GraphView(bce + huber)"""


def test_the_rule_with_its_numbers_and_its_source(view_of):
    _, view = view_of(FIRST)
    box(view, "n1").click()
    row = inspector(view).locator("dt", has_text="to x").locator("xpath=following-sibling::dd[1]")
    expect(row.locator("math").first).to_be_visible()
    text = unicodedata.normalize("NFKC", row.inner_text())
    assert re.sub(r"\s", "", text).replace("·", "⋅") == "g⋅y=1⋅3=3"
    source = inspector(view).locator(".mg-source")
    source.locator("summary").click()
    expect(source).to_contain_text("minigrad/ops/arithmetic.py, line")
    expect(source.locator("pre")).to_contain_text("input=(lambda g, other: g * other")


def test_no_part_of_a_long_formula_is_out_of_sight(view_of):
    program = FIRST.replace("view = GraphView(z)", LONG_FORMULAS)
    _, view = view_of(program)
    parts = inspector(view).locator(".mg-math, .mg-math math")
    for key in ("n0", "n1", "n2", "n3"):
        box(view, key).click()
        expect(box(view, key)).to_have_attribute("aria-pressed", "true")
        view.page.wait_for_timeout(100)
        cut = (
            "(all) => all.filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => e.outerHTML)"
        )
        assert parts.count() > 2
        assert parts.evaluate_all(cut) == []


TABLES = """\
x = torch.randn(6, 40, requires_grad=True)
y = (x * 2).sum()
view = GraphView(y)"""


def test_a_table_too_wide_is_scrolled_and_never_broken(view_of):
    _, view = view_of(FIRST.replace("view = GraphView(z)", TABLES))
    view.locator(".mg-leaf").click()
    table = inspector(view).locator(".mg-tensor").first
    expect(table).to_have_attribute("tabindex", "0")
    lines = table.inner_text().splitlines()
    assert len(lines) == 6
    assert all(line.strip().startswith("[") for line in lines)
    outer, inner = inspector(view).bounding_box(), table.bounding_box()
    assert inner["x"] + inner["width"] <= outer["x"] + outer["width"]
    table.focus()
    press(view, "ArrowRight")
    view.page.wait_for_function("(e) => e.scrollLeft > 0", arg=table.element_handle())


def test_what_would_flow_is_told_from_what_has_arrived(view_of):
    notebook, view = view_of(FIRST.replace("z.backward()\n", ""))
    when = inspector(view).locator(".mg-when")
    box(view, "n1").click()
    expect(when).to_have_text("What z.backward() sends if it is called now:")
    expect(inspector(view)).to_contain_text("What is MulBackward0?MulBackward0 is the node")
    expect(inspector(view)).to_contain_text("the rule needs it. Backward frees it.")
    box(view, "n3").click()
    expect(inspector(view)).to_contain_text("z.backward(), called now, brings 0.5")
    python_sees(notebook, "(z.backward(), view.refresh())")
    box(view, "n1").click()
    expect(when).to_contain_text("A backward has freed the graph, so it cannot run now:")


def test_a_refresh_shows_what_backward_has_done(view_of):
    program = FIRST.replace("z.backward()\n", "")
    notebook, view = view_of(program)
    expect(box(view, "n3").locator(".mg-value")).to_have_text("grad None")
    box(view, "n3").click()
    view.get_by_label("Larger").click()
    before = transform(view)
    python_sees(notebook, "(z.backward(), view.refresh())")
    expect(box(view, "n3").locator(".mg-value")).to_have_text("grad 3.5")
    expect(box(view, "n1").locator(".mg-note")).to_have_text("freed")
    expect(inspector(view)).to_contain_text(".grad3.5")
    expect(box(view, "n3")).to_have_attribute("aria-pressed", "true")
    assert transform(view) == pytest.approx(before, abs=0.6)


def test_of_a_large_graph_python_is_asked(view_of):
    notebook, view = view_of(LARGE)
    expect(view.locator(".mg-node")).to_have_count(501)
    expect(inspector(view)).to_contain_text("total is not a leaf")
    box(view, "n4").dispatch_event("click")
    expect(inspector(view)).to_contain_text("TanhBackward0")
    expect(inspector(view)).to_contain_text("No variable was found that holds it.")
    assert python_sees(notebook, "list(view._facts)") == "['n0', 'n4']"
