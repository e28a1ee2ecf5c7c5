import re

import pytest

import minigrad as mg
from minigrad import nn
from minigrad.viz import collapsed
from minigrad.viz import graph as read
from minigrad.viz.boxes import OUTPUT, Words, box_size, lines, node_box, words
from minigrad.viz.layout import Box
from tests.viz.samples import example, operations


def drawn(graph, node):
    return node_box(node, words(graph, node), Box(100, 50, 120, 66), node is graph.root)


def shape(source):
    """What tells the kinds of boxes apart but colour: corners, the weight of the line, sheets."""
    (corner,), (weight,) = (
        re.findall(r'rx="(\d+)"', source),
        re.findall(r'stroke-width="([\d.]+)"', source)[:1],
    )
    return corner, weight, "mg-stack" in source


def test_kinds_differ_in_shape_not_only_in_colour():
    model = nn.Sequential(nn.Linear(2, 2), nn.Tanh())
    x = mg.ones(1, 2, requires_grad=True)
    y = model(x)
    z = (y * 2).sum()
    graph = collapsed(read(z), {"model"})
    kinds = {"result": graph.root}
    kinds |= {node.kind: node for node in graph.nodes[1:]}
    assert set(kinds) == {"result", "op", "leaf", "group"}
    assert len({shape(drawn(graph, node)) for node in kinds.values()}) == 4


def test_what_is_freed_is_dashed():
    t = example(mg)
    graph = read(t["z"], t)
    assert "dasharray" not in drawn(graph, graph["n1"])
    t["z"].backward()
    graph = read(t["z"], t)
    assert "dasharray" in drawn(graph, graph["n1"])


def test_the_lines_of_an_operation_and_of_a_leaf():
    t = example(mg)
    graph = read(t["z"], t)
    assert lines(graph, graph["n1"]) == ("MulBackward0", "a = 6", "saves x, y")
    assert lines(graph, graph["n3"]) == ("x = 2", "grad None", "AccumulateGrad")
    assert words(graph, graph["n1"]) == Words(lines(graph, graph["n1"]), lines(graph, graph["n1"]))


def test_a_long_name_keeps_its_end_and_its_value_and_is_whole_in_the_tooltip():
    x = mg.tensor(2.0, requires_grad=True)
    name = "encoder.layers.11.attention.projection.weight"
    graph = read(x * x, {name: x})
    (leaf,) = graph.leaves
    first = words(graph, leaf).short[0]
    assert first.endswith("projection.weight = 2")
    assert first.startswith("…")
    assert len(first) <= OUTPUT
    source = drawn(graph, leaf)
    assert f"<title>{name} = 2\ngrad None\nAccumulateGrad</title>" in source
    short = read(x * x, {"x": x})
    assert "<title>" not in "".join(drawn(short, node) for node in short.nodes)


@pytest.mark.parametrize("count", [2, 20, 500])
def test_a_box_is_wide_enough_for_its_words_and_its_arrows(count):
    parts = [mg.ones(1, requires_grad=True) for _ in range(count)]
    graph = read(mg.cat(parts))
    width = box_size(graph.root, words(graph, graph.root))[0]
    assert min(12 * count, 480) <= width <= 520
    assert width > 13 * 0.6 * len("CatBackward0")


def test_names_cannot_break_it():
    x = mg.tensor(2.0, requires_grad=True)
    graph = read(x.exp(), {'<b> & "q"': x})
    assert "&lt;b&gt; &amp; &quot;q&quot; = 2" in drawn(graph, graph.leaves[0])


def test_the_name_of_an_operation_is_always_whole():
    assert max(len(name) for name, _ in operations()) < 48
    x = mg.tensor([0.5, -1.0], requires_grad=True)
    loss = mg.nn.functional.binary_cross_entropy_with_logits(x, mg.ones(2))
    graph = read(loss)
    assert words(graph, graph.root).short[0] == "BinaryCrossEntropyWithLogitsBackward0"
    assert box_size(graph.root, words(graph, graph.root))[0] > 37 * 13 * 0.602


def test_a_node_with_several_outputs():
    p, q = mg.tensor([1.0, 2.0], requires_grad=True).unbind()
    graph = read(p * q, {"p": p, "q": q})
    assert lines(graph, graph["n1"])[1] == "p = 1, q"
