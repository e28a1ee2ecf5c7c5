"""`make_dot` draws the nodes and edges that torchviz draws."""

import pytest

from tests.seeds.dot import structure
from tests.seeds.library import part
from tests.seeds.pictures import PICTURES
from tests.seeds.store import stored

STORED = stored()["pictures"]


@pytest.fixture(params=PICTURES)
def picture(request):
    pytest.importorskip("graphviz")
    return request.param


def test_minigrad_draws_what_torchviz_drew(picture):
    assert drawn(picture, "minigrad") == STORED[picture]


def test_minigrad_draws_what_torchviz_draws(picture):
    pytest.importorskip("torch")
    pytest.importorskip("torchviz", exc_type=ImportError)
    assert drawn(picture, "minigrad") == drawn(picture, "torch")


def test_each_stored_picture_has_its_source():
    assert STORED.keys() == PICTURES.keys()


def test_structure_ignores_names_and_order():
    graphviz = pytest.importorskip("graphviz")
    one, other, third = graphviz.Digraph(), graphviz.Digraph(), graphviz.Digraph()
    for graph, names in ((one, "abc"), (other, "zyx"), (third, "abc")):
        for name in names if graph is one else reversed(names):
            graph.node(name, "same label")
    one.edge("a", "b")
    one.edge("b", "c")
    other.edge("y", "x")
    other.edge("z", "y")
    third.edge("a", "b")
    third.edge("a", "c")
    assert structure(one) == structure(other) != structure(third)


def drawn(picture, library):
    """Structure of the picture as the library draws it."""
    return structure(PICTURES[picture](part("torch", library), part("make_dot", library)))
