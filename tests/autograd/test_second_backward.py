"""Which graphs may be walked a second time, and what is said of the rest."""

import pytest

import minigrad
from tests.autograd.twins import both, cases, first_words

case = cases()

ONCE = {  # the operation, and whether torch lets its graph be walked twice
    "mul_number": lambda lib, x: x * 2,
    "mul": lambda lib, x: x * x,
    "add": lambda lib, x: x + x,
    "add_sum": lambda lib, x: (x + 1).sum(),
    "sub": lambda lib, x: x - 3.0,
    "rsub": lambda lib, x: 1 - x,
    "neg": lambda lib, x: -x,
    "div": lambda lib, x: x / 2,
    "pow": lambda lib, x: x**2,
    "exp": lambda lib, x: x.exp(),
    "log": lambda lib, x: x.log(),
    "sin": lambda lib, x: x.sin(),
    "sqrt": lambda lib, x: x.sqrt(),
    "tanh": lambda lib, x: x.tanh(),
    "sigmoid": lambda lib, x: x.sigmoid(),
    "relu": lambda lib, x: x.relu(),
    "abs": lambda lib, x: x.abs(),
    "sum": lambda lib, x: x.sum(),
    "sum_dim": lambda lib, x: x.sum(0),
    "mean": lambda lib, x: x.mean(),
    "mean_dim": lambda lib, x: x.mean(1),
    "max": lambda lib, x: x.max(),
    "max_dim": lambda lib, x: x.max(0)[0],
    "cat": lambda lib, x: lib.cat([x, x]),
    "stack": lambda lib, x: lib.stack([x, x]),
    "select": lambda lib, x: x[0],
    "slice": lambda lib, x: x[:1],
    "gather": lambda lib, x: x[[0, 1]],
    "mask": lambda lib, x: x[x > 0],
    "where": lambda lib, x: lib.where(x > 0, x, x * 1),
    "matmul": lambda lib, x: x @ x,
    "t": lambda lib, x: x.t(),
    "view": lambda lib, x: x.view(4),
    "flatten": lambda lib, x: x.flatten(),
    "expand": lambda lib, x: x.expand(3, 2, 2),
    "unsqueeze": lambda lib, x: x.unsqueeze(0),
    "softmax": lambda lib, x: x.softmax(0),
    "log_softmax": lambda lib, x: x.log_softmax(0),
    "clone": lambda lib, x: x.clone(),
    "unbind": lambda lib, x: x.unbind(0)[1],
    "split": lambda lib, x: x.split(1)[1],
    "double": lambda lib, x: x.double(),
}


def twice(make):
    def run(lib):
        x = lib.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
        y = make(lib, x)
        y.backward(lib.ones_like(y))
        again = first_words(lambda: y.backward(lib.ones_like(y)), "(or directly")
        return y, x.grad, again

    return run


case.all.update({f"second_backward_{name}": twice(make) for name, make in ONCE.items()})


@case
def freed_saved_tensor(lib):
    x = lib.ones(2, requires_grad=True)
    y = x * x
    before = y.grad_fn._saved_self is x, y.grad_fn._saved_other
    y.sum().backward()
    return before, first_words(lambda: y.grad_fn._saved_self, "(or directly")


test_graph_as_in_torch = both(__name__, case)


def test_retain_graph_keeps_what_was_saved():
    x = minigrad.ones(3, requires_grad=True)
    y = (x * x).sum()
    for times in (1, 2, 3):
        y.backward(retain_graph=times < 3)
        assert x.grad.tolist() == [2.0 * times] * 3
    with pytest.raises(RuntimeError, match="second time"):
        y.backward()
