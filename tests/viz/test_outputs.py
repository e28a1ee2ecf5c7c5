import numpy as np
import pytest

import minigrad as mg
from minigrad.viz import graph as read

UNNAMED = {
    "mul": lambda x, y: x * y,
    "sub": lambda x, y: x - y,
    "add": lambda x, y: x + y,
    "div": lambda x, y: x / y,
    "pow": lambda x, y: x**3,
    "rsub": lambda x, y: 1 - x,
    "log": lambda x, y: x.log(),
    "relu": lambda x, y: mg.relu(x),
    "softmax": lambda x, y: mg.softmax(x, 1),
    "sum": lambda x, y: x.sum(),
    "sum over an axis": lambda x, y: x.sum(1, keepdim=True),
    "mean": lambda x, y: x.mean(),
    "max": lambda x, y: x.max(),
    "matmul": lambda x, y: x @ y.t(),
    "reshape": lambda x, y: x.reshape(-1),
    "transpose": lambda x, y: x.transpose(0, 1),
    "squeeze": lambda x, y: x[:1].squeeze(0),
    "row": lambda x, y: x[1],
    "slice": lambda x, y: x[:, 1:],
    "rows": lambda x, y: x[[0, 1, 1]],
    "cat": lambda x, y: mg.cat([x, y]),
    "stack": lambda x, y: mg.stack([x, y]),
    "where": lambda x, y: mg.where(x > 1.5, x, y),
    "expand": lambda x, y: x[:1].expand(4, 3),
}


@pytest.mark.parametrize("operation", UNNAMED.values(), ids=UNNAMED)
def test_an_output_nobody_holds_is_computed_again(operation):
    x = mg.arange(1.0, 7.0).reshape(2, 3).requires_grad_()
    y = mg.full((2, 3), 2.0, requires_grad=True)
    total = -operation(x, y)  # which saves nothing: its input is known by computing it alone
    node = read(total)["n1"]
    assert np.array_equal(node.value, operation(x, y).detach().numpy())
    assert node.value.dtype == np.float32
    assert not node.value.flags.writeable


def test_what_a_later_node_saved_is_known(lib):
    x = lib.tensor(2.0, requires_grad=True)
    assert float(read((x * 3.0).log())["n1"].value) == 6.0


def test_an_unknown_number_leaves_the_value_unknown():
    x = mg.tensor(2.0, requires_grad=True)
    node = read((x + 3.0) - 1.0)["n1"]
    assert (node.value, node.shape) == (None, ())  # nothing keeps the 3


def test_never_a_value_of_other_inputs_than_those_of_the_forward_pass():
    x, y = mg.tensor(2.0, requires_grad=True), mg.tensor(3.0, requires_grad=True)
    total = (x + y).sum()
    with mg.no_grad():
        x.add_(1.0)
    assert read(total)["n1"].value is None
    product = (x * y).sum()
    with mg.no_grad():
        x.add_(1.0)
    assert read(product)["n1"].value is None


def test_a_freed_graph_gives_no_values_it_cannot_vouch_for():
    x, y = mg.tensor(2.0, requires_grad=True), mg.tensor([3.0], requires_grad=True)
    total = -(x * y)
    total.backward(mg.ones(1))
    assert read(total)["n1"].value.tolist() == [6.0]  # x and y are as they were
    with mg.no_grad():
        y.add_(1.0)
    assert read(total)["n1"].value is None


def _assign(x):
    x.data = mg.full_like(x.detach(), 100.0)


WRITES = {
    "data": lambda x: x.data.fill_(100.0),
    "assigned": _assign,
    "numpy": lambda x: x.detach().numpy().fill(100.0),
}
SHAPES = [(), (3,)]


@pytest.mark.parametrize("write", WRITES.values(), ids=WRITES)
@pytest.mark.parametrize("shape", SHAPES)
def test_what_is_computed_again_from_a_leaf_that_was_written_behind_the_graph(write, shape):
    x = mg.full(shape, 2.0, requires_grad=True)
    for total in (x * 3 + 1, (x * 3).sum(), (x * 3 - x).exp().sum()):
        write(x)
        for node in read(total).operations[1:]:
            assert not node.repeats
            assert node.shape == shape
            assert node.value is None or node.op == "ExpBackward0"  # which saved it
        with mg.no_grad():
            x.data = mg.full(shape, 2.0)


@pytest.mark.parametrize("write", WRITES.values(), ids=WRITES)
def test_a_result_that_cannot_tell_its_inputs_vouches_for_none(write):
    def difference(x):
        tripled = x * 3
        return tripled - tripled

    blind = [
        (-2.0, lambda x: mg.relu(-(x * -3))),  # 0, whatever it was
        (30.0, lambda x: mg.tanh(x * 3)),  # 1 of all large numbers
        (2.0, lambda x: (x * 3) * 0.0),
        (2.0, lambda x: (x * 1) - x),
        (2.0, difference),
        ([7.0, 2.0], lambda x: (x * 3)[0] - 15.0 * x[0]),
        ([2.0, 2.0], lambda x: mg.softmax(x * 3, 0)),
    ]
    for start, function in blind:
        x = mg.tensor(start, requires_grad=True)
        total = function(x)
        saved = {s.source for node in read(total).nodes for s in node.saved if s.source}
        write(x)
        if start == -2.0:
            x.data.neg_()
        for node in read(total).operations[1:]:
            assert node.id in saved or node.value is None


def test_a_saved_view_of_a_leaf_that_was_written_behind_the_graph_is_not_shown():
    x = mg.tensor([2.0, 3.0], requires_grad=True)
    total = x.view(2, 1).log().exp()
    assert read(total)["n2"].value.tolist() == [[2], [3]]
    x.data.fill_(9.0)
    assert read(total)["n2"].value is None


def test_a_number_beside_a_tensor_leaves_its_type_as_it_is():
    x = mg.tensor([2.0, 1.0], requires_grad=True)
    total = -(x * 3 + x * 0.1)
    assert {node.value.dtype for node in read(total).nodes} == {np.dtype("float32")}


MIXED = {
    "doubles": lambda x: x * mg.tensor(0.7, dtype=mg.float64, requires_grad=True),
    "whole numbers": lambda x: x * mg.tensor([3, 7]),
    "a double first": lambda x: mg.tensor(0.7, dtype=mg.float64, requires_grad=True) / x,
}


@pytest.mark.parametrize("dtype", ["float16", "float32"])
@pytest.mark.parametrize("operation", MIXED.values(), ids=MIXED)
def test_operands_of_several_types_meet_in_the_type_that_was_computed_in(operation, dtype):
    x = mg.tensor([1.1, 2.0], dtype=getattr(mg, dtype), requires_grad=True)
    node = read(operation(x).exp())["n1"]
    assert node.value.tolist() == operation(x).tolist()
    assert node.value.dtype == dtype


@pytest.mark.parametrize("reduce", [mg.sum, mg.mean])
def test_numbers_that_only_a_sum_has_seen_are_shown_while_the_sum_is_right(reduce):
    x = mg.tensor([1.0, 2.0], requires_grad=True)
    total = reduce(x * 3)
    assert read(total)["n1"].value.tolist() == [3.0, 6.0]
    x.data.add_(1.0)
    node = read(total)["n1"]
    assert (node.value, node.shape, node.dtype) == (None, (2,), "float32")


def test_a_view_that_was_saved_does_not_vouch_for_what_is_written_behind_it():
    x = mg.tensor([2.0, 3.0], requires_grad=True)
    y = mg.tensor([5.0, 7.0], requires_grad=True)
    total = (x * 3).view(2, 1).view(2) * y
    tripled, flat = read(total)["n3"], read(total)["n1"]
    assert (tripled.value.tolist(), flat.value.tolist()) == ([6, 9], [6, 9])
    x.data.neg_()
    assert read(total)["n3"].value is None
    assert read(total)["n1"].value.tolist() == [6, 9]


def test_two_single_numbers_are_computed_again_in_their_type():
    x, y = mg.tensor(2.0, requires_grad=True), mg.tensor(3.0, requires_grad=True)
    a = x * y
    total = a + x.log()
    graph = read(total, {"a": a})
    assert graph["n2"].value == np.float32(np.log(np.float32(2)))
    assert all(node.repeats for node in graph.operations)


def test_what_nobody_can_have_written_into_unseen_needs_no_witness():
    x = mg.tensor(2.0, requires_grad=True)
    total = x * 3 + 1  # the sum saves nothing: what is added is not known
    assert str(x) == "tensor(2., requires_grad=True)"  # a look is no reason for doubt
    for _ in range(2):
        assert read(total)["n1"].value == 6.0
    x.detach()
    node = read(total)["n1"]
    assert (node.value, node.shape) == (None, ())


def test_a_write_into_a_part_that_no_variable_holds():
    def total(x):
        y = x * 2
        y[0] = 5.0
        return y.sum()

    graph = read(total(mg.tensor([1.0, 2.0], requires_grad=True)))
    assert [node.op for node in graph.operations][:2] == ["SumBackward0", "CopySlices"]


def test_what_was_written_over_vouches_for_nothing():
    x = mg.tensor([1.0, 2.0], requires_grad=True)
    total = (x * x).sum()
    with mg.no_grad():
        x.copy_(mg.tensor([2.0, 1.0]))  # of the same sum
    assert read(total, {"x": x})["n1"].value is None


def test_a_result_that_was_written_into_is_known_by_what_came_of_it():
    def total(x):
        y = x * 2
        y.mul_(3)
        return (y * y).sum()

    graph = read(total(mg.tensor([1.0, 2.0], requires_grad=True)))
    assert graph["n1"].value.tolist() == [36.0, 144.0]


def test_a_freed_graph_whose_inputs_nobody_wrote_into_repeats():
    x = mg.tensor([1.0, 2.0], requires_grad=True)
    y = x * 2
    y.sum().backward()
    assert read(y, {"x": x}).root.repeats
