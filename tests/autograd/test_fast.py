"""The quick calls of one and two inputs do what `general`, the specification, does."""

import numpy as np
import pytest

import minigrad
from minigrad.autograd.node import OPS
from minigrad.autograd.record import general

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
        "class": node.op.node_class,
        "edges": [edge and (edge[0], edge[1]) for edge in node.edges],
        "saved": saved,
        "versions": [v for v, s in zip(versions, node.saved) if s is not None],
        "counter": own if node.saved and node.saved[-1] is not None else None,
        "attrs": node.attrs or {},
        "shapes": node.shapes,
        "input_dtypes": node.input_dtypes,
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
    assert {"exp", "relu", "neg", "clone"} <= set(UNARY) and {"_add", "mul", "_div"} <= set(BINARY)


def test_an_integer_too_large_for_the_default_type_becomes_infinite():
    minigrad.set_default_dtype(minigrad.float16)
    try:
        assert minigrad.tensor([10**6]).sqrt().item() == float("inf")
    finally:
        minigrad.set_default_dtype(minigrad.float32)
