"""The table of methods: each is the operation of its name, and PyTorch has it too."""

import pytest

from minigrad._operations import Operations

METHODS = {name: found for name, found in vars(Operations).items() if not name.startswith("_")}


def test_a_method_that_is_a_row_has_its_name():
    aliases = {"absolute": "abs", "multiply": "mul", "divide": "div"}
    aliases |= {"subtract": "sub", "negative": "neg", "true_divide": "div"}
    aliases |= {f"arc{name}": f"a{name}" for name in ("sin", "cos", "tan", "tan2")}
    aliases |= {"not_equal": "ne", "less": "lt", "less_equal": "le", "greater": "gt"}
    aliases |= {"greater_equal": "ge", "swapaxes": "transpose", "swapdims": "transpose"}
    aliases |= {"fix": "trunc", "det": "linalg_det"}
    rows = {name: found.op.label for name, found in METHODS.items() if hasattr(found, "op")}
    assert len(rows) > 50
    plain = {name: name.rstrip("_") for name in rows}
    wrong = {n: row for n, row in rows.items() if row != aliases.get(plain[n], plain[n])}
    assert not wrong


def test_every_method_is_one_of_torchs():
    torch = pytest.importorskip("torch")
    assert not [name for name in METHODS if not hasattr(torch.Tensor, name)]
