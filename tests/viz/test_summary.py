import xml.etree.ElementTree as ElementTree

import minigrad as mg
from minigrad.viz import graph as read
from minigrad.viz.summary import summary

NAMESPACE = "{http://www.w3.org/2000/svg}"


def large(n):
    w = mg.tensor(0.5, requires_grad=True)
    total = w
    for _ in range(n):
        total = (total * w).tanh()
    return read(total)


def test_one_bar_for_each_kind_in_proportion():
    drawing = ElementTree.fromstring(summary(large(300)))
    lines = [line.text for line in drawing.iter(f"{NAMESPACE}text")]
    assert lines[0].startswith("total = ")
    assert lines[1:] == ["TanhBackward0", "300", "MulBackward0", "300", "leaves", "1"]
    bars = [float(r.get("width")) for r in drawing.iter(f"{NAMESPACE}rect")][1:]
    assert bars == [260.0, 260.0, 2.0]


def test_its_size_does_not_grow_with_the_graph():
    sizes = [len(summary(large(n))) for n in (300, 3000)]
    assert abs(sizes[0] - sizes[1]) < 100


def test_rare_kinds_share_a_bar():
    x = mg.tensor([[0.5]], requires_grad=True)
    y = x
    for f in "exp tanh sin cos sigmoid relu sqrt abs log neg t".split():
        y = getattr(mg, f)(y + 3.0)
    y = (y * 2 - 1) / 3
    assert "other operations" in summary(read(y))
