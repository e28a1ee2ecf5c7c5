import subprocess
import sys

import pytest

pytest.importorskip("anywidget", reason='no anywidget: pip install -e ".[lab]"')

import traitlets

import minigrad as mg
from minigrad.viz import replay
from minigrad.widgets import BackwardPlayer, backward_player
from tests.viz.samples import example


@pytest.fixture
def player():
    t = example(mg)
    return BackwardPlayer(t["z"], params=t)


def test_it_runs_backward_once_and_exactly_as_backward_does():
    t = example(mg)
    player = BackwardPlayer(t["z"])
    assert (t["x"].grad.item(), t["y"].grad.item()) == (3.5, 2.0)
    assert replay(player.recording).grads["n3", 0] == 3.5
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
    assert data["image/svg+xml"] == player.picture()
    lines = data["text/plain"].splitlines()
    assert lines == [
        "Backward pass of z = 6.693: 3 operations, 2 leaves",
        "Step 3 of 9; `recording` tells them all.",
    ]


def test_the_text_tells_what_has_been_reached_and_no_more(player):
    player.step = 5
    assert repr(player).splitlines()[1:] == [
        "Step 5 of 9; `recording` tells them all.",
        "",
        "1  z.backward() starts: the gradient of z with respect to itself is 1.",
        "2  AddBackward0 passes the gradient 1 on unchanged and sends 1 to a and 1 to b.",
    ]
    player.step = 9
    assert repr(player).splitlines()[1] == ""
    assert repr(player).splitlines()[-1] == "6  y.grad was None; it becomes 2."


def test_the_text_of_a_failure_ends_with_the_error_itself():
    t = example(mg)
    t["z"].backward()
    lines = repr(BackwardPlayer(t["z"], params=t)).splitlines()
    assert lines[-2].startswith("3  LogBackward0 cannot run: an earlier backward freed what")
    assert lines[-1].startswith("RuntimeError: Trying to backward through the graph a second time")


def test_a_freed_graph_is_shown_up_to_where_it_fails():
    t = example(mg)
    t["z"].backward()
    player = BackwardPlayer(t["z"])
    assert isinstance(player.error, RuntimeError)
    assert "backward through the graph a second time" in str(player.error)
    assert player.error.__traceback__ is None  # it would keep every tensor of the caller
    assert player.step == len(player._spec["steps"]) == 6
    assert (player.recording.failure.node, player.recording.failure.problem) == ("n2", "freed")
    assert (t["x"].grad.item(), t["y"].grad.item()) == (3.5, 2.0)


def test_a_write_in_place_is_shown_up_to_where_it_fails():
    t = example(mg)
    with mg.no_grad():
        t["x"].add_(1.0)
    player = BackwardPlayer(t["z"], params=t)
    assert "modified by an inplace operation" in str(player.error)
    assert player.recording.failure.versions == (0, 1)


def test_all_other_errors_are_raised():
    x = mg.tensor([1.0, 2.0], requires_grad=True)
    with pytest.raises(RuntimeError, match="implicitly created only for scalar outputs"):
        BackwardPlayer(x * 2)
    y = (x * 2).sum()
    y.register_hook(lambda g: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        BackwardPlayer(y)
    z = x.sum()
    z.grad_fn.register_hook(lambda sent, came: mg.ones(2) @ mg.ones(3))
    with pytest.raises(RuntimeError, match="inconsistent tensor size"):
        BackwardPlayer(z)
    assert player_of_a_number().error is None


def player_of_a_number():
    return BackwardPlayer(mg.tensor(2.0, requires_grad=True) * 3)


def test_breakpoints_and_speed_are_checked(player):
    player.breakpoints = ["n1", "n2", "n1"]
    assert player.breakpoints == ["n1", "n2"]
    with pytest.raises(traitlets.TraitError, match="no node is called 'n9'"):
        player.breakpoints = ["n9"]
    player.speed = 4
    with pytest.raises(traitlets.TraitError, match="speed is 3, but must be one of"):
        player.speed = 3
    assert (player.breakpoints, player.speed) == (["n1", "n2"], 4.0)


def test_a_larger_graph_is_drawn_in_full_and_a_very_large_one_summed_up(monkeypatch):
    player = BackwardPlayer(chain(150))
    assert player._svg.count('class="mg-node') == 301
    assert len(player._spec["steps"]) == 300 + 302
    monkeypatch.setattr(backward_player, "MOST_NODES", 300)
    player = BackwardPlayer(chain(150))
    assert "too large to read" in player.picture()
    assert len(player._spec["steps"]) == 300 + 302


def chain(length):
    w = total = mg.tensor(0.5, requires_grad=True)
    for _ in range(length):
        total = (total * w).tanh()
    return total


def test_the_names_are_those_of_the_code_that_made_it():
    x = mg.tensor(2.0, requires_grad=True)
    doubled = x * 2.0
    player = BackwardPlayer(doubled)
    assert [node.name for node in player.recording.graph.nodes] == ["doubled", "x"]


def test_the_package_loads_no_widget_by_itself():
    code = (
        "import sys, minigrad, minigrad.viz;"
        "assert not {'anywidget', 'ipywidgets', 'minigrad.widgets'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-W", "error", "-c", code], check=True)


def test_several_results_are_one_walk():
    x = mg.tensor(2.0, requires_grad=True)
    h = x * 3.0
    l1, l2 = h * 2.0, h * h
    player = BackwardPlayer([l1, l2], params={"x": x, "h": h, "l1": l1, "l2": l2})
    assert repr(player).startswith("Backward pass of l1 = 12 and l2 = 36: 3 operations, 1 leaf\n")
    assert x.grad.item() == 42
    spec = player._spec
    assert spec["stubs"] == {"seed": "n0", "seed1": "n1"}
    assert [step["stub"] for step in spec["steps"] if "seed" in step] == ["seed", "seed1"]
    assert "how fast l1 + l2 changes" in spec["notes"][spec["start"] + 1]
    drawn = player.picture()
    player.step = spec["start"] + 2
    assert player.picture().count('class="mg-grad"') == drawn.count('class="mg-grad"') + 2
