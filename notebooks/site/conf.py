"""How the site is made: by Sphinx, from notebooks and pages as they lie, nothing executed.

The source folder is the root of the project, so that pages keep the links they have among each
other. Each cell of a notebook becomes a place that can be linked to: `01-player`.
"""

import json
import re
import subprocess
from pathlib import Path

from docutils.nodes import SkipNode
from latex2mathml.converter import convert

from minigrad.autograd.op import Op

ROOT = Path(__file__).parents[2]

project = "minigrad"
author = "the minigrad authors"
extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
root_doc = "notebooks/site/index"
include_patterns = ["notebooks/**", "exercises/**"]
exclude_patterns = ["**/.ipynb_checkpoints", "work/**"]
nb_execution_mode = "off"
default_role = "code"  # `x` in a docstring
autodoc_member_order = "bysource"
autodoc_typehints = "none"
napoleon_google_docstring = True
suppress_warnings = ["misc.highlighting_failure"]  # error messages are not Python
nb_ipywidgets_js = {}  # what is stored are pictures and words: no script, no network
myst_enable_extensions = ["dollarmath", "amsmath"]
html_theme = "furo"
pygments_dark_style = "github-dark"
html_title = "minigrad"
html_math_renderer = "mathml"
html_copy_source = False
html_static_path = ["static"]
html_css_files = ["site.css"]


def binder():
    """Where Binder opens this clone's files, if it has them from GitHub."""
    origin = subprocess.run(
        "git remote get-url origin", shell=True, cwd=ROOT, capture_output=True, text=True
    ).stdout.strip()
    found = re.search(r"github\.com[:/](.+?)(\.git)?/?$", origin)
    return found and f"https://mybinder.org/v2/gh/{found[1]}/HEAD?urlpath=lab/tree/work/"


BINDER = binder()


def cells_are_places(name, text):
    """Put a target before each cell of a notebook, and a lesson's number before its name."""
    notebook = json.loads(text)
    if BINDER:
        top = "".join(notebook["cells"][0]["source"])
        notebook["cells"][0]["source"] = f"{top}\n\n[Run it in Binder]({BINDER}{name})"
    number = Path(name).name[:2]
    if number.isdigit():
        title = notebook["cells"][0]
        title["source"] = "".join(title["source"]).replace("# ", f"# {number} ", 1)
    cells = []
    for cell in notebook["cells"]:
        target = f"({number}-{cell['id']})=\n"
        if cell["cell_type"] == "markdown":
            cell["source"] = target + links_lead_to_pages(name, "".join(cell["source"]))
        else:
            cells.append(
                {"cell_type": "markdown", "id": f"at-{cell['id']}"[:64], "metadata": {}}
                | {"source": target}
            )
        cells.append(cell)
    return json.dumps(notebook | {"cells": cells})


def links_lead_to_pages(name, text):
    """Lead a cell's link to the cell, and leave of a link to the source only its words."""
    if name.endswith("glossary.md"):
        text = re.sub(r"\[(\d\d) (\S+)\]\(\1-\S+?\.ipynb\)", r"[\1 \2](#\1-\2)", text)
    folder = (ROOT / name).parent

    def lead(match):
        words, place = match.groups()
        there = (folder / place).resolve()
        if there == ROOT / "exercises":
            return f"[{words}](/exercises/README.md)"
        if not there.exists():
            raise ValueError(f"{name}: {place} is not there")
        return words

    return re.sub(r"\[([^\]]+)\]\((\.\./[^)#]*)\)", lead, text)


def read(app, name, source):
    """Change the source of a page before it is parsed."""
    path = app.env.doc2path(name, base=False)
    change = cells_are_places if str(path).endswith(".ipynb") else links_lead_to_pages
    source[0] = change(str(path), source[0])


def with_rules(app, what, name, obj, options, lines):
    """Put an operation's formula, and the rule of each gradient, below its docstring."""
    lines[:] = [re.sub(r"https://\S+_\.html", r"`\g<0> <\g<0>>`__", line) for line in lines]
    op = getattr(obj, "op", None)
    if isinstance(op, Op) and op.tex:
        rules = [f":Gradient of {input}: :math:`{rule}`" for input, _, rule in op.rules]
        lines += ["", f":Formula: :math:`z = {op.tex}`", *rules, ""]


def mathml(display):
    """Write a formula as MathML, which browsers show without a script."""

    def visit(translator, node):
        translator.body.append(convert(node.astext(), display=display))
        raise SkipNode

    return visit


def setup(app):
    """Tell Sphinx what is above."""
    app.add_html_math_renderer("mathml", (mathml("inline"), None), (mathml("block"), None))
    app.connect("source-read", read)
    app.connect("autodoc-process-docstring", with_rules, priority=900)  # after napoleon
