"""What the seeds' texts assert, seen on both libraries; `table.CLAIMS` has the lines."""

import math
import weakref

import pytest

from tests.seeds.helpers import LEAF, fails, name, names, walked
from tests.seeds.library import part

SECOND_BACKWARD = "Trying to backward through the graph a second time"


# The graph: how it comes to be, what it is made of.


def test_built_while_running(leaf):
    x = leaf(2.0)
    y = x * 3
    assert (y.item(), name(y.grad_fn)) == (6.0, "MulBackward0")
    before = y.grad_fn
    z = y + x
    assert z.item() == 8.0
    assert z.grad_fn.next_functions[0][0] is before


def test_fresh_graph_each_run(torch, nn):
    model, x = nn.Linear(3, 1), torch.ones(2, 3)
    first, second = model(x).mean(), model(x).mean()
    inner = {node for node in walked(first) if name(node) != LEAF}
    assert inner.isdisjoint(walked(second))
    assert names(first) == names(second)


def test_no_cycles(leaf):
    x = leaf(2.0)
    y = (x * x + x).sin() * x
    for node in walked(y):
        below, waiting = [], [parent for parent, _ in node.next_functions]
        while waiting:
            below.append(waiting.pop())
            if below[-1] is not None:
                waiting += [parent for parent, _ in below[-1].next_functions]
        assert node not in below


def test_graph_can_be_walked(leaf):
    x, y = leaf(2.0), leaf(3.0)
    z = x * y + x.log()
    assert names(z) == [LEAF, LEAF, "AddBackward0", "LogBackward0", "MulBackward0"]
    found = {id(node.variable) for node in walked(z) if name(node) == LEAF}
    assert found == {id(x), id(y)}


def test_control_flow_changes_graph(leaf):
    def powers(x, times):
        y = x
        for _ in range(times):
            y = y * x if y.item() > 0 else -y
        return y

    assert names(powers(leaf(2.0), 3)).count("MulBackward0") == 3
    negative = names(powers(leaf(-2.0), 2))
    assert (negative.count("NegBackward0"), negative.count("MulBackward0")) == (1, 1)


def test_graph_can_be_drawn(library, leaf):
    pytest.importorskip("graphviz")
    if library == "torch":
        pytest.importorskip("torchviz", exc_type=ImportError)
    assert "MulBackward0" in part("make_dot", library)(leaf(2.0) * leaf(3.0)).source


def test_loss_is_scalar_root(torch, nn):
    loss = ((nn.Linear(3, 1)(torch.ones(2, 3)) - 1) ** 2).mean()
    assert loss.shape == torch.Size([])
    parents = [parent for node in walked(loss) for parent, _ in node.next_functions]
    assert loss.grad_fn not in parents


# Tensors: leaves and results.


def test_created_is_leaf(leaf):
    x = leaf([2.0])
    assert (x.is_leaf, x.requires_grad, x.grad_fn) == (True, True, None)


def test_who_is_a_leaf(torch, leaf):
    x, plain = leaf(2.0), torch.tensor(2.0)
    assert plain.is_leaf and (plain * 2).is_leaf and x.is_leaf
    assert not (x * 2).is_leaf


def test_grad_fn_is_last_operation(leaf):
    x, y = leaf(2.0), leaf(3.0)
    z = x * y + x.log()
    assert name(z.grad_fn) == "AddBackward0"
    assert name((z * 2).grad_fn) == "MulBackward0"
    assert not z.is_leaf


def test_data_holds_values(leaf):
    x = leaf([2.0, 3.0])
    assert x.data.tolist() == [2.0, 3.0]
    assert (x.data.requires_grad, x.data.is_leaf) == (False, True)


def test_printed_with_grad_fn(leaf):
    assert repr((leaf(2.0) + 3) ** 2) == "tensor(25., grad_fn=<PowBackward0>)"


def test_parameters_are_leaves(nn):
    layer = nn.Linear(3, 4)
    assert [(p.is_leaf, p.requires_grad) for p in layer.parameters()] == [(True, True)] * 2


def test_requires_grad_spreads(torch, leaf):
    x, plain = leaf(2.0), torch.tensor(3.0)
    assert (x * plain).requires_grad and (plain * x).requires_grad
    assert not (plain * plain).requires_grad
    assert (plain * plain).grad_fn is None


def test_frozen_parts_are_left_out(torch, nn):
    body, head = nn.Linear(3, 2), nn.Linear(2, 1)
    for parameter in body.parameters():
        parameter.requires_grad = False
    loss = head(body(torch.ones(4, 3))).sum()
    accumulated = [n for n in walked(loss) if name(n) == LEAF]
    assert len(accumulated) == 2
    loss.backward()
    assert [p.grad for p in body.parameters()] == [None, None]
    assert all(p.grad is not None for p in head.parameters())


def test_detach_shares_values(leaf):
    y = leaf([2.0, 3.0]) ** 2
    z = y.detach()
    assert (z.requires_grad, z.grad_fn, z.tolist()) == (False, None, [4.0, 9.0])
    z[0] = 7.0
    assert y.tolist() == [7.0, 9.0]


def test_detach_stops_gradient(leaf):
    x = leaf(3.0)
    (x * (x**2).detach()).backward()
    assert x.grad.item() == 9.0


def test_numpy_needs_detach(leaf):
    x = leaf([2.0])
    with fails("Can't call numpy() on Tensor that requires grad"):
        x.numpy()
    assert x.detach().numpy().tolist() == [2.0]


# Backward.


def test_no_grad_before_backward(leaf):
    assert leaf(2.0).grad is None


def test_chain_rule(leaf):
    x = leaf(2.0)
    ((x**3 + 1).log() * 5).backward()
    assert x.grad.item() == pytest.approx(5 * 12 / 9)


def test_backward_order(leaf):
    x, seen = leaf(2.0), []
    a = x * 3
    b = a.sin()
    z = a + b
    for letter, tensor in (("x", x), ("a", a), ("b", b), ("z", z)):
        tensor.register_hook(lambda grad, letter=letter: seen.append(letter))
    z.backward()
    assert seen == ["z", "b", "a", "x"]


def test_only_leaves_have_grad(leaf, torch):
    x, plain = leaf(2.0), torch.tensor(3.0)
    y = x * plain
    y.backward()
    assert (x.grad.item(), plain.grad) == (3.0, None)
    with pytest.warns(UserWarning, match=r"^The \.grad attribute of a Tensor that is not a leaf"):
        assert y.grad is None


def test_retain_grad_keeps(leaf):
    x = leaf(2.0)
    a = x + 3
    a.retain_grad()
    (a**2).backward()
    assert a.grad.item() == 10.0


def test_gradients_accumulate(leaf):
    x = leaf(2.0)
    for expected in (3.0, 6.0, 9.0):
        (x * 3).backward()
        assert x.grad.item() == expected
    x.grad.zero_()
    (x * 3).backward()
    assert x.grad.item() == 3.0


def test_one_element_needs_no_seed(leaf):
    x = leaf([2.0])
    (x * 3).backward()
    assert x.grad.tolist() == [3.0]
    with fails("grad can be implicitly created only for scalar"):
        leaf([2.0, 3.0]).backward()


def test_backward_needs_graph(torch):
    y = torch.tensor(2.0) ** 2
    with fails("element 0 of tensors does not require grad and does"):
        y.backward()


def test_contributors_have_grad(torch, nn):
    used, unused = nn.Linear(3, 1), nn.Linear(3, 1)
    used(torch.ones(2, 3)).sum().backward()
    assert all(p.grad is not None for p in used.parameters())
    assert all(p.grad is None for p in unused.parameters())


def test_gradient_has_parameter_shape(torch, nn):
    model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1))
    model(torch.ones(10, 4)).mean().backward()
    for parameter in model.parameters():
        assert parameter.is_leaf
        assert parameter.grad.shape == parameter.shape


def test_own_function(torch, leaf):
    class Cube(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return x**3

        @staticmethod
        def backward(ctx, grad):
            (x,) = ctx.saved_tensors
            return grad * 3 * x**2

    x = leaf(2.0)
    y = Cube.apply(x)
    assert repr(y) == "tensor(8., grad_fn=<CubeBackward>)"
    assert y.grad_fn.name() == "CubeBackward"
    (y * 10).backward()
    assert x.grad.item() == 120.0


# How long a graph lives, and what it holds.


def test_second_backward_fails(leaf):
    y = leaf(2.0) ** 2
    y.backward()
    with fails(SECOND_BACKWARD):
        y.backward()


def test_retain_graph_permits(leaf):
    x = leaf(2.0)
    y = x**2
    for times in (1, 2, 3):
        y.backward(retain_graph=True)
        assert x.grad.item() == 4.0 * times
    y.backward()
    with fails(SECOND_BACKWARD):
        y.backward(retain_graph=True)


def test_shared_part_is_freed(torch, leaf):
    c = leaf([[1.0, 2.0, 3.0, 4.0]]) ** 2 * 2
    d, e = c.mean(), c.sum()
    d.backward()
    with fails(SECOND_BACKWARD):
        e.backward()


def test_backward_releases(leaf):
    x = leaf(2.0)
    y = x.exp()
    z = y.sin()
    held = z.grad_fn
    assert held._saved_self.item() == y.item()
    z.backward()
    with fails(SECOND_BACKWARD):
        _ = held._saved_self


def test_graph_holds_values(torch, leaf):
    inner = leaf(2.0).exp()
    outer = inner.sin()
    del inner
    assert outer.grad_fn._saved_self.item() == pytest.approx(math.exp(2))
    inner = torch.tensor(2.0).exp()
    alive = weakref.ref(inner)
    outer = inner.sin()
    del inner
    assert (outer.grad_fn, alive()) == (None, None)


def test_no_grad_builds_nothing(torch, nn):
    model, x = nn.Linear(3, 1), torch.ones(2, 3)
    for mode in (torch.no_grad, torch.inference_mode):
        with mode():
            y = model(x)
        assert (y.requires_grad, y.grad_fn) == (False, None)
    assert model(x).requires_grad


def test_inference_is_final(torch, nn):
    with torch.inference_mode():
        y = nn.Linear(3, 1)(torch.ones(2, 3))
    assert y.is_inference()
    with fails("Inference tensors cannot be saved for backward"):
        torch.ones(1, requires_grad=True) * y


# Training.


def test_leaf_update_needs_no_grad(torch, leaf):
    x = leaf(2.0)
    with fails("a leaf Variable that requires grad is being used"):
        x -= 0.5
    with torch.no_grad():
        x -= 0.5
    assert (x.item(), x.is_leaf, x.requires_grad) == (1.5, True, True)


def test_updates_lower_the_loss(torch, nn, library):
    torch.manual_seed(0)
    model, x, y = nn.Linear(3, 1), torch.randn(20, 3), torch.randn(20, 1)
    optimizer, losses = part("optim", library).SGD(model.parameters(), lr=0.1), []
    for _ in range(20):
        loss = nn.MSELoss()(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    assert losses == sorted(losses, reverse=True)
    assert len(set(losses)) == 20


def test_equal_chunks_add_up(torch, nn):
    torch.manual_seed(0)
    model, criterion = nn.Linear(10, 1), nn.MSELoss()
    data, targets = torch.randn(32, 10), torch.randn(32, 1)
    criterion(model(data), targets).backward()
    whole = model.weight.grad.clone()
    model.zero_grad()
    for i in range(0, 32, 8):
        (criterion(model(data[i : i + 8]), targets[i : i + 8]) / 4).backward()
    assert model.weight.grad.flatten().tolist() == pytest.approx(whole.flatten().tolist(), rel=1e-5)


def test_two_losses_one_body(torch, leaf):
    def gradient(order):
        x = leaf(2.0)
        shared = x**2
        losses = [shared * 3, shared.sin()]
        losses[order[0]].backward(retain_graph=True)
        losses[order[1]].backward()
        return x.grad.item()

    assert gradient((0, 1)) == pytest.approx(gradient((1, 0)))
    shared = leaf(2.0) ** 2
    first, second = shared * 3, shared.sin()
    first.backward()
    with fails(SECOND_BACKWARD):
        second.backward()
