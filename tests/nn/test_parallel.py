import warnings

import pytest

import minigrad
from minigrad import nn


def test_it_is_the_module_itself_and_says_so_once(monkeypatch):
    monkeypatch.setattr(nn.DataParallel, "_said", False)
    module = nn.Linear(2, 1)
    with pytest.warns(UserWarning, match="runs the module on one device, as it is"):
        model = nn.DataParallel(module, device_ids=[0, 1])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        nn.parallel.DataParallel(module)
    x = minigrad.ones(3, 2)
    assert model.module is module
    assert minigrad.equal(model(x), module(x))
    assert list(model.state_dict()) == ["module.weight", "module.bias"]
    assert str(model).splitlines()[:2] == ["DataParallel(", f"  (module): {module}"]
    assert [p is q for p, q in zip(model.parameters(), module.parameters())] == [True, True]
