"""Accessibility, as far as a machine can judge it: axe-core, run inside one element."""

from importlib import resources

import pytest

ABSENT = 'axe-core is not installed: pip install -e ".[test]"'
# JupyterLab's body is 0 high and hides what overflows: to axe-core nothing would be on the screen,
# and it would pass over colours.
RUN = """async (element) => {
  document.body.style.minHeight = "100vh";
  const { violations } = await window.axe.run(element);
  return violations.flatMap((rule) => rule.nodes.map((node) =>
    `${rule.id}: ${rule.help}\n    ${node.html}\n    ${node.failureSummary}`));
}"""


def axe(locator):
    """Every violation axe-core finds in that element, one text each; none is what a test wants.

    All rules are on, best practices included; those about whole pages do not apply to an element.
    """
    pytest.importorskip("axe_playwright_python", reason=ABSENT)
    page = locator.page
    if not page.evaluate("() => Boolean(window.axe)"):
        script = resources.files("axe_playwright_python") / "axe.min.js"
        page.evaluate(script.read_text(encoding="utf-8"))
    return locator.evaluate(RUN)
