import random

import pytest

import minigrad as mg
from minigrad.viz import Edge, Graph, Node, Saved, collapsed
from minigrad.viz import graph as graph_of
from minigrad.viz.groups import PREFIX, readable
from tests.viz.networks import deep, mlp, read, recurrent


def made(ops, **modules):
    """A graph of ``{id: inputs}``; what has no inputs is a leaf."""
    return Graph(
        tuple(
            Node(
                id=key,
                op=key.upper(),
                kind="op" if inputs else "leaf",
                names={},
                shape=(),
                value=None,
                version=None,
                grad=None,
                edges=tuple(Edge(key, slot, to) for slot, to in enumerate(inputs)),
                bytes=1,
                modules=modules.get(key, ()),
            )
            for key, inputs in ops.items()
        )
    )


def inputs(graph):
    return {node.id: [edge.to for edge in node.edges] for node in graph.nodes}


def test_two_layers_closed():
    whole = read(*mlp())
    small = collapsed(whole, ["model.0", "model.2"])
    assert inputs(small) == {
        "n0": ["group:model.2"],
        "group:model.2": ["n2"],
        "n2": ["group:model.0"],
        "group:model.0": [],
    }
    last = small["group:model.2"]
    assert (last.kind, last.op) == ("group", "model.2 · Linear(3, 1)")
    assert [node.id for node in last.inside] == ["n1", "n3", "n6", "n7"]
    assert (last.shape, last.modules) == ((5, 1), ("model",))
    assert last.bytes == whole["n1"].bytes == 4 * (5 * 3 + 3)
    assert (last.saved, last.tex, last.rules) == ((), "", ())


def test_everything_in_one_box():
    small = collapsed(read(*deep(3)), {"model", "model.1", "model.1.act"})
    assert inputs(small) == {"n0": ["group:model"], "group:model": []}


@pytest.mark.parametrize("seed", range(20))
def test_any_calls_can_be_closed(seed):
    whole = read(*(recurrent(6) if seed % 2 else deep(4)))
    choose = random.Random(seed)
    closed = {key for key in whole.groups() if choose.random() < 0.4}
    small = collapsed(whole, closed)
    place = {node.id: i for i, node in enumerate(small.nodes)}
    assert all(place[edge.node] < place[edge.to] for edge in small.edges())
    assert [node.leaf for node in small.nodes] == sorted(node.leaf for node in small.nodes)
    assert sorted(n.id for node in small.nodes for n in node.inside or (node,)) == sorted(
        node.id for node in whole.nodes
    )
    assert sum(node.bytes for node in small.nodes) == sum(node.bytes for node in whole.nodes)
    owner = {n.id: node.id for node in small.nodes for n in node.inside or (node,)}
    across = [e for e in whole.edges() if owner[e.node] != owner[e.to]]
    assert sum(edge.times for edge in small.edges()) == len(across)
    assert {(e.node, e.to) for e in small.edges()} == {(owner[e.node], owner[e.to]) for e in across}
    hidden = {key for group in whole.groups().values() for key in [group.id]} - set(small.groups())
    assert closed <= hidden


def test_the_same_output_used_several_times_is_one_edge():
    graph = made({"z": ["a", "x"], "a": ["x", "x"], "x": []}, z=("m",), a=("m",))
    (box, leaf) = collapsed(graph, ["m"]).nodes
    assert box.edges == (Edge("group:m", 0, "x", 0, 3),)
    assert (box.bytes, leaf.id) == (2, "x")


def test_outputs_are_numbered_as_they_are_used():
    graph = made({"z": ["b", "a", "b"], "a": ["x"], "b": ["x"], "x": []}, a=("m",), b=("m",))
    named = Graph(tuple(Node(**{**vars(n), "names": {0: n.id}}) for n in graph.nodes))
    small = collapsed(named, ["m"])
    assert small["z"].edges == (
        Edge("z", 0, "group:m", 0),
        Edge("z", 1, "group:m", 1),
        Edge("z", 2, "group:m", 0),
    )
    assert small["group:m"].names == {0: "b", 1: "a"}


def test_another_output_than_the_first_has_no_value_of_its_own():
    x = mg.tensor([3.0, 1.0], requires_grad=True)

    class Sorts(mg.nn.Module):
        def forward(self, x):
            return x.unbind()[1]

    model = Sorts()
    box = collapsed(read(model, model(x).exp()), ["model"])["group:model"]
    assert box.value is None


def test_what_a_node_saves_of_a_closed_module_comes_from_its_box():
    model = mg.nn.Linear(2, 2)
    query = model(mg.ones(1, 2))
    z = query * query
    small = collapsed(read(model, z), ["model"])
    assert [(s.name, s.source, s.nr) for s in small.root.saved] == [
        ("self", "group:model", 0),
        ("other", "group:model", 0),
    ]
    graph = made({"z": ["a"], "a": ["x"], "b": ["x"], "x": []}, a=("m",), b=("m",))
    kept = Saved("self", None, source="b")  # of what it is not an input with a gradient
    nodes = [Node(**{**vars(n), "saved": (kept,) if n.id == "z" else ()}) for n in graph.nodes]
    (saved,) = collapsed(Graph(tuple(nodes)), ["m"])["z"].saved
    assert (saved.source, saved.nr) == ("group:m", 1)


def test_what_would_make_a_circle_stays_open_and_says_so():
    graph = made(
        {"z": ["a"], "a": ["b"], "b": ["c"], "c": ["d"], "d": ["x"], "x": []},
        a=("leaves",),
        c=("leaves",),
        d=("good",),
    )
    small = collapsed(graph, ["leaves", "good"])
    assert [node.id for node in small.nodes] == ["z", "a", "b", "c", "group:good", "x"]
    assert (
        small.groups()["leaves"].title == "leaves (stays open: its data leaves it and comes back)"
    )


def test_two_that_can_be_closed_alone_but_not_together():
    graph = made(
        {"z": ["a", "c"], "a": ["b"], "c": ["d"], "b": ["x"], "d": ["x"], "x": []},
        a=("m",),
        d=("m",),
        b=("k",),
        c=("k",),
    )
    assert "group:m" in inputs(collapsed(graph, ["m"]))
    assert "group:k" in inputs(collapsed(graph, ["k"]))
    assert not any(key.startswith(PREFIX) for key in inputs(collapsed(graph, ["m", "k"])))


def test_a_freed_module_says_so():
    network = mlp()
    assert not collapsed(read(*network), ["model"])["group:model"].freed
    network[1].backward()
    assert collapsed(read(*network), ["model"])["group:model"].freed


def test_nothing_closed_is_the_same_graph():
    whole = read(*deep(2))
    assert inputs(collapsed(whole, ())) == inputs(whole)


def test_a_call_that_is_not_there():
    whole = read(*mlp())
    with pytest.raises(KeyError, match=r"no module call 'model\.9' .* model, model\.2, model\.1"):
        collapsed(whole, ["model.9"])


def test_as_many_levels_are_closed_as_must_be():
    whole = read(*deep(10))
    assert len(whole.nodes) == 111
    assert readable(whole, 111) is whole
    assert len(readable(whole, 110).nodes) == 51  # layers and activations closed
    assert len(readable(whole, 50).nodes) == 11  # blocks closed
    assert len(readable(whole, 10).nodes) == len(readable(whole, 1).nodes) == 2


def test_any_depth():
    x = y = mg.tensor(1.0, requires_grad=True)

    class Adds(mg.nn.Module):
        def forward(self, y):
            return y + x

    adds = Adds()
    for _ in range(3000):
        y = adds(y)
    for _ in range(20_000):
        y = y + x
    small = collapsed(read(adds, y), {"model", "model#3000"})
    assert len(small.nodes) == 23_001


def test_a_closed_module_gives_the_output_that_was_asked_for():
    class Splits(mg.nn.Module):
        def forward(self, x):
            return x.split([1, 3])

    net, x = Splits(), mg.tensor([3.0, 1.0, 2.0, 5.0], requires_grad=True)
    first, second = net(x)
    small = collapsed(graph_of(second), {"net"})
    assert (small.results, small.name) == ((("group:net", 0),), "second")
    assert small.root.shape == (3,)
    assert small.result.value.tolist() == [1, 2, 5]
    both = collapsed(graph_of(first.sum() * second), {"net"})["group:net"]
    assert {nr: both.output(nr).shape for nr in both.names} == {
        0: (3,),
        1: (1,),
    }  # as they are used
