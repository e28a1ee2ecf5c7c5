"""What is said when a graph cannot be walked; the behaviours table has the words of PyTorch."""

import numpy as np
import pytest

import minigrad
from minigrad.autograd.errors import detached, forward_name, freed, modified
from minigrad.autograd.node import GraphNode


def first_line(error):
    return str(error).splitlines()[0]


def test_a_freed_graph_says_where_it_was_freed():
    node = GraphNode()
    plain = str(freed(node))
    assert plain.startswith("Trying to backward through the graph a second time")
    node.metadata["freed_"] = "\nIts saved values were freed here"
    told = str(freed(node))
    assert "\nIts saved values were freed here" in told and told.startswith(plain.splitlines()[0])


def test_a_detached_one_says_what_to_use_instead():
    assert "use out-of-place `.detach()`" in str(detached())


@pytest.mark.parametrize(
    ("counter", "edge", "named"),
    [
        ([3], None, "[minigrad.FloatTensor [2, 3]] is at version 3; expected version 1 instead."),
        ([2, (1, " old"), (2, " new")], None, " new\n"),
    ],
)
def test_a_changed_value_is_named(counter, edge, named):
    said = str(modified(np.zeros((2, 3), np.float32), counter, 1, edge))
    assert named in said and " old" not in said
    assert said.splitlines()[-1].startswith("Compute out of place")


def test_indices_are_no_output_of_a_node():
    edge = (minigrad.ones(2, requires_grad=True) * 2).grad_fn, 0
    assert "which is output 0 of Mul," in first_line(modified(np.zeros(2), [1], 0, edge))
    assert (
        "output" not in first_line(modified(np.zeros(2, np.int64), [1], 0, edge)).split("Hint")[0]
    )


def test_the_hint_depends_on_anomaly_mode():
    assert "set_detect_anomaly(True" in first_line(modified(np.zeros(2), [1], 0, None))
    with pytest.warns(UserWarning, match="Anomaly"), minigrad.autograd.detect_anomaly():
        said = first_line(modified(np.zeros(2), [1], 0, None))
    assert "the backtrace further above" in said


@pytest.mark.parametrize(
    ("node", "forward"),
    [
        ("MulBackward0", "Mul"),
        ("SumBackward1", "Sum1"),
        ("OwnBackward", "Own"),
        ("CopyBackwards", "CopyBackwards"),
        ("CopySlices", "minigrad::autograd::CopySlices"),
    ],
)
def test_an_operation_is_named_after_its_node(node, forward):
    assert forward_name(type(node, (GraphNode,), {})()) == forward
