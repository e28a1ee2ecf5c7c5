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
    total = operation(x, y).sum()  # sum saves nothing: its input is known by computing it alone
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
    total = (x * y).sum()
    total.backward()
    assert read(total)["n1"].value.tolist() == [6.0]  # x and y are as they were
    with mg.no_grad():
        y.add_(1.0)
    assert read(total)["n1"].value is None
