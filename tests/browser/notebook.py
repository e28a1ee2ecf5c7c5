"""A notebook open in JupyterLab, driven as a learner would."""

import ast
import contextlib
import os
from pathlib import Path

WAIT = 30_000  # milliseconds; a busy machine takes its time

PANEL = "() => window.jupyterapp?.shell?.currentWidget?.sessionContext"
READY = """async () => {
  const panel = window.jupyterapp.shell.currentWidget;
  await panel.context.ready;
  await panel.sessionContext.ready;
  const kernel = panel.sessionContext.session.kernel;
  await kernel.info;
  while (!(kernel.connectionStatus === "connected" && kernel.status === "idle")) {
    await new Promise((done) => setTimeout(done, 20));
  }
}"""
SCROLL = "(index) => window.jupyterapp.shell.currentWidget.content.scrollToItem(index)"
COMMAND = "([name, args]) => window.jupyterapp.commands.execute(name, args)"
ERRORS = """() => window.jupyterapp.shell.currentWidget.content.model.sharedModel.cells
  .flatMap((cell) => cell.outputs || []).filter((output) => output.output_type === "error")
  .map((output) => `${output.ename}: ${output.evalue}`)"""
CHOOSE = """(index) => {
  const { content } = window.jupyterapp.shell.currentWidget;
  Object.assign(content, { activeCellIndex: index, mode: "command" });
  content.node.focus();
}"""
IN_SIGHT = """(element) => {
  const place = (each) => each.getBoundingClientRect();
  const notebook = element.closest(".jp-WindowedPanel-outer");
  if (!notebook) return false; // another page of it takes its place
  const [page, own] = [place(notebook), place(element)];
  return own.top >= page.top - 1 && (own.bottom <= page.bottom + 1 || own.height > page.height);
}"""
# A widget that is drawn late pushes what is below it away, maybe between a press and its release.
AT_REST = """async (element) => {
  const frame = () => new Promise(requestAnimationFrame);
  const drawn = () => [...document.querySelectorAll(".jp-OutputArea-output.lm-Panel")]
    .every((each) => each.firstChild && !each.querySelector(".mg-widget:not([data-ready])"));
  let [last, same] = [null, 0];
  for (let frames = 0; same < 4 && frames < 120; frames++, await frame()) {
    const { x, y, width, height } = element.getBoundingClientRect();
    const place = `${x} ${y} ${width} ${height} ${drawn()}`;
    same = place === last && drawn() ? same + 1 : 0;
    last = place;
  }
}"""
SAVED = """async () => {
  await window.jupyterapp.commands.execute("docmanager:save");
  const { path } = window.jupyterapp.shell.currentWidget.context;
  const answer = await fetch(`/api/contents/${encodeURIComponent(path)}`);
  return JSON.stringify((await answer.json()).content);
}"""
# A widget tells the kernel nothing new before its last message is through, and what it held back
# it sends a moment after that: hence the empty requests, and the moments.
ASK = """async (code) => {
  const { kernel } = window.jupyterapp.shell.currentWidget.sessionContext.session;
  for (let round = 0; round < 2; round++) {
    await kernel.requestExecute({ code: "", silent: true }).done;
    await new Promise((done) => setTimeout(done, 20));
  }
  const request = { code: "", silent: true, user_expressions: { answer: code } };
  return (await kernel.requestExecute(request).done).content.user_expressions.answer;
}"""


def keep_picture(target, name):
    """Save what a page or a widget shows where MINIGRAD_SCREENSHOTS says, if it does."""
    folder = os.environ.get("MINIGRAD_SCREENSHOTS")
    if folder:
        target.screenshot(path=Path(folder) / f"{name}.png")


@contextlib.contextmanager
def looks(page):
    """How often the page finds out its style and its layout within: what costs most of a frame."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")

    def counted():
        found = {m["name"]: m["value"] for m in session.send("Performance.getMetrics")["metrics"]}
        return int(found["RecalcStyleCount"] + found["LayoutCount"])

    times = [-counted()]
    yield times
    times[0] += counted()
    session.detach()


def python_sees(notebook, expression):
    """The `repr` of an expression, evaluated in the notebook's kernel.

    What widgets have told Python before, it knows by then; no cell is run for it.
    """
    answer = notebook.page.evaluate(ASK, f"repr({expression})")
    assert answer["status"] == "ok", f"{answer.get('ename')}: {answer.get('evalue')}"
    return ast.literal_eval(answer["data"]["text/plain"])


class Notebook:
    """What a page of JupyterLab shows: one notebook, and its kernel, idle.

    Attributes:
        page: Playwright's page, for everything that is not here.
    """

    def __init__(self, page):
        self.page = page
        page.wait_for_selector(".jp-Notebook .jp-Cell")
        page.wait_for_function(PANEL)
        page.evaluate(READY)

    def run_all(self):
        """Run every cell and wait for the last one."""
        self.command("notebook:run-all-cells")

    def select(self, index):
        """Choose a cell, in JupyterLab's command mode."""
        self.cell(index)
        self.page.evaluate(CHOOSE, index)

    def shift_enter(self, index):
        """Run one cell as most do, which goes on to the next and scrolls there."""
        self.select(index)
        self.page.keyboard.press("Shift+Enter")

    def in_sight(self, widget):
        """Wait until all of it is on the screen, or, if it is higher than that, its upper end."""
        for _ in range(WAIT // 100):
            if widget.evaluate(IN_SIGHT):
                return
            self.page.wait_for_timeout(100)
        raise AssertionError(f"out of sight: {widget.bounding_box()}")

    def command(self, name, **args):
        """Do what a menu entry of JupyterLab does, and wait until it is done."""
        return self.page.evaluate(COMMAND, [name, args])

    def use_theme(self, name):
        """Switch to ``"JupyterLab Dark"`` or ``"JupyterLab Light"``."""
        light = str("Light" in name).lower()
        if self.page.evaluate("() => document.body.dataset.jpThemeLight") == light:
            return
        self.command("apputils:change-theme", theme=name)
        self.page.wait_for_selector(f'body[data-jp-theme-light="{light}"]', state="attached")
        self.page.wait_for_selector("#jupyterlab-splash", state="detached")

    def cell(self, index):
        """The cell with that number, scrolled into view: JupyterLab unmounts those far from it."""
        self.page.evaluate(SCROLL, index)
        return self.page.locator(f'.jp-Notebook .jp-Cell[data-windowed-list-index="{index}"]')

    def output(self, index):
        """What the cell with that number has put out."""
        return self.cell(index).locator(".jp-OutputArea-output")

    def widget(self, index, name="widget"):
        """What the cell with that number shows, drawn and at rest: the element ``.mg-<name>``."""
        found = self.output(index).locator(f".mg-{name}[data-ready]")
        found.wait_for(state="visible")
        found.evaluate(AT_REST)
        return found

    def saved(self):
        """Save it; the text of the file."""
        return self.page.evaluate(SAVED)

    def errors(self):
        """What every output that is an error says."""
        return self.page.evaluate(ERRORS)
