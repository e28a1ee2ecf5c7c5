import re
from dataclasses import replace

import pytest

import minigrad as mg
from minigrad.viz import graph as read
from minigrad.viz.data import Saved
from minigrad.viz.meanings import meaning, meaning_of_saved, numbering
from tests.viz.own import Double


@pytest.fixture
def x():
    return mg.tensor(2.0, requires_grad=True)


def of_root(result):
    return meaning(read(result).root)


def test_an_operation_and_the_number_of_its_form(x):
    computes = "MulBackward0 is the node that mul recorded (elementwise product input * other): "
    assert of_root(x * 3).startswith(computes)
    own = "is PyTorch's number for this form of"
    assert numbering(read(x * 3).root) == f"The 0 {own} mul; it counts nothing."
    assert numbering(read(x**x).root).startswith(f"The 1 {own} pow;")
    assert numbering(read(x * 3).leaves[0]) == ""
    assert of_root((x * 3) * 3) == of_root(x * 3)


def test_what_an_operation_computes_is_the_first_of_its_docstring(x):
    v = mg.ones(2, 3, requires_grad=True)
    assert "recorded (the sum of all elements, or along dim): " in of_root(x.sum())
    assert "max recorded (the largest element along dim): " in of_root(v.max(1)[0])
    assert "max recorded (the largest element): " in of_root(v.max())
    floor = mg.div(x, x, rounding_mode="floor")
    assert "(elementwise quotient input / other, under a rounding_mode)" in of_root(floor)
    loss = mg.nn.functional.mse_loss(v, v, reduction="sum")
    assert "mse_loss recorded (the squared difference, (input - target)²): " in of_root(loss)
    assert "log1p recorded (" in of_root(x.log1p())
    assert "NotImplemented is the node of an operation that has no" in of_root(x // 2)
    assert "recorded: " in of_root(x.view_as(x).detach().requires_grad_()[...])


@pytest.mark.parametrize(("form", "name"), [("x**2", "0"), ("x**x", "1"), ("2**x", "2")])
def test_the_number_tells_forms_apart_as_in_torch(x, form, name):
    """Forms of one function have numbers of their own, however often they are called."""
    torch = pytest.importorskip("torch")
    theirs = eval(form, {"x": torch.tensor(2.0, requires_grad=True)})
    assert theirs.grad_fn.name() == f"PowBackward{name}"
    assert read(eval(form, {"x": x})).root.op == theirs.grad_fn.name()


def test_a_leaf(x):
    (leaf,) = read(x * 3).leaves
    assert re.match("AccumulateGrad is where the graph ends: at a leaf", meaning(leaf))


def test_an_own_function_and_a_write_into_a_part(x):
    assert "the node that Double, an autograd.Function, recorded" in of_root(Double.apply(x))
    v = mg.ones(3, requires_grad=True) * 1.0
    v[0] = x
    assert of_root(v).startswith("CopySlices is the node that a write into a part of a tensor")


def test_what_saved_means(x):
    product = x * x
    assert meaning_of_saved(read(x + x).root) == ""
    assert "Backward frees it. The version counts" in meaning_of_saved(read(product).root)
    y = x * 1
    square = y * y
    y.add_(1)
    assert "written to since then: backward would raise" in meaning_of_saved(read(square).root)
    product.backward()
    assert meaning_of_saved(read(product).root).startswith("A backward has used it and let it go")


def test_nodes_without_a_usual_name(x):
    y = x * 1
    assert "CopyBackwards is the node that copy recorded" in of_root(y.copy_(x * 2))
    assert "ToCopyBackward0 is the node that to recorded" in of_root(x.to(mg.float64))


def test_what_a_hook_packed_is_not_said_to_be_changed():
    x = mg.tensor(2.0, requires_grad=True)
    with mg.autograd.graph.saved_tensors_hooks(lambda x: x, lambda x: 1 / 0):
        z = x.exp()
    assert meaning_of_saved(read(z).root).startswith("Kept since the forward pass by a saved-tens")
    node = replace(read(x.exp()).root, saved=(Saved("result", problem="unreadable"),))
    assert (
        meaning_of_saved(node)
        == "Kept since the forward pass for backward; it cannot be read here."
    )
