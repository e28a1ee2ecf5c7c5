"""Every row of `OPS` on its samples: against PyTorch, finite differences, and itself."""

import json
import re
import threading
import warnings

import numpy as np
import pytest

from minigrad.autograd.node import OPS
from tests.ops.observe import (
    STORED,
    differences,
    leaf,
    leaves,
    library,
    observe,
    of_type,
    plain,
    results,
    types,
    weights,
)
from tests.ops.sample import values
from tests.ops.samples import SAMPLES

TWINS = [sample for sample in SAMPLES if sample.twin]
SMOOTH = [sample for sample in SAMPLES if sample.smooth]


def stored(kind):
    return json.loads(STORED.read_text(encoding="utf-8"))[kind]


def cases(samples):
    return [
        pytest.param(sample, case, id=f"{sample.id} {case}")
        for sample in samples
        for case in sample.cases
    ]


def ids(samples):
    return [pytest.param(sample, id=sample.id) for sample in samples]


def test_every_row_has_a_sample_and_every_sample_a_row():
    rows = {name for name, call in OPS.items() if hasattr(call, "op")}
    assert rows == {sample.row for sample in SAMPLES}


@pytest.mark.parametrize("sample", ids(SMOOTH))
def test_a_sample_is_made_by_its_row(sample):
    lib = library("minigrad")
    out = results(sample, lib, leaves(lib, sample, sample.cases[0]))[0]
    assert type(out.grad_fn) is OPS[sample.row].op.node


@pytest.mark.parametrize("where", ["minigrad", "torch"])
def test_samples_do_what_torch_does(where):
    """Values, shapes, views, nodes, what is saved, derivatives to third order, backward twice."""
    pytest.importorskip(where)
    expected, wrong = stored("samples"), []
    for sample in TWINS:
        for case in sample.cases:
            name = f"{sample.id} {case}"
            found = plain(observe(library(where), sample, case))
            wrong += [(name, *d) for d in differences(found, expected[name], 2e-4)]
    assert not wrong


def test_samples_do_what_torch_does_to_the_last_digits():
    pytest.importorskip("torch")
    wrong = []
    for sample in TWINS:
        for case in sample.cases:
            found, expected = (
                plain(observe(library(name), sample, case)) for name in ("minigrad", "torch")
            )
            wrong += [(f"{sample.id} {case}", *d) for d in differences(found, expected, 1e-11)]
    assert not wrong


@pytest.mark.parametrize("where", ["minigrad", "torch"])
def test_types_are_torchs(where):
    """The type of the result for inputs of every type; of what torch refuses, that of the error."""
    pytest.importorskip(where)
    expected, wrong = stored("types"), []
    for sample in TWINS:
        found = plain(types(library(where), sample))
        for dtype, told in expected[sample.id].items():
            name, mine = f"{sample.id} {dtype}", found[dtype]
            if isinstance(told[0], str):  # an error
                if dtype == "bool":  # minigrad takes some bools for numbers
                    continue
                told, mine = told[:1], mine[:1]
            wrong += [(name, *d) for d in differences(mine, told, 4e-3)]
    assert not wrong


@pytest.mark.parametrize(("sample", "case"), cases(SMOOTH))
def test_derivatives_are_those_of_finite_differences(sample, case):
    """The derivative along a random direction, of the weighted sum of the results."""
    lib = library("minigrad")
    inputs = leaves(lib, sample, case)
    outs = [out for out in results(sample, lib, inputs) if out.requires_grad]
    seeds = [weights(lib, sample, out.shape, 0) for out in outs]
    grads = lib.autograd.grad(outs, inputs, seeds, allow_unused=True, materialize_grads=True)
    draw = np.random.RandomState(5)
    ways = [draw.randn(*shape) for shape in case]
    along = sum((g.numpy() * way).sum() for g, way in zip(grads, ways, strict=True))
    constant = sample.row in ("_to_copy",)  # it rounds
    step = 1e-3 if constant else 1e-6

    def at(distance):
        moved = [
            leaf(lib, np.asarray(values(sample, place, shape) + distance * way))
            for place, (shape, way) in enumerate(zip(case, ways, strict=True))
        ]
        outs = [out for out in results(sample, lib, moved) if out.requires_grad]
        pairs = zip(outs, seeds, strict=True)
        return sum(float((out * seed).sum().detach()) for out, seed in pairs)

    measured = (at(step) - at(-step)) / (2 * step)
    assert measured == pytest.approx(along, rel=1e-3 if constant else 1e-6, abs=1e-6)


@pytest.mark.parametrize(("sample", "case"), cases([s for s in SAMPLES if s.row != "view"]))
@pytest.mark.parametrize("lay_out", ["turned", "spread", "reversed"])
def test_the_layout_of_the_memory_does_not_matter(sample, case, lay_out):
    lib = library("minigrad")
    told = []
    for layout in (np.asarray, LAYOUTS[lay_out]):
        arrays = [layout(values(sample, place, shape)) for place, shape in enumerate(case)]
        inputs = [laid(lib, array) for array in arrays]
        outs = results(sample, lib, inputs)
        told.append([out.detach().clone().numpy() for out in outs])
        tracked = [out for out in outs if out.requires_grad]
        if tracked and sample.smooth:
            seeds = [weights(lib, sample, out.shape, 0) for out in tracked]
            grads = lib.autograd.grad(tracked, inputs, seeds, allow_unused=True)
            told[-1] += [g.numpy() for g in grads if g is not None]
    for expected, found in zip(*told, strict=True):
        np.testing.assert_allclose(found, expected, rtol=1e-13)


def laid(lib, array):
    """A leaf on the very memory of `array`, which may lie backwards."""
    x = lib.zeros(array.shape, dtype=lib.float64)
    x._array = array
    return x.requires_grad_()


def turned(array):
    return array.T.copy().T


def spread(array):
    """Every other place of a larger array."""
    larger = np.full([2 * n + 1 for n in array.shape], np.nan)
    part = larger[(*(slice(0, 2 * n, 2) for n in array.shape), ...)]
    part[...] = array
    return part


def backwards(array):
    turn_round = (*[slice(None, None, -1)] * array.ndim, ...)
    return array[turn_round].copy()[turn_round]


LAYOUTS = {"turned": turned, "spread": spread, "reversed": backwards}


@pytest.mark.parametrize("sample", ids([s for s in SMOOTH if s.twin]))
def test_gradients_keep_the_type(sample):
    """In float32, and with inputs of two types, each gradient has the type of its input."""
    lib = library("minigrad")
    case = sample.cases[0]
    for dtypes in (["float32"] * len(case), ["float64", "float32", "float64"][: len(case)]):
        inputs = [
            leaf(lib, values(sample, place, shape), dtype)
            for place, (shape, dtype) in enumerate(zip(case, dtypes, strict=True))
        ]
        try:
            outs = [out for out in results(sample, lib, inputs) if out.requires_grad]
        except RuntimeError as error:
            words = "same dtype|scalar type|[Ff]ound dtype|expected dtype|src.dtype|dtypes match"
            assert re.search(words, str(error)), error
            continue
        lib.autograd.backward(outs, [lib.ones_like(out) for out in outs])
        assert [x.grad.dtype for x in inputs if x.grad is not None] == [
            x.dtype for x in inputs if x.grad is not None
        ]


def everything():
    """All samples in all types and, where smooth, backward; with 0, nan, infinity and more."""
    lib = library("minigrad")
    for sample in TWINS:
        for dtype in ("float32", "int64", "uint8"):
            of_type(lib, sample, dtype)
        if sample.smooth:
            plain(observe(lib, sample._replace(low=-700.0, high=900.0), sample.cases[0]))
    edge = [0.0, -0.0, float("nan"), float("inf"), -float("inf"), 1e300, -1e300, 1e-320]
    for sample in [s for s in TWINS if s.smooth and len(s.cases[0]) <= 2]:
        inputs = [leaf(lib, np.array(edge)) for _ in sample.cases[0]]
        try:
            outs = [out for out in results(sample, lib, inputs) if out.requires_grad]
        except (RuntimeError, IndexError, ValueError):
            continue  # it wants another shape
        lib.autograd.backward(outs, [lib.ones_like(out) for out in outs])


def test_nothing_warns():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        everything()


def test_nothing_warns_in_a_second_thread():
    """NumPy's settings belong to a thread: a new one begins with warnings on."""
    raised = []

    def work():
        try:
            everything()
        except BaseException as error:
            raised.append(error)

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
    assert raised == []
