"""One page of JupyterLab, on which the notebooks of all tests are opened one after the other.

Loading JupyterLab takes four seconds, opening a further notebook in it half of one.
"""

from contextlib import contextmanager

from tests.browser.notebook import WAIT, Notebook
from tests.browser.watch import watch

LIGHT = "JupyterLab Light"
SIZE = {"width": 1280, "height": 900}
OPEN = """async (path) => {
  const app = window.jupyterapp;
  await app.restored;
  await app.commands.execute("docmanager:open", { path });
}"""
EMPTY = "() => window.jupyterapp.commands.execute('notebook:clear-all-cell-outputs')"
CLEAR = "() => [...window.jupyterapp.shell.widgets('main')].forEach((widget) => widget.dispose())"


class Desk:
    """A page of JupyterLab that always starts out the same: light, empty, nothing focused."""

    def __init__(self, browser, lab):
        self._browser = browser
        self._lab = lab
        self._page = None
        self._session = None
        self._problems = []

    def open(self, file, theme=LIGHT, **media):
        """Open a notebook that lies in the server's folder, with a kernel of its own.

        Args:
            file: the notebook's path.
            theme: JupyterLab's name for it.
            **media: what the user's system asks for, as `emulate_media` of Playwright's page
                takes it: ``reduced_motion="reduce"``, ``forced_colors="active"``.
        """
        problems = self.close()  # of the notebook before this one
        assert not problems, "\n".join(problems)
        page = self._page or self._load()
        self._problems.clear()
        page.set_viewport_size(SIZE)
        page.emulate_media(
            **{"reduced_motion": "null", "forced_colors": "null", "color_scheme": "null", **media}
        )
        path = file.relative_to(self._lab.root).as_posix()
        self._session = self._lab.new_session(path)
        page.evaluate(OPEN, path)
        notebook = Notebook(page)
        notebook.use_theme(theme)
        return notebook

    def close(self):
        """Close the notebook and stop its kernel; give what no notebook may cause.

        That is errors on the console and requests to other machines, up to the moment when its
        outputs are gone. What JupyterLab then says of a kernel that vanishes is its own affair.
        """
        if not self._session:
            return []
        self._page.evaluate(EMPTY)
        problems = list(self._problems)
        self._page.evaluate(CLEAR)
        self._page.mouse.move(0, 0)
        self._lab.end_session(self._session)
        self._session = None
        return problems

    def renew(self):
        """Leave a page that may be in any state; the next notebook gets a new one."""
        if self._session:
            self._lab.end_session(self._session)
        if self._page:
            self._page.context.close()
        self._page = self._session = None

    @contextmanager
    def notebook_7(self, file):
        """Open it in Jupyter Notebook instead, on a page of its own, for a `with` statement."""
        path = file.relative_to(self._lab.root).as_posix()
        context = self._browser.new_context(viewport=SIZE)
        page = context.new_page()
        page.set_default_timeout(WAIT)
        problems = watch(page)
        session = self._lab.new_session(path)
        page.goto(f"{self._lab.url}/notebooks/{path}")
        notebook = Notebook(page)
        problems.clear()  # what Notebook says of itself while it loads
        try:
            yield notebook
        finally:
            context.close()
            self._lab.end_session(session)
        assert not problems, "\n".join(problems)

    def _load(self):
        context = self._browser.new_context(viewport=SIZE)
        self._page = context.new_page()
        self._page.set_default_timeout(WAIT)
        self._problems = watch(self._page)
        self._page.goto(f"{self._lab.url}/lab?reset")
        self._page.wait_for_function("() => window.jupyterapp")
        return self._page
