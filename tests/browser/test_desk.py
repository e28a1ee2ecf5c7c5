"""The helpers of this folder themselves: they see what they are there to see."""

import pytest

from tests.browser.axe import axe
from tests.browser.contrast import pale_texts
from tests.browser.notebook import python_sees
from tests.browser.watch import watch

pytestmark = pytest.mark.browser


def html_cell(markup):
    return f"from IPython.display import HTML\nHTML({markup!r})"


def test_python_sees_what_a_widget_has_told(notebook_of):
    notebook = notebook_of("import ipywidgets\ns = ipywidgets.IntText()\ns", "list(range(100))")
    field = notebook.output(0).locator("input")
    for number in range(20):  # more than one message at a time
        field.fill(str(number))
        field.press("Enter")
    assert python_sees(notebook, "s.value") == "19"
    assert python_sees(notebook, "list(range(100))") == repr(list(range(100)))
    with pytest.raises(AssertionError, match="ZeroDivisionError"):
        python_sees(notebook, "1 / 0")


def test_axe_finds_what_is_wrong_inside_an_element(notebook_of):
    markups = {
        "": "<p>plain</p>",
        "button-name": "<button></button>",
        "color-contrast": '<p style="color: #aaa; background: #fff">pale</p>',
        "aria-required-attr": '<div role="slider" aria-label="size" tabindex="0">no value</div>',
    }
    notebook = notebook_of(*(html_cell(f'<div class="probe">{m}</div>') for m in markups.values()))
    for index, rule in enumerate(markups):
        found = axe(notebook.output(index).locator(".probe"))
        assert [text.split(":")[0] for text in found] == ([rule] if rule else []), found


def test_pale_texts_are_found_in_pictures_too(notebook_of):
    markup = (
        '<svg width="200" height="60"><rect width="200" height="60" fill="{fill}"></rect>'
        '<text x="10" y="30" fill="#777777">{text}</text></svg>'
    )
    fills = ("#ffffff", "#222222", "#000000")
    shown = "".join(markup.format(fill=fill, text=f"on {fill}") for fill in fills)
    shown += '<p style="color: #999999; background-color: #ffffff">pale</p>'
    shown += '<p style="color: #999999; background-color: #ffffff; opacity: .5">set back</p>'
    widget = f"import ipywidgets\nipywidgets.HTML({shown!r})"
    found = pale_texts(notebook_of(widget).output(0))
    assert [line.split(" (")[0] for line in found] == [
        "on #ffffff: 4.48", "on #222222: 3.55", "pale: 2.85",
    ]  # fmt: skip


def test_a_notebook_starts_with_a_kernel_and_a_page_of_its_own(notebook_of, tmp_path):
    first = notebook_of("x = 1", theme="JupyterLab Dark", reduced_motion="reduce")
    motion = "() => matchMedia('(prefers-reduced-motion: reduce)').matches"
    assert first.page.evaluate(motion)
    assert first.page.evaluate("() => document.body.dataset.jpThemeLight") == "false"
    second = notebook_of("print('x' in globals())")
    assert second.output(0).inner_text().strip() == "False"
    assert not second.page.evaluate(motion)
    assert second.page.evaluate("() => document.body.dataset.jpThemeLight") == "true"
    assert second.page.locator(".jp-NotebookPanel").count() == 1


def test_errors_and_requests_are_noticed(browser):
    page = browser.new_page()
    problems = watch(page, ("data:", "ws://127.0.0.1:"))
    page.goto("data:text/html,<p>quiet</p>")
    assert problems == []
    page.evaluate("() => console.error('ouch')")
    page.evaluate("() => { setTimeout(() => nowhere()) }")
    page.evaluate("() => fetch('https://example.org/font').catch(() => 0)")
    page.evaluate("() => { new WebSocket('ws://example.org/socket') }")
    page.wait_for_timeout(500)
    page.close()
    for part in ("ouch", "nowhere is not defined", "example.org/font", "example.org/socket"):
        assert any(part in problem for problem in problems), part


def test_what_jupyterlab_says_of_a_stopped_kernel_is_its_own_affair(browser):
    page = browser.new_page()
    problems = watch(page)
    page.goto("data:text/html,<p>quiet</p>")
    late = "new Error('Canceled future for comm_msg message before replies were done')"
    page.evaluate(f"() => {{ setTimeout(() => {{ throw {late} }}) }}")
    page.evaluate(f"() => console.error({late})")
    page.evaluate("() => { setTimeout(() => nowhere('Error: Canceled future for')) }")
    page.wait_for_timeout(500)
    page.close()
    assert len(problems) == 1 and "nowhere" in problems[0], problems
