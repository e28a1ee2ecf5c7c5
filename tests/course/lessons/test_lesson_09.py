import warnings

import pytest

import minigrad as torch
from minigrad.testing import registry
from minigrad.testing.registry import find


def judged(name, answer):
    verdict = find(name).judge(answer)
    return verdict.ok, " ".join(verdict.message.split())


def repeated(f, x, n, again=lambda value, first: value, graph=True, count=0):
    value = first = f(x)
    found = [value.item()]
    for _ in range(n + count):
        (value,) = torch.autograd.grad(again(value, first), x, create_graph=graph)
        found.append(value.item())
    return found


def by_backward(f, x, n):
    value = f(x)
    found = [value.item()]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for _ in range(n):
            value.backward(create_graph=True)
            value = x.grad
            found.append(value.item())
    return found


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (repeated, "right"),
        (lambda f, x, n: torch.tensor(repeated(f, x, n)), "right"),
        (lambda f, x, n: repeated(f, x, n, lambda value, first: first), "again and again"),
        (lambda f, x, n: repeated(f, x, n, count=-1), "The last one is missing"),
        (lambda f, x, n: repeated(f, x, n, graph=False), "create_graph"),
    ],
)
def test_derivatives(answer, words):
    ok, message = judged("derivatives", answer)
    assert ok == (words == "right")
    assert words in message


def test_derivatives_by_backward_are_no_derivatives():
    ok, message = judged("derivatives", by_backward)
    assert not ok and "earlier derivatives are in it" in message


def test_a_gradient_that_nobody_recorded_has_no_history():
    def unrecorded(f, x, v):
        (first,) = torch.autograd.grad(f(x), x)
        return torch.autograd.grad(first @ v, x)[0]

    assert "only if `create_graph=True` asked for it" in judged("hessian-times", unrecorded)[1]


def test_a_hook_that_stops_is_told_why():
    def stops(x, limit):
        y = x.clone()
        y.register_hook(lambda g: max(g, -limit))
        return y

    assert "backward() stops: Boolean value of Tensor" in judged("clipped", stops)[1]


def slope(f, x, **options):
    return torch.autograd.grad(f(x), x, create_graph=True)[0]


def times(f, x, v):
    return torch.autograd.grad((slope(f, x) * v).sum(), x)[0]


def by_vector(f, x, v):
    return torch.autograd.grad(slope(f, x), x, grad_outputs=v)[0]


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (times, "right"),
        (by_vector, "right"),
        (lambda f, x, v: torch.autograd.functional.hessian(f, x) @ v, "right"),
        (lambda f, x, v: torch.autograd.functional.hvp(f, x, v)[1], "right"),
        (lambda f, x, v: torch.autograd.grad(slope(f, x).sum(), x)[0], "v has no part"),
        (lambda f, x, v: torch.autograd.grad(slope(f, x).sum(), x)[0] * v, "were summed"),
        (lambda f, x, v: slope(f, x) * v, "the second pass is missing"),
        (lambda f, x, v: torch.autograd.grad((slope(f, x).detach() * v).sum(), x)[0], "grad"),
    ],
)
def test_hessian_times(answer, words):
    ok, message = judged("hessian-times", answer)
    assert ok == (words == "right")
    assert words in message


def penalised(w, x, **options):
    y = torch.tanh(x @ w).sum()
    (found,) = torch.autograd.grad(y, x, **options)
    return y + (found**2).sum()


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (lambda w, x: penalised(w, x, create_graph=True), "right"),
        (lambda w, x: penalised(w, x, create_graph=True, retain_graph=True), "right"),
        (lambda w, x: penalised(w, x, retain_graph=True), "the penalty is a constant"),
        (lambda w, x: torch.tanh(x @ w).sum(), "not in the loss any more"),
        (penalised, "backward() stops"),
    ],
)
def test_penalty(answer, words):
    ok, message = judged("penalty", answer)
    assert ok == (words == "right")
    assert words in message


def hooked(x, limit, hook=None, copy=torch.clone):
    y = copy(x)
    y.register_hook(hook or (lambda g: g.clamp(-limit, limit)))
    return y


def in_place(x, limit):
    return hooked(x, limit, lambda g: g.clone().clamp_(-limit, limit))


def forgotten(x, limit):
    def hook(g):
        g.clamp(-limit, limit)

    return hooked(x, limit, hook)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (hooked, "right"),
        (lambda x, limit: hooked(x, limit, copy=lambda x: x * 1), "right"),
        (lambda x, limit: hooked(x, limit, copy=lambda x: x.view_as(x)), "right"),
        (in_place, "right"),
        (lambda x, limit: hooked(x, limit, copy=lambda x: x), "The hook is on x itself"),
        (lambda x, limit: x.clamp(-limit, limit), "The values are clipped"),
        (forgotten, "Does the hook return"),
        (
            lambda x, limit: hooked(x, limit, lambda g: g.clamp_(-limit, limit)),
            "The hook writes into",
        ),
        (lambda x, limit: hooked(x, limit, lambda g: g.clamp(max=limit)), "the upper end only"),
    ],
)
def test_clipped(answer, words):
    ok, message = judged("clipped", answer)
    assert ok == (words == "right")
    assert words in message


@pytest.mark.parametrize("lib", ["minigrad", "torch"])
def test_the_surprise(lib):
    lib = pytest.importorskip(lib)
    x = lib.tensor(3.0, requires_grad=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        (x**3).backward(create_graph=True)
    x.grad.backward()
    surprise = registry.find_prediction("surprise")
    assert x.grad.item() == surprise.answer().item() == 45
    assert 45 not in surprise.hints
    x.grad = None
