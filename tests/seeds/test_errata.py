"""What is true where the texts of the seeds err, on both libraries; the lines: `table.ERRATA`."""

import math

import pytest

from tests.seeds.helpers import LEAF, fails, name, walked
from tests.seeds.library import part, run
from tests.seeds.store import snippets

SECOND_BACKWARD = (
    "Trying to backward through the graph a second time (or directly access saved tensors after "
    "they have already been freed). Saved intermediate values of the graph are freed when you "
    "call .backward() or autograd.grad(). Specify retain_graph=True if you need to backward "
    "through the graph a second time or if you need to access saved tensors after calling backward."
)
SNIPPETS = snippets()


# Values and words that are printed wrong.


def test_value_of_z(leaf):
    x, y = leaf([2.0]), leaf([3.0])
    assert repr(x * y + x.log()) == "tensor([6.6931], grad_fn=<AddBackward0>)"
    assert 2 * 3 + math.log(2) == pytest.approx(6.6931, abs=5e-5)


def test_third_label(library):
    lines = run(SNIPPETS["000.two_leaves"], library).printed.splitlines()
    assert lines[1].startswith("z.grad_fn = <AddBackward0 object at 0x")
    assert lines[2] == "x.grad_fn = None"


def test_gradient_of_b(library):
    # e = c d with c = a + b and d = b + 1: de/db = d + c = 7 + 8.
    assert run(SNIPPETS["002.toy_graph"], library).printed.split("\n")[1] == "tensor([15.])"


def test_words_of_the_error(leaf):
    y = leaf(2.0) ** 2
    y.backward()
    with fails(SECOND_BACKWARD):
        y.backward()


# Names that are written wrong.


def test_required_grad(torch, leaf):
    assert not hasattr(leaf(2.0), "required_grad")
    with pytest.raises(TypeError, match="required_grad"):
        torch.tensor(2.0, required_grad=True)


def test_name_of_division(leaf):
    assert type((leaf(1.0) / leaf(3.0)).grad_fn).__name__ == "DivBackward0"


def test_retain_graph_is_an_argument(leaf):
    y = leaf(3.0) ** 2
    assert not hasattr(y, "retain_graph")
    y.backward(retain_graph=True)
    y.backward()


def test_variable_is_tensor(torch):
    Variable = torch.autograd.Variable
    wrapped = Variable(torch.ones(1, 4), requires_grad=True)
    assert type(wrapped) is torch.Tensor
    assert isinstance(torch.ones(1), Variable)
    assert (wrapped.is_leaf, wrapped.requires_grad) == (True, True)


# The graph: what its nodes are, and who is in it.


def test_trace_graph(library, leaf):
    (error,) = run(SNIPPETS["000.trace"], library).raised
    assert isinstance(error, AttributeError)
    assert str(error).startswith("'MulBackward0' object has no attribute 'variable'")
    z = leaf(2.0) * 3
    assert not hasattr(z.grad_fn, "grad_fn")
    assert z.grad_fn.next_functions[0][0].variable.item() == 2.0


def test_nodes_are_functions(torch, leaf):
    x = leaf(2.0)
    z = x * x + x
    assert not any(isinstance(node, torch.Tensor) for node in walked(z))
    # An operation of two operands is one node with two edges, each (node, number of its output).
    product = z.grad_fn.next_functions[0][0]
    assert [number for _, number in product.next_functions] == [0, 0]
    assert product.next_functions[0][0] is product.next_functions[1][0]


def test_results_are_tensors(torch, leaf):
    c = leaf(2.0) + leaf(6.0)
    assert isinstance(c, torch.Tensor) and not isinstance(c.grad_fn, torch.Tensor)


def test_nodes_are_no_functions_of_ours(torch, leaf):
    node = (leaf(1.0) / leaf(3.0)).grad_fn
    assert not isinstance(node, torch.autograd.Function)
    assert not hasattr(node, "forward") and not hasattr(node, "apply")


def test_linear_is_one_node(torch, nn):
    node = nn.Linear(3, 4)(torch.ones(5, 3)).grad_fn
    bias, input, weight = (parent for parent, _ in node.next_functions)
    assert name(node) == "AddmmBackward0"
    assert bias.variable.shape == torch.Size([4])
    assert input is None
    assert name(weight) == "TBackward0"


def test_not_all_is_recorded(torch, leaf):
    plain = torch.tensor(3.0)
    product = plain * plain
    assert product.grad_fn is None
    assert (leaf(2.0) + product).grad_fn.next_functions[1] == (None, 0)


def test_leaf_without_requires_grad(torch):
    plain = torch.tensor(2.0)
    assert plain.is_leaf and not plain.requires_grad
    assert (plain + 1).is_leaf
    with torch.no_grad():
        assert (torch.tensor(2.0, requires_grad=True) + 1).is_leaf


def test_results_without_derivative(torch, leaf):
    x = leaf([1.0, -1.0])
    assert not (x > 0).requires_grad
    with torch.no_grad():
        assert not (x * 2).requires_grad


def test_drawing_is_built_in(library, leaf):
    if library == "torch":
        drawer = pytest.importorskip("torch.fx.passes.graph_drawer")
        assert hasattr(drawer, "FxGraphDrawer")
    else:
        pytest.importorskip("graphviz")
        assert "MulBackward0" in part("make_dot", library)(leaf(2.0) * leaf(3.0)).source


# Gradients: whose, by what, and when there are none.


def test_gradient_is_of_the_scalar(leaf):
    x = leaf(2.0)
    scalar = x * 4
    scalar.backward()
    assert x.grad.item() == 4.0  # d scalar / d x, and not d x / d scalar = 1/4


def test_gradient_of_a_result(leaf):
    a = leaf(2.0) * 3
    (a**2).backward()
    with pytest.warns(UserWarning, match="not a leaf Tensor is being accessed"):
        assert a.grad is None
    kept = leaf(2.0) * 3
    kept.retain_grad()
    (kept**2).backward()
    assert kept.grad.item() == 12.0


def test_leaves_without_gradient(torch, leaf):
    used, unused, plain = leaf(2.0), leaf(2.0), torch.tensor(2.0)
    (used * plain).backward()
    assert (used.grad.item(), unused.grad, plain.grad) == (2.0, None, None)
    assert unused.is_leaf and plain.is_leaf


def test_no_gradient_without_backward(leaf):
    d = leaf([10.0])
    d.log()
    with fails("'NoneType' object has no attribute 'item'", AttributeError):
        d.grad.item()


def test_numpy_does_not_detach(leaf):
    x = leaf([2.0])
    with fails("Can't call numpy() on Tensor that requires grad"):
        x.numpy()
    array = x.detach().numpy()
    array[0] = 5.0
    assert x.tolist() == [5.0]  # cut off from the graph, not from the memory


# Freeing: what is freed, when, and when a second backward is possible.


def test_values_are_freed_not_nodes(leaf):
    y = leaf(2.0) ** 2
    y.backward()
    assert name(y.grad_fn.next_functions[0][0]) == LEAF
    with fails(SECOND_BACKWARD):
        _ = y.grad_fn._saved_self


def test_update_frees_nothing(torch, leaf):
    weight = leaf([2.0])
    loss = weight.exp().sum()
    loss.backward(retain_graph=True)
    with torch.no_grad():
        weight -= 0.1 * weight.grad
    loss.backward()  # the update left the graph as it was: this backward frees its values
    with fails(SECOND_BACKWARD):
        loss.backward()


def test_second_backward_may_pass(torch, leaf):
    x = leaf([1.0, 1.0])
    y = (x + 1).sum()
    y.backward()
    y.backward()
    assert x.grad.tolist() == [2.0, 2.0]


def test_second_backward_adds(library):
    assert run(SNIPPETS["001.backward_twice"], library).returned["x"].grad.item() == 8.0


def test_retained_but_overwritten(torch, leaf):
    weight = leaf([2.0])
    loss = (weight**2).sum()
    loss.backward(retain_graph=True)
    with torch.no_grad():
        weight -= 0.1
    with fails("one of the variables needed for gradient computation"):
        loss.backward(retain_graph=True)


def test_two_losses_add_up(leaf):
    x = leaf(2.0)
    shared = x**2
    (shared * 3).backward(retain_graph=True)
    assert x.grad.item() == 12.0
    (shared * 5).backward()
    assert x.grad.item() == 32.0  # 12 of the first and 20 of the second: no longer apart


def test_one_backward_is_enough(leaf):
    x = leaf(2.0)
    shared = x**2
    (shared * 3 + shared * 5).backward()
    assert x.grad.item() == 32.0
    y = leaf(2.0)
    (y * 3).backward()  # two losses that share nothing but the leaf
    (y * 5).backward()
    assert y.grad.item() == 8.0


def test_first_loss_is_missing(torch, nn):
    body, heads, x = nn.Linear(3, 2), (nn.Linear(2, 1), nn.Linear(2, 1)), torch.ones(4, 3)
    h = body(x)
    heads[1](h).sum().backward()
    assert heads[0].weight.grad is None and heads[1].weight.grad is not None


# Training.


def test_no_grad_is_not_eval(torch, nn):
    model = nn.Linear(3, 1)
    with torch.no_grad():
        assert model.training
    model.eval()
    assert not model.training
    assert model(torch.ones(2, 3)).requires_grad


def test_unequal_chunks(torch, nn):
    torch.manual_seed(0)
    model, criterion = nn.Linear(3, 1), nn.MSELoss()
    data, targets = torch.randn(10, 3), torch.randn(10, 1)

    def gradient(weight_of):
        model.zero_grad()
        for i in range(0, 10, 4):
            chunk = slice(i, i + 4)
            loss = criterion(model(data[chunk]), targets[chunk])
            (loss * weight_of(len(data[chunk]))).backward()
        return model.weight.grad.flatten().tolist()

    model.zero_grad()
    criterion(model(data), targets).backward()
    whole = model.weight.grad.flatten().tolist()
    assert gradient(lambda rows: 1 / 3) != pytest.approx(whole, rel=1e-2)
    assert gradient(lambda rows: rows / 10) == pytest.approx(whole, rel=1e-4)
