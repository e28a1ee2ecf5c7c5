import re
import xml.etree.ElementTree as ElementTree
from itertools import product
from pathlib import Path

import pytest

import minigrad as mg
from minigrad.viz import graph as read
from minigrad.viz.paper import COLOURS
from minigrad.viz.svg import svg, to_svg
from tests.viz.samples import example, random_graph

GOLDEN = Path(__file__).parent / "example.svg"
NAMESPACE = "{http://www.w3.org/2000/svg}"


def parts(drawing, name):
    return [g for g in drawing.iter(f"{NAMESPACE}g") if name in g.get("class", "").split()]


def test_the_stored_picture_byte_for_byte(lib):
    t = example(lib)
    assert svg(read(t["z"], t)).encode() == GOLDEN.read_bytes()


def test_it_is_well_formed_and_shows_every_node_and_edge(lib):
    t = example(lib)
    drawing = ElementTree.fromstring(svg(read(t["z"], t)))
    assert [g.get("data-id") for g in parts(drawing, "mg-node")] == ["n0", "n1", "n2", "n3", "n4"]
    edges = {g.get("data-id") for g in parts(drawing, "mg-edge")}
    assert edges == {"n0.0", "n0.1", "n1.0", "n1.1", "n2.0", "seed"}
    (node,) = (g for g in parts(drawing, "mg-node") if g.get("data-id") == "n1")
    assert [line.text for line in node.iter(f"{NAMESPACE}text")] == [
        "MulBackward0",
        "a = 6",
        "saves x, y",
    ]


def test_it_has_words_for_those_who_do_not_see_it():
    t = example(mg)
    drawing = ElementTree.fromstring(svg(read(t["z"], t)))
    title, description = drawing.find(f"{NAMESPACE}title"), drawing.find(f"{NAMESPACE}desc")
    assert drawing.get("role") == "img"
    assert drawing.get("aria-labelledby").split() == [title.get("id"), description.get("id")]
    assert title.text == "z = 6.693: 3 operations, 2 leaves"
    assert "MulBackward0" in description.text


def test_it_refers_to_nothing_outside():
    source = svg(read(example(mg)["z"]))
    assert set(re.findall(r"https?://[^\"]+", source)) == {"http://www.w3.org/2000/svg"}
    assert not re.search(r"<script|<image|url\(|@import|href", source)


def test_ids_follow_from_the_content():
    ids = [re.findall(r' id="([^"]+)"', svg(read(random_graph(mg, n)[2]))) for n in (1, 1, 2)]
    assert ids[0] == ids[1]
    assert not set(ids[0]) & set(ids[2])


def test_names_cannot_break_it():
    x = mg.tensor(2.0, requires_grad=True)
    source = svg(read(x.exp(), {'<b> & "q"': x}))
    assert "&lt;b&gt; &amp; &quot;q&quot; = 2" in source
    ElementTree.fromstring(source)


def test_freed_nodes_are_dashed_and_gradients_stand_in_their_colour():
    t = example(mg)
    t["z"].backward()
    drawing = ElementTree.fromstring(svg(read(t["z"], t)))
    dashed = {
        g.get("data-id")
        for g in parts(drawing, "mg-node")
        if g.find(f"{NAMESPACE}rect").get("stroke-dasharray")
    }
    assert dashed == {"n1", "n2"}
    (grad,) = (line for line in drawing.iter(f"{NAMESPACE}text") if line.text == "grad 3.5")
    assert grad.get("fill") == COLOURS["grad"][0]


@pytest.mark.parametrize("seed", range(5))
def test_text_fits_its_box(seed):
    drawing = ElementTree.fromstring(svg(read(random_graph(mg, seed)[2])))
    for node in parts(drawing, "mg-node"):
        width = float(node.find(f"{NAMESPACE}rect").get("width"))
        for line in node.iter(f"{NAMESPACE}text"):
            assert len(line.text or "") * float(line.get("font-size")) * 0.602 < width - 10


def test_open_modules_stand_in_titled_frames():
    x, model, loss = network()
    drawing = ElementTree.fromstring(to_svg(read(loss, {"x": x})))
    frames = {g.get("data-id"): g for g in parts(drawing, "mg-frame")}
    assert list(frames) == ["group:model", "group:model.2", "group:model.0"]  # not of one node
    titles = {key: g.find(f"{NAMESPACE}text").text for key, g in frames.items()}
    assert titles["group:model.0"] == "model.0 · Linear(2, 3)"
    for key, frame in frames.items():
        box, title = frame.find(f"{NAMESPACE}rect"), frame.find(f"{NAMESPACE}text")
        left, width = float(box.get("x")), float(box.get("width"))
        start = float(title.get("x"))
        assert left < start < start + len(titles[key]) * 11 * 0.602 < left + width
    del model


def test_no_arrow_crosses_the_title_of_a_single_box():
    x, model, loss = network()
    drawing = ElementTree.fromstring(svg(read(loss, {"x": x}), fewest=1))
    (frame,) = [g for g in parts(drawing, "mg-frame") if g.get("data-id") == "group:model.1"]
    box, title = frame.find(f"{NAMESPACE}rect"), frame.find(f"{NAMESPACE}text")
    middle = float(box.get("x")) + float(box.get("width")) / 2  # where the arrow comes in
    start = float(title.get("x"))
    assert not start < middle < start + len(title.text) * 11 * 0.602
    del model


def network():
    model = mg.nn.Sequential(mg.nn.Linear(2, 3), mg.nn.ReLU(), mg.nn.Linear(3, 1))
    x = mg.ones(5, 2, requires_grad=True)
    return x, model, (model(x) ** 2).mean()


def test_a_closed_module_is_one_box():
    x, model, loss = network()
    drawing = ElementTree.fromstring(to_svg(read(loss, {"x": x}), {"model.0"}))
    nodes = {g.get("data-id"): g for g in parts(drawing, "mg-node")}
    (text, *_) = nodes["group:model.0"].iter(f"{NAMESPACE}text")
    assert text.text == "model.0 · Linear(2, 3)"
    assert "mg-group" in nodes["group:model.0"].get("class")
    assert not [g for g in parts(drawing, "mg-frame") if g.get("data-id") == "group:model.0"]
    edges = {g.get("data-id") for g in parts(drawing, "mg-edge")}
    assert "group:model.0.0" in edges
    del model


def test_every_module_closed_or_open_in_any_way():
    x, model, loss = network()
    graph = read(loss, {"x": x})
    groups = list(graph.groups())
    for chosen in product([False, True], repeat=len(groups)):
        closed = {key for key, shut in zip(groups, chosen) if shut}
        drawing = ElementTree.fromstring(to_svg(graph, closed))
        inside = {node for key in closed for node in graph.groups()[key].nodes}
        seen = {g.get("data-id") for g in parts(drawing, "mg-node")}
        assert {node.id for node in graph.nodes} - inside == {n for n in seen if n[0] == "n"}
    del model


def test_no_such_module():
    _, model, loss = network()
    with pytest.raises(KeyError, match=r"no module call 'model\.7'"):
        to_svg(loss, {"model.7"})
    del model


def test_a_tensor_is_read_first():
    x = mg.tensor(2.0, requires_grad=True)
    y = x * 3
    assert to_svg(y) == to_svg(read(y))
    assert ">y = 6<" in to_svg(y)
    with pytest.raises(TypeError):
        to_svg("y")
    with pytest.raises(ValueError, match="requires no grad"):
        to_svg(y.detach())


@pytest.mark.parametrize("seed", range(5))
def test_every_number_beside_an_edge_has_room_between_the_layers(seed):
    """Their places are in ``data-label``; a player writes them there, 12 pixels high."""
    drawing = ElementTree.fromstring(svg(read(random_graph(mg, seed)[2])))
    width = float(drawing.get("width"))
    boxes = [g.find(f"{NAMESPACE}rect") for g in parts(drawing, "mg-node")]
    rows = {(float(box.get("y")), float(box.get("height"))) for box in boxes}
    for edge in parts(drawing, "mg-edge"):
        x, y, anchor = edge.get("data-label").split()
        x, y, number = float(x), float(y), 12 * 0.61 * len("-0.1234")
        assert 0 <= (x if anchor == "start" else x - number) <= width - number
        assert not any(top < y < top + height + 9 for top, height in rows)


@pytest.mark.parametrize("seed", range(5))
def test_edges_run_from_the_upper_box_to_the_lower(seed):
    graph = read(random_graph(mg, seed)[2])
    drawing = ElementTree.fromstring(svg(graph))
    boxes = {g.get("data-id"): g.find(f"{NAMESPACE}rect") for g in parts(drawing, "mg-node")}
    lines = {
        g.get("data-id"): g.find(f"{NAMESPACE}path").get("d") for g in parts(drawing, "mg-edge")
    }
    for edge in graph.edges():
        numbers = [float(n) for n in re.findall(r"[-\d.]+", lines[edge.id])]
        upper, lower = boxes[edge.to], boxes[edge.node]
        assert numbers[1] == float(upper.get("y")) + float(upper.get("height"))
        assert numbers[-1] == float(lower.get("y"))


def test_a_graph_of_2000_nodes_is_drawn_in_full():
    x = mg.tensor(1.0, requires_grad=True)
    y = x
    for _ in range(2000):
        y = y * x
    drawing = ElementTree.fromstring(to_svg(y))
    assert len(parts(drawing, "mg-node")) == 2001
