"""How a call records itself; the two quick paths against the one that is the specification."""

import importlib
import importlib.util
import json
import sys
import types
from pathlib import Path

import numpy as np
import pytest

import minigrad
from minigrad.autograd.node import OPS
from tests.autograd.twins import HOLDERS, STORED
from tests.nn.twins import assert_like, outcome

PACKAGE = Path(minigrad.__file__)
ROWS = {name: call for name, call in OPS.items() if hasattr(call, "op")}
# ------------------------------------------------------------------ everything, on `general` alone


@pytest.fixture(scope="module")
def specification():
    """A second minigrad, under another name, whose every operation is called through `general`."""
    name = "minigrad_general"
    spec = importlib.util.spec_from_file_location(
        name, PACKAGE, submodule_search_locations=[str(PACKAGE.parent)]
    )
    package = sys.modules[name] = importlib.util.module_from_spec(spec)
    try:
        fast = sys.modules[f"{name}.autograd.fast"] = types.ModuleType(f"{name}.autograd.fast")
        fast.quickest = lambda op: specified(record(name), op)
        fast.binary = lambda op, refuse: guarded(record(name), op, refuse)
        spec.loader.exec_module(package)
        yield package
    finally:
        for module in [m for m in sys.modules if m == name or m.startswith(name + ".")]:
            del sys.modules[module]


def record(name):
    return importlib.import_module(f"{name}.autograd.record")


def specified(inner, op):
    if op.n == 2 and not op.attrs and (op.elementwise or op.edge_places == [0, 1]):
        return guarded(inner, op, lambda *operands: inner.reject(op, *operands))
    return inner.general(op)


def guarded(inner, op, refuse):
    """`general`, for two operands: what it cannot take is answered as `binary` answers it."""
    call = inner.general(op)

    def operator(*operands):
        takes = inner.current.mode.raw or inner.takes(op, operands)
        return call(*operands) if takes else refuse(*operands)

    return operator


@pytest.mark.parametrize("holder", HOLDERS)
def test_the_specification_does_all_that_the_quick_paths_do(specification, holder):
    expected = json.loads(STORED.read_text(encoding="utf-8"))[holder]
    cases = importlib.import_module(holder).case.all
    assert cases.keys() == expected.keys()
    for name, function in cases.items():
        found = outcome(function, specification)
        try:
            assert_like(found, expected[name], "general")
        except AssertionError as error:
            raise AssertionError(name) from error


# ------------------------------------------------------------------ what recording leaves behind


def test_a_row_without_rules_is_not_recorded():
    x = minigrad.ones(2, requires_grad=True)
    assert not (x > 0).requires_grad and not (x == x).requires_grad
    assert not x.argmax().requires_grad and (x > 0).is_leaf


def test_several_outputs_come_with_names():
    found = minigrad.tensor([[1.0, 5.0], [7.0, 2.0]], requires_grad=True).max(1)
    assert type(found).__name__ == "max" and found._fields == ("values", "indices")
    assert repr(found) == (
        "minigrad.return_types.max(\nvalues=tensor([5., 7.], grad_fn=<MaxBackward0>),\n"
        "indices=tensor([1, 0]))"
    )
    assert found.values.output_nr == 0 and not found.indices.requires_grad
    assert type(found) is type(minigrad.ones(2, 2).max(0))


def test_a_call_has_the_face_of_its_forward():
    assert minigrad.mul.__name__ == "mul" and "Elementwise product" in minigrad.mul.__doc__
    assert minigrad.mul.__module__ == "minigrad.ops.arithmetic"
    assert str(minigrad.exp.__signature__) == "(input: 'Tensor', *, out=None) -> 'Tensor'"


def test_bare_arrays_are_for_rules_alone():
    for call in (minigrad.exp, minigrad.clone, lambda x: minigrad.mul(x, x)):
        with pytest.raises(TypeError, match=r"must be Tensor, not numpy\.ndarray"):
            call(np.ones(2))


def test_a_zero_dim_result_is_a_number_until_it_is_shared():
    x = minigrad.tensor(2.0, requires_grad=True)
    y = x * 3
    assert isinstance(y._array, np.float32)
    assert isinstance(y.detach()._array, np.ndarray) and isinstance(y._array, np.ndarray)
    y.backward()
    assert x.grad.item() == 3.0


def test_a_view_is_caught_up_before_it_is_recorded():
    y = minigrad.ones(2, 2, requires_grad=True) * 1
    v, w = y[0], y[1]
    y.mul_(2)
    assert (v + w).grad_fn.next_functions[0][0].name() == "AsStridedBackward0"
    y.mul_(2)
    assert v.exp().grad_fn.next_functions[0][0].name() == "AsStridedBackward0"
