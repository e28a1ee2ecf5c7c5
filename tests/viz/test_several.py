"""Several results on one trunk: in one picture, and one walk from all of them."""

import re

import pytest

import minigrad as mg
from minigrad import viz
from minigrad.viz.svg import stubs


@pytest.fixture(params=["minigrad", "torch"])
def lib(request):
    return pytest.importorskip(request.param)


def two(lib=mg):
    """Two losses on the trunk ``h = w * x``."""
    x = lib.tensor(2.0, requires_grad=True)
    w = lib.tensor(3.0, requires_grad=True)
    h = w * x
    return {"x": x, "w": w, "h": h, "l1": h * 2, "l2": (h - 1) ** 2}


def both(t):
    return [t["l1"], t["l2"]]


def test_both_are_results_and_what_they_share_is_there_once(lib):
    t = two(lib)
    graph = viz.graph(both(t), t)
    assert [graph[key].name for key, _ in graph.results] == ["l1", "l2"]
    assert [node.name for node in graph.nodes] == ["l1", "l2", "", "h", "w", "x"]
    assert (graph.name, graph.root.id, float(graph.result.value)) == ("l1", "n0", 12)
    assert viz.graph([t["l1"]], t) == viz.graph(t["l1"], t)
    assert viz.graph(tuple(both(t)), t) == graph


def test_the_headline_names_both_and_the_tree_tells_both(lib):
    t = two(lib)
    assert repr(viz.draw(both(t), t)).startswith("l1 = 12 and l2 = 25: 4 operations, 2 leaves\n")
    tree = viz.to_text(both(t), t).splitlines()
    starts = [line for line in tree[2:] if not line.startswith(" ")]
    assert [line.partition(" is made by ")[0] for line in starts] == ["l1 = 12", "l2 = 25"]
    assert tree[-1].strip() == "h: see above."


def test_a_result_that_another_is_made_from(lib):
    t = two(lib)
    graph = viz.graph([t["h"], t["l1"]], t)
    assert [node.name for node in graph.nodes] == ["l1", "h", "w", "x"]
    assert graph.root.name == "h"
    assert "l1 = 12 is made by" in viz.to_text(graph)
    assert viz.to_text(graph).startswith("h = 6 and l1 = 12: ")


def test_each_has_an_arrow_out_of_a_heavy_box():
    t = two()
    graph = viz.graph([t["h"], *both(t)], t)
    picture = viz.to_svg(graph)
    assert stubs(graph) == {"seed": "n3", "seed1": "n0", "seed2": "n1"}
    assert re.findall(r'data-id="(seed\d*)"', picture) == ["seed", "seed1", "seed2"]
    assert picture.count(">result</text>") == picture.count("mg-root") - picture.count(".mg-root")
    height = float(re.search(r'height="([\d.]+)"', picture)[1])
    assert max(float(y) for y in re.findall(r'<text[^>]* y="([\d.]+)"', picture)) < height


def test_of_one_nothing_has_changed():
    t = two()
    picture = viz.to_svg(t["l1"])
    assert picture == viz.to_svg([t["l1"]])
    assert stubs(viz.graph(t["l1"])) == {"seed": "n0"}


def test_outputs_of_one_node_and_leaves(lib):
    y = lib.tensor([1.0, 2.0], requires_grad=True)
    p, q = y.unbind()
    graph = viz.graph([q, y], {"p": p, "q": q, "y": y})
    assert graph.results == (("n0", 1), ("n1", 0))
    assert repr(viz.draw([q, y], {"q": q, "y": y})).startswith("q = 2 and y = [1, 2]: ")


def test_in_a_closed_module():
    model = mg.nn.Linear(2, 2)
    out = model(mg.ones(1, 2))
    closed = viz.collapsed(viz.graph([out, out.sum()]), {"model"})
    assert [key for key, _ in closed.results] == ["group:model", "n0"]
    assert viz.to_svg(closed).count(">result</text>") == 2


def test_what_cannot_be_read():
    t = two()
    with pytest.raises(ValueError, match="the list of results is empty"):
        viz.draw([])
    with pytest.raises(TypeError, match="this is a float"):
        viz.draw([t["l1"], 2.0])
    with pytest.raises(ValueError, match="this tensor has no graph"):
        viz.draw([t["l1"], t["l2"].detach()])


SAID = """\
1  backward([l1, l2]) starts: the gradient of l1 with respect to itself is 1.
2  At the same time the gradient of l2 with respect to itself is 1.
3  PowBackward0 multiplies the gradient 1 by 2 · 5^(2 - 1) and sends 10 to SubBackward0. \
It frees what it saved.
4  SubBackward0 passes the gradient 10 on unchanged and sends 10 to h.
5  MulBackward0 multiplies the gradient 1 by 2 and sends 2 to h. At h, 10 + 2 = 12. \
It frees what it saved."""


def test_a_backward_from_both_is_one_walk(lib):
    t, other = two(lib), two(lib)
    recording = viz.record_backward(both(t), params=t)
    lib.autograd.backward(both(other))
    assert [float(t[name].grad) for name in "xw"] == [float(other[name].grad) for name in "xw"]
    assert repr(recording).startswith(SAID)
    state = viz.replay(recording)
    assert float(state.grads["n4", 0]) == float(t["w"].grad) == 24
    ran = [event.node for event in recording if isinstance(event, viz.Enter)]
    assert len(ran) == len(set(ran)) == 6
    with pytest.raises(RuntimeError, match="second time"):
        t["l2"].backward()


def test_gradients_for_several_are_a_list(lib):
    t, other = two(lib), two(lib)
    given = [lib.tensor(5.0), None]
    recording = viz.record_backward(both(t), given, retain_graph=True, params=t)
    lib.autograd.backward(both(other), given)
    assert float(t["x"].grad) == float(other["x"].grad) == 60
    assert repr(recording).startswith("1  backward([l1, l2]) starts with the gradient 5 at l1.\n")
    t["l2"].backward(retain_graph=True)
    again = viz.record_backward([t["l1"]], [lib.tensor(5.0)], params=t)
    assert repr(again).startswith("1  l1.backward() starts with the gradient 5.\n")


def test_a_gradient_too_few_is_backwards_to_refuse(lib):
    t = two(lib)
    with pytest.raises(RuntimeError, match="2 tensors and 1 gradients"):
        viz.record_backward(both(t), [None])


def test_a_result_on_the_way_adds_to_what_arrives():
    t = two()
    recording = viz.record_backward([t["h"], t["l1"]], params=t)
    assert "At h, 1 + 2 = 3." in repr(recording)
    assert float(t["w"].grad) == 6
