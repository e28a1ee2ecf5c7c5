import gc
import itertools
import sys
import weakref

import pytest

import minigrad as mg
from minigrad.viz import graph as read
from minigrad.viz.data import Edge
from minigrad.viz.names import names_around
from minigrad.viz.reader import Reader
from tests.viz.samples import example, random_graph


def graph_of_example(lib):
    t = example(lib)
    return read(t["z"], t)


def test_nodes_in_order(lib):
    graph = graph_of_example(lib)
    assert [(n.id, n.op, n.name, n.leaf) for n in graph.nodes] == [
        ("n0", "AddBackward0", "z", False),
        ("n1", "MulBackward0", "a", False),
        ("n2", "LogBackward0", "b", False),
        ("n3", "AccumulateGrad", "x", True),
        ("n4", "AccumulateGrad", "y", True),
    ]
    assert graph["n1"].edges == (Edge("n1", 0, "n3"), Edge("n1", 1, "n4"))
    assert [float(n.value) for n in graph.nodes[1:]] == [6.0, pytest.approx(0.6931472), 2.0, 3.0]


def test_what_is_saved_and_by_whom_it_was_made(lib):
    kept = {s.name: s for s in graph_of_example(lib)["n1"].saved}
    assert (float(kept["self"].value), kept["self"].source) == (2.0, "n3")
    assert (float(kept["other"].value), kept["other"].source) == (3.0, "n4")
    assert kept["self"].version == 0


def test_a_freed_graph_says_so(lib):
    t = example(lib)
    t["z"].backward()
    graph = read(t["z"], t)
    assert [node.freed for node in graph.nodes] == [False, True, True, False, False]
    assert [float(leaf.grad) for leaf in graph.leaves] == [3.5, 2.0]


def test_a_value_changed_in_place_is_not_shown(lib):
    t = example(lib)
    with lib.no_grad():
        t["y"].add_(1.0)
    kept = {s.name: s for s in read(t["z"], t)["n1"].saved}
    assert (kept["other"].problem, kept["other"].value) == ("changed", None)
    assert read(t["z"], t)["n4"].version == 1


def test_each_node_comes_before_its_inputs_and_once(lib):
    for seed in range(10):
        _, _, total = random_graph(lib, seed)
        graph = read(total)
        place = {node.id: i for i, node in enumerate(graph.nodes)}
        assert len(place) == len(graph.nodes)
        assert all(place[edge.node] < place[edge.to] for edge in graph.edges())
        assert [node.leaf for node in graph.nodes] == sorted(node.leaf for node in graph.nodes)


def test_the_same_program_gives_the_same_graph(lib):
    graphs = [read(random_graph(lib, 3)[2]) for _ in range(2)]
    described = [[(n.id, n.op, n.shape, n.edges) for n in graph.nodes] for graph in graphs]
    assert described[0] == described[1]


def test_a_leaf_alone(lib):
    x = lib.tensor(2.0, requires_grad=True)
    (only,) = read(x).nodes
    assert (only.id, only.leaf, only.name, float(only.value)) == ("n0", True, "x", 2.0)


def test_inputs_that_want_no_gradient_have_no_edge(lib):
    x = lib.tensor(2.0, requires_grad=True)
    constant = lib.tensor(5.0)
    graph = read(constant * x)
    assert [edge.slot for edge in graph.root.edges] == [1]


def test_depth_is_bounded_by_memory_alone():
    x = y = mg.tensor(1.0, requires_grad=True)
    for _ in range(20_000):
        y = y + x
    graph = read(y)
    assert len(graph.nodes) == 20_001
    assert graph.nodes[-1].name == "x"


def test_reading_keeps_nothing_alive():
    t = example(mg)
    node = weakref.ref(t["a"].grad_fn)
    graph = read(t["z"], t)
    t.clear()
    assert node() is None or (gc.collect(), node())[1] is None
    assert graph["n1"].name == "a"


def test_the_reader_knows_the_tensors_that_can_have_gradients():
    t = example(mg)
    reader = Reader(t["z"], names_around(t))
    assert {place: id(held) for place, held in reader.held.items()} == {
        (key, 0): id(t[name]) for key, name in zip(reader.live, ("z", "a", "b", "x", "y"))
    }


def test_each_output_that_is_held_is_known_by_itself(lib):
    x = lib.tensor([3.0, 1.0, 2.0, 5.0], requires_grad=True)
    p, q = x.split([1, 3])
    q.retain_grad()
    (q * q).sum().backward()
    reader = Reader(q, names_around())
    graph = reader.graph
    assert (graph.results, graph.name, graph.result.shape) == ((("n0", 1),), "q", (3,))
    assert graph.result.value.tolist() == [1, 2, 5]
    assert {nr: grad.tolist() for nr, grad in graph.root.grads.items()} == {1: [2, 4, 10]}
    assert (graph.root.grad, graph.root.value.tolist()) == (None, [3])
    assert {nr for key, nr in reader.held if key == "n0"} == {0, 1}
    assert reader.held["n0", 1] is q and reader.held["n0", 0] is p


def test_dtypes_and_bytes(lib):
    x = lib.tensor([1.0, 2.0], dtype=lib.float64, requires_grad=True)
    y = lib.tensor([3.0, 4.0], dtype=lib.float64, requires_grad=True)
    total = (x * y).sum()
    graph = read(total, {"x": x})
    assert {node.dtype for node in graph.nodes} == {"float64"}
    assert [node.bytes for node in graph.nodes] == [0, 32, 0, 0]
    total.backward()
    assert [node.bytes for node in read(total).nodes] == [0, 0, 0, 0]


def test_where_the_library_keeps_a_dtype_it_is_known_without_the_value():
    torch = pytest.importorskip("torch")
    x = torch.ones(2, dtype=torch.float64, requires_grad=True)
    graph = read((x + 1).sum())
    assert graph["n1"].value is None
    assert graph["n1"].dtype == "float64"


def test_twice_the_nodes_are_twice_the_work():
    def calls(n):
        w = mg.ones(4, 4, requires_grad=True)
        y = w
        for _ in range(n):
            y = (y @ w).tanh()
        total, counted = y.sum(), itertools.count()
        sys.setprofile(lambda frame, event, arg: next(counted))
        try:
            read(total)
        finally:
            sys.setprofile(None)
        return next(counted)

    assert calls(1000) < 2.1 * calls(500)


def test_saved_values_without_numbers_are_not_said_to_be_none():
    torch = pytest.importorskip("torch")
    w = torch.ones(2, device="meta", requires_grad=True)
    node = read((w * w).sum()).nodes[1]
    assert [(saved.value, saved.problem) for saved in node.saved] == [(None, "unreadable")] * 2
