import dataclasses
import pickle

import numpy as np
import pytest

from minigrad.viz import Edge, Graph, Group, Node, Saved
from minigrad.viz import graph as read
from minigrad.viz.data import Output
from tests.viz.samples import example


def test_a_graph_is_plain_data(lib):
    z = example(lib)["z"]
    graph = read(z)
    copy = pickle.loads(pickle.dumps(graph))
    assert copy == graph or [n.id for n in copy.nodes] == [n.id for n in graph.nodes]
    with pytest.raises(dataclasses.FrozenInstanceError):
        graph.root.leaf = True


def test_nodes_edges_and_parts():
    edges = (Edge("n0", 0, "n1"), Edge("n0", 1, "n1"))
    square = Node("n0", "MulBackward0", "op", {}, (), None, None, None, edges)
    leaf = Node("n1", "AccumulateGrad", "leaf", {0: "x"}, (), None, None, None)
    graph = Graph((square, leaf))
    assert graph["n1"] is leaf
    assert graph.root is square
    assert (graph.operations, graph.leaves) == ((square,), (leaf,))
    assert [edge.id for edge in graph.edges()] == ["n0.0", "n0.1"]
    assert (square.title(), leaf.title()) == ("MulBackward0", "x")
    assert dataclasses.replace(leaf, names={}).title() == "the leaf"


def test_names_of_several_outputs():
    node = Node("n0", "UnbindBackward0", "op", {2: "c", 0: "a"}, (), None, None, None)
    assert node.name == "a, c"
    assert [node.title(nr) for nr in range(3)] == ["a", "UnbindBackward0", "c"]


def test_a_node_is_freed_when_something_it_saved_is():
    node = Node("n0", "MulBackward0", "op", {}, (), None, None, None)
    assert not node.freed
    assert not dataclasses.replace(node, saved=(Saved("self", problem="changed"),)).freed
    assert dataclasses.replace(node, saved=(Saved("self", problem="freed"),)).freed


def test_groups_are_found_in_the_nodes():
    paths = {"n0": ("net",), "n1": ("net", "net.a"), "n2": (), "n3": ("net", "net.a")}
    node = Node("n0", "MulBackward0", "op", {}, (), None, None, None)
    nodes = tuple(dataclasses.replace(node, id=key, modules=path) for key, path in paths.items())
    assert Graph(nodes, {"net": "net · Net"}).groups() == {
        "net": Group("net", "net · Net", ("n0", "n1", "n3")),
        "net.a": Group("net.a", "net.a", ("n1", "n3"), "net"),
    }
    assert Graph(nodes[2:3]).groups() == {}


def test_a_group_is_freed_when_something_inside_is():
    node = Node("n0", "MulBackward0", "op", {}, (), None, None, None)
    freed = dataclasses.replace(node, saved=(Saved("self", problem="freed"),))
    assert dataclasses.replace(node, kind="group", inside=(node, freed)).freed
    assert not dataclasses.replace(node, kind="group", inside=(node,)).freed


def test_what_is_known_of_each_output():
    second = Output((3,), grad=np.ones(3))
    node = Node("n0", "SplitBackward0", "op", {}, (1,), None, None, None, further={1: second})
    assert (node.output().shape, node.output(1), node.output(2)) == ((1,), second, Output())
    assert list(node.grads) == [1]
    graph = Graph((node,), results=(("n0", 1),))
    assert (graph.result, graph.name, graph.outputs_of(node)) == (second, "", [1])
