"""The registry: one declaration gives function, method and twin, and nothing comes later."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import minigrad
from minigrad.autograd.registry import FUNCTIONS, METHODS, op, public
from minigrad.backend import Array


@pytest.fixture
def registered(monkeypatch):
    """Enter what a test declares in copies of the two tables."""
    for name, table in {"FUNCTIONS": FUNCTIONS, "METHODS": METHODS}.items():
        monkeypatch.setattr(f"minigrad.autograd.registry.{name}", {})
        assert table
    from minigrad.autograd import registry

    monkeypatch.setattr("minigrad.autograd.registry.OPS", {})
    return lambda: (set(registry.FUNCTIONS), set(registry.METHODS))


def declared(**flags):
    @public(**flags)
    @op(r"2x", input=(lambda g: 2 * g, r"2g"))
    def twice(input: Array) -> Array:
        return 2 * input

    return twice


@pytest.mark.parametrize(
    ("flags", "functions", "methods"),
    [
        ({"function": True}, {"twice"}, set()),
        ({"method": True}, {"twice"}, {"twice"}),
        ({"function": False, "method": True}, set(), {"twice"}),
        ({"method": True, "in_place": True}, {"twice", "twice_"}, {"twice", "twice_"}),
        (
            {"method": True, "in_place": True, "aliases": ("double",)},
            {"twice", "twice_", "double", "double_"},
            {"twice", "twice_", "double", "double_"},
        ),
    ],
)
def test_a_declaration_says_where_it_can_be_called(flags, functions, methods, registered):
    declared(**flags)
    assert registered() == (functions, methods)


def test_every_entry_is_what_users_call():
    assert all(getattr(minigrad, name) is call for name, call in FUNCTIONS.items())
    assert all(hasattr(minigrad.Tensor, name) for name in METHODS)


def test_as_torch_what_writes_into_its_input_is_a_function_too():
    torch = pytest.importorskip("torch")
    several = ("addmv_",)  # it has more inputs than one, and hardly anyone calls the function
    twins = [name for name in METHODS if name.endswith("_") and name not in several]
    assert [n for n in twins if n in FUNCTIONS] == [n for n in twins if hasattr(torch, n)]
    x = minigrad.zeros(2)
    assert minigrad.cos_(x) is x
    assert (x.tolist(), x._version) == ([1.0, 1.0], 1)
    with pytest.raises(TypeError):  # the input is what it is written to
        minigrad.clamp_(x, 0, 1, out=x)


def test_nothing_is_set_on_a_row_after_its_declaration():
    package = Path(minigrad.__file__).parent
    late = [
        f"{path.name}:{node.lineno}"
        for path in (package / "ops").glob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
        if "_view." not in ast.unparse(node) and not node.attr.startswith("_")  # a tensor's
    ]
    assert late == []
