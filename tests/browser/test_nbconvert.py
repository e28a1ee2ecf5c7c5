"""The gallery as one HTML file, without a kernel and without a network: every picture shows."""

from pathlib import Path

import pytest

nbformat = pytest.importorskip("nbformat")
nbconvert = pytest.importorskip("nbconvert")

from tests.browser.watch import watch

pytestmark = pytest.mark.browser

GALLERY = Path(__file__).parents[2] / "notebooks" / "gallery.ipynb"
WIDGET = "application/vnd.jupyter.widget-view+json"
# What nbconvert links to by itself: MathJax, and a loader of scripts for widgets' stored states.
LINKED = (
    "https://cdnjs.cloudflare.com/ajax/libs/mathjax/",
    "https://cdnjs.cloudflare.com/ajax/libs/require.js/",
)
NOTHING = "data:text/javascript,"
ALONE = {"embed_images": True, "mathjax_url": NOTHING, "require_js_url": NOTHING}
SIZES = """() => [...document.querySelectorAll(
  ".jp-RenderedSVG svg, .jp-RenderedSVG img, .jp-RenderedImage img")]
  .map((picture) => {
    const box = picture.getBoundingClientRect();
    const seen = picture.tagName === "IMG" ? picture.naturalWidth : picture.getBBox().width;
    return Math.min(box.width, box.height, seen);
  })"""


def outputs(notebook):
    return [output for cell in notebook.cells for output in cell.get("outputs", ())]


def as_jupyterlab_saves_it(notebook):
    """With what stands for a live widget beside its picture."""
    for number, output in enumerate(outputs(notebook)):
        output.data[WIDGET] = {"model_id": f"{number:032}", "version_major": 2}
    return notebook


@pytest.mark.parametrize("saved", [lambda notebook: notebook, as_jupyterlab_saves_it])
@pytest.mark.parametrize("options", [ALONE, {}], ids=["self-contained", "as it comes"])
def test_every_picture_shows_without_network(browser, tmp_path, options, saved):
    notebook = saved(nbformat.read(GALLERY, as_version=4))
    html, _ = nbconvert.HTMLExporter(**options).from_notebook_node(notebook)
    file = tmp_path / "gallery.html"
    file.write_text(html, encoding="utf-8")
    page = browser.new_context(offline=True).new_page()
    problems = watch(page, (file.as_uri(), "data:"))
    page.goto(file.as_uri())
    sizes = page.evaluate(SIZES)
    predictions = page.get_by_text("(not answered yet)").count()
    page.context.close()
    kinds = [kind for output in outputs(notebook) for kind in output.data]
    assert len(sizes) == sum(kind.startswith("image/") for kind in kinds) >= 6
    assert min(sizes) > 40
    assert predictions == 1
    asked = [problem.split()[-1] for problem in problems if problem.startswith("request to")]
    assert [address for address in asked if not address.startswith(LINKED)] == []
    assert bool(asked) == (not options)  # nbconvert's own links, unless they are taken out
