"""Hundreds of random keys and chains of views on both libraries; in a soak, thousands more."""

import json
import random
import warnings
from ast import literal_eval

import numpy as np
import pytest

from tests.ops.expressions import agrees, own, stored
from tests.ops.random_lines import reads, views, writes

KINDS = ("reads", "writes", "views")


def run(lib, kind, line):
    """The outcome of a line: values, the nodes behind them, gradients; or its error."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return ["value", globals()[f"{kind.removesuffix('s')}"](lib, *divided(line))]
        except (IndexError, RuntimeError, TypeError, ValueError) as error:
            return [type(error).__name__, own(str(error))]


def divided(line):
    shape, _, rest = line.partition("] ")
    return literal_eval(shape + "]"), rest


def read(lib, shape, key):
    x = counted(lib, shape)
    return told(lib, evaluate(lib, f"x{key}", x=x), x)


def view(lib, shape, chain):
    x = counted(lib, shape)
    y = evaluate(lib, f"x{chain}", x=x)
    strides = [step for n, step in zip(y.shape, y.stride(), strict=True) if n > 1]
    return {**told(lib, y, x), "strides": strides if y.numel() else []}


def write(lib, shape, assignment):
    key, _, kind = assignment.partition(" = ")
    x = counted(lib, shape)
    y = x * 1
    value = written(lib, kind, evaluate(lib, f"y{key}", y=y).shape)
    evaluate(lib, f"y.__setitem__(index{key}, v)", y=y, v=value, index=Key())
    sources = [x, value] if kind != "number" else [x]
    return told(lib, y, *sources)


class Key:
    """Gives back the key that it is indexed with."""

    def __getitem__(self, key):
        return key


def written(lib, kind, shape):
    """What is written: a number, or a tensor of the part's shape, its rows', or none that fits."""
    if kind == "number":
        return -7.0
    wanted = {"scalar": (), "part": tuple(shape), "row": tuple(shape[-1:]), "wrong": (7, 9)}[kind]
    return (counted(lib, wanted, 100)).detach().requires_grad_()


def counted(lib, shape, first=1):
    """A leaf with the whole numbers from `first` on."""
    numbers = lib.arange(float(first), first + float(np.prod(shape)), dtype=lib.float64)
    return numbers.reshape(shape).clone().requires_grad_()


def evaluate(lib, code, **names):
    return eval(code, {"torch": lib, "np": np, **names})


def told(lib, y, *sources):
    weights = counted(lib, tuple(y.shape), 2).detach()
    grads = lib.autograd.grad((y * weights).sum(), sources, allow_unused=True)
    return {
        "shape": list(y.shape),
        "values": whole(y),
        "view": y._is_view(),
        "nodes": nodes(y.grad_fn) if y.numel() else "",
        "grads": [None if g is None else whole(g) for g in grads],
    }


def whole(x):
    return [int(number) for number in x.detach().reshape(-1).tolist()]


def nodes(node):
    """The names of a node and those behind it."""
    if node is None:
        return "-"
    name = type(node).__name__
    behind = ", ".join(nodes(parent) for parent, _ in node.next_functions)
    return f"{name}({behind})" if behind else name


def unwritten(told):
    """Whether a write left all numbers as they were."""
    count = len(told["values"])
    return told["nodes"].startswith("CopySlices") and told["values"] == [*range(1, count + 1)]


def same(found, expected):
    """Whether values are equal, errors alike.

    Where a key leads out of the tensor, PyTorch counts the parts of the key, we the dimensions; and
    it does not look where nothing is left to take, or to write to. A -1 that may be any number has
    words of its own there.
    """
    if "is ambiguous" in str(expected[1]):
        return found[0] == expected[0]
    nothing = expected[0] == "value" and (not expected[1]["values"] or unwritten(expected[1]))
    if found[0] == "IndexError" and (expected[0] == "IndexError" or nothing):
        return True
    return agrees(found, expected)


@pytest.mark.parametrize("where", ["minigrad", "torch"])
@pytest.mark.parametrize("kind", KINDS)
def test_random_lines_do_what_torch_does(kind, where):
    lib = pytest.importorskip(where)
    expected = stored()[kind]
    assert len(expected) >= 100
    found = {line: json.loads(json.dumps(run(lib, kind, line))) for line in expected}
    assert not {k: (found[k], expected[k]) for k in expected if not same(found[k], expected[k])}


def generated(kind, count, seed, torch):
    """New lines of a kind, each once."""
    make = {"reads": reads, "writes": writes}.get(kind) or (lambda n, s: views(n, s, torch))
    return list(dict.fromkeys(make(count, seed)))


@pytest.mark.soak
@pytest.mark.parametrize("kind", KINDS)
def test_thousands_more_do_too(kind):
    minigrad, torch = pytest.importorskip("minigrad"), pytest.importorskip("torch")
    seed = random.SystemRandom().randrange(2**32)
    wrong = {}
    for line in generated(kind, 4000, seed, torch):
        expected, found = (run(lib, kind, line) for lib in (torch, minigrad))
        if not same(found, expected):
            wrong[line] = found, expected
    assert not wrong, seed
