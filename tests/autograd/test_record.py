"""How a call records itself; the two quick paths against the one that is the specification."""

import importlib
import importlib.util
import json
import sys
from pathlib import Path

import numpy as np
import pytest

import minigrad
from minigrad.autograd import record
from minigrad.autograd.node import OPS
from minigrad.autograd.record import general
from tests.autograd.twins import HOLDERS, STORED
from tests.nn.twins import assert_like, outcome

PACKAGE = Path(minigrad.__file__)
ROWS = {name: call for name, call in OPS.items() if hasattr(call, "op")}
UNARY = [
    name
    for name, call in ROWS.items()
    if call.op.n == 1 and call.op.outputs == ("result",) and not call.op.view and not call.op.attrs
]
WRITTEN = [f"_{name}_tensor" for name in ("eq", "ne", "lt", "le", "gt", "ge")]  # only in place
BINARY = [
    name
    for name, call in ROWS.items()
    if call.op.elementwise and call.op.n == 2 and name not in WRITTEN
]


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
        inner = importlib.import_module(f"{name}.autograd.record")
        inner.unary = inner.general
        inner.binary = lambda op, refuse: guarded(inner, op, refuse)
        spec.loader.exec_module(package)
        yield package
    finally:
        for module in [m for m in sys.modules if m == name or m.startswith(name + ".")]:
            del sys.modules[module]


def guarded(inner, op, refuse):
    """`general`, for two operands: what it cannot take is answered as `binary` answers it."""
    call = inner.general(op)

    def operator(input, other):
        known = (int, float, np.generic)
        if any(inner.is_tensor(x) for x in (input, other)):
            if not inner.is_tensor(input) or not (
                inner.is_tensor(other) or isinstance(other, known)
            ):
                return refuse(input, other)
            return call(input, other)
        return call(input, other) if inner.current.mode.bare else refuse(input, other)

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


# ------------------------------------------------------------------ one call, recorded both ways


def traits(x, inputs):
    """What can be told of a result and its node, with inputs named by their place."""
    node, array = x._edge and x._edge[0], x._array
    told = {
        "array": (array.dtype, array.shape, repr(array.tolist())),
        "requires_grad": x.requires_grad,
        "version": x._version,
    }
    if node is None:
        return told
    places = {id(t): place for place, t in enumerate(inputs)}
    saved = [repr(places.get(id(v), v.tolist() if hasattr(v, "tolist") else v)) for v in node.saved]
    versions = [v if not isinstance(v, tuple) else v[1] for v in node.versions]
    kept = [v for v in node.versions if isinstance(v, tuple) and v[0] is not None]
    own = [v[0] is x._counter for v, s in zip(kept, node.saved[len(node.saved) - len(kept) :])]
    return told | {
        "class": node.op.node,
        "edges": [edge and (edge[0], edge[1]) for edge in node.edges],
        "saved": saved,
        "versions": [v for v, s in zip(versions, node.saved) if s is not None],
        "counter": own if node.saved and node.saved[-1] is not None else None,
        "attrs": node.attrs or {},
        "shapes": node.shapes,
        "casts": node.casts,
    }


def tensors(requires, dtypes=("float32", "float32"), shapes=((2, 3), (3,))):
    rng = np.random.default_rng(3)
    made = []
    for needs, dtype, shape in zip(requires, dtypes, shapes):
        array = (rng.uniform(1, 5, size=shape)).astype(dtype)
        made.append(minigrad.tensor(array, requires_grad=bool(needs) and array.dtype.kind == "f"))
    return made


def same(name, *inputs):
    quick, slow = ROWS[name], general(ROWS[name].op)
    assert_same(outcome_of(quick, inputs), outcome_of(slow, inputs))


def outcome_of(call, inputs):
    try:
        return traits(call(*inputs), inputs)
    except (RuntimeError, TypeError, NotImplementedError) as error:
        return {"error": (type(error), str(error))}


def assert_same(quick, slow):
    assert quick.keys() == slow.keys()
    for key, value in quick.items():
        assert value == slow[key], key


@pytest.mark.parametrize("needs", [True, False])
@pytest.mark.parametrize("name", UNARY)
def test_one_input_is_recorded_as_specified(name, needs):
    for dtype, shape in (("float32", (2, 3)), ("float64", ()), ("int64", (2,)), ("bool", (2,))):
        same(name, *tensors([needs], [dtype], [shape]))
    (x,) = tensors([needs])
    same(name, x * 1)
    with minigrad.no_grad():
        same(name, x)


@pytest.mark.parametrize("requires", [(0, 0), (1, 0), (0, 1), (1, 1)])
@pytest.mark.parametrize("name", BINARY)
def test_two_inputs_are_recorded_as_specified(name, requires):
    same(name, *tensors(requires))
    same(name, *tensors(requires, ("float32", "float64")))
    same(name, *tensors(requires, ("int64", "float32")))
    same(name, *tensors(requires, ("float64", "int8"), ((), (2,))))
    same(name, *tensors(requires, ("float32", "float32"), ((), ())))
    same(name, *tensors(requires, ("int32", "uint8"), ((2, 1), (3,))))
    same(name, *tensors(requires, ("float32", "float32"), ((2,), (3,))))
    x, y = tensors(requires)
    same(name, x * 1, y * 1)
    same(name, x, x)
    for number in (2, 1.5, True, np.float64(2.5), np.int64(3)):
        same(name, x, number)
        same(name, tensors([False], ["int64"], [(2,)])[0], number)
    with minigrad.no_grad():
        same(name, x, y)


def test_there_is_something_to_compare():
    assert {"exp", "relu", "neg", "clone"} <= set(UNARY) and {"add", "mul", "div"} <= set(BINARY)


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
    assert str(minigrad.exp.__signature__) == "(input: Tensor) -> Tensor".replace(
        "Tensor", "'Tensor'"
    )


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


def test_exports_for_the_tables():
    assert record.untracked is not None and record.explained is not None
