import importlib

import numpy as np
import pytest

import minigrad as torch
from minigrad.testing import registry
from minigrad.testing.registry import find

TIES = find("ties").expected
each_lib = pytest.mark.parametrize("lib", ["minigrad", "torch"])


def own(forward, backward, base=torch.autograd.Function):
    methods = {"forward": staticmethod(forward), "backward": staticmethod(backward)}
    return type("Own", (base,), methods)


def stable(x):
    return x.relu() + (1 + (-x.abs()).exp()).log()


@pytest.mark.parametrize("name", ["ties", "faults", "tools", "rows"])
def test_each_open_entry_has_a_hint(name):
    question = find(name)
    assert set(question.hints) == set(question.expected) - set(question.given)


# ------------------------------------------------------------------- what the lesson says is true


@each_lib
@pytest.mark.parametrize("expression", TIES)
def test_kinks_and_ties(lib, expression):
    lib = pytest.importorskip(lib)
    x = lib.tensor([-1.0, 0.0, 0.0], requires_grad=True)
    eval(expression, {"torch": lib, "x": x, "zero": lib.zeros(3)}).backward()
    assert x.grad.tolist() == TIES[expression]


@each_lib
def test_what_overflows_on_the_way_back(lib):
    lib = pytest.importorskip(lib)
    found = []
    for curve in (
        lambda x: (1 + x.exp()).log(),
        lambda x: lib.where(x > 20, x, (1 + x.exp()).log()),
        lib.nn.functional.softplus,
    ):
        x = lib.tensor(100.0, requires_grad=True)
        curve(x).backward()
        found.append(x.grad.item())
    assert np.isnan(found[:2]).all() and found[2] == 1


@each_lib
def test_two_kinks_that_cancel(lib):
    x = pytest.importorskip(lib).tensor(0.0, requires_grad=True)
    stable(x).backward()
    assert x.grad.item() == 0.0


@each_lib
def test_the_engine_sums_what_stretching_explains_and_nothing_else(lib):
    lib = pytest.importorskip(lib)
    bias = own(lambda ctx, x, b: x + b[:, None], lambda ctx, g: (g, g), lib.autograd.Function)
    b = lib.zeros(2, requires_grad=True)
    bias.apply(lib.zeros(2, 2), b).backward(gradient=lib.tensor([[1.0, 2.0], [10.0, 20.0]]))
    assert b.grad.tolist() == [11, 22]
    with pytest.raises(RuntimeError, match="invalid gradient at index 1"):
        bias.apply(lib.zeros(2, 3), b).sum().backward()


@each_lib
@pytest.mark.parametrize("mark", [False, True])
def test_who_writes_has_to_say_so(lib, mark):
    lib = pytest.importorskip(lib)

    def forward(ctx, x):
        if mark:
            ctx.mark_dirty(x)
        return x.mul_(2)

    w = lib.tensor([1.0, 2.0], requires_grad=True)
    y = w + 0
    own(forward, lambda ctx, g: 2 * g, lib.autograd.Function).apply(y)
    y.sum().backward()
    assert y.tolist() == [2, 4]
    assert w.grad.tolist() == ([2, 2] if mark else [1, 1])


@each_lib
def test_a_derivative_of_numpys(lib):
    once = importlib.import_module(f"{pytest.importorskip(lib).__name__}.autograd.function")
    lib = importlib.import_module(lib)

    def forward(ctx, x):
        ctx.save_for_backward(x)
        return lib.from_numpy(np.sin(x.detach().numpy()))

    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        return g * lib.from_numpy(np.cos(x.detach().numpy()))

    def second(backward):
        x = lib.tensor([0.5], requires_grad=True)
        y = own(forward, backward, lib.autograd.Function).apply(x) ** 2
        (first,) = lib.autograd.grad(y, x, create_graph=True)
        first.backward()
        return x.grad.item()

    assert second(backward) == pytest.approx(1.5403, abs=1e-4)  # and 2 cos 1 would be right: 1.0806
    with pytest.raises(RuntimeError, match="differentiate twice"):
        second(once.once_differentiable(backward))


def test_torch_func_asks_for_setup_context():
    lib = pytest.importorskip("torch")

    class Apart(lib.autograd.Function):
        @staticmethod
        def forward(x):
            return x * x

        @staticmethod
        def setup_context(ctx, inputs, output):
            ctx.save_for_backward(*inputs)

        @staticmethod
        def backward(ctx, g):
            (x,) = ctx.saved_tensors
            return g * 2 * x

    together = own(lambda ctx, x: x * x, lambda ctx, g: g, lib.autograd.Function)
    assert lib.func.grad(Apart.apply)(lib.tensor(3.0)).item() == 6
    with pytest.raises(RuntimeError, match="must override the setup_context"):
        lib.func.grad(together.apply)(lib.tensor(3.0))


def test_the_rows_say_what_is_asked():
    expected = find("rows").expected
    assert torch.exp.op.reads == [["result"]] and expected["what exp saves"] == "result"
    assert torch.mul.op.reads == [["other"], ["input"]]
    a, b = torch.ones(2, requires_grad=True), torch.full((2,), 3.0)
    node = (a * b).grad_fn
    assert node._saved_self is None and node._saved_other is not None


def test_predictions():
    forgetful = registry.find_prediction("forgetful")
    assert forgetful.answer() == 6 and 6 not in forgetful.hints
    for name in ("stretched", "overflow"):
        asked = registry.find_prediction(name)
        assert set(asked.hints) == set(asked.choices) - {asked.answer}
    a, b = torch.ones(3, requires_grad=True), torch.ones(2, 3)
    (a * b).sum().backward()
    assert str(tuple(a.grad.shape)) == registry.find_prediction("stretched").answer
