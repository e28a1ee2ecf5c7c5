"""What a sample does on a library, as plain data: values, derivatives, the node, what it saved."""

import importlib
import json
import math
from pathlib import Path

import numpy as np

from tests.ops.sample import typed_values, values

STORED = Path(__file__).with_name("samples.json")  # what torch gave, to a few digits
# Of nll_loss, logsigmoid, Gauss's elimination, std_mean: minigrad works them out again.
UNSAVED = ("_saved_total_weight", "_saved_buffer", "_saved_LU", "_saved_pivots", "_saved_result0")


def library(name):
    """minigrad or torch, with the parts that samples name."""
    found = importlib.import_module(name)
    importlib.import_module(f"{name}.nn.functional")
    return found


def observe(lib, sample, case):
    """All that is to be compared, in float64."""
    inputs = leaves(lib, sample, case)
    outs = results(sample, lib, inputs)
    told = {"results": [seen(out) for out in outs]}
    tracked = [out for out in outs if out.requires_grad]
    told["nodes"] = [node(out) for out in tracked]
    if tracked and sample.smooth:
        told["orders"] = orders(lib, sample, inputs, tracked, 3 if case is sample.cases[0] else 2)
        told["again"] = backward_twice(lib, sample, case)
    return told


def leaves(lib, sample, case, dtype="float64", lay_out=np.asarray):
    """The sample's inputs as leaves that require grad."""
    arrays = [lay_out(values(sample, place, shape)) for place, shape in enumerate(case)]
    return [leaf(lib, array, dtype) for array in arrays]


def leaf(lib, array, dtype="float64"):
    x = lib.from_numpy(array) if array.ndim else lib.tensor(float(array), dtype=lib.float64)
    return x.to(getattr(lib, dtype)).requires_grad_()


def results(sample, lib, inputs):
    out = sample.call(lib, *inputs)
    return list(out) if isinstance(out, (tuple, list)) else [out]


def seen(x):
    """A result: its numbers and how it shows them."""
    return {
        "values": numbers(x),
        "shape": list(x.shape),
        "dtype": str(x.dtype).rpartition(".")[2],
        "view": x._is_view(),
    }


def numbers(x):
    """The elements in a row."""
    return x.detach().clone().reshape(-1).tolist()


def node(x):
    """The node that made a result: its name, those behind it, the tensors that it saved."""
    made = x.grad_fn
    edges = [parent and type(parent).__name__ for parent, _ in made.next_functions]
    kept = {
        name: saved(getattr(made, name))
        for name in sorted(dir(made))
        if name.startswith("_saved_") and name not in UNSAVED
    }
    name = type(made).__name__
    return {
        "name": name,
        # PyTorch's NotImplemented has no edge for an operand that needs none.
        "next": [edge for edge in edges if edge or name != "NotImplemented"],
        "saved": {name: value for name, value in kept.items() if value is not None},
    }


def saved(value):
    """The numbers of a saved tensor, or of several; None for what is no tensor."""
    if isinstance(value, tuple):
        found = [saved(part) for part in value]
        return found if any(found) else None
    return numbers(value) if hasattr(value, "requires_grad") else None


def orders(lib, sample, inputs, outs, most):
    """Gradients of the sum of all results, weighted; then those of their own weighted sum; …"""
    told = []
    seeds = [weights(lib, sample, out.shape, -1) for out in outs]
    for order in range(most):
        outs = lib.autograd.grad(
            outs, inputs, seeds, create_graph=True, allow_unused=True, materialize_grads=True
        )
        told.append([numbers(g) for g in outs])
        outs = [g for g in outs if g.requires_grad]
        if not outs:
            break
        if order == 0:
            inputs = [*inputs, *(seed for seed in seeds)]
        seeds = [weights(lib, sample, g.shape, order) for g in outs]
    return told


def weights(lib, sample, shape, order):
    """Where gradients start: some numbers, that themselves require grad."""
    shape = tuple(shape)
    return leaf(lib, values(sample._replace(low=-1.5, high=1.5), f"seed {order}", shape))


def backward_twice(lib, sample, case):
    """Whether a second backward through the same graph raises."""
    inputs = leaves(lib, sample, case)
    outs = [out for out in results(sample, lib, inputs) if out.requires_grad]
    seeds = [weights(lib, sample, out.shape, -1) for out in outs]
    lib.autograd.backward(outs, seeds)
    try:
        lib.autograd.backward(outs, seeds)
    except RuntimeError as error:
        return str(error).partition(" (")[0]
    return "passes"


TYPES = ["float32", "float64", "int64", "int32", "int8", "uint8", "bool"]


def types(lib, sample):
    """The type and the first numbers of the first case in every type; or the error."""
    return {dtype: of_type(lib, sample, dtype) for dtype in TYPES}


def of_type(lib, sample, dtype):
    inputs = [
        lib.tensor(typed_values(sample, place, shape, dtype).tolist(), dtype=lib.float64).to(
            getattr(lib, dtype)
        )
        for place, shape in enumerate(sample.cases[0])
    ]
    try:
        outs = results(sample, lib, inputs)
    except (RuntimeError, NotImplementedError, TypeError) as error:
        return type(error).__name__, str(error)
    return [(str(out.dtype).rpartition(".")[2], numbers(out)[:4]) for out in outs]


def plain(told, digits=17):
    """As JSON gives it back, with so many digits of each float."""
    return json.loads(json.dumps(told), parse_float=lambda text: float(f"{float(text):.{digits}g}"))


def differences(found, expected, tolerance, path=""):
    """Where two observations differ: the place, and both values."""
    if isinstance(found, float) and isinstance(expected, float):
        if not math.isclose(found, expected, rel_tol=tolerance, abs_tol=tolerance):
            if not (math.isnan(found) and math.isnan(expected)):
                yield path, found, expected
    elif isinstance(found, dict) and isinstance(expected, dict):
        for key in {**found, **expected}:
            yield from differences(found.get(key), expected.get(key), tolerance, f"{path}.{key}")
    elif isinstance(found, list) and isinstance(expected, list) and len(found) == len(expected):
        for place, pair in enumerate(zip(found, expected, strict=True)):
            yield from differences(*pair, tolerance, f"{path}[{place}]")
    elif found != expected:
        yield path, found, expected
