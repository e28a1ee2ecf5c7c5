"""A backward that fails: the error is backward's own, and has the recording up to there."""

import pytest

from minigrad.viz import record_backward, replay
from tests.viz.recordings import grads_by_name, kinds
from tests.viz.samples import bits, example


def test_errors_of_backward_are_its_own(lib):
    x = lib.tensor([1.0, 2.0], requires_grad=True)
    with pytest.raises(RuntimeError, match="implicitly created only for scalar outputs"):
        record_backward(x * 2)
    with pytest.raises(TypeError, match="gradients can be either Tensors or None, but got"):
        record_backward(x * 2, [1.0])
    t = example(lib)
    record_backward(t["z"])
    with pytest.raises(RuntimeError, match="backward through the graph a second time"):
        record_backward(t["z"])
    t = example(lib)
    with lib.no_grad():
        t["x"].add_(1.0)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        record_backward(t["z"])
    with pytest.raises(ValueError, match="this tensor has no graph"):
        record_backward(lib.tensor(1.0))


def failing(lib, t):
    """The recording of a backward that fails, as its exception has it."""
    with pytest.raises(RuntimeError) as raised:
        record_backward(t["z"], params=t)
    return raised.value.recording


def test_a_pass_that_fails_is_recorded_up_to_there(lib):
    t = example(lib)
    t["z"].backward()
    recording = failing(lib, t)
    last = recording.failure
    assert kinds(recording) == ["Seed", "Enter", "Send", "Send", "Enter", "Fail"]
    assert (last.node, last.error, last.problem) == ("n2", "RuntimeError", "freed")
    assert (last.names, last.versions) == (("self",), None)
    assert last.message.startswith("Trying to backward through the graph a second time")
    assert replay(recording).failure is last
    assert replay(recording, 5).failure is None
    assert (float(t["x"].grad), float(t["y"].grad)) == (3.5, 2.0)


def test_a_version_that_does_not_match_is_recorded(lib):
    t = example(lib)
    with lib.no_grad():
        t["y"].add_(1.0)
    last = failing(lib, t).failure
    assert (last.node, last.problem, last.names, last.versions) == (
        *("n1", "changed", ("other",)),
        (0, 1),
    )


def test_what_had_been_accumulated_before_it_failed_is_there(lib):
    """As with `backward` itself, part of the gradients has arrived by then."""
    x = lib.tensor(2.0, requires_grad=True)
    y = lib.tensor(3.0, requires_grad=True)
    a = x * x
    z = a * y + y
    with lib.no_grad():
        x.add_(1.0)
    recording = failing(lib, {"x": x, "y": y, "z": z})
    assert recording.failure.problem == "changed"
    assert grads_by_name(recording) == ({} if y.grad is None else {"y": bits(y.grad)})
    assert x.grad is None


def test_an_error_of_a_hook_is_told_too(lib):
    t = example(lib)

    def refuse(sent, came):
        raise ZeroDivisionError("mine")

    t["a"].grad_fn.register_hook(refuse)
    with pytest.raises(ZeroDivisionError, match="mine") as raised:
        record_backward(t["z"], params=t)
    recording = raised.value.recording
    assert (recording.failure.problem, recording.failure.message) == ("", "mine")
    assert repr(recording).endswith("The pass ends here, at MulBackward0: ZeroDivisionError: mine")


@pytest.mark.parametrize("place", ["a result", "a leaf", "a wrong shape", "before a node"])
def test_a_hook_that_raises_after_a_node_ran_is_not_taken_for_a_freed_graph(lib, place):
    def refuse(*grads):
        raise RuntimeError("no such gradient")

    x = lib.tensor([2.0], requires_grad=True)
    a = x * 2
    z = a.log()
    {
        "a result": lambda: a.register_hook(refuse),
        "a leaf": lambda: x.register_hook(refuse),
        "a wrong shape": lambda: a.register_hook(lambda grad: lib.ones(5)),
        "before a node": lambda: a.grad_fn.register_prehook(refuse),
    }[place]()
    with pytest.raises(RuntimeError) as raised:
        record_backward(z, params={"x": x, "a": a, "z": z})
    failure = raised.value.recording.failure
    assert failure.error == "RuntimeError" and failure.problem == ""
    assert failure.node == ("n1" if place == "a leaf" else "n0")
    assert x.grad is None


def test_an_error_before_anything_ran_has_no_recording(lib):
    x = lib.tensor([1.0, 2.0], requires_grad=True)
    with pytest.raises(RuntimeError) as raised:
        record_backward(x * 2)
    assert not hasattr(raised.value, "recording")


def test_forward_steps_are_those_of_the_program_whatever_ran(lib):
    t = example(lib)
    t["z"].backward()
    assert failing(lib, t).order == ("n1", "n2", "n0")


@pytest.mark.parametrize("error", [RuntimeError("disk is gone"), ValueError("disk is gone")])
def test_an_error_of_a_saved_tensors_hook_is_told_as_it_is(lib, error):
    def unpack(packed):
        raise error

    x = lib.tensor(2.0, requires_grad=True)
    with lib.autograd.graph.saved_tensors_hooks(lambda x: x, unpack):
        z = x * x
    with pytest.raises(type(error), match="disk is gone") as raised:
        record_backward(z)
    failure = raised.value.recording.failure
    assert (failure.problem, failure.names, failure.message) == ("", (), "disk is gone")


def test_numbers_that_cannot_be_read_are_refused_before_anything_runs():
    torch = pytest.importorskip("torch")
    w = torch.ones(2, device="meta", requires_grad=True)
    with pytest.raises(TypeError, match=r"its dtype is torch\.float32, its device meta"):
        record_backward(w.sum())
    assert w.grad is None
