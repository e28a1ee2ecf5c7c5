"""Checkpoints, against ordinary calls, and against PyTorch's where it is installed."""

import pytest

import minigrad
from minigrad import nn
from minigrad.utils.checkpoint import checkpoint, checkpoint_sequential


def layers(lib=minigrad):
    lib.manual_seed(0)
    pairs = [(lib.nn.Linear(4, 4), lib.nn.Tanh(), lib.nn.Dropout(0.5)) for _ in range(3)]
    return lib.nn.Sequential(*(layer for pair in pairs for layer in pair))


def trained(lib, through):
    """The gradients of input and parameters, and how often the first layer was called."""
    model, calls = layers(lib), []
    model[0].register_forward_hook(lambda *args: calls.append(1))
    x = lib.ones(2, 4, requires_grad=True)
    y = through(lib, model, x)
    lib.rand(1)
    (y * y).sum().backward()
    after = lib.rand(1).tolist()
    return [x.grad.tolist(), *(p.grad.tolist() for p in model.parameters())], len(calls), after


def plainly(lib, model, x):
    return model(x)


def kept(lib, model, x):
    return lib.utils.checkpoint.checkpoint(model, x, use_reentrant=False)


def in_parts(lib, model, x):
    return lib.utils.checkpoint.checkpoint_sequential(model, 2, x, use_reentrant=False)


@pytest.mark.parametrize("through", [kept, in_parts])
def test_gradients_are_those_of_an_ordinary_call_also_with_dropout(through):
    plain, once, after = trained(minigrad, plainly)
    anew, twice, also_after = trained(minigrad, through)
    assert anew == plain
    assert (once, twice) == (1, 2)
    assert also_after == after  # the random numbers that follow are not disturbed


@pytest.mark.parametrize("through", [plainly, kept, in_parts])
def test_as_in_torch(through):
    torch = pytest.importorskip("torch")
    pytest.importorskip("torch.utils.checkpoint")
    expected, calls, after = trained(torch, through)
    found, own_calls, own_after = trained(minigrad, through)
    assert [len(x) for x in found] == [len(x) for x in expected]
    for x, y in zip(found, expected):
        assert minigrad.tensor(x).allclose(minigrad.tensor(y), atol=1e-6)
    assert own_calls == calls
    assert own_after == pytest.approx(after)


def test_second_derivatives_pass():
    x = minigrad.tensor([0.5, 2.0], requires_grad=True)
    y = checkpoint(lambda x: (x.exp() * x).sum(), x, use_reentrant=False)
    (g,) = minigrad.autograd.grad(y, x, create_graph=True)
    (second,) = minigrad.autograd.grad(g.sum(), x)
    assert second.allclose((x.exp() * (x + 2)).detach())


def test_only_parameters_may_be_trained():
    layer = nn.Linear(2, 1)
    checkpoint(lambda x: layer(x).tanh(), minigrad.ones(1, 2)).sum().backward()
    assert layer.weight.grad is not None


def test_a_graph_that_is_kept_is_walked_twice():
    x = minigrad.ones(2, requires_grad=True)
    calls = []

    def squares(x):
        calls.append(1)
        return (x * x).sum()

    y = checkpoint(squares, x)
    y.backward(retain_graph=True)
    y.backward()
    assert x.grad.tolist() == [4.0, 4.0]
    assert len(calls) == 2


def test_an_error_is_passed_on_and_random_numbers_go_on():
    x, broken = minigrad.ones(2, requires_grad=True), []

    def breaks(x):
        if broken:
            raise KeyError("gone")
        return x.exp()

    y = checkpoint(breaks, x)
    broken.append(True)
    state = minigrad.get_rng_state()
    with pytest.raises(KeyError, match="gone"):
        y.sum().backward()
    assert minigrad.get_rng_state().tolist() == state.tolist()


def test_one_segment_is_an_ordinary_call():
    model = layers().eval()
    x = minigrad.ones(1, 4)
    assert checkpoint_sequential(model, 1, x).tolist() == model(x).tolist()
