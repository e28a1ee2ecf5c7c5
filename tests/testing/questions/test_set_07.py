"""Exercise set 7: what ten tests notice, and the operations written, here and in PyTorch."""

import numpy as np
import pytest

import minigrad
from minigrad.testing.questions import find
from tests.exercises.course import source

LIBS = pytest.mark.parametrize("lib", ["minigrad", "torch"])
TESTS = find("x7-tests")
V = [1.0, 2.0, 3.0]
# The five operations of the first exercise: forward, what it keeps, and the faulty backward.
FAULTY = {
    "Square": (lambda x: x * x, lambda g, x, y: 2 * g * y),
    "Cube": (lambda x: x**3, lambda g, x, y: 3 * x**2),
    "Minus": (lambda x: -x, lambda g, x, y: g.clone()),
    "Total": (lambda x: x.sum(1), lambda g, x, y: g.expand(x.shape)),
    "Pick": (lambda x, index: x[index], None),
}
MATRIX = [[1.0, 5.0, 2.0], [0.5, 3.0, 4.0], [7.0, 2.5, 6.0]]
NUMBERS = {
    "Square at ones": ([1.0, 1.0], lambda f, x, w: f("Square", x).sum()),
    "Square at twos": ([2.0, 2.0], lambda f, x, w: f("Square", x).sum()),
    "Cube, summed": (V, lambda f, x, w: f("Cube", x).sum()),
    "Cube, doubled and summed": (V, lambda f, x, w: (2 * f("Cube", x)).sum()),
    "Minus of Minus": (V, lambda f, x, w: f("Minus", f("Minus", x)).sum()),
    "Minus times Minus": (V, lambda f, x, w: squared(f("Minus", x)).sum()),
    "Total of a square, summed": (MATRIX, lambda f, x, w: f("Total", x).sum()),
    "Total of a square, weighed": (MATRIX, lambda f, x, w: (w * f("Total", x)).sum()),
    "Pick of 2, 0, 1": (V, lambda f, x, w: (w * f("Pick", x, [2, 0, 1])).sum()),
    "Pick of 0, 0, 1": (V, lambda f, x, w: (w * f("Pick", x, [0, 0, 1])).sum()),
}


def squared(m):
    return m * m


def faulty(lib, name):
    compute, pull = FAULTY[name]

    class Faulty(lib.autograd.Function):
        @staticmethod
        def forward(ctx, x, *index):
            y = compute(x, *index)
            ctx.save_for_backward(x, y)
            ctx.index = index
            return y

        @staticmethod
        def backward(ctx, g):
            x, y = ctx.saved_tensors
            if ctx.index:
                zeros = lib.zeros_like(x)
                zeros[ctx.index[0]] = g
                return zeros, None
            return pull(g, x, y)

    return Faulty.apply


@LIBS
@pytest.mark.parametrize("test", TESTS.expected)
def test_a_test_notices_what_it_is_said_to_notice(lib, test):
    lib = pytest.importorskip(lib)
    values, number = NUMBERS[test]
    found = []
    for right in (True, False):
        x = lib.tensor(values, requires_grad=True)
        call = (lambda n, *a: FAULTY[n][0](*a)) if right else (lambda n, *a: faulty(lib, n)(*a))
        number(call, x, lib.tensor(V)).backward()
        found.append(x.grad.tolist())
    assert (found[0] != found[1]) == TESTS.expected[test]


BUILT_IN = {
    "x7-product": lambda lib, a, b, c: a * b * c,
    "x7-total": lambda lib, x, dim: x.sum(dim),
    "x7-pick": lambda lib, x, index: x[index],
    "x7-logsumexp": lambda lib, x: lib.logsumexp(x, -1),
    "x7-clamp": lambda lib, x, low, high: lib.clamp(x, low, high),
    "x7-amax": lambda lib, x, dim: x.amax(dim),
    "x7-shares": lambda lib, x: lib.softmax(x, -1),
}


def gradients(lib, function, args):
    """What a function gives, and each tensor's gradient of it with the weights that come last."""
    *inputs, g = [
        lib.tensor(x.detach().numpy(), requires_grad=x.requires_grad)
        if isinstance(x, minigrad.Tensor)
        else x
        for x in args
    ]
    result = function(*inputs)
    result.backward(g)
    leaves = [x.grad for x in inputs if lib.is_tensor(x)]
    return [result.detach().numpy(), *(leaf.numpy() for leaf in leaves)]


@LIBS
@pytest.mark.parametrize("name", BUILT_IN)
def test_the_solution_gives_what_the_operation_of_pytorch_gives(lib, name):
    torch, lib, question = pytest.importorskip("torch"), pytest.importorskip(lib), find(name)
    space = {"torch": lib}
    exec(next(c.source for c in source("x7-functions").cells if c.id == name), space)
    own = next(v for v in space.values() if getattr(v, "__module__", "") == "builtins")
    for trial, draw in enumerate(question.draws):
        args = draw(question.generator(trial))
        one = gradients(lib, own.apply, args)
        other = gradients(torch, lambda *inputs: BUILT_IN[name](torch, *inputs), args)
        for yours, right in zip(one, other, strict=True):
            assert yours.shape == right.shape and np.allclose(yours, right)


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_reference_is_the_solution(name):
    space = {"torch": minigrad}
    exec(next(c.source for c in source("x7-functions").cells if c.id == name), space)
    own = next(v for v in space.values() if getattr(v, "__module__", "") == "builtins")
    assert find(name).judge(own).ok
