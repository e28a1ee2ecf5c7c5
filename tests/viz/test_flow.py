"""What a backward pass sends, held against the one that runs."""

import numpy as np
import pytest

import minigrad as mg
from minigrad.viz import record_backward
from minigrad.viz.events import Send
from minigrad.viz.flow import flow
from minigrad.viz.names import names_around
from minigrad.viz.reader import Reader
from tests.viz.samples import example, random_graph


def read(tensor):
    return Reader(tensor, names_around())


@pytest.mark.parametrize("seed", range(20))
def test_it_is_what_backward_then_sends_bit_for_bit(seed):
    total = random_graph(mg, seed)[-1]
    before = flow(read(total))
    sent = {e.edge.id: e.gradient for e in record_backward(total).events if isinstance(e, Send)}
    assert before.sent.keys() == sent.keys()
    for key, gradient in sent.items():
        assert before.sent[key].tobytes() == gradient.tobytes()
        assert before.sent[key].shape == gradient.shape


@pytest.mark.parametrize("seed", range(20))
def test_after_backward_it_is_found_again_as_far_as_the_inputs_are_known(seed):
    _, made, total = random_graph(mg, seed)
    before = flow(read(total))
    held = {str(i): tensor for i, tensor in enumerate(made)}
    total.backward()
    after = flow(Reader(total, names_around(held)))
    assert after.sent
    for key, gradient in after.sent.items():
        np.testing.assert_array_equal(gradient, before.sent[key])


def test_the_first_example_before_and_after_backward():
    t = example(mg)
    for _ in range(2):
        found = flow(read(t["z"]))
        assert {key: float(g) for key, g in found.sent.items()} == {
            "n0.0": 1.0, "n0.1": 1.0, "n1.0": 3.0, "n1.1": 2.0, "n2.0": 0.5,
        }  # fmt: skip
        assert [(edge, float(g)) for edge, g in found.parts["n3"]] == [("n2.0", 0.5), ("n1.0", 3.0)]
        assert found.arrived["n3"] == [3.5]
        if t["x"].grad is None:
            t["z"].backward()
    assert t["x"].grad.item() == 3.5


def test_it_runs_no_hook_and_changes_no_gradient():
    x = mg.tensor(2.0, requires_grad=True)
    heard = []
    y = x * x
    y.register_hook(heard.append)
    z = y.log()
    assert flow(read(z)).arrived["n2"][0] == 1.0
    assert (heard, x.grad) == ([], None)
    z.backward()
    assert len(heard) == 1


def test_what_cannot_be_known_is_left_out_and_so_is_all_behind_it():
    class Twice(mg.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def backward(ctx, g):
            raise AssertionError("a user's own code is not run")

    x = mg.tensor(2.0, requires_grad=True)
    y = mg.tensor(3.0, requires_grad=True)
    z = Twice.apply(x * 3.0) * y + y
    graph = (reader := read(z)).graph
    found = flow(reader)
    known = {graph[edge.node].op for edge in graph.edges() if edge.id in found.sent}
    assert known == {"AddBackward0", "MulBackward0"}
    [own] = [node.id for node in graph.nodes if node.op == "TwiceBackward"]
    assert found.arrived[own] == [3.0]
    [behind] = [node.edges[0].to for node in graph.nodes if node.id == own]
    assert behind not in found.arrived
    [leaf] = [node.id for node in graph.leaves if node.value == 2.0]
    assert leaf not in found.arrived


def test_a_leaf_that_one_unknown_path_reaches_has_no_sum():
    x = mg.tensor([1.0, 2.0], requires_grad=True)
    doubled = x * 2.0
    total = (doubled.exp() + doubled * x).sum()
    doubled.detach().add_(1.0)  # so that backward through both products would fail
    reader = read(total)
    [leaf] = reader.graph.leaves
    found = flow(reader)
    assert leaf.id not in found.arrived
    assert "n0.0" in found.sent


def test_a_result_with_a_shape_needs_a_gradient_that_nobody_has_given():
    x = mg.tensor([1.0, 2.0], requires_grad=True)
    assert flow(read(x * 2.0)).sent == {}


def test_several_outputs():
    x = mg.tensor([3.0, 1.0, 2.0], requires_grad=True)
    first, second, _ = x.unbind()
    reader = read(first * second)
    unbind = next(node.id for node in reader.graph.nodes if node.op == "UnbindBackward0")
    found = flow(reader)
    assert found.arrived[unbind] == [1.0, 3.0, None]
    [leaf] = reader.graph.leaves
    np.testing.assert_array_equal(found.arrived[leaf.id][0], [1.0, 3.0, 0.0])


def test_after_a_step_through_data_the_gradients_of_a_freed_graph_are_not_those_of_now():
    x, w = mg.tensor(2.0), mg.tensor(3.0, requires_grad=True)
    loss = (w * x).exp() * w
    before = flow(read(loss)).sent
    loss.backward()
    w.data -= 0.1 * w.grad
    after = flow(read(loss)).sent
    assert all(after[key] == before[key] for key in after)
    assert "n0.0" not in after
