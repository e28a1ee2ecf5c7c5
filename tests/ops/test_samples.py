"""Every row of `OPS` on its samples: against PyTorch, finite differences, and itself."""

import functools
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
from tests.together import all_pass

TWINS = [sample for sample in SAMPLES if sample.twin]
SMOOTH = [sample for sample in SAMPLES if sample.smooth]


@functools.cache
def stored():
    return json.loads(STORED.read_text(encoding="utf-8"))


def cases(samples):
    return [(f"{sample.id} {case}", sample, case) for sample in samples for case in sample.cases]


def first_cases(samples):
    return [(sample.id, sample, sample.cases[0]) for sample in samples]


def test_every_row_has_a_sample_and_every_sample_a_row():
    rows = {name for name, call in OPS.items() if hasattr(call, "op")}
    sampled = {sample.row for sample in SAMPLES}
    assert rows - sampled == set(), "write each a Sample in the tests/ops/samples_*.py that fits"
    assert sampled <= rows


def test_a_sample_is_made_by_its_row():
    lib = library("minigrad")

    def made(sample, case):
        out = results(sample, lib, leaves(lib, sample, case))[0]
        assert type(out.grad_fn) is OPS[sample.row].op.node_class

    all_pass(made, first_cases(SMOOTH))


@functools.cache
def observed(where):
    """What the library makes of each case; asked once."""
    lib = library(where)
    return {name: plain(observe(lib, sample, case)) for name, sample, case in cases(TWINS)}


def all_alike(found, expected, tolerance):
    def alike(name):
        wrong = list(differences(found[name], expected[name], tolerance))
        assert not wrong, f"{wrong[:3]}"

    all_pass(alike, [(name, name) for name in found])


@pytest.mark.parametrize("where", ["minigrad", "torch"])
def test_samples_do_what_torch_does(where):
    """Values, shapes, views, nodes, what is saved, derivatives to third order, backward twice."""
    pytest.importorskip(where)
    all_alike(observed(where), stored()["samples"], 2e-4)


def test_samples_do_what_torch_does_to_the_last_digits():
    pytest.importorskip("torch")
    all_alike(observed("minigrad"), observed("torch"), 1e-11)


@pytest.mark.parametrize("where", ["minigrad", "torch"])
def test_types_are_torchs(where):
    """The type of the result for inputs of every type; of what torch refuses, that of the error."""
    pytest.importorskip(where)
    expected, wrong = stored()["types"], []
    for sample in TWINS:
        found = plain(types(library(where), sample))
        for dtype, told in expected[sample.id].items():
            name, mine = f"{sample.id} {dtype}", found[dtype]
            if isinstance(told[0], str):  # an error
                if dtype == "bool":  # minigrad takes some bools for numbers
                    continue
                told, mine = told[:1], mine[:1]
            wrong += [(name, *d) for d in differences(mine, told, 4e-3)]
    assert not wrong, "\n".join(map(str, wrong))


def test_derivatives_that_torch_does_not_have_are_those_of_finite_differences():
    """The derivative along a random direction, of the weighted sum of the results."""
    all_pass(derivative_fits, cases([sample for sample in SMOOTH if not sample.twin]))


def derivative_fits(sample, case):
    lib = library("minigrad")
    inputs = leaves(lib, sample, case)
    outs = [out for out in results(sample, lib, inputs) if out.requires_grad]
    seeds = [weights(lib, sample, out.shape, 0) for out in outs]
    grads = lib.autograd.grad(outs, inputs, seeds, allow_unused=True, materialize_grads=True)
    draw = np.random.RandomState(5)
    ways = [draw.randn(*shape) for shape in case]
    along = sum((g.numpy() * way).sum() for g, way in zip(grads, ways, strict=True))

    def at(distance):
        moved = [
            leaf(lib, np.asarray(values(sample, place, shape) + distance * way))
            for place, (shape, way) in enumerate(zip(case, ways, strict=True))
        ]
        outs = [out for out in results(sample, lib, moved) if out.requires_grad]
        pairs = zip(outs, seeds, strict=True)
        return sum(float((out * seed).sum().detach()) for out, seed in pairs)

    measured = (at(1e-6) - at(-1e-6)) / 2e-6
    assert measured == pytest.approx(along, rel=1e-6, abs=1e-6)


def test_the_layout_of_the_memory_does_not_matter():
    all_pass(layouts_agree, cases([sample for sample in SAMPLES if sample.row != "view"]))


def layouts_agree(sample, case):
    expected = in_layout(sample, case, np.asarray)
    for layout in (turned, spread, backwards):
        for wanted, found in zip(expected, in_layout(sample, case, layout), strict=True):
            np.testing.assert_allclose(found, wanted, rtol=1e-13, err_msg=layout.__name__)


def in_layout(sample, case, layout):
    """Results, and gradients where there are any, for inputs that lie so in memory."""
    lib = library("minigrad")
    arrays = [layout(values(sample, place, shape)) for place, shape in enumerate(case)]
    inputs = [laid(lib, array) for array in arrays]
    outs = results(sample, lib, inputs)
    told = [out.detach().clone().numpy() for out in outs]
    tracked = [out for out in outs if out.requires_grad]
    if tracked and sample.smooth:
        seeds = [weights(lib, sample, out.shape, 0) for out in tracked]
        grads = lib.autograd.grad(tracked, inputs, seeds, allow_unused=True)
        told += [g.numpy() for g in grads if g is not None]
    return told


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


ONE_TYPE = (["float16"] * 9, ["float32"] * 9, ["float64"] * 9)
TWO_TYPES = ["float64", "float32", "float64"]
TYPES_DIFFER = (
    "same dtype|Input dtypes|scalar type|[Ff]ound dtype|expected dtype|src.dtype|dtypes match|"
    "promoting|precision|Half|double, cfloat"
)


def test_gradients_keep_the_type():
    """Each gradient, and each gradient of these, has the type of its input, of one type or two."""
    all_pass(types_kept, first_cases(SMOOTH))


def types_kept(sample, case):
    lib = library("minigrad")
    given = [*ONE_TYPE, *([TWO_TYPES] if sample.twin and len(case) <= 3 else [])]
    for dtypes in (kinds[: len(case)] for kinds in given):
        inputs = [
            leaf(lib, values(sample, place, shape), dtype)
            for place, (shape, dtype) in enumerate(zip(case, dtypes, strict=True))
        ]
        try:
            outs = [out for out in results(sample, lib, inputs) if out.requires_grad]
        except RuntimeError as error:
            assert re.search(TYPES_DIFFER, str(error)), error
            continue
        seeds = [lib.ones_like(out) for out in outs]
        plainly = lib.autograd.grad(outs, inputs, seeds, retain_graph=True, allow_unused=True)
        slopes = lib.autograd.grad(outs, inputs, seeds, create_graph=True, allow_unused=True)
        of_slopes = [g for g in slopes if g is not None and g.requires_grad]
        for found in (plainly, slopes, of_slopes and slopes_of(lib, of_slopes, inputs)):
            kinds = [(g.dtype, x.dtype) for g, x in zip(found, inputs) if g is not None]
            assert [kind for kind, _ in kinds] == [kind for _, kind in kinds]


def slopes_of(lib, outs, inputs):
    return lib.autograd.grad(outs, inputs, [lib.ones_like(o) for o in outs], allow_unused=True)


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
