import pytest

from minigrad.testing.registry import find

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
