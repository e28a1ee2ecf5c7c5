"""Gradients on their way: made to fit, or refused, and never shared by accident."""

from tests.behaviours.helpers import leaf, own, tried
from tests.behaviours.table import row


@row
def a_gradient_of_another_shape(lib):
    """A rule whose gradient has another shape than its input is caught."""
    wrong = own(lib, forward=lambda ctx, x: x * 2, backward=lambda ctx, g: g.sum())
    x = lib.ones(2, 3, requires_grad=True)
    worse = own(lib, forward=lambda ctx, x: x * 2, backward=lambda ctx, g: lib.ones(5))
    return tried(wrong.apply(x).sum().backward), tried(worse.apply(x).sum().backward), x.grad


@row
def a_gradient_that_can_be_summed_to_fit(lib):
    """A gradient that is too large but broadcast from its input is summed to fit."""
    wide = own(lib, forward=lambda ctx, x: x * 2, backward=lambda ctx, g: lib.ones(4, 1, 2))
    x = leaf(lib)
    wide.apply(x).sum().backward()
    return x.grad


@row
def a_gradient_of_another_dtype(lib):
    """A gradient of another dtype is converted to its input's."""
    wide = own(lib, forward=lambda ctx, x: x * 2, backward=lambda ctx, g: g.double() * 2)
    x = leaf(lib)
    wide.apply(x).sum().backward()
    return x.grad


@row
def gradients_of_several_dtypes_meet(lib):
    """Where gradients meet they are of the type that the tensor has."""
    x = leaf(lib)
    y = x * 1
    (y.double().sum() + (y * 2).sum() + y.half().sum()).backward()
    return x.grad


@row
def a_write_into_an_expanded_tensor_and_back(lib):
    """Zeros may be written into a tensor that repeats its elements; back through it is no way."""
    found = []
    for write in (lambda part: part.zero_(), lambda part: part.fill_(2.0)):
        x = leaf(lib, 1.0)
        y = x * 1
        write(y.expand(3))
        found.append([y.detach(), tried(y.sum().backward), x.grad])
    return found


@row
def infinities_and_nan_pass(lib):
    """Gradients that are inf or nan pass through, silently."""
    x = lib.tensor([0.0, -1.0, 1.0], requires_grad=True)
    (x.log() + x.sqrt() + 1 / x).sum().backward()
    return x.grad


@row
def gradients_that_are_buffered_in_several_places(lib):
    """One gradient that waits at three nodes is added to at each without harm to the others."""
    x, y = lib.ones(2, requires_grad=True), lib.ones(2, requires_grad=True)
    a, b, c = x + 2, y + 2, x + 2
    short = a + b + c
    for _ in range(4):
        a, b, c = a * 2, b * 2, c * 2
    given = lib.ones(2)
    (short + (a + b + c)).backward(given)
    return x.grad, y.grad, given


@row
def a_gradient_that_is_written_into_while_it_waits(lib):
    """What a caller gave as gradient is never written into, even where others are added to it."""
    x, given = lib.ones(2, 2, requires_grad=True), lib.tensor([[1.0, 2.0], [3.0, 4.0]])
    part = x.gather(0, lib.tensor([[0, 0]]))
    lib.autograd.backward((x.clone(), part), (given, lib.tensor([[5.0, 6.0]])))
    return given, x.grad
