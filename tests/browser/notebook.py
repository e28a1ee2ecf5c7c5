"""A notebook open in JupyterLab, driven as a learner would."""

LOCAL = ("http://127.0.0.1:", "ws://127.0.0.1:", "data:", "blob:")
WAIT = 90_000  # milliseconds; a busy machine takes its time

READY = """async () => {
  const app = window.jupyterapp;
  await app.restored;
  const panel = app.shell.currentWidget;
  await panel.context.ready;
  await panel.sessionContext.ready;
  const kernel = panel.sessionContext.session.kernel;
  await kernel.info;
  while (!(kernel.connectionStatus === "connected" && kernel.status === "idle")) {
    await new Promise((done) => setTimeout(done, 50));
  }
}"""
PANEL = "() => window.jupyterapp?.shell?.currentWidget?.sessionContext"
SCROLL = "(index) => window.jupyterapp.shell.currentWidget.content.scrollToItem(index)"
COMMAND = "([name, args]) => window.jupyterapp.commands.execute(name, args)"


class Notebook:
    """A page of JupyterLab that shows one notebook.

    Attributes:
        page: Playwright's page, for everything that is not here.
        problems: what no lesson may cause: errors on the console, requests to other machines.
    """

    def __init__(self, page, lab, path):
        self.page = page
        self.problems = []
        page.set_default_timeout(WAIT)
        page.route("**/*", self._only_local)
        page.on("console", self._listen)
        page.on("pageerror", lambda error: self.problems.append(f"page error: {error}"))
        lab.new_session(path)
        page.goto(f"{lab.url}/doc/tree/{path}")
        page.wait_for_selector(".jp-Notebook .jp-Cell")
        page.wait_for_function(PANEL)
        page.evaluate(READY)

    def run_all(self):
        """Run every cell and wait for the last one."""
        self.command("notebook:run-all-cells")

    def command(self, name, **args):
        """Do what a menu entry of JupyterLab does, and wait until it is done."""
        return self.page.evaluate(COMMAND, [name, args])

    def use_theme(self, name):
        """Switch to ``"JupyterLab Dark"`` or ``"JupyterLab Light"``."""
        self.command("apputils:change-theme", theme=name)
        light = str("Light" in name).lower()
        self.page.wait_for_selector(f'body[data-jp-theme-light="{light}"]', state="attached")
        self.page.wait_for_selector("#jupyterlab-splash", state="detached")

    def cell(self, index):
        """The cell with that number, scrolled into view: JupyterLab unmounts those far from it."""
        self.page.evaluate(SCROLL, index)
        return self.page.locator(f'.jp-Notebook .jp-Cell[data-windowed-list-index="{index}"]')

    def output(self, index):
        """What the cell with that number has put out."""
        return self.cell(index).locator(".jp-OutputArea-output")

    def errors(self):
        """The text of every output that is an error."""
        kind = '[data-mime-type="application/vnd.jupyter.error"]'
        return self.page.locator(f".jp-OutputArea-output{kind}").all_inner_texts()

    def _only_local(self, route):
        if route.request.url.startswith(LOCAL):
            route.continue_()
        else:
            self.problems.append(f"request to {route.request.url}")
            route.abort()

    def _listen(self, message):
        if message.type == "error":
            self.problems.append(f"console: {message.text} ({message.location.get('url', '')})")
