"""Every snippet of the seeds on minigrad: the stored results of torch, and torch itself."""

import shutil

import pytest

from tests.seeds.library import run
from tests.seeds.record import assert_same, record
from tests.seeds.store import snippets, stored

SNIPPETS = snippets()
STORED = stored()
# Third parties without which a snippet cannot run, by what it names them.
NEEDED = {"plt": "matplotlib", "display": "IPython", "make_dot": "graphviz"}


@pytest.fixture(params=SNIPPETS)
def snippet(request):
    function = SNIPPETS[request.param]
    for name in function.__code__.co_varnames[: function.__code__.co_argcount]:
        if name in NEEDED:
            pytest.importorskip(NEEDED[name])
    if request.param == "000.picture" and not shutil.which("dot"):
        pytest.skip("writing a PNG needs Graphviz's program `dot` on the PATH")
    return request.param


def test_minigrad_gives_what_torch_gave(snippet):
    assert_same(record(run(SNIPPETS[snippet], "minigrad")), STORED["snippets"][snippet])


def test_minigrad_gives_what_torch_gives(snippet):
    _need_torch(snippet)
    got, expected = (record(run(SNIPPETS[snippet], name)) for name in ("minigrad", "torch"))
    assert_same(got, expected)


def test_torch_gives_what_is_stored(snippet):
    torch = _need_torch(snippet)
    if torch.__version__.split("+")[0] != STORED["torch"].split("+")[0]:
        pytest.skip(f"stored from torch {STORED['torch']}, installed is {torch.__version__}")
    assert_same(record(run(SNIPPETS[snippet], "torch")), STORED["snippets"][snippet])


def test_each_stored_result_has_its_snippet():
    assert STORED["snippets"].keys() == SNIPPETS.keys()


def test_picture_is_written(scratch_folder, library):
    if not shutil.which("dot"):
        pytest.skip("writing a PNG needs Graphviz's program `dot` on the PATH")
    _need_drawing(library)
    assert run(SNIPPETS["000.picture"], library).raised == []
    assert scratch_folder.joinpath("computational_graph").read_text().startswith("digraph {")
    png = scratch_folder.joinpath("computational_graph.png").read_bytes()
    assert png.startswith(b"\x89PNG\r\n\x1a\n")


def _need_torch(snippet):
    if "make_dot" in SNIPPETS[snippet].__code__.co_varnames:
        _need_drawing("torch")
    return pytest.importorskip("torch")


def _need_drawing(library):
    pytest.importorskip("graphviz")
    if library == "torch":
        pytest.importorskip("torch")
        pytest.importorskip("torchviz", exc_type=ImportError)
