import pytest

import minigrad as mg
from minigrad.viz import graph_of, text
from tests.viz.samples import example


def test_the_table(lib):
    t = example(lib)
    assert text.listing(graph_of(t["z"], t)).splitlines() == [
        "z = 6.693: 3 operations, 2 leaves",
        "",
        "  n0  AddBackward0  z = 6.693   from a (n1) and b (n2)",
        "  n1  MulBackward0  a = 6       from x (n3) and y (n4)  saves self = 2 and other = 3",
        "  n2  LogBackward0  b = 0.6931  from x (n3)             saves self = 2",
        "  n3  leaf          x = 2       grad None",
        "  n4  leaf          y = 3       grad None",
    ]


def test_after_backward_gradients_are_there_and_saved_values_gone(lib):
    t = example(lib)
    t["z"].backward()
    lines = text.listing(graph_of(t["z"], t)).splitlines()
    assert lines[3].endswith("what it saved is freed")
    assert lines[5].endswith("x = 2       grad 3.5")


def test_what_was_written_over_is_said(lib):
    t = example(lib)
    with lib.no_grad():
        t["y"].add_(1.0)
    assert "self = 2 and other (changed in place since)" in text.listing(graph_of(t["z"], t))


def test_a_large_graph_is_summed_up():
    w = mg.tensor([0.5, 0.5], requires_grad=True)
    total = w
    for _ in range(300):
        total = total * w + 1.0
    lines = text.listing(graph_of(total)).splitlines()
    assert lines[0] == "total = [2, 2]: 600 operations, 1 leaf"
    assert lines[2:5] == ["    300 × AddBackward0", "    300 × MulBackward0", "leaves: w (2,)"]
    assert "601 nodes is too large to read" in lines[-1]
    assert len(lines) < 10


def test_at_most_twelve_leaves_are_listed():
    leaves = [mg.tensor(float(i), requires_grad=True) for i in range(250)]
    line = text.summary_lines(graph_of(mg.stack(leaves).sum()))[-1]
    assert line.startswith("leaves: a leaf (), a leaf (), ")
    assert line.endswith(" and 238 more")


@pytest.mark.parametrize(
    ("words", "joined"),
    [([], ""), (["x"], "x"), (["x", "y"], "x and y"), (["x", "y", "z"], "x, y and z")],
)
def test_join(words, joined):
    assert text.join(words) == joined


def test_count():
    assert text.count(1, "leaf", "leaves") == "1 leaf"
    assert text.count(2000, "operation") == "2,000 operations"
