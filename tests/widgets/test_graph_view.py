import gc
import re
import weakref

import pytest

pytest.importorskip("anywidget", reason='no anywidget: pip install -e ".[lab]"')

import traitlets

import minigrad as mg
from minigrad import nn
from minigrad.viz.names import names_around
from minigrad.viz.reader import Reader
from minigrad.viz.svg import svg
from minigrad.widgets import GraphView
from tests.viz.samples import example


@pytest.fixture
def t():
    return example(mg)


@pytest.fixture
def view(t):
    return GraphView(t["z"], t)


@pytest.fixture
def network():
    model = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1))
    loss = model(mg.ones(4, 2)).mean()
    return GraphView(loss, closed=["model.0"])


def test_it_changes_nothing(t):
    heard = []
    t["a"].register_hook(heard.append)
    view = GraphView(t["z"], t)
    view.selected = "a"
    view.refresh()
    assert (t["x"].grad, heard) == (None, [])
    t["z"].backward()
    assert t["x"].grad.item() == 3.5


def test_what_can_be_chosen(view):
    view.selected = "n1"
    view.selected = "x"
    assert view.selected == "n3"
    view.selected = ""
    for wrong in ("n9", "group:model", "w"):
        with pytest.raises(traitlets.TraitError, match=f"of this graph is called '{wrong}'"):
            view.selected = wrong
    assert view.selected == ""


def test_what_can_be_closed(network, view):
    assert network.closed == ("model.0",)
    network.closed = ["model.2", "model.0", "model.2"]
    assert network.closed == ("model.2", "model.0")
    network.selected = "group:model.0"
    known = "no module of this graph is 'model\\.7'; it has: model, model\\.2"
    with pytest.raises(traitlets.TraitError, match=known):
        network.closed = ["model.7"]
    with pytest.raises(traitlets.TraitError, match="it has: none"):
        view.closed = ["model"]
    with pytest.raises(traitlets.TraitError, match="no module of this graph is 'nothing'"):
        GraphView(network._output, closed=["nothing"])
    model = nn.Sequential(nn.Linear(1, 1), nn.Tanh())
    assert GraphView(model(mg.ones(1)), closed="model.0").closed == ("model.0",)
    with pytest.raises(TypeError, match=r"closed must be names of modules, .* but is 3"):
        GraphView(network._output, closed=3)


def test_a_closed_module_is_one_box_and_opens_again(network):
    drawn = network._parts["nodes"]
    assert "group:model.0" in drawn
    assert drawn["group:model.0"]["group"]
    hidden = network.graph.groups()["model.0"].nodes
    assert network._parts["closed"] == {key: ["group:model.0"] for key in hidden}
    assert not set(hidden) & set(drawn)
    assert 'data-id="group:model.0"' in network._svg
    network.closed = ()
    assert set(hidden) <= set(network._parts["nodes"])
    assert network._svg == svg(network.graph, fewest=1)
    assert network._parts["closed"] == {}


def test_what_is_hidden_says_by_which_modules(network):
    network.closed = ["model", "model.0"]
    closed = network._parts["closed"]
    hidden = network.graph.groups()["model.0"].nodes
    assert closed[hidden[0]] == ["group:model", "group:model.0"]
    assert closed["group:model.0"] == ["group:model"]
    assert "group:model" not in closed


def test_a_module_of_one_node_has_a_frame_to_close_it_by(network):
    network.closed = ()
    assert '<g class="mg-frame" data-id="group:model.1">' in network._svg


def test_a_search_finds_modules_and_what_is_inside_a_closed_one(network):
    inside = network.graph.groups()["model.0"].nodes
    words = network._words
    assert list(words)[:2] == ["n0", "group:model"]  # before the first node of it
    assert "model.0.weight" in words[inside[-1]] or "model.0.bias" in words[inside[-1]]
    assert any(" addmm " in words[key] for key in inside)
    assert words["group:model.0"] == " module model.0 linear 2 3 model 0"
    assert set(words) == {n.id for n in network.graph.nodes} | {
        f"group:{key}" for key in network.graph.groups()
    }


def test_a_small_graph_starts_open_and_a_large_one_readable():
    assert GraphView(nn.Sequential(nn.Linear(2, 2))(mg.ones(1, 2)).sum()).closed == ()
    layers = [part for _ in range(12) for part in (nn.Linear(4, 4), nn.Tanh())]
    model = nn.Sequential(*layers)
    view = GraphView(model(mg.ones(1, 4)).sum())
    assert len(view.graph.nodes) > 60
    assert len(view._parts["nodes"]) <= 40
    assert "model" not in view.closed
    assert "model.0" in view.closed


def test_what_the_page_is_told_of_a_box(view):
    parts = view._parts
    assert parts["root"] == "n0"
    assert parts["nodes"]["n1"]["label"] == "MulBackward0, a = 6, saves x, y"
    assert parts["nodes"]["n1"]["edges"] == {"n1.0": "n3", "n1.1": "n4"}
    assert parts["nodes"]["n3"]["label"] == "leaf, x = 2, no gradient yet"
    for word in ("mulbackward0", "backward0", "mul", "a", "()", "float32", "n1"):
        assert word in view._words["n1"].split()
    assert "leaf" in view._words["n3"].split()


def test_refresh_reads_what_has_become_of_the_graph(t):
    view = GraphView(t["z"], t)
    view.selected = "x"
    t["z"].backward()
    assert ".grad None" in repr(view)
    view.refresh()
    assert ".grad 3.5" in repr(view)
    assert view._parts["nodes"]["n3"]["label"] == "leaf, x = 2, has a gradient"
    assert view._parts["nodes"]["n1"]["label"] == "MulBackward0, a = 6, freed"
    assert view._facts["n3"]["now"]["grad"]["brief"] == "3.5"
    assert view.selected == "n3"


def test_refresh_keeps_names_that_are_out_of_sight():
    def made():
        x = mg.tensor(2.0, requires_grad=True)
        doubled = x * 2.0
        return GraphView(doubled.log())

    view = made()
    view.refresh()
    assert [node.name for node in view.graph.nodes] == ["", "doubled", "x"]


def test_a_closed_view_keeps_no_graph_alive(t):
    view = GraphView(t["z"], t)
    end = weakref.ref(t.pop("z"))
    assert end() is not None
    view.close()
    del view
    gc.collect()
    assert end() is None


def test_facts_of_a_large_graph_are_worked_out_when_asked():
    x = mg.tensor(0.5, requires_grad=True)
    total = x
    for _ in range(150):
        total = (total * x).tanh()
    view = GraphView(total)
    assert set(view._facts) == {"n0"}
    view.selected = "n7"
    assert set(view._facts) == {"n0", "n7"}
    view.refresh()
    assert set(view._facts) == {"n0", "n7"}
    assert "too large to read" in view.picture()
    assert len(view._parts["nodes"]) == 301


def test_where_no_widget_can_run_there_is_a_picture_and_text(t):
    view = GraphView(t["z"], t)
    data, _ = view._repr_mimebundle_()
    assert data["image/svg+xml"] == svg(Reader(t["z"], names_around(t)).graph)
    assert data["text/plain"].splitlines()[0] == "Graph of z = 6.693: 3 operations, 2 leaves"
    view.selected = "a"
    data, _ = view._repr_mimebundle_()
    assert data["image/svg+xml"].count('stroke-width="4"') == 1
    assert data["text/plain"].splitlines()[-1].startswith("Chosen: n1. is_leaf False, ")


def test_the_picture_shows_what_is_closed_and_chosen(network):
    inside = network.graph.groups()["model.0"].nodes[0]
    network.selected = inside
    drawn = network.picture()
    box = drawn[drawn.index('data-id="group:model.0"') :]
    assert 'stroke-width="4"' in box[: box.index("</g>")]
    network.selected = "group:model.0"
    assert network.picture() == drawn
    assert "Chosen" not in repr(network)


def test_bad_output():
    with pytest.raises(TypeError, match="a graph belongs to a tensor, but this is a float"):
        GraphView(2.0)
    with pytest.raises(ValueError, match="this tensor has no graph"):
        GraphView(mg.tensor(1.0))


def test_a_graph_of_real_torch():
    torch = pytest.importorskip("torch")
    t = example(torch)
    view = GraphView(t["z"], t)
    view.selected = "a"
    assert "a is not a leaf: mul computed it from x and y." in repr(view)


def test_it_runs_no_hook_of_saved_tensors():
    calls, x = [], mg.tensor(2.0, requires_grad=True)
    with mg.autograd.graph.saved_tensors_hooks(lambda x: x, lambda x: calls.append(1) or x):
        z = x * x
    view = GraphView(z)
    assert calls == []
    assert view._facts["n0"]["node"]["saved"][0]["text"] == "packed"


@pytest.fixture
def cut():
    """A view with a detached value in it, and what holds the graph."""
    x = mg.tensor(2.0, requires_grad=True)
    h = x * 2.0
    d = h.detach()
    z = d * x
    return GraphView(z, {"x": x, "h": h, "d": d}, constants=True), z


def test_constants_are_shown_if_asked_for(cut):
    view, z = cut
    assert view._parts["nodes"]["c0"]["label"] == "constant, d = 4, detached from h"
    assert view._parts["nodes"]["c1"]["label"] == "MulBackward0, h = 4, no gradient gets here"
    assert view._parts["nodes"]["n0"]["edges"] == {"n0.0": "c0", "n0.1": "n1"}
    assert view._parts["nodes"]["c0"]["edges"] == {"c0.0": "c1"}
    drawn = re.findall(r'mg-edge[^>]*data-id="([^"]*)"', view._svg)
    assert {key for part in view._parts["nodes"].values() for key in part["edges"]} <= set(drawn)
    assert GraphView(z).graph.constants == ()


def test_a_constant_can_be_chosen_found_and_asked(cut):
    view, _ = cut
    view.selected = "d"
    assert view.selected == "c0"
    known = view._facts["c0"]["group"]
    assert (known["title"], known["inside"]) == ("d = 4", "detached from h")
    assert " detached from h " in view._words["c0"]
    assert "Chosen" not in repr(view)


def test_constants_stay_known_when_the_graph_is_freed(cut):
    view, z = cut
    z.backward()
    view.refresh()
    assert [one.name for one in view.graph.constants] == ["d", "h"]


def test_several_results():
    x = mg.tensor(2.0, requires_grad=True)
    h = x * 3.0
    l1, l2 = h * 2.0, h.log()
    view = GraphView([h, l1, l2], {"x": x, "h": h, "l1": l1, "l2": l2})
    assert repr(view).startswith("Graph of h = 6, l1 = 12 and l2 = 1.792: 3 operations, 1 leaf")
    mg.autograd.backward([h, l1, l2], retain_graph=True)
    view.refresh()
    view.selected = "x"
    coming = "backward([h, l1, l2]), called now, adds 9.5 from MulBackward0."
    assert repr(view).endswith(coming)
    assert x.grad.item() == 9.5
    now = view._told.of("n2")["now"]
    assert now["sum"].startswith("1 from the start + ")
    assert now["sum"].endswith(" = 3.167")
    assert now["when"] == "What backward([h, l1, l2]) sends if it is called now:"
