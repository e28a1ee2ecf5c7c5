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

# Rows whose derivative, or whose derivative's derivative, is put together from other operations.
OTHERWISE = {
    "_index_add",
    "_max",
    "_median",
    "_min",
    "_prod",
    "_prod_dim",
    "_repeat",
    "_std",
    "_var",
    "_vector_norm",
    "abs",
    "amax",
    "amin",
    "atan2",
    "binary_cross_entropy",
    "binary_cross_entropy_with_logits",
    "cumprod",
    "cumsum",
    "elu",
    "embedding",
    "gelu",
    "leaky_relu",
    "log_softmax",
    "mm",
    "mse_loss",
    "mv",
    "nll_loss",
    "relu",
    "rsqrt",
    "sigmoid",
    "smooth_l1_loss",
    "softmax",
    "softplus",
    "tanh",
}


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
    libraries, otherwise = (library("minigrad"), library("torch")), {}
    for sample in TWINS:
        for case in sample.cases:
            found, expected = (recorded(lib, sample, case) for lib in libraries)
            if found != expected:
                told = f"{sample.id} {case}", found, expected
                otherwise.setdefault(sample.row, []).append(told)
    wrong = [
        told for row, all_told in otherwise.items() if row not in OTHERWISE for told in all_told
    ]
    assert not wrong, "\n".join(map(str, wrong))
    assert OTHERWISE - otherwise.keys() == set()
