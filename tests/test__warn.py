"""Warnings point to the line of the user, whatever lies between."""

import warnings

import pytest

import minigrad
from minigrad._warn import warn

F = minigrad.nn.functional
x = minigrad.ones(2, 3)

WARN = {
    "a function": lambda: minigrad.var(minigrad.ones(1)),
    "a method": lambda: minigrad.ones(1).std(),
    "a function with out=": lambda: minigrad.std(minigrad.ones(1), out=minigrad.zeros(())),
    "out= of another shape": lambda: minigrad.add(x, x, out=minigrad.zeros(2)),
    "cross": lambda: minigrad.cross(x, x),
    "range": lambda: minigrad.range(0, 2),
    "meshgrid": lambda: minigrad.meshgrid(minigrad.ones(2)),
    "qr": lambda: minigrad.qr(minigrad.eye(2)),
    "cholesky": lambda: minigrad.cholesky(minigrad.eye(2)),
    "a list as a key": lambda: x[[slice(0, 1), 0]],
    "a graph that is cut": lambda: minigrad.tensor([minigrad.ones((), requires_grad=True)]),
    "a tensor copied": lambda: minigrad.tensor(x),
    "a property": lambda: minigrad.ones(1, 2, 3).T,
    "a loss": lambda: F.mse_loss(x, minigrad.ones(3)),
    "a loss in a module": lambda: minigrad.nn.L1Loss()(x, minigrad.ones(3)),
    "an option of old": lambda: F.mse_loss(x, x, size_average=True),
    "a module that is made": lambda: minigrad.nn.LSTM(2, 2, dropout=0.5),
    "backward": lambda: (
        (x * minigrad.ones(1, requires_grad=True)).sum().backward(create_graph=True)
    ),
}


def told(call):
    """The warnings of a call."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        call()
    return caught


@pytest.mark.parametrize("name", WARN)
def test_a_warning_points_to_the_users_line(name):
    call = WARN[name]
    (warned,) = told(call)
    first = call.__code__.co_firstlineno
    assert warned.filename == __file__ and first <= warned.lineno <= first + 2


def test_a_callback_is_the_users_too():
    y = minigrad.ones(1, requires_grad=True)
    z = y * 2
    z.register_hook(lambda g: warn("here", FutureWarning))
    (warned,) = told(z.backward)
    assert (warned.filename, warned.category) == (__file__, FutureWarning)
