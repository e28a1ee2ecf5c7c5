import sys
import xml.etree.ElementTree as ET

import pytest

import minigrad as torch
from minigrad.viz import memory_figure as figures
from minigrad.viz.holders import holder
from minigrad.viz.memory import GraphWatch
from minigrad.viz.memory_figure import Loop


def loop(iterations, step):
    """Run ``kept = step(kept)`` so often, and look who holds what."""
    watch = GraphWatch()
    watch.start()
    kept = 0.0
    for _ in range(iterations):
        kept = step(kept)
        watch.mark()
    found = Loop(watch, holder(watch.alive(), sys._getframe()))
    watch.stop()
    return found


@pytest.fixture
def w():
    return torch.ones(1000, requires_grad=True)


@pytest.fixture
def loops(w):
    return {
        "tensors": loop(10, lambda kept: kept + (w.exp() * w).sum()),
        "numbers": loop(10, lambda kept: kept + (w.exp() * w).sum().item()),
    }


def texts(source):
    return [t.text for t in ET.fromstring(source).iter("{http://www.w3.org/2000/svg}text")]


def test_text_side_by_side(loops):
    lines = figures.text(loops).splitlines()
    assert lines[0] == (
        "Memory held by graphs: tensors: 40 kB in 40 nodes after 10 iterations; "
        "numbers: 0 B in 0 nodes after 10 iterations"
    )
    assert lines[2:6] == [
        "tensors",
        "iteration  memory  nodes",
        "        1    4 kB      4",
        "        2    8 kB      8",
    ]
    assert lines[-1] == "No graph is alive at the end."
    assert (
        "The variable kept holds graphs since iteration 1: its own graph reaches back that far, 40 "
        "nodes. A tensor keeps the node that computed it, and every node keeps those before it. "
        "Add a number instead, loss.item(): it has no node. Or cut the graph off: detach()."
    ) in lines


def test_first_it_says_what_is_counted_and_only_then_why(loops):
    assert figures.title(loops) == "Memory held by graphs, 10 iterations"
    said = " ".join(texts(figures.picture(loops)))
    assert said.index(figures.MEASURED) < said.index("20 kB") < said.index("The variable kept")
    assert "kept" not in figures.title(loops) + figures.MEASURED


def test_iterations_that_are_left_out_are_mentioned(w):
    loops = {"": loop(20, lambda kept: w.exp())}
    note = "The table has 8 of the 20 iterations, evenly spaced."
    assert note in figures.text(loops).splitlines()
    assert len(figures.rows(loops)) == 21  # all, on a page
    assert figures.rows_note(loops) == figures.reading(loops)["note"] == ""
    watch = GraphWatch()
    for values in (watch.nodes, watch.bytes, watch.oldest):
        values.extend(range(6000))
    many = {"": Loop(watch)}
    assert figures.rows_note(many).startswith("The table has 1,000 of the 6,000 iterations")
    assert len(figures.rows(many)) == 1001
    assert figures.reading(many)["note"].startswith("The slider stops at 5,000 of the 6,000 iter")


def test_leaves_are_not_counted_and_it_says_so(w):
    squares = loop(3, lambda kept: [*(kept or []), w * w])  # each saves w, a leaf
    assert squares.watch.bytes.tolist() == [0, 0, 0]
    assert figures.MEASURED.endswith(
        "Leaves that require a gradient, such as parameters, are not counted: they live anyway."
    )


def test_a_list_of_losses(w):
    (said,) = figures.findings({"": loop(5, lambda kept: [*(kept or []), w.exp()])})
    assert said == (
        "The variable kept holds graphs since iteration 1: 5 tensors, each with the graph behind "
        "it, 5 nodes in all. Keep numbers instead: loss.item()."
    )


def test_after_backward_the_nodes_stay(w):
    def step(kept):
        loss = w.exp().sum()
        loss.backward()
        return kept + loss

    (said,) = figures.findings({"": loop(5, step)})
    assert "15 nodes (which hold no saved tensors of their own)" in said


def test_only_the_last_graph(w):
    retained = loop(5, lambda kept: w.exp())
    assert figures.findings({"": retained}) == [
        "At the end only the graph of the last iteration is alive. It keeps 4 kB of saved tensors."
    ]
    freed = loop(5, lambda kept: (loss := w.exp().sum(), loss.backward())[0])
    assert figures.findings({"": freed})[0].endswith("It holds no saved tensors of its own.")


def test_a_holder_that_was_not_found(w):
    found = loop(3, lambda kept: kept + w.exp().sum())
    found.holder = None
    assert figures.findings({"": found}) == [
        "Graphs are alive since iteration 1; which variable holds them was not found."
    ]


def test_nothing_yet():
    empty = {"": Loop(GraphWatch())}
    assert figures.text(empty).startswith("Memory held by graphs: no iteration yet")
    assert "Nothing was watched yet." in texts(figures.picture(empty))
    assert figures.reading(empty) == {"at": [], "says": [], "note": ""}


def test_the_picture(loops):
    found = texts(figures.picture(loops))
    assert found.count("tensors") == found.count("numbers") == 2
    assert {"Memory held by graphs", "Nodes still in memory", "20 kB"} <= set(found)
    one = texts(figures.picture({"": loops["tensors"]}))
    assert "bytes" not in one  # a single line needs no name
    assert figures.picture(loops) == figures.picture(loops)


def test_loops_of_different_length(w):
    loops = {"short": loop(2, lambda kept: w.exp()), "long": loop(20, lambda kept: w.exp())}
    rows = figures.rows(loops)
    assert rows[0] == [
        "iteration",
        *(f"{n}: {what}" for n in loops for what in ("memory", "nodes")),
    ]
    assert rows[1] == ["1", "4 kB", "1", "4 kB", "1"]
    assert rows[2:4] == [["2", "4 kB", "1", "4 kB", "1"], ["3", "", "", "4 kB", "1"]]
    assert rows[-1] == ["20", "", "", "4 kB", "1"]
    assert {len(row) for row in rows} == {5}
    said = figures.reading(loops)["says"]
    assert said[0] == "Iteration 1: short holds 4 kB in 1 node; long holds 4 kB in 1 node"
    assert said[-1] == "Iteration 20: long holds 4 kB in 1 node"


@pytest.mark.parametrize(
    ("size", "written"),
    [(0, "0 B"), (512, "512 B"), (1000, "1 kB"), (33_800, "33.8 kB"), (1.2e6, "1.2 MB"),
     (2.5e9, "2.5 GB")],
)  # fmt: skip
def test_amounts(size, written):
    assert figures.amount(size) == written


def test_one_node_is_one_node(w):
    assert figures.headline({"": loop(1, lambda kept: w.exp())}).endswith(
        "in 1 node after 1 iteration"
    )
