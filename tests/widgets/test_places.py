import re
import xml.etree.ElementTree as ET

import pytest

pytest.importorskip("anywidget")

import minigrad as mg
from minigrad.viz import record_backward
from minigrad.viz.svg import svg
from minigrad.widgets.places import Area, cleared, groups, sum_area
from minigrad.widgets.specification import specification
from tests.viz.samples import example, random_graph


def drawn(total, **variables):
    """The picture of a backward, before and after it was cleared, and its specification."""
    recording = record_backward(total, params=variables)
    picture, spec = svg(recording.graph), specification(recording)
    return picture, cleared(picture, spec), spec


def sums(picture, spec):
    """Where sums will stand."""
    nodes = groups(ET.fromstring(picture), "mg-node")
    met = {node: words for step in spec["steps"] for node, words in step.get("sums", {}).items()}
    return [sum_area(nodes[node], words) for node, words in met.items()]


def numbers(picture, spec):
    """Where numbers will stand beside their edges."""
    edges = groups(ET.fromstring(picture), "mg-edge")
    found = []
    for step in spec["steps"]:
        for key, sent in step.get("sent", {}).items():
            x, y, anchor = edges[key].get("data-label").split()
            width = len(sent["brief"]) * 7.4
            left = float(x) - width * (anchor == "end")
            found.append(Area(left, float(y) - 9, left + width, float(y)))
    return found


def overlaps(picture, spec):
    return [(a, b) for a in sums(picture, spec) for b in numbers(picture, spec) if a.overlaps(b)]


def test_a_sum_stands_below_its_box_and_leaves_room_for_the_heads_of_arrows():
    t = example(mg)
    picture, _, spec = drawn(t["z"], **t)
    (area,) = sums(picture, spec)
    box = groups(ET.fromstring(picture), "mg-node")["n3"].find("{*}rect")
    bottom = float(box.get("y")) + float(box.get("height"))
    head = re.search(r"h8l-4 (\d+)z", picture)
    assert area.top >= bottom + float(head[1])


@pytest.mark.parametrize("seed", range(12))
def test_no_number_of_an_edge_stands_under_a_sum(seed):
    _, after, spec = drawn(random_graph(mg, seed, size=24)[2])
    assert overlaps(after, spec) == []


def test_this_is_needed():
    found = (drawn(random_graph(mg, seed, size=24)[2]) for seed in range(12))
    assert sum(len(overlaps(before, spec)) for before, _, spec in found) > 10


def test_a_picture_without_sums_stays_as_it_is():
    x = mg.tensor(2.0, requires_grad=True)
    before, after, _ = drawn(x.exp().sin(), x=x)
    assert before == after


def test_a_long_sum_is_hardly_wider_than_its_box():
    t = example(mg)
    picture, _, _ = drawn(t["z"], **t)
    node = groups(ET.fromstring(picture), "mg-node")["n3"]
    width = float(node.find("{*}rect").get("width"))
    area = sum_area(node, "0.1234 + 0.1234 + 0.1234 = 0.3702")
    assert area.right - area.left == width + 20
