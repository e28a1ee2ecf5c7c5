"""The table of methods: each is the operation of its name, and PyTorch has it too."""

import pytest

import minigrad
from minigrad._operations import Operations
from minigrad.autograd.graph import OPS

METHODS = {name: found for name, found in vars(Operations).items() if not name.startswith("_")}


def test_a_method_that_is_a_row_has_its_name():
    aliases = {"absolute": "abs", "multiply": "mul", "divide": "div"}
    aliases |= {"subtract": "sub", "negative": "neg"}
    rows = {name: found.op.label for name, found in METHODS.items() if hasattr(found, "op")}
    assert len(rows) > 50
    wrong = {name: row for name, row in rows.items() if row != aliases.get(name, name.rstrip("_"))}
    assert not wrong


def test_every_method_is_one_of_torchs():
    torch = pytest.importorskip("torch")
    assert not [name for name in METHODS if not hasattr(torch.Tensor, name)]


def test_a_function_with_the_name_of_a_method_is_that_method():
    shared = [name for name in METHODS if name in OPS and name in minigrad.__all__]
    assert len(shared) > 50
    assert all(getattr(minigrad, name) is METHODS[name] for name in shared if name in vars(minigrad))
