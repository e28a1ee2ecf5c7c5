import dataclasses
import pickle

import pytest

from minigrad.viz import Edge, Graph, Node, Saved, graph_of
from tests.viz.samples import example


def test_a_graph_is_plain_data(lib):
    z = example(lib)["z"]
    graph = graph_of(z)
    copy = pickle.loads(pickle.dumps(graph))
    assert copy == graph or [n.id for n in copy.nodes] == [n.id for n in graph.nodes]
    with pytest.raises(dataclasses.FrozenInstanceError):
        graph.root.leaf = True


def test_nodes_edges_and_parts():
    edges = (Edge("n0", 0, "n1"), Edge("n0", 1, "n1"))
    square = Node("n0", "MulBackward0", False, {}, (), None, None, None, edges)
    leaf = Node("n1", "AccumulateGrad", True, {0: "x"}, (), None, None, None)
    graph = Graph((square, leaf))
    assert graph["n1"] is leaf
    assert graph.root is square
    assert (graph.operations, graph.leaves) == ((square,), (leaf,))
    assert [edge.id for edge in graph.edges()] == ["n0.0", "n0.1"]
    assert (square.title(), leaf.title()) == ("MulBackward0", "x")
    assert dataclasses.replace(leaf, names={}).title() == "the leaf"


def test_names_of_several_outputs():
    node = Node("n0", "UnbindBackward0", False, {2: "c", 0: "a"}, (), None, None, None)
    assert node.name == "a, c"
    assert [node.title(nr) for nr in range(3)] == ["a", "UnbindBackward0", "c"]


def test_a_node_is_freed_when_something_it_saved_is():
    node = Node("n0", "MulBackward0", False, {}, (), None, None, None)
    assert not node.freed
    assert not dataclasses.replace(node, saved=(Saved("self", problem="changed"),)).freed
    assert dataclasses.replace(node, saved=(Saved("self", problem="freed"),)).freed
