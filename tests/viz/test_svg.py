import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

import minigrad as mg
from minigrad.viz import graph_of
from minigrad.viz.svg import COLOURS, svg
from tests.viz.samples import example, random_graph

GOLDEN = Path(__file__).parent / "example.svg"
NAMESPACE = "{http://www.w3.org/2000/svg}"


def parts(drawing, name):
    return [g for g in drawing.iter(f"{NAMESPACE}g") if name in g.get("class", "").split()]


def test_the_stored_picture_byte_for_byte(lib):
    t = example(lib)
    assert svg(graph_of(t["z"], t)).encode() == GOLDEN.read_bytes()


def test_it_is_well_formed_and_shows_every_node_and_edge(lib):
    t = example(lib)
    drawing = ElementTree.fromstring(svg(graph_of(t["z"], t)))
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
    drawing = ElementTree.fromstring(svg(graph_of(t["z"], t)))
    title, description = drawing.find(f"{NAMESPACE}title"), drawing.find(f"{NAMESPACE}desc")
    assert drawing.get("role") == "img"
    assert drawing.get("aria-labelledby").split() == [title.get("id"), description.get("id")]
    assert title.text == "z = 6.693: 3 operations, 2 leaves"
    assert "MulBackward0" in description.text


def test_it_refers_to_nothing_outside():
    source = svg(graph_of(example(mg)["z"]))
    assert set(re.findall(r"https?://[^\"]+", source)) == {"http://www.w3.org/2000/svg"}
    assert not re.search(r"<script|<image|url\(|@import|href", source)


def test_ids_follow_from_the_content():
    ids = [re.findall(r' id="([^"]+)"', svg(graph_of(random_graph(mg, n)[2]))) for n in (1, 1, 2)]
    assert ids[0] == ids[1]
    assert not set(ids[0]) & set(ids[2])


def test_names_cannot_break_it():
    x = mg.tensor(2.0, requires_grad=True)
    source = svg(graph_of(x.exp(), {'<b> & "q"': x}))
    assert "&lt;b&gt; &amp; &quot;q&quot; = 2" in source
    ElementTree.fromstring(source)


def test_freed_nodes_are_dashed_and_gradients_stand_in_their_colour():
    t = example(mg)
    t["z"].backward()
    drawing = ElementTree.fromstring(svg(graph_of(t["z"], t)))
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
    drawing = ElementTree.fromstring(svg(graph_of(random_graph(mg, seed)[2])))
    for node in parts(drawing, "mg-node"):
        width = float(node.find(f"{NAMESPACE}rect").get("width"))
        for line in node.iter(f"{NAMESPACE}text"):
            assert len(line.text or "") * float(line.get("font-size")) * 0.602 < width - 10


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
def test_text_can_be_read_on_what_is_behind_it(scheme):
    """At least 4.5 to 1, as WCAG 2 asks for text of this size; 3 to 1 for lines."""
    for ink in ("ink", "quiet", "grad"):
        for ground in ("paper", "op", "leaf"):
            assert contrast(COLOURS[ink][scheme], COLOURS[ground][scheme]) >= 4.5
    for line in ("line", "leaf-line"):
        assert contrast(COLOURS[line][scheme], COLOURS["paper"][scheme]) >= 3


def contrast(a, b):
    dark, light = sorted((luminance(a), luminance(b)))
    return (light + 0.05) / (dark + 0.05)


def luminance(colour):
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
