"""Every sample of every operation on "cuda": forward, backward, double backward; both orders."""

import pytest

from minigrad.autograd.node import OPS
from tests.device.compare import check, difference
from tests.ops.observe import leaves, results, weights
from tests.ops.samples import SAMPLES


def swapped(sample):
    """The same with its two operands in the other order, and of the other's shapes."""
    cases = [case[::-1] for case in sample.cases]
    return sample._replace(call=lambda lib, x, y: sample.call(lib, y, x), cases=cases)


def cases():
    """Names, and what they name."""
    for sample in SAMPLES:
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
    sample, case = CASES[name]
    return difference(lambda lib: stages(sample, case, lib), device)


@pytest.mark.parametrize("name", CASES)
def test_an_operation_on_the_gpu(device, name):
    check(name, outcome(name, device))
