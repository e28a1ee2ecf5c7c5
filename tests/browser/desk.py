"""One page of JupyterLab, on which the notebooks of all tests are opened one after the other.

Loading JupyterLab takes four seconds, a further notebook with its kernel two, and to make the one
that is open as new, with other cells, a fifth of one.
"""

from contextlib import contextmanager

import pytest

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
RENEW = """async ([code, sources]) => {
  const { content, sessionContext } = window.jupyterapp.shell.currentWidget;
  await sessionContext.session.kernel.requestExecute({ code, silent: true }).done;
  const { sharedModel } = content.model;
  sharedModel.transact(() => {
    sharedModel.deleteCellRange(0, sharedModel.cells.length);
    sharedModel.insertCells(0, sources.map((source) => ({ cell_type: "code", source })));
  });
  Object.assign(content, { activeCellIndex: 0, mode: "command" });
  content.scrollToItem(0);
  document.activeElement.blur();
}"""
FORGET = """\
import sys
from ipywidgets import Widget

Widget.close_all()
if "minigrad.widgets.tally" in sys.modules:
    sys.modules["minigrad.widgets.tally"].forget()
waiting = get_ipython().events.callbacks["post_run_cell"]
waiting[:] = [each for each in waiting if not each.__module__.startswith("minigrad")]
get_ipython().reset()"""
CLEAR = "() => [...window.jupyterapp.shell.widgets('main')].forEach((widget) => widget.dispose())"


class Desk:
    """A page of JupyterLab that always starts out the same: light, empty, nothing focused."""

    def __init__(self, browser, lab):
        self._browser = browser
        self._lab = lab
        self._page = None
        self._session = None
        self._problems = []
        self._plain = False  # is the notebook that is open one of `notebook_of`?

    def notebook_of(self, cells, folder, **options):
        """A notebook with these code cells, as `open` opens it, but nothing has been run.

        All of them are one file, in the `folder` of the first. Its kernel has forgotten everything;
        only modules are loaded already.
        """
        if not self._plain:
            nbformat = pytest.importorskip("nbformat")
            file = folder / "notebook.ipynb"
            nbformat.write(nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell()]), file)
            self.open(file)
            self._plain = True
        self._page.evaluate(RENEW, [FORGET, cells])
        return self._ready(**options)

    def open(self, file, theme=LIGHT, **media):
        """Open a notebook that lies in the server's folder, with a kernel of its own.

        Args:
            file: the notebook's path.
            theme: JupyterLab's name for it.
            **media: what the user's system asks for, as `emulate_media` of Playwright's page
                takes it: ``reduced_motion="reduce"``, ``forced_colors="active"``.
        """
        self._close()  # the notebook before this one
        page = self._page or self._load()
        path = file.relative_to(self._lab.root).as_posix()
        self._session = self._lab.new_session(path)
        page.evaluate(OPEN, path)
        return self._ready(theme, **media)

    def clear(self):
        """Empty the outputs of the notebook; give what no notebook may cause.

        That is errors on the console and requests to other machines, up to the moment when its
        outputs are gone. What JupyterLab then says of a kernel that vanishes is its own affair.
        """
        if not self._session:
            return []
        self._page.evaluate(EMPTY)
        self._page.mouse.move(0, 0)
        return list(self._problems)

    def renew(self):
        """Leave a page that may be in any state; the next notebook gets a new one."""
        if self._session:
            self._lab.end_session(self._session)
        if self._page:
            self._page.context.close()
        self._page = self._session = None
        self._plain = False

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

    def _ready(self, theme=LIGHT, **media):
        """The notebook on the page, as somebody finds it who has not touched it yet."""
        self._problems.clear()
        self._page.set_viewport_size(SIZE)
        self._page.emulate_media(
            **{"reduced_motion": "null", "forced_colors": "null", "color_scheme": "null", **media}
        )
        notebook = Notebook(self._page)
        notebook.use_theme(theme)
        return notebook

    def _close(self):
        if self._session:
            self._page.evaluate(CLEAR)
            self._lab.end_session(self._session)
        self._session = None
        self._plain = False

    def _load(self):
        context = self._browser.new_context(viewport=SIZE)
        self._page = context.new_page()
        self._page.set_default_timeout(WAIT)
        self._problems = watch(self._page)
        self._page.goto(f"{self._lab.url}/lab?reset")
        self._page.wait_for_function("() => window.jupyterapp")
        return self._page
