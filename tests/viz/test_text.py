import re
from dataclasses import replace

import pytest

import minigrad as mg
from minigrad.viz import collapsed, text
from minigrad.viz import graph as read
from minigrad.viz.data import Saved
from tests.viz.networks import mlp
from tests.viz.networks import read as read_network
from tests.viz.samples import example


def test_the_table(lib):
    t = example(lib)
    assert text.listing(read(t["z"], t)).splitlines() == [
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
    lines = text.listing(read(t["z"], t)).splitlines()
    assert lines[3].endswith("what it saved is freed")
    assert lines[5].endswith("x = 2       grad 3.5")


def test_what_was_written_over_is_said(lib):
    t = example(lib)
    with lib.no_grad():
        t["y"].add_(1.0)
    assert "self = 2 and other (changed in place since)" in text.listing(read(t["z"], t))


def test_a_large_graph_is_summed_up():
    w = mg.tensor([0.5, 0.5], requires_grad=True)
    total = w
    for _ in range(300):
        total = total * w + 1.0
    lines = text.listing(read(total)).splitlines()
    assert lines[0] == "total = [2, 2]: 600 operations, 1 leaf"
    assert lines[2:5] == ["    300 × AddBackward0", "    300 × MulBackward0", "leaves: w (2,)"]
    assert "601 nodes is too large to read" in lines[-1]
    assert len(lines) < 10


def test_at_most_twelve_leaves_are_listed():
    leaves = [mg.tensor(float(i), requires_grad=True) for i in range(250)]
    line = text.summary_lines(read(mg.stack(leaves).sum()))[-1]
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


def test_a_closed_module_tells_what_it_hides():
    network = mlp()
    small = collapsed(read_network(*network), {"model.1", "model.2"})
    rows = text.listing(small).splitlines()[3:5]
    two = ["from group:model.1", "2 operations, 2 leaves"]
    assert [re.split(r"\s{2,}", row.strip()) for row in rows] == [
        ["group:model.2", "model.2 · Linear(3, 1)", "(5, 1)", *two],
        ["group:model.1", "model.1 · ReLU(inplace=True)", "(5, 3)", "from n4", "1 operation"],
    ]
    assert text.headline(small) == "loss = 18.06: 6 operations, 4 leaves"
    assert text.saves(small, small["group:model.2"]) == "2 operations, 2 leaves"
    assert text.contents(small["group:model.1"]) == "1 operation"
    network[1].backward()
    freed = collapsed(read_network(*network), {"model.1"})
    assert text.saves(freed, freed["group:model.1"]) == "1 operation, freed"


def split(lib):
    x = lib.tensor([3.0, 1.0, 2.0, 5.0], requires_grad=True)
    return x, *x.split([1, 3])


def test_the_result_is_the_output_that_was_asked_for(lib):
    _x, p, q = split(lib)
    assert text.headline(read(q)) == "q = [1, 2, 5]: 1 operation, 1 leaf"
    assert text.headline(read(p)) == "p = [3]: 1 operation, 1 leaf"
    del p
    assert text.headline(read(q)) == "q = [1, 2, 5]: 1 operation, 1 leaf"


def test_each_output_has_its_own_value_in_the_listing(lib):
    _x, p, q = split(lib)
    z = (p * p).sum() + q.sum()
    assert "SplitWithSizesBackward0  p = [3], q = [1, 2, 5]  from n5" in text.listing(read(z))
    assert "from p (n4) and p (n4)" in text.listing(read(z))
    assert "from q (n4)" in text.listing(read(z))
    del p
    assert "q = [3]" not in text.listing(read(z))
    assert ", q = [1, 2, 5]  from n5" in text.listing(read(z))
    del q
    assert "from output 1 of n4" in text.listing(read(z))


def test_what_a_hook_packed_and_what_cannot_be_read_are_told_apart(lib):
    x = lib.tensor(2.0, requires_grad=True)
    with lib.autograd.graph.saved_tensors_hooks(lambda x: x, lambda x: 1 / 0):
        z = x.exp()
    assert "saves result (packed by a saved-tensors hook)" in text.listing(read(z))
    node = replace(read(x.exp()).root, saved=(Saved("result", problem="unreadable"),))
    assert text.saves_in_full(node) == "saves result (cannot be read here)"
