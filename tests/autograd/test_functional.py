"""The functions of `functional` against brute force and each other, on random functions."""

import numpy as np
import pytest

import minigrad
from minigrad.autograd import functional as F
from tests.nn.twins import library

random = np.random.default_rng(0)


def array(*shape):
    return random.uniform(0.5, 2.0, shape)


def tensor(a):
    return minigrad.tensor(a, dtype=minigrad.float64)


def two_to_two(x, y):
    """Of a (2, 3) and a (3,): a (2, 3) and a (2,)."""
    return x.sin() * y, x @ y


def number(x, y):
    return (x.exp() @ y * 0.1).sum() ** 2 + (y * y * y).sum()


X, Y = array(2, 3), array(3)


def flat(parts):
    """The whole Jacobian as one matrix, a row per output element."""
    return np.vstack(
        [
            np.hstack([part.numpy().reshape(rows, -1) for part in row])
            for row, rows in zip(parts, (6, 2), strict=False)
        ]
    )


def test_the_jacobian_is_that_of_small_differences():
    at, eps = (X.ravel(), Y), 1e-6
    found = flat(F.jacobian(two_to_two, (tensor(X), tensor(Y))))
    assert found.shape == (8, 9)

    def value(flattened):
        x, y = tensor(flattened[:6].reshape(2, 3)), tensor(flattened[6:])
        return np.concatenate([out.numpy().ravel() for out in two_to_two(x, y)])

    point = np.concatenate(at)
    columns = [(value(point + eps * e) - value(point - eps * e)) / (2 * eps) for e in np.eye(9)]
    np.testing.assert_allclose(found, np.array(columns).T, atol=1e-8)


def test_products_are_products_with_the_jacobian():
    inputs = tensor(X), tensor(Y)
    jacobian = flat(F.jacobian(two_to_two, inputs))
    v, u = (tensor(array(2, 3)), tensor(array(3))), (tensor(array(2, 3)), tensor(array(2)))
    row = np.concatenate([part.numpy().ravel() for part in u])
    column = np.concatenate([part.numpy().ravel() for part in v])
    _, left = F.vjp(two_to_two, inputs, u)
    _, right = F.jvp(two_to_two, inputs, v)
    together = [np.concatenate([p.numpy().ravel() for p in parts]) for parts in (left, right)]
    np.testing.assert_allclose(together[0], row @ jacobian)
    np.testing.assert_allclose(together[1], jacobian @ column)


def test_hessian_products_are_products_with_the_hessian():
    inputs, v = (tensor(X), tensor(Y)), (tensor(array(2, 3)), tensor(array(3)))
    blocks = F.hessian(number, inputs)
    hessian = np.vstack(
        [
            np.hstack([block.numpy().reshape(n, -1) for block in row])
            for row, n in zip(blocks, (6, 3), strict=True)
        ]
    )
    np.testing.assert_allclose(hessian, hessian.T)
    column = np.concatenate([part.numpy().ravel() for part in v])
    for function in (F.vhp, F.hvp):
        output, product = function(number, inputs, v)
        assert output.item() == number(*inputs).item()
        found = np.concatenate([part.numpy().ravel() for part in product])
        np.testing.assert_allclose(found, hessian @ column)


CALLS = {
    "vjp": lambda F, f, g, x, v, u, **o: F.vjp(f, x, u, **o),
    "jvp": lambda F, f, g, x, v, u, **o: F.jvp(f, x, v, **o),
    "jacobian": lambda F, f, g, x, v, u, **o: F.jacobian(f, x, **o),
    "hessian": lambda F, f, g, x, v, u, **o: F.hessian(g, x, **o),
    "vhp": lambda F, f, g, x, v, u, **o: F.vhp(g, x, v, **o),
    "hvp": lambda F, f, g, x, v, u, **o: F.hvp(g, x, v, **o),
}


def leaves_of(found):
    return [t for part in found for t in leaves_of(part)] if isinstance(found, tuple) else [found]


@pytest.mark.parametrize("create_graph", [False, True])
@pytest.mark.parametrize("name", CALLS)
def test_values_and_flags_are_those_of_torch(name, create_graph):
    torch = library("torch")
    v, u = (array(2, 3), array(3)), (array(2, 3), array(2))

    def run(lib):
        make = lambda a: lib.tensor(a, dtype=lib.float64)  # noqa: E731
        x = make(X).requires_grad_(), make(Y).requires_grad_()
        given = x, tuple(map(make, v)), tuple(map(make, u))
        found = CALLS[name](
            lib.autograd.functional, two_to_two, number, *given, create_graph=create_graph
        )
        found = leaves_of(found)
        if not create_graph:
            return found, []
        total = sum(t.sum() for t in found if t.requires_grad)
        return found, lib.autograd.grad(total, x)

    ours, theirs = run(minigrad), run(torch)
    assert [t.requires_grad for t in ours[0]] == [t.requires_grad for t in theirs[0]]
    for a, b in zip((*ours[0], *ours[1]), (*theirs[0], *theirs[1]), strict=True):
        np.testing.assert_allclose(a.detach().numpy(), b.detach().numpy(), rtol=1e-9)


def test_a_jacobian_of_a_jacobian_of_a_jacobian():
    def nth(n):
        f = lambda x: x**4  # noqa: E731
        for _ in range(n):
            f = lambda x, inner=f: F.jacobian(inner, x, create_graph=True)  # noqa: E731
        return f

    x = minigrad.tensor(2.0, requires_grad=True)
    assert [nth(n)(x).item() for n in range(5)] == [16.0, 32.0, 48.0, 48.0, 24.0]


def test_the_functions_write_into_nothing():
    x = minigrad.tensor(Y, requires_grad=True)
    v = minigrad.tensor(Y, requires_grad=True)
    for call in (F.vjp, F.jvp):
        call(lambda x: x * x, x, v)
    for call in (F.vhp, F.hvp):
        call(lambda x: (x * x).sum(), x, v)
    assert (x.grad, v.grad, x._version, v._version) == (None, None, 0, 0)


def test_a_function_with_a_failing_backward_leaves_recording_as_it_was():
    def fail(grad):
        raise ZeroDivisionError

    def f(x):
        y = x * x
        y.register_hook(fail)
        return y.sum()

    with minigrad.no_grad():
        for call in (F.vjp, F.jacobian, F.hessian, F.vhp):
            with pytest.raises(ZeroDivisionError):
                call(f, tensor(Y)) if call is not F.vhp else call(f, tensor(Y), tensor(Y))
            assert not minigrad.is_grad_enabled()
