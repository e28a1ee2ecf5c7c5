import subprocess
import sys

import pytest

pytest.importorskip("anywidget", reason='no anywidget: pip install -e ".[lab]"')

import traitlets

import minigrad as mg
from minigrad.viz import draw
from minigrad.widgets import BackwardPlayer
from tests.viz.samples import example


@pytest.fixture
def player():
    t = example(mg)
    return BackwardPlayer(t["z"], params=t)


def test_it_runs_backward_once_and_exactly_as_backward_does():
    t = example(mg)
    player = BackwardPlayer(t["z"])
    assert (t["x"].grad.item(), t["y"].grad.item()) == (3.5, 2.0)
    assert player.recording.replay()["n3"] == 3.5
    with pytest.raises(RuntimeError, match="backward through the graph a second time"):
        BackwardPlayer(t["z"])
    kept = example(mg)
    BackwardPlayer(kept["z"], retain_graph=True)
    kept["z"].backward()
    assert kept["x"].grad.item() == 7.0


def test_it_takes_what_backward_takes():
    x = mg.tensor([1.0, 2.0], requires_grad=True)
    y = mg.tensor([3.0, 4.0], requires_grad=True)
    BackwardPlayer(x * y, mg.tensor([1.0, 10.0]), inputs=[y])
    assert (x.grad, y.grad.tolist()) == (None, [1.0, 20.0])


def test_it_starts_where_the_forward_pass_is_done(player):
    assert (player.step, player.selected) == (3, "")
    assert len(player._spec["steps"]) == 9


def test_python_may_go_anywhere_on_the_way(player):
    player.step = 9
    player.selected = "n1.0"
    player.selected = ""
    for step in (-1, 10):
        with pytest.raises(traitlets.TraitError, match=f"step is {step}, but must be from 0 to 9"):
            player.step = step
    with pytest.raises(traitlets.TraitError, match="no node or edge is called 'x'"):
        player.selected = "x"
    assert (player.step, player.selected) == (9, "")


def test_where_no_widget_can_run_there_is_a_picture_and_text(player):
    data, _ = player._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in data
    t = example(mg)
    assert data["image/svg+xml"] == draw(t["z"], t).svg
    lines = data["text/plain"].splitlines()
    assert lines[0] == "Backward pass of z = 6.693: 3 operations, 2 leaves"
    assert lines[-1] == "6  y.grad was None; it becomes 2."


def test_a_large_graph_has_a_summary_and_all_its_steps():
    w = mg.tensor(0.5, requires_grad=True)
    total = w
    for _ in range(150):
        total = (total * w).tanh()
    player = BackwardPlayer(total)
    assert "too large to read" in player._svg
    assert len(player._spec["steps"]) == 300 + 302


def test_the_names_are_those_of_the_code_that_made_it():
    x = mg.tensor(2.0, requires_grad=True)
    doubled = x * 2.0
    player = BackwardPlayer(doubled)
    assert [node.name for node in player.recording.graph.nodes] == ["doubled", "x"]


def test_its_files_are_plain_and_ask_nobody_for_anything():
    import minigrad.widgets.backward_player as module

    for path in (module.BackwardPlayer._esm, module.BackwardPlayer._css):
        text = getattr(path, "_path", path)
        source = (
            text if hasattr(text, "read_text") else module._HERE / "backward_player.js"
        ).read_text()
        assert "import " not in source.split("*/")[0].splitlines()[0]
        assert "http" not in source.replace("http://www.w3.org/2000/svg", "")


def test_the_package_loads_no_widget_by_itself():
    code = (
        "import sys, minigrad, minigrad.viz;"
        "assert not {'anywidget', 'ipywidgets', 'minigrad.widgets'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-W", "error", "-c", code], check=True)
