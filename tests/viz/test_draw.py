import subprocess
import sys

import pytest

import minigrad as mg
from minigrad.viz import Picture, draw
from tests.viz.networks import deep
from tests.viz.networks import read as read_network
from tests.viz.samples import example


def test_a_picture_shows_itself_as_svg_and_as_text():
    t = example(mg)
    picture = draw(t["z"], t)
    assert isinstance(picture, Picture)
    bundle = picture._repr_mimebundle_(include=None, exclude=None)
    assert set(bundle) == {"image/svg+xml", "text/plain"}
    assert bundle["image/svg+xml"] == picture.svg
    assert bundle["text/plain"] == repr(picture) == str(picture)
    assert [node.name for node in picture.graph.nodes] == ["z", "a", "b", "x", "y"]
    assert picture.shown is picture.graph


def test_a_tensor_itself_still_prints_as_text():
    assert [name for name in dir(mg.Tensor) if name.startswith(("_repr_", "_ipython_"))] == []


def test_the_same_picture_from_torch():
    torch = pytest.importorskip("torch")
    pictures = []
    for lib in (mg, torch):
        W = lib.tensor([[1.0, 2.0], [3.0, -4.0]], requires_grad=True)
        b = lib.tensor([0.5, 1.0], requires_grad=True)
        X = lib.tensor([[1.0, -1.0]])
        weighted = X @ W
        shifted = weighted + b
        hidden = lib.relu(shifted)
        squared = hidden * hidden
        loss = squared.sum()
        pictures.append(draw(loss).svg)
        del lib
    assert pictures[0] == pictures[1]


@pytest.mark.parametrize(("steps", "summed_up"), [(99, False), (100, True)])
def test_more_than_200_nodes_are_summed_up(steps, summed_up):
    w = mg.tensor(0.5, requires_grad=True)
    total = w
    for _ in range(steps):
        total = (total * w).tanh()
    picture = draw(total)
    assert len(picture.graph.nodes) == 2 * steps + 1
    assert ("too large to read" in picture.svg) == summed_up
    assert ('data-id="n0"' in picture.svg) != summed_up


def test_of_a_large_network_the_modules_are_drawn_closed():
    network = deep(20)
    picture = Picture(read_network(*network))
    assert len(picture.graph.nodes) == 221
    assert len(picture.shown.nodes) == 101
    assert 'data-id="group:model.19.first"' in picture.svg
    assert "too large to read" not in picture.svg
    assert "model.19.first · Linear(3, 3)" in repr(picture)
    assert Picture(read_network(*deep(3))).shown.groups()


def test_what_cannot_be_drawn_says_what_to_do():
    with pytest.raises(TypeError, match="this is a dict"):
        draw({})
    with pytest.raises(TypeError, match="this is a float"):  # one of several results
        draw([1.0])
    with pytest.raises(ValueError, match=r"Make it from a tensor with requires_grad=True"):
        draw(mg.tensor(1.0))


def test_drawing_needs_numpy_alone():
    code = (
        "import sys, minigrad.viz as viz, minigrad as mg;"
        "x = mg.tensor(2., requires_grad=True);"
        "viz.draw(x * x).svg; viz.record_backward(x * x);"
        "heavy = {'graphviz', 'IPython', 'anywidget', 'ipywidgets', 'matplotlib', 'torch'};"
        "assert not heavy & set(sys.modules), heavy & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-W", "error", "-c", code], check=True)
