"""The graph of a gradient, as ``create_graph=True`` records it, has the nodes that torch's has."""

from collections import Counter

import pytest

from tests.ops.observe import leaves, library, results, weights
from tests.ops.samples import SAMPLES

pytest.importorskip("torch", reason="is what the graphs are compared with")

TWINS = [sample for sample in SAMPLES if sample.smooth and sample.twin]

# A rule multiplies by a number as anybody would, `2 * x`; torch's rules call a second derivative
# for that, with the same values and another name. And where a twin asks for what it wrote over,
# torch keeps a copy that it made, minigrad the array as it was.
ALIKE = {f"{name}Backward1": f"{name}Backward0" for name in ("Add", "Div", "Mul", "Sub")}
ALIKE["RsubBackward1"] = "SubBackward0"

PADS = [f"{mode}_pad{n}d" for mode in ("reflection", "replication") for n in (1, 2, 3)]

# What has a derivative, or a derivative's derivative, put together from other operations: a row, or
# one of its samples, or one case of that. `test_samples` compares the numbers of all, to the last
# digits and to third order.
OTHERWISE = {
    "_cholesky",
    *PADS,
    "_max",
    "_log_softmax",
    "_median",
    "_min",
    "_nanmedian",
    "_nansum",
    "_pinv",
    "_pack_padded_sequence",
    "_repeat",
    "_scatter_reduce 1",
    "_scatter_reduce 2",
    "_softmax",
    "_solve 0 [(3, 3), (3,)]",
    "_solve 0 [(2, 2, 2), (2, 2)]",
    "_std",
    "_std_mean",
    "_var",
    "_var_mean",
    *(f"_vector_norm {place}" for place in (4, 5, 6, 7, 8, 9, 10, 11)),
    "abs",
    "addmm",
    "amax 0",
    "amax 1",
    "amin 0",
    "atan2",
    "binary_cross_entropy",
    "binary_cross_entropy_with_logits",
    "celu",
    "elu",
    "embedding 1",
    "gelu",
    "glu",
    "addr",
    "_block_diag",
    "_take",
    "sinc",
    "hardshrink",
    "hardswish",
    "hardtanh",
    "huber_loss",
    "leaky_relu",
    "log_sigmoid",
    "log_softmax",
    "mish",
    "det",
    "dist 1",
    "inv",
    "mm 1",
    "mse_loss",
    "mv",
    "nll_loss",
    "prelu",
    "qr",
    "relu",
    "rsqrt",
    "sigmoid",
    "slogdet",
    "smooth_l1_loss",
    "soft_margin_loss",
    "softmax",
    "softplus",
    "softshrink",
    "tanh",
    "threshold",
}
# Derivatives that do not depend on the input: torch records that they were taken, too.
CONSTANT = ("nll_loss", *PADS)


def cases():
    return ((sample, case) for sample in TWINS for case in sample.cases)


def names(sample, case):
    """What `OTHERWISE` may call a case."""
    return {sample.row, sample.id, f"{sample.id} {case}"}


def nodes(outs):
    """How many nodes of each name lie behind some tensors."""
    found, stack = {}, [out.grad_fn for out in outs]
    while stack:
        node = stack.pop()
        if node is not None and node not in found:
            found[node] = ALIKE.get(type(node).__name__, type(node).__name__)
            stack += [parent for parent, _ in node.next_functions]
    return Counter(name for name in found.values() if name != "CloneBackward0")


def recorded(lib, sample, case):
    """The nodes behind the gradient of each input."""
    inputs = leaves(lib, sample, case)
    outs = [out for out in results(sample, lib, inputs) if out.requires_grad]
    seeds = [weights(lib, sample, out.shape, -1) for out in outs]
    grads = lib.autograd.grad(outs, inputs, seeds, create_graph=True, allow_unused=True)
    return [None if g is None else nodes([g]) for g in grads]


def test_recorded_as_in_torch_but_for_what_is_put_together_otherwise():
    libraries, wrong = (library("minigrad"), library("torch")), []
    for sample, case in cases():
        found, expected = (recorded(lib, sample, case) for lib in libraries)
        if bool(OTHERWISE & names(sample, case)) == (found == expected):
            wrong.append((names(sample, case), found, expected))
    assert wrong == []


def differentiable(lib, sample, case):
    """Which gradients can be differentiated again, where they start from numbers."""
    inputs = leaves(lib, sample, case)
    outs = [out for out in results(sample, lib, inputs) if out.requires_grad]
    seeds = [weights(lib, sample, out.shape, -1).detach() for out in outs]
    grads = lib.autograd.grad(outs, inputs, seeds, create_graph=True, allow_unused=True)
    return [g is not None and g.requires_grad for g in grads]


def test_a_gradient_can_be_differentiated_where_torchs_can():
    libraries, wrong = (library("minigrad"), library("torch")), []
    for sample, case in cases():
        found, expected = (differentiable(lib, sample, case) for lib in libraries)
        fits = all(there or not wanted for there, wanted in zip(found, expected))
        if sample.row in CONSTANT:
            fits = expected == [True] and found == [False]
        if not fits:
            wrong.append((names(sample, case), found, expected))
    assert wrong == []
