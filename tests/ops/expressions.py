"""Lines of code that mean the same to minigrad and to PyTorch, and what each makes of them.

A line may name the tensors below; what stands before its last ``;`` is done first. Its outcome is
its value with type, shape and node, or its error. What torch made of it is stored, and where torch
is installed, asked again.
"""

import json
import re
import warnings
from functools import cache, partial
from pathlib import Path

import numpy as np
import pytest

from tests.together import all_pass

STORED = Path(__file__).with_name("lines.json")

NAMES = """
i = torch.tensor([1, 2])
i8 = torch.tensor([1, 2], dtype=torch.int8)
u = torch.tensor([1, 200], dtype=torch.uint8)
b = torch.tensor([True, False])
f = torch.tensor([1.5, 2.5])
d = torch.tensor([1.5, 2.5], dtype=torch.float64)
h = torch.tensor([1.5, 2.5], dtype=torch.float16)
s = torch.tensor(2.5)
z = torch.tensor(3)
yes = torch.tensor(True)
m = torch.arange(12.0).reshape(3, 4)
n = torch.arange(24).reshape(2, 3, 4)
e = torch.zeros(0, 3)
w = torch.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
p = torch.tensor([[1, 0], [0, 1]])
"""


def lines(block):
    """The lines of a block of code, without empty ones and comments; what is indented goes on."""
    whole = block.replace("\n    ", " ").splitlines()
    return [line for line in whole if line and not line.startswith("#")]


def exactly_as_torch(block):
    """`as_torch`, where errors have the same first line, and not only open with the same words."""
    return as_torch(block, agrees_exactly)


def as_torch(block, agree=None):
    """A test of every line of a block on both libraries against what is stored."""

    @pytest.mark.parametrize("where", ["minigrad", "torch"])
    def test(where):
        lib = pytest.importorskip(where)

        def same(line):
            found, expected = outcome(lib, line), stored()["lines"][line]
            assert (agree or agrees)(found, expected), (found, expected)

        all_pass(same, [(line, line) for line in lines(block)])

    test.lines = lines(block)
    return test


@cache
def stored():
    """What torch made of all lines."""
    return json.loads(STORED.read_text(encoding="utf-8"))


def outcome(lib, line):
    """A line's value as text, or the type and the words of its error."""
    names = {"torch": lib, "np": np, "nan": float("nan"), "inf": float("inf")}
    names |= {"grads": partial(grads, lib), "seconds": partial(seconds, lib)}
    names |= {"curves": partial(curves, lib), "pairs": partial(pairs, lib)}
    names |= {"F": lib.nn.functional, "D": lib.distributions, "behind": behind}
    before, _, last = line.rpartition(";")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # torch warns of much that has nothing to do with a line
        try:
            exec(NAMES, names)
            exec(before, names)
            return ["value", shown(lib, eval(last.strip(), names))]
        except Exception as error:
            return [type(error).__name__, own(str(error))]


def behind(x):
    """The names of the nodes that a tensor's node sends gradients to."""
    return [type(node).__name__ for node, _ in x.grad_fn.next_functions]


def shown(lib, value):
    if isinstance(value, lib.Tensor):
        view = " view" if value._is_view() else ""
        return own(f"{value!r} {value.dtype} {list(value.shape)}{view}")
    if isinstance(value, (list, tuple)) and not isinstance(value, lib.Size):
        return [type(value).__name__, *(shown(lib, part) for part in value)]
    if hasattr(value, "next_functions"):
        return type(value).__name__
    return own(repr(value))


def own(text):
    """Text that names PyTorch, as minigrad would say it."""
    return re.sub(r"\btorch\b", "minigrad", text)


def agrees(found, expected):
    """Whether values are the same; whether errors are of one type and have the same first line."""
    if "received an invalid combination of arguments" in expected[1]:
        return found[0] == expected[0]  # PyTorch lists the signatures of its C++ functions
    return agrees_exactly(found, expected)


def agrees_exactly(found, expected):
    """Whether values, or the types and the first lines of errors, are the same."""
    if expected[0] == "value":
        return found == expected
    first_lines = [error[1].partition("\n")[0].rstrip() for error in (found, expected)]
    return found[0] == expected[0] and first_lines[0] == first_lines[1]


def grads(torch, function, *data):
    """The gradients, for each of some data, of a function's result weighted with 1, 2, 3, …"""
    xs = [torch.tensor(x, dtype=torch.float64, requires_grad=True) for x in data]
    weighted(torch, function(*xs)).backward()
    return [x.grad for x in xs]


def seconds(torch, function, *data):
    """The gradients again, and what their sum has as gradients: in the data, and in the weights."""
    xs = [torch.tensor(x, dtype=torch.float64, requires_grad=True) for x in data]
    y = function(*xs)
    weights = torch.arange(1.0, 1 + y.numel(), dtype=y.dtype).reshape(y.shape).requires_grad_()
    firsts = torch.autograd.grad(y, xs, weights, create_graph=True)
    ones = [torch.ones_like(g) for g in firsts]
    return firsts, torch.autograd.grad(firsts, [*xs, weights], ones, allow_unused=True)


def curves(torch, function, *data):
    """As `seconds`, but weighted twice, and without the names of nodes."""
    xs = [torch.tensor(x, dtype=torch.float64, requires_grad=True) for x in data]
    first = torch.autograd.grad(weighted(torch, function(*xs)), xs, create_graph=True)
    total = sum(weighted(torch, g) for g in first)
    second = torch.autograd.grad(total, xs, allow_unused=True, materialize_grads=True)
    return [g.detach() for g in (*first, *second)]


def weighted(torch, y):
    """The sum of the elements, weighted with 1, 2, 3, …"""
    return (y * torch.arange(1.0, 1 + y.numel(), dtype=y.dtype).reshape(y.shape)).sum()


def pairs(torch, function):
    """A letter for each two types: of a function's result, or ``!`` for an error.

    A row for each first operand, bool to float64 with dimensions and then without; the second
    goes through the same, and three Python numbers.
    """
    kinds = [torch.bool, torch.uint8, torch.int8, torch.int64]
    kinds += [torch.float16, torch.float32, torch.float64]
    own = [torch.ones(2, dtype=kind) for kind in kinds]
    own += [x[0] for x in own]
    return ["".join(letter(function, kinds, x, y) for y in [*own, True, 1, 1.0]) for x in own]


def letter(function, kinds, *operands):
    try:
        return "busihfd"[kinds.index(function(*operands).dtype)]
    except (RuntimeError, NotImplementedError, TypeError):
        return "!"
