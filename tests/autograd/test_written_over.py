"""What was saved and then written over is noticed in backward, where backward needs it."""

import pytest

import minigrad
from tests.autograd.twins import both, cases, first_words

case = cases()


def version(write):
    """A case: a saved value is written over, and backward notices."""

    def run(lib):
        x = lib.tensor([1.0, 2.0], requires_grad=True)
        return first_words(lambda: write(lib, x).backward(), "Hint")

    return run


def overwritten(lib, x, make, write):
    y = make(x)
    z = y * y if make is not exponential else y
    write(y)
    return z.sum()


def exponential(x):
    return x.exp()


WRITES = {
    "its_own_result": lambda lib, x: overwritten(lib, x, exponential, lambda y: y.mul_(2)),
    "an_input": lambda lib, x: overwritten(lib, x, lambda x: x + 1, lambda y: y.add_(1)),
    "twice": lambda lib, x: overwritten(lib, x, lambda x: x + 1, lambda y: y.add_(1).mul_(2)),
    "through_a_view": lambda lib, x: overwritten(lib, x, lambda x: x + 1, lambda y: y[0].zero_()),
    "through_a_twin": lambda lib, x: overwritten(
        lib, x, lambda x: x + 1, lambda y: y.detach().zero_()
    ),
    "by_a_key": lambda lib, x: overwritten(lib, x, lambda x: x + 1, lambda y: set_first(y)),
    "sum_of_a_dim": lambda lib, x: overwritten(
        lib, x, lambda x: x.view(1, 2).sum(0), lambda y: y.add_(1)
    ),
    "of_double": lambda lib, x: overwritten(lib, x, lambda x: x.double(), lambda y: y.add_(1)),
    "of_one_minus": lambda lib, x: overwritten(lib, x, lambda x: 1 - x, lambda y: y.add_(1)),
}


def set_first(y):
    y[0] = 5.0


case.all.update({f"written_over_{name}": version(write) for name, write in WRITES.items()})


@case
def written_over_constant(lib):
    x, w = lib.ones(2, requires_grad=True), lib.ones(2)
    y = (x * w).sum()
    w.add_(1)
    return first_words(y.backward, "Hint")


@case
def written_over_leaf(lib):
    x = lib.ones(2, requires_grad=True)
    y = (x * x).sum()
    with lib.no_grad():
        x.add_(1)
    return first_words(y.backward, "Hint")


@case
def written_over_but_not_needed(lib):
    x, w = lib.ones(2, requires_grad=True), lib.ones(2)
    y = (x + w).sum()
    w.add_(1)
    y.backward()
    z = x * 3
    z.add_(1)
    z.sum().backward()
    return x.grad


@case
def written_over_through_data(lib):
    x = lib.ones(2, requires_grad=True)
    y = (x * x).sum()
    x.data.mul_(5)
    y.backward()
    return x.grad, x._version


@case
def saved_tensor_detached(lib):
    x = lib.tensor([3.0], requires_grad=True)
    y = x * 2
    z = y * y
    y.detach_()
    z.backward()


test_graph_as_in_torch = both(__name__, case)


def test_a_saved_result_is_checked_too():
    x = minigrad.tensor(1.0, requires_grad=True)
    y = x.exp()
    y.detach().add_(1)
    with pytest.raises(RuntimeError, match="is at version 1; expected version 0"):
        y.grad_fn._saved_result  # noqa: B018
