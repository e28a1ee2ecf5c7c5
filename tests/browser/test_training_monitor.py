"""The training monitor in a real JupyterLab: while a cell runs, stopped in each way, and after."""

import pytest

nbformat = pytest.importorskip("nbformat")
expect = pytest.importorskip("playwright.sync_api").expect

from tests.browser.notebook import keep_picture, python_sees
from tests.browser.thumb import thumb_off_its_line

pytestmark = pytest.mark.browser

PREPARED = """\
import time
import minigrad as torch
from minigrad import nn
from minigrad.widgets import TrainingMonitor

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
x = torch.randn(32, 4)
y = x.sum(1, keepdim=True)
monitor = TrainingMonitor(model)

def train(steps, pause=0.0):
    for step in monitor(range(steps)):
        optimizer.zero_grad()
        loss = ((model(x) - y) ** 2).mean()
        loss.backward()
        optimizer.step()
        monitor.step(loss, error=loss.item() ** 0.5)
        time.sleep(pause)"""
ENDLESS = "train(100_000, 0.01)\nafter = monitor.training.steps"
START = "() => { window.jupyterapp.commands.execute('notebook:run-all-cells'); }"
THREAD = """\
import threading

def work():
    global after
    train(100_000, 0.01)
    after = monitor.training.steps

thread = threading.Thread(target=work)
thread.start()"""


@pytest.fixture
def running(desk, open_notebook, tmp_path):
    """``running(*cells)`` opens a notebook and starts its cells without waiting for their end."""

    def opened(*cells):
        notebook = desk.notebook_of(cells, tmp_path)
        notebook.page.evaluate(START)
        return notebook

    return opened


def monitor_in(notebook, cell):
    return notebook.widget(cell, "monitor")


def has_stopped(notebook, monitor):
    """The cell went on behind the loop, and everything is as it was after a whole step."""
    expect(monitor.locator(".mg-said")).to_have_text("Stopped")
    assert python_sees(notebook, "monitor.stopped") == "True"
    steps = int(python_sees(notebook, "after"))
    assert 0 < steps < 100_000
    assert python_sees(notebook, "len(monitor.training.losses)") == str(steps)
    assert notebook.errors() == []


def test_while_the_cell_runs_it_is_drawn(running):
    notebook = running(PREPARED, ENDLESS)
    monitor = monitor_in(notebook, 1)
    bar = monitor.get_by_role("progressbar")
    expect(monitor.locator(".mg-status")).to_contain_text("left")
    expect(bar).to_have_attribute("aria-valuenow", "0")
    first = monitor.locator(".mg-status").inner_text()
    expect(monitor.locator(".mg-status")).not_to_have_text(first)
    expect(monitor.locator(".mg-charts svg")).to_have_count(2)
    keep_picture(monitor, "monitor-running")
    monitor.get_by_role("button", name="Stop").click()
    has_stopped(notebook, monitor)


def test_stop_by_keyboard(running):
    notebook = running(PREPARED, ENDLESS)
    monitor = monitor_in(notebook, 1)
    stop = monitor.get_by_role("button", name="Stop")
    stop.focus()
    notebook.page.keyboard.press("Enter")
    expect(monitor).to_be_focused()  # the button can do no more
    page = monitor.element_handle()
    has_stopped(notebook, monitor)
    notebook.page.wait_for_function("(page) => !page.isConnected", arg=page)
    expect(monitor).to_be_focused()  # also the page that the notebook put in its place
    expect(stop).to_be_hidden()
    assert python_sees(notebook, "monitor._interrupted") == "True"


def test_stop_a_loop_in_a_thread(running):
    notebook = running(PREPARED, THREAD)
    monitor = monitor_in(notebook, 1)
    monitor.get_by_role("button", name="Stop").click()
    has_stopped(notebook, monitor)
    assert python_sees(notebook, "monitor._interrupted") == "False"


def test_the_notebook_s_own_interrupt_ends_the_loop_cleanly(running):
    notebook = running(PREPARED, ENDLESS)
    monitor = monitor_in(notebook, 1)
    expect(monitor.locator(".mg-status")).to_contain_text("left")
    notebook.command("notebook:interrupt-kernel")
    has_stopped(notebook, monitor)


def test_stop_in_notebook_7(desk, tmp_path):
    pytest.importorskip("notebook", reason='notebook is not installed: pip install -e ".[test]"')
    codes = [nbformat.v4.new_code_cell(cell) for cell in (PREPARED, ENDLESS)]
    file = tmp_path / "notebook.ipynb"
    nbformat.write(nbformat.v4.new_notebook(cells=codes), file)
    with desk.notebook_7(file) as notebook:
        notebook.page.evaluate(START)
        monitor = monitor_in(notebook, 1)
        monitor.get_by_role("button", name="Stop").click()
        has_stopped(notebook, monitor)


def test_what_is_left_when_it_is_done(notebook_of):
    notebook = notebook_of(PREPARED, "train(120)", "monitor")
    monitor = monitor_in(notebook, 1)
    expect(monitor.locator("strong")).to_contain_text("Training, 120 steps: loss ")
    expect(monitor.locator(".mg-said")).to_have_text("Finished")
    expect(monitor.get_by_role("button")).to_have_count(0)
    expect(monitor.get_by_role("progressbar")).to_have_count(0)
    expect(monitor.locator("table")).to_contain_text("0.weight")
    title = monitor.locator("strong").inner_text()
    expect(monitor_in(notebook, 2).locator("strong")).to_have_text(title)
    notebook.cell(1)
    for theme in ("Dark", "Light"):
        notebook.use_theme(f"JupyterLab {theme}")
        keep_picture(monitor, f"monitor-{theme.lower()}")


def test_reading_by_keyboard_and_by_pointer(notebook_of):
    notebook = notebook_of(PREPARED, "train(40)")
    monitor = monitor_in(notebook, 1)
    slider, output = monitor.get_by_role("slider", name="Step"), monitor.locator(".mg-read")
    expect(output).to_contain_text("Step 40: loss")
    slider.focus()
    notebook.page.keyboard.press("ArrowLeft")
    expect(output).to_contain_text("Step 39: loss")
    expect(slider).to_have_attribute("aria-valuetext", output.inner_text())
    notebook.page.keyboard.press("Home")
    first = python_sees(notebook, "round(monitor.training.losses[0], 3)")
    expect(output).to_contain_text(f"Step 1: loss {first}, error ")
    chart = monitor.locator(".mg-charts svg").last
    chart.hover(position={"x": chart.bounding_box()["width"] - 17, "y": 100})
    expect(output).to_contain_text("Step 40: loss")
    lines = monitor.locator(".mg-charts .mg-line-read")
    assert lines.first.get_attribute("x1") == lines.last.get_attribute("x1")
    notebook.page.keyboard.press("d")
    notebook.page.keyboard.press("d")  # to JupyterLab itself this means: delete the cell
    expect(notebook.page.locator(".jp-Notebook .jp-CodeCell")).to_have_count(2)


def test_the_slider_lies_below_the_first_chart_s_axis(notebook_of):
    notebook = notebook_of(PREPARED, "train(40)")
    widget = monitor_in(notebook, 1)
    for width in (1280, 900, 500):
        notebook.page.set_viewport_size({"width": width, "height": 900})
        assert thumb_off_its_line(widget) == pytest.approx([0, 0], abs=1)
        keep_picture(widget, f"monitor-slider-{width}")


def test_the_parameters_follow_the_slider(notebook_of):
    notebook = notebook_of(PREPARED, "train(120)")
    monitor = monitor_in(notebook, 1)
    page, slider = notebook.page, monitor.get_by_role("slider", name="Step")
    caption, numbers = monitor.locator("caption"), monitor.locator("td.mg-number")
    lines = monitor.locator(".mg-curve .mg-line-read")
    expect(caption).to_have_text("Parameters, measured at step 120")
    slider.focus()
    for key, looked, place in (("Home", 1, 0), ("End", 120, -1), ("ArrowLeft", 110, -2)):
        page.keyboard.press(key)
        expect(caption).to_have_text(f"Parameters, measured at step {looked}")
        wanted = python_sees(
            notebook,
            f"[format(values[{place}], '.2g') for w in monitor.training.watched "
            "for values in (w.gradients, w.ratios)]",
        )
        assert repr(numbers.all_inner_texts()) == wanted
    expect(monitor.locator(".mg-read")).to_contain_text("Step 119: ")
    assert float(lines.first.get_attribute("x1")) == pytest.approx(100 * 118 / 119)
    assert monitor.locator("thead small").first.inner_text().endswith(", log scale")


def test_every_step_is_reached_and_the_first_is_that_of_the_title(notebook_of):
    notebook = notebook_of(PREPARED, "train(400)")
    monitor = monitor_in(notebook, 1)
    slider, said = monitor.get_by_role("slider", name="Step"), monitor.locator(".mg-read")
    expect(slider).to_have_attribute("max", "399")
    slider.focus()
    notebook.page.keyboard.press("Home")
    first = said.inner_text().removeprefix("Step 1: loss ").split(",")[0]
    expect(monitor.locator("strong")).to_contain_text(f"loss {first} → ")
    notebook.page.keyboard.press("ArrowRight")
    expect(said).to_contain_text("Step 2: loss ")


def test_a_loss_that_is_not_finite_is_shown(notebook_of):
    notebook = notebook_of(PREPARED, "optimizer.param_groups[0]['lr'] = 1e6\ntrain(30)")
    monitor = monitor_in(notebook, 1)
    at = python_sees(notebook, "monitor.training.trouble_at")
    expect(monitor.locator(".mg-words")).to_contain_text(f"At step {at} the loss is")
    expect(monitor.locator(".mg-charts svg").first).to_contain_text(f"from step {at}: not finite")
    keep_picture(monitor, "monitor-not-finite")
