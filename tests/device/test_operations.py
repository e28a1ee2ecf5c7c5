"""Every sample of every operation on "cuda": forward, backward, double backward; both orders."""

import pytest

from minigrad.autograd.node import OPS
from tests.device.compare import check, difference
from tests.ops.observe import TYPES, leaves, results, weights
from tests.ops.sample import typed_values
from tests.ops.samples import SAMPLES

# Their samples bring a constant that lies on the CPU; embedding and masked_select run them, too.
ELSEWHERE = {"_added_rows", "_masked_scatter"}


def swapped(sample):
    """The same with its two operands in the other order, and of the other's shapes."""
    cases = [case[::-1] for case in sample.cases]
    return sample._replace(call=lambda lib, x, y: sample.call(lib, y, x), cases=cases)


def cases():
    """Names, and what they name."""
    for sample in SAMPLES:
        if sample.row in ELSEWHERE:
            continue
        for case in sample.cases:
            yield f"{sample.id} {case}", sample, case
        op = OPS[sample.row].op
        if op.elementwise and len(sample.cases[0]) == 2:
            for case in sample.cases:
                yield f"{sample.id} {case} swapped", swapped(sample), case[::-1]


CASES = {name: (sample, case) for name, sample, case in cases()}


def stages(sample, case, lib):
    """What the sample computes, in steps."""
    inputs = leaves(lib, sample, case)
    outs = results(sample, lib, inputs)
    yield "forward", outs
    outs = [out for out in outs if out.requires_grad]
    if not outs or not sample.smooth:
        return
    seeds = [weights(lib, sample, out.shape, -1) for out in outs]
    options = {"allow_unused": True, "materialize_grads": True}
    yield "backward", lib.autograd.grad(outs, inputs, seeds, retain_graph=True, **options)
    grads = lib.autograd.grad(outs, inputs, seeds, create_graph=True, **options)
    yield "double backward, first", grads
    grads = [g for g in grads if g.requires_grad]
    if grads:
        again = [weights(lib, sample, g.shape, 0) for g in grads]
        yield "double backward", lib.autograd.grad(grads, [*inputs, *seeds], again, **options)


def outcome(name, device):
    """What differs between the CPU and the GPU."""
    sample, case = CASES[name]
    return difference(lambda lib: stages(sample, case, lib), device)


SAMPLED = {f"{x.id} in all types": x for x in SAMPLES if x.twin and x.row not in ELSEWHERE}


def in_all_types(sample, lib):
    """The first case, of each type; of an error its first line, or of NumPy's own its type."""
    for dtype in TYPES:
        shapes = enumerate(sample.cases[0])
        numbers = [typed_values(sample, place, shape, dtype) for place, shape in shapes]
        inputs = [lib.tensor(x.tolist(), dtype=lib.float64) for x in numbers]
        inputs = [x.to(getattr(lib, dtype)).reshape(y.shape) for x, y in zip(inputs, numbers)]
        try:
            outs = results(sample, lib, inputs)
        except RuntimeError as error:
            outs = [str(error).partition("\n")[0]]
        except TypeError:  # NumPy and CuPy refuse a type each in its own words
            outs = ["TypeError"]
        yield dtype, outs


def outcome_in_all_types(name, device):
    """What differs between the CPU and the GPU, for numbers of all types."""
    return difference(lambda lib: in_all_types(SAMPLED[name], lib), device)


@pytest.mark.parametrize("name", SAMPLED)
def test_the_types_on_the_gpu(device, name):
    check(name, outcome_in_all_types(name, device))


@pytest.mark.parametrize("name", CASES)
def test_an_operation_on_the_gpu(device, name):
    check(name, outcome(name, device))
