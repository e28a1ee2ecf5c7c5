"""Questions in a real JupyterLab: by mouse, by keyboard, and without giving the answer away."""

import json

import pytest

pytest.importorskip("nbformat")
expect = pytest.importorskip("playwright.sync_api").expect

from tests.browser.axe import axe
from tests.browser.contrast import pale_texts
from tests.browser.notebook import keep_picture, python_sees

pytestmark = pytest.mark.browser

THEMES = ["JupyterLab Light", "JupyterLab Dark"]
# The secret answer, 62.8, has a point so that no random hexadecimal name on the page contains it.
CELLS = [
    """\
import minigrad as torch
from minigrad.widgets import Predict

def truth():
    x = torch.tensor(15.7, requires_grad=True)
    (x * x).backward()
    (x * x).backward()
    return x.grad

value = Predict(
    "`x` is 15.7. What is `x.grad` after two times `(x * x).backward()`?",
    truth,
    why="`backward()` adds up.",
    hints={31.4: "That is one pass."},
)
value""",
    """\
choice = Predict(
    "What is `w.grad` after `w = w - lr * w.grad`?",
    lambda: None,
    choices=[0, None, "an error"],
    why="`w` is another tensor now.",
    hints={0: "Nobody zeroed it."},
)
choice""",
    """\
x = torch.tensor(2.0, requires_grad=True)
y = torch.tensor(3.0, requires_grad=True)
a = x * y
z = a + x.log()
node = Predict("Which node runs first when `z.backward()` is called?", lambda: "z", graph=z)
node""",
    'late = Predict("What is `later`?", lambda: later)\nlate',
    "value",
    "tally = Predict.tally()\ntally",
    "later = 5 if 'once' in globals() else late\nonce = True",
]
VALUE, CHOICE, NODE, LATE, AGAIN, TALLY, MAKES = range(len(CELLS))


@pytest.fixture
def notebook(notebook_of):
    return notebook_of(*CELLS)


def question(notebook, cell, name="predict"):
    return notebook.widget(cell, name)


def verdict(widget):
    return widget.get_by_role("status")


def state(notebook, name):
    """The last answer, how many were compared, and whether the last one was right."""
    return python_sees(notebook, f"({name}.given, {name}.tries, {name}.right)")


def page_knows(notebook):
    """Everything that the page has been told of widgets: their state, and what it shows."""
    known = python_sees(
        notebook,
        "[str(dict(q.get_state(), _esm='', _css='')) for q in (value, choice, node, late)]",
    )
    shown = notebook.page.locator(".mg-predict").evaluate_all(
        "(all) => all.map((e) => e.outerHTML)"
    )
    return known + json.dumps(shown)


def test_a_wrong_answer_a_hint_and_a_right_one(notebook):
    widget = question(notebook, VALUE)
    assert "62.8" not in page_knows(notebook)
    widget.get_by_label("Your prediction").fill("31.4")
    widget.get_by_role("button", name="Answer").click()
    expect(verdict(widget)).to_have_text("○Not there yet: 31.4.That is one pass.")
    assert state(notebook, "value") == "('31.4', 1, False)"
    assert "62.8" not in page_knows(notebook)
    widget.get_by_label("Your prediction").fill("125.6/2")
    widget.get_by_role("button", name="Try again").click()
    expect(verdict(widget)).to_have_text("✓Right: 62.8.backward() adds up.")
    expect(widget.get_by_role("button")).to_have_count(0)
    expect(widget.get_by_label("Your prediction")).to_be_disabled()
    expect(verdict(widget)).to_be_focused()
    assert state(notebook, "value") == "('125.6/2', 2, True)"


def test_with_the_keyboard_alone(notebook):
    page, widget = notebook.page, question(notebook, VALUE)
    widget.get_by_label("Your prediction").focus()
    page.keyboard.type("two dd")  # two d would delete the cell, if they got to JupyterLab
    page.keyboard.press("Enter")
    expect(verdict(widget)).to_contain_text("two dd cannot be read. Write a number such as 0.5")
    expect(widget.get_by_label("Your prediction")).to_have_attribute("aria-invalid", "true")
    assert state(notebook, "value") == "(None, 0, None)"
    page.keyboard.press("Control+a")
    page.keyboard.type("31.4")
    page.keyboard.press("Enter")
    expect(verdict(widget)).to_contain_text("Not there yet: 31.4.")
    page.keyboard.press("Tab")
    expect(widget.get_by_role("button", name="Try again")).to_be_focused()
    page.keyboard.press("Tab")
    expect(widget.get_by_role("button", name="Show the answer")).to_be_focused()
    page.keyboard.press("Enter")
    expect(verdict(widget)).to_have_text(
        "→It is 62.8; you said 31.4.That is one pass. backward() adds up."
    )
    assert state(notebook, "value") == "('31.4', 1, False)"
    expect(page.locator(".jp-Notebook .jp-CodeCell")).to_have_count(len(CELLS))


# Answers by the keyboard alone: the question, the keys of each try, and what the last comes to.
LAST_ANSWERS = {
    "right": [
        (VALUE, [["62.8"]], "right"),
        (CHOICE, [[" ", "ArrowDown"]], "right"),
        (NODE, [[" "]], "right"),
    ],
    "wrong twice": [
        (VALUE, [["1"], ["2"]], "told"),
        (CHOICE, [[" "], ["ArrowUp"]], "told"),
        (NODE, [["ArrowDown", "ArrowDown"], ["ArrowDown"]], "told"),
    ],
    "by the buttons": [
        (CHOICE, [[" ", "ArrowDown", "Tab"]], "right"),
        (NODE, [["ArrowDown", "ArrowDown"], ["Tab", "Tab"]], "told"),
    ],
}


@pytest.mark.parametrize("answers", LAST_ANSWERS.values(), ids=LAST_ANSWERS)
def test_after_the_last_answer_the_verdict_has_the_focus(notebook, answers):
    page = notebook.page
    for cell, tries, end in answers:
        widget = question(notebook, cell)
        widget.locator("input, [role=radio]").first.focus()
        for number, keys in enumerate(tries, 1):
            for key in keys:
                page.keyboard.type(key) if key[0].isdigit() else page.keyboard.press(key)
            page.keyboard.press("Enter")
            expected = end if number == len(tries) else "open"
            expect(widget).to_have_attribute("data-state", expected)
        expect(widget.get_by_role("button")).to_have_count(0)
        expect(verdict(widget)).to_be_focused()
        expect(verdict(widget)).to_have_css("outline-style", "solid")
        page.keyboard.press("d")
        page.keyboard.press("d")  # to JupyterLab itself this means: delete the cell
        expect(page.locator(".jp-Notebook .jp-CodeCell")).to_have_count(len(CELLS))


def test_an_answer_in_another_view_leaves_the_focus_alone(notebook):
    field = question(notebook, CHOICE).get_by_role("radio").first
    field.focus()
    python_sees(notebook, "value.submit('62.8')")
    expect(verdict(question(notebook, VALUE))).to_contain_text("Right")
    expect(question(notebook, CHOICE).get_by_role("radio").first).to_be_focused()


def test_the_same_answer_again_is_no_try(notebook):
    widget = question(notebook, CHOICE)
    widget.get_by_label("0", exact=True).check()
    widget.get_by_role("button", name="Answer").click()
    expect(verdict(widget)).to_have_text("○Not there yet: 0.Nobody zeroed it.")
    widget.get_by_role("button", name="Try again").click()
    expect(verdict(widget)).to_have_text("You said 0 before. Nobody zeroed it.")
    assert state(notebook, "choice") == "(0, 1, False)"
    expect(widget.get_by_role("button", name="Try again")).to_be_visible()


def test_nothing_is_asked_of_python_without_an_answer(notebook):
    widget = question(notebook, VALUE)
    widget.get_by_role("button", name="Answer").click()
    expect(verdict(widget)).to_have_text("Write your prediction first.")
    python_sees(notebook, "value._send_state()")  # as a busy kernel does, late
    expect(verdict(widget)).to_have_text("Write your prediction first.")
    widget = question(notebook, CHOICE)
    widget.get_by_role("button", name="Answer").click()
    expect(verdict(widget)).to_have_text("Choose one first.")
    widget = question(notebook, NODE)
    widget.get_by_role("button", name="Answer").click()
    expect(verdict(widget)).to_have_text("Choose a node in the picture first.")
    assert state(notebook, "value") == state(notebook, "node") == "(None, 0, None)"


def test_a_choice_by_mouse(notebook):
    widget = question(notebook, CHOICE)
    widget.get_by_text("an error").click()
    widget.get_by_role("button", name="Answer").click()
    expect(verdict(widget)).to_have_text("○Not there yet: an error.")
    expect(widget.locator("[data-right]")).to_have_count(0)
    widget.get_by_text("None").click()
    widget.get_by_role("button", name="Try again").click()
    expect(verdict(widget)).to_have_text("✓Right: None.w is another tensor now.")
    expect(widget.locator("[data-right]")).to_have_text("None")
    assert state(notebook, "choice") == "(1, 2, True)"


def test_a_choice_by_keyboard(notebook):
    page, widget = notebook.page, question(notebook, CHOICE)
    widget.get_by_role("radio").first.focus()
    page.keyboard.press(" ")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    expect(widget.get_by_label("0", exact=True)).to_be_checked()
    page.keyboard.press("Enter")
    expect(verdict(widget)).to_have_text("○Not there yet: 0.Nobody zeroed it.")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(verdict(widget)).to_contain_text("Right: None.")
    assert state(notebook, "choice") == "(1, 2, True)"


def test_a_node_by_mouse(notebook):
    widget = question(notebook, NODE)
    widget.locator('.mg-node[data-id="n1"]').click()
    expect(widget.get_by_role("radio", checked=True)).to_have_attribute("data-id", "n1")
    widget.get_by_role("button", name="Answer").click()
    expect(verdict(widget)).to_contain_text("Not there yet: MulBackward0, a = 6.")
    widget.get_by_role("button", name="Show the answer").click()
    expect(verdict(widget)).to_contain_text(
        "It is AddBackward0, z = 6.693; you said MulBackward0, a = 6."
    )
    expect(widget.locator("[data-right]")).to_have_attribute("data-id", "n0")
    expect(widget.locator("[data-right]")).to_contain_text("✓")
    widget.locator('.mg-node[data-id="n2"]').click(force=True)  # it is disabled now
    expect(widget.get_by_role("radio", checked=True)).to_have_attribute("data-id", "n1")
    assert state(notebook, "node") == "('n1', 1, False)"


def test_a_node_by_keyboard(notebook):
    page, widget = notebook.page, question(notebook, NODE)
    widget.get_by_role("radio").first.focus()
    page.keyboard.press(" ")
    first = widget.locator(":focus").get_attribute("data-id")
    page.keyboard.press("ArrowDown")
    assert widget.locator(":focus").get_attribute("data-id") != first
    page.keyboard.press("ArrowUp")
    expect(widget.get_by_role("radio", checked=True)).to_have_attribute("data-id", first)
    for _ in range(5):
        if widget.locator(":focus").get_attribute("data-id") == "n0":
            break
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(verdict(widget)).to_have_text("✓Right: AddBackward0, z = 6.693.")
    assert state(notebook, "node") == "('n0', 1, True)"


def test_a_prediction_waits_for_the_cell_that_makes_the_truth(notebook):
    python_sees(notebook, "globals().pop('later')")
    widget = question(notebook, LATE)
    widget.get_by_label("Your prediction").fill("4")
    notebook.page.keyboard.press("Enter")
    expect(verdict(widget)).to_contain_text("Noted: 4. There is nothing to compare it with yet")
    widget.get_by_label("Your prediction").fill("5")
    widget.get_by_role("button", name="Change it").click()
    expect(verdict(widget)).to_contain_text("Noted: 5.")
    notebook.cell(MAKES).locator(".cm-content").click()
    notebook.page.keyboard.press("Control+Enter")
    expect(verdict(question(notebook, LATE))).to_have_text("✓Right: 5.")
    assert state(notebook, "late") == "('5', 1, True)"


def test_two_views_and_the_tally_agree(notebook):
    first = question(notebook, VALUE)
    first.get_by_label("Your prediction").fill("31.4")
    notebook.page.keyboard.press("Enter")
    expect(verdict(first)).to_contain_text("Not there yet")
    again = question(notebook, AGAIN)
    expect(verdict(again)).to_have_text("○Not there yet: 31.4.That is one pass.")
    expect(again.get_by_label("Your prediction")).to_have_value("31.4")
    tally = question(notebook, TALLY, "tally")
    expect(tally).to_contain_text("1 of 4 predictions made, 0 right at the first try.")
    expect(tally.locator("li").first).to_have_text(
        "x is 15.7. What is x.grad after two times (x * x).backward()? (not right yet)"
    )
    again.get_by_label("Your prediction").fill("62.8")
    again.get_by_role("button", name="Try again").click()
    expect(verdict(question(notebook, VALUE))).to_contain_text("Right: 62.8.")
    expect(question(notebook, TALLY, "tally").locator("li").first).to_contain_text("at a later try")


def test_the_saved_notebook_has_the_questions_and_no_answer(notebook):
    for text in ("31.4", "62.8"):
        widget = question(notebook, VALUE)
        widget.get_by_label("Your prediction").fill(text)
        notebook.page.keyboard.press("Enter")
        expect(verdict(widget)).to_contain_text(text)
    text = notebook.saved()
    assert "62.8" not in text
    output = json.loads(text)["cells"][VALUE]["outputs"][0]["data"]["text/plain"]
    assert "".join(output).splitlines()[-1] == "(not answered yet)"


@pytest.mark.parametrize("theme", THEMES)
def test_each_state_is_readable_and_accessible(notebook_of, theme):
    notebook = notebook_of(*CELLS, theme=theme)
    notebook.page.set_viewport_size({"width": 1280, "height": 2400})
    value, choice = question(notebook, VALUE), question(notebook, CHOICE)
    value.get_by_label("Your prediction").fill("62.8")
    notebook.page.keyboard.press("Enter")
    expect(verdict(value)).to_contain_text("Right")
    for wrong, button, said in (
        ("an error", "Answer", "Not there yet"),
        ("0", "Try again", "It is"),
    ):
        choice.get_by_label(wrong, exact=True).check()
        choice.get_by_role("button", name=button).click()
        expect(verdict(choice)).to_contain_text(said)
    node = question(notebook, NODE)
    node.locator('.mg-node[data-id="n0"]').click()
    node.get_by_role("button", name="Answer").click()
    expect(verdict(node)).to_contain_text("Right")
    for widget in (value, choice, node, question(notebook, TALLY, "tally")):
        assert axe(widget) == []
        assert pale_texts(widget) == []
    keep_picture(notebook.page, f"predict-{'dark' if 'Dark' in theme else 'light'}")
