"""The lines of the package behind a node."""

import inspect
import linecache
from pathlib import Path

import pytest

import minigrad as mg
from minigrad.viz.source import sources
from tests.viz.own import Double

ROOT = Path(mg.__file__).parents[1]


@pytest.fixture
def x():
    return mg.tensor([2.0, 3.0], requires_grad=True)


def test_a_declaration_with_its_rules_and_without_its_documentation(x):
    [found] = sources((x * x).grad_fn)
    assert found.file == "minigrad/ops/arithmetic.py"
    assert "input=(lambda g, other: g * other" in found.code
    assert found.code.splitlines()[-1] == "    return input * other"
    assert '"""' not in found.code
    line = linecache.getline(str(ROOT / found.file), found.line)
    assert line.rstrip() == found.code.splitlines()[0]
    assert found.code.splitlines()[1] == "@elementwise("


def test_a_rule_that_is_a_function_comes_too(x):
    declared, rule = sources(x.max().grad_fn)
    assert declared.code.startswith("@op(")
    assert rule.code.startswith("def ")
    assert rule.file == "minigrad/ops/ordering.py"


def test_of_a_leaf_it_is_what_adds_to_its_gradient(x):
    [found] = sources((x * x).grad_fn.next_functions[0][0])
    assert found.file == "minigrad/autograd/node.py"
    assert "self._add(grad, raw)" in found.code


def test_of_an_own_function_it_is_its_backward(x):
    [found] = sources(Double.apply(x).grad_fn)
    assert found.file == "tests/viz/own.py"
    assert found.code.splitlines() == ["@staticmethod", "def backward(ctx, g):", "    return g * 2"]
    assert found.line == inspect.getsourcelines(Double.backward)[1]


def test_what_cannot_be_read_is_left_out(x):
    space = {"Function": mg.autograd.Function}
    code = "class Own(Function):\n  @staticmethod\n  def forward(ctx, x): return x * 2\n"
    exec(code + "  @staticmethod\n  def backward(ctx, g): return g", space)
    assert sources(space["Own"].apply(x).grad_fn) == ()


def test_of_another_library_nothing_is_known():
    torch = pytest.importorskip("torch")
    x = torch.ones(1, requires_grad=True)
    assert sources((x * 2).grad_fn) == ()
    assert sources((x * 2).grad_fn.next_functions[0][0]) == ()


def test_but_of_another_library_s_own_function_it_is():
    torch = pytest.importorskip("torch")

    class Tripled(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 3

        @staticmethod
        def backward(ctx, g):
            return g * 3

    [found] = sources(Tripled.apply(torch.ones(1, requires_grad=True)).grad_fn)
    assert found.code.splitlines()[-1] == "    return g * 3"
