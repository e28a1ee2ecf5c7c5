"""What gradcheck finds, and what it says beyond PyTorch's words; the rest is in the behaviours."""

import pytest

import minigrad
from minigrad.autograd import Function, gradcheck, gradgradcheck
from minigrad.autograd.gradcheck import GradcheckError, _close


def leaf(*values):
    return minigrad.tensor(list(values), dtype=minigrad.float64, requires_grad=True)


def faulty(rule):
    """``x * x`` with this rule for a derivative, given ``(x, g)``."""

    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x

    def backward(ctx, g):
        return rule(*ctx.saved_tensors, g)

    methods = {"forward": staticmethod(forward), "backward": staticmethod(backward)}
    return type("Square", (Function,), methods).apply


MISTAKES = {
    "sign": lambda x, g: -2 * x * g,
    "factor": lambda x, g: x * g,
    "a tenth of a percent and more": lambda x, g: 2.01 * x * g,
    "arrives is forgotten": lambda x, g: 2 * x + 0 * g,
    "summed up": lambda x, g: (2 * x * g).sum() * x / x,
    "a constant besides": lambda x, g: 2 * x * g + 1e-3,
    "nan": lambda x, g: 2 * x * g * float("nan"),
    "infinite": lambda x, g: g / 0,
}


@pytest.mark.parametrize("name", MISTAKES)
def test_each_mistake_is_found(name):
    f, x = faulty(MISTAKES[name]), leaf(0.5, -1.5, 2.0)
    with pytest.raises(GradcheckError):
        gradcheck(f, x)
    assert gradcheck(f, x, raise_exception=False) is False


def test_what_is_right_passes():
    f = faulty(lambda x, g: 2 * x * g)
    assert gradcheck(f, leaf(0.5, -1.5))
    assert gradgradcheck(f, leaf(0.5, -1.5))


def test_tolerances_are_as_they_say():
    f, x = faulty(lambda x, g: 2.01 * x * g), leaf(1.0, 2.0)
    assert gradcheck(f, x, rtol=0.006) and gradcheck(f, x, atol=0.021, rtol=0)
    assert not gradcheck(f, x, rtol=0.004, raise_exception=False)
    assert not gradcheck(f, x, atol=0.019, rtol=0, raise_exception=False)


def test_what_is_added_to_the_first_line():
    with pytest.raises(GradcheckError) as caught:
        gradcheck(lambda x: x.detach() * 3, leaf(1.0))
    assert str(caught.value).splitlines()[1:] == [
        "numerical:tensor([[3.0000]], dtype=minigrad.float64)",
        "analytical:tensor([[0.]], dtype=minigrad.float64)",
    ]
    with pytest.raises(GradcheckError, match=r"grad_output\nFrom zeros it computed tensor\(\[1\."):
        gradcheck(faulty(lambda x, g: 2 * x * g + (g == 0) * 1.0), leaf(1.0))


def test_an_input_that_is_not_used():
    x, y = leaf(1.0, 2.0), leaf(3.0)
    assert gradcheck(lambda x, y: x * x, (x, y))


def test_infinities_on_both_sides_are_equal():
    f = faulty(lambda x, g: g * float("inf"))
    assert not gradcheck(f, leaf(1.0), raise_exception=False)
    inf = minigrad.tensor([float("inf"), 1.0])
    assert _close(inf, inf, 0.0, 0.0) and not _close(inf, -inf, 1e-5, 1e-3)
    assert not _close(inf * 0, inf * 0, 1e-5, 1e-3)


def test_the_package_has_the_functions_themselves():
    assert minigrad.autograd.gradcheck is gradcheck and callable(gradcheck)
    assert issubclass(GradcheckError, RuntimeError)


@pytest.mark.parametrize("shape", [(), (3,), (2, 3), (0,), (2, 0)])
def test_shapes(shape):
    x = (minigrad.rand(shape, dtype=minigrad.float64) + 0.5).requires_grad_()
    assert gradcheck(lambda x: x.log() * x, x)
    assert gradgradcheck(lambda x: x.log() * x, x)


def test_functions_through_views_and_writes():
    def f(x):
        y = x.clone()
        y[0] = x[1] * x[1]
        return y.t().exp(), y.view(-1).sum()

    x = minigrad.rand(2, 2, dtype=minigrad.float64, requires_grad=True)
    assert gradcheck(f, x) and gradgradcheck(f, x)
