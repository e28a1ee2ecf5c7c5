import json

import pytest

pytest.importorskip("anywidget", reason='no anywidget: pip install -e ".[lab]"')

import minigrad as torch
from minigrad._mode import current
from minigrad.viz import memory_figure
from minigrad.widgets import GraphMemory


@pytest.fixture
def w():
    return torch.ones(100, requires_grad=True)


def test_a_loop_is_marked_at_the_end_of_each_iteration(w):
    memory = GraphMemory()
    total = 0.0
    for factor in memory([1.0, 2.0, 3.0]):
        total = total + (w * factor).exp().sum()
    watch = memory.loops[""].watch
    assert watch.bytes.tolist() == [400, 800, 1200]
    assert watch.nodes.tolist() == [4, 8, 12]
    assert repr(memory).splitlines()[-1].startswith("The variable total holds graphs since iter")
    assert current.mode.on_record == ()


def test_marks_by_hand(w):
    with GraphMemory() as memory:
        loss = w.exp().sum()
        memory.mark()
        loss.backward()
        memory.mark()
    assert memory.loops[""].watch.bytes.tolist() == [400, 0]
    assert memory.loops[""].watch.nodes.tolist() == [2, 2]
    assert memory.loops[""].holder.name == "loss"


def test_a_mark_within_a_round_is_no_leak(w):
    memory = GraphMemory()
    for _ in memory(range(3)):
        loss = w.exp().sum()
        memory.mark()
        loss.backward()
    assert memory.loops[""].watch.bytes.tolist() == [400, 0] * 3
    assert repr(memory).splitlines()[0] == "Memory held by graphs: 0 B in 2 nodes after 6 marks"
    assert repr(memory).splitlines()[-1] == (
        "At the end only the graph of the last iteration is alive. It holds no saved tensors of "
        "its own."
    )
    assert memory._page["counted"] == "Mark"


def test_two_loops_side_by_side(w):
    def tensors(memory):
        losses = []
        for _ in memory(range(6)):
            losses.append(w.exp().sum())

    def numbers(memory):
        losses = []
        for _ in memory(range(6)):
            losses.append(w.exp().sum().item())

    memory = GraphMemory.compare({"tensors": tensors, "numbers": numbers})
    assert [loop.watch.bytes[-1] for loop in memory.loops.values()] == [2400, 0]
    assert memory._page["words"] == [
        "tensors: The variable losses holds graphs since iteration 1: 6 tensors, each with the "
        "graph behind it, 12 nodes in all. Keep numbers instead: loss.item().",
        "numbers: No graph is alive at the end.",
    ]
    assert memory._page["title"] == "Memory held by graphs, 6 iterations"
    assert memory._page["measured"] == memory_figure.MEASURED
    assert len(memory._page["table"]) == 1 + 6


def test_retained_and_freed_graphs(w):
    def loop(retain):
        def run(memory):
            for _ in memory(range(3)):
                loss = w.exp().sum()
                loss.backward(retain_graph=retain)

        return run

    memory = GraphMemory.compare({"retained": loop(True), "freed": loop(False)})
    kept = {name: loop.watch.bytes.tolist() for name, loop in memory.loops.items()}
    assert kept == {"retained": [400] * 3, "freed": [0] * 3}


def test_it_ends_with_the_loop_however_that_ends(w):
    memory = GraphMemory()
    for _ in memory(range(10)):
        break
    assert current.mode.on_record == ()
    with pytest.raises(ValueError, match="no more"):
        for _ in memory(range(10)):
            raise ValueError("no more")
    assert current.mode.on_record == ()
    with pytest.raises(ValueError, match="no more"), memory:
        raise ValueError("no more")
    assert current.mode.on_record == ()


def test_a_new_loop_starts_anew(w):
    memory = GraphMemory()
    for n in (3, 2):
        for _ in memory(range(n)):
            pass
    assert len(memory.loops[""].watch.nodes) == 2


def test_what_the_page_is_told_and_what_is_left_without_one(w):
    memory = GraphMemory()
    for _ in memory(range(3)):
        y = w.exp()
    told = json.loads(json.dumps(memory._page, allow_nan=False))
    assert told["table"][0] == ["iteration", "memory", "nodes"]
    assert told["table"][-1] == ["3", "400 B", "1"]
    assert told["reading"]["says"][-1] == "Iteration 3: 400 B, 1 node"
    assert len(told["charts"]) == 2
    data, _ = memory._repr_mimebundle_()
    assert data["text/plain"] == memory_figure.text(memory.loops)
    assert data["image/svg+xml"] == memory_figure.picture(memory.loops)
    del y


def test_before_the_first_loop():
    memory = GraphMemory()
    assert repr(memory).startswith("Memory held by graphs: no iteration yet")
    assert "<svg" in memory.picture()
    assert json.dumps(memory._page, allow_nan=False)


def test_bad_input():
    memory = GraphMemory()
    with pytest.raises(TypeError, match="was given a int"):
        memory(3)
    with pytest.raises(RuntimeError, match="mark\\(\\) counts while something is watched"):
        memory.mark()
    with memory, pytest.raises(RuntimeError, match="is watching a loop already"):
        list(memory(range(3)))
    with pytest.raises(TypeError, match="runs functions, but 'a' is a list"):
        GraphMemory.compare({"a": [1]})
    with pytest.raises(TypeError, match=r"takes functions by name, .* but was given a list"):
        GraphMemory.compare([1])
    with pytest.raises(ValueError, match="needs at least one loop"):
        GraphMemory.compare({})
    with pytest.raises(ValueError, match="'a' did not run over what it was given"):
        GraphMemory.compare({"a": lambda memory: None})
    assert current.mode.on_record == ()


def test_what_locals_gave_somebody_stays(w):
    kept = w.exp()
    variables = locals()
    for _ in GraphMemory()(range(2)):
        pass
    assert variables["kept"] is kept
