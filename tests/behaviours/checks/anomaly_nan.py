"""Anomaly mode and nan."""

from tests.behaviours.helpers import anomalous, tried
from tests.behaviours.table import row


@row
def nan_in_a_backward(lib):
    """A gradient that is nan raises, names the function, and shows the line that recorded it."""

    def act():
        x = lib.tensor([-1.0, 4.0], requires_grad=True)
        root = x.sqrt()
        root.sum().backward()

    return anomalous(lib, act)


@row
def nan_outside_anomaly_mode(lib):
    """Without anomaly mode, or without `check_nan`, nan is a gradient like any other."""
    x = lib.tensor([-1.0, 4.0], requires_grad=True)

    def act():
        x.sqrt().sum().backward()
        return x.grad

    return tried(act), anomalous(lib, act, check_nan=False)


@row
def nan_that_is_born_in_the_backward(lib):
    """A finite forward can have a nan gradient: ``0 * inf`` in the backward of a root at zero."""

    def act():
        x = lib.tensor([0.0], requires_grad=True)
        (x.sqrt() * 0).backward()

    return anomalous(lib, act)


@row
def nan_in_the_second_input(lib):
    """The error counts the gradients of a node from 0."""

    def act():
        x, y = lib.tensor([0.0], requires_grad=True), lib.tensor([0.0], requires_grad=True)
        (x / y).backward(lib.tensor([0.0]))

    def second():
        x, y = lib.tensor([0.0]), lib.tensor([0.0], requires_grad=True)
        (x / y).backward()

    return anomalous(lib, act), anomalous(lib, second)


@row
def nan_in_what_arrives(lib):
    """The check is of what a node sends on; a leaf's gradient may be nan already."""

    def act():
        x = lib.tensor([1.0], requires_grad=True)
        y = x * 1
        y.register_hook(lambda g: g * float("nan"))
        y.backward()

    return anomalous(lib, act)


@row
def nan_and_hooks(lib):
    """Node hooks come before the check: a post-hook can mend a nan, and can make one."""
    nan = float("nan")

    def mended():
        x = lib.tensor([-1.0], requires_grad=True)
        y = x.sqrt()
        y.grad_fn.register_hook(lambda gin, gout: (lib.tensor([7.0]),))
        y.backward()
        return x.grad

    def made():
        x = lib.tensor([1.0], requires_grad=True)
        y = x * 2
        y.grad_fn.register_hook(lambda gin, gout: (gin[0] * nan, gin[1]))
        y.backward()

    return anomalous(lib, mended), anomalous(lib, made)


@row
def a_leafs_hook_may_make_nan(lib):
    """On a leaf nan is let pass: accumulating sends nothing on."""

    def act():
        x = lib.tensor([1.0], requires_grad=True)
        x.register_hook(lambda g: g * float("nan"))
        (x * 2).backward()
        return x.grad

    return anomalous(lib, act)


@row
def nan_in_a_second_derivative(lib):
    """For a node that a backward recorded, the node of that backward is named as well."""

    def act():
        x = lib.tensor([0.0], requires_grad=True)
        y = x**1.5
        (g,) = lib.autograd.grad(y, x, create_graph=True)
        g.backward(lib.tensor([0.0]))

    return [[headline for headline, *_ in part] for part in anomalous(lib, act)[1:]]
