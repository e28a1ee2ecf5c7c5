"""Samples of what makes few numbers of many: products, norms, medians, variances, losses, rows."""

import numpy as np

from minigrad.autograd.wrap import wrap
from tests.ops.sample import ONE, SQUARE, Sample, row

MATRIX = [[(3, 4)]]
SOLID = [[(3, 4)], [(2, 1, 3)]]

SCANS = [
    Sample("_cumsum", lambda lib, x: lib.cumsum(x, 0, dtype=x.dtype), [[(3, 4)]]),
    Sample("_cumsum", lambda lib, x: x.cumsum(0), [[(3, 4)], [()], [(0, 3)], [(2, 0)]]),
    Sample("_cumsum", lambda lib, x: lib.cumsum(x, dim=-1), ONE),
    Sample("_cumsum", lambda lib, x: (x * 2).cumsum_(1), SOLID),
    Sample("_cumprod", lambda lib, x: x.cumprod(0), [[(3, 4)], [()], [(0, 3)], [(2, 0)]]),
    Sample("_cumprod", lambda lib, x: lib.cumprod(x, dim=-1), ONE),
    Sample("_cumprod", lambda lib, x: (x * 2).cumprod_(1), SOLID),
    Sample("_prod", lambda lib, x: x.prod(), ONE),
    Sample("_prod_dim", lambda lib, x: x.prod(1), SOLID),
    Sample("_prod_dim", lambda lib, x: lib.prod(x, 0, True), ONE),
    Sample("_prod_dim", lambda lib, x: x.prod(-1), [[(4,)], [(2, 0)]]),
]

MIDDLES = [
    Sample("amax", lambda lib, x: x.amax(), [[(3, 4)], [()]]),
    Sample("amax", lambda lib, x: x.amax((0, -1)), [[(2, 3, 4)]]),
    Sample("amax", lambda lib, x: lib.amax(x, 1, keepdim=True), [[(3, 4)], [(0, 4)]]),
    Sample("amin", lambda lib, x: x.amin(0), [[(3, 4)], [()], [(2, 0)]]),
    Sample("amin", lambda lib, x: lib.amin(x, dim=(1, 0), keepdim=True), MATRIX),
    Sample("_median", lambda lib, x: x.median(), [[(3, 4)], [(5,)], [()], [(2, 1, 3)]]),
    Sample("_median_dim", lambda lib, x: x.median(1), [[(3, 4)], [(0, 3)], [(2, 3, 4)]]),
    Sample("_median_dim", lambda lib, x: lib.median(x, 0, True), [[(3, 4)], [()]]),
    Sample("_nanmedian", lambda lib, x: x.nanmedian(), [[(3, 4)], [(5,)], [()]]),
    Sample("_nanmedian_dim", lambda lib, x: lib.nanmedian(x, 1), [[(3, 4)], [(2, 3, 4)]]),
    Sample(
        "_mode", lambda lib, x: lib.mode(x.round()), [[(3, 4)], [(2, 1, 3)], [()]], smooth=False
    ),
    Sample("_mode", lambda lib, x: x.mode(0, True), [[(3, 4)], [(5,)]]),
]

VARIANCES = [
    Sample("_var_mean", lambda lib, x: lib.var_mean(x), SOLID),
    Sample("_var_mean", lambda lib, x: lib.var_mean(x, 0, keepdim=True, correction=0), MATRIX),
    Sample("_std_mean", lambda lib, x: lib.std_mean(x, (0, 1)), SOLID),
    Sample("_std_mean", lambda lib, x: lib.std_mean(x, 1), MATRIX),
    Sample("_nansum", lambda lib, x: x.nansum(), ONE),
    Sample("_nansum", lambda lib, x: lib.nansum(x, 0, True), MATRIX),
    Sample("_var", lambda lib, x: x.var(), SOLID),
    Sample("_var", lambda lib, x: lib.var(x, 0, keepdim=True), MATRIX),
    Sample("_var", lambda lib, x: x.var((0, -1), correction=0), [[(2, 3, 4)]]),
    Sample("_var", lambda lib, x: x.var(correction=0), [[(3, 4)], [()]]),
    Sample("_var", lambda lib, x: x.var(1, False), MATRIX),
    Sample("_std", lambda lib, x: x.std(), SOLID),
    Sample("_std", lambda lib, x: lib.std(x, (0, 1), keepdim=True), MATRIX),
    Sample("_std", lambda lib, x: x.std(-1, correction=2), MATRIX),
]


LOGSUMEXP = [
    Sample("logsumexp", lambda lib, x: x.logsumexp(1), [[(3, 4)], [(0, 3)]]),
    Sample("logsumexp", lambda lib, x: lib.logsumexp(x, (0, -1), True), [[(3, 4)], [(2, 3, 4)]]),
    Sample("logsumexp", lambda lib, x: x.logsumexp(-1), [[()], [(3,)]]),
]

WORDS = wrap(np.array([[0, 2], [2, 1]]))


def embedded(**options):
    def call(lib, weight):
        words = lib.tensor([[0, 2], [2, 1]])
        return lib.nn.functional.embedding(words, weight, **options)

    return Sample("embedding", call, [[(4, 3)], [(4, 0)]])


EMBEDDINGS = [
    embedded(),
    embedded(padding_idx=3),
    Sample("_added_rows", row("_added_rows", WORDS, 3), [[(2, 2, 4)], [(2, 2, 1)]], twin=False),
]


def lost(name, **options):
    """A loss of two tensors; weights are spread over the last dimension, of four."""

    def call(lib, x, y):
        if name == "binary_cross_entropy":
            x, y = lib.sigmoid(x), lib.sigmoid(y)
        known = {
            key: lib.tensor(value, dtype=y.dtype) if isinstance(value, list) else value
            for key, value in options.items()
        }
        return getattr(lib.nn.functional, name)(x, y, **known)

    return Sample(name, call, SQUARE)


WEIGHT, YES = [1.0, 2.0, 0.5, 3.0], [3.0, 1.0, 2.0, 0.5]
SCORED = "binary_cross_entropy_with_logits"

LOSSES = [
    lost("mse_loss", reduction="none"),
    lost("mse_loss", reduction="sum"),
    lost("smooth_l1_loss"),
    lost("smooth_l1_loss", reduction="sum", beta=2.5),
    lost("smooth_l1_loss", reduction="none", beta=0.5),
    lost("huber_loss"),
    lost("huber_loss", reduction="sum", delta=2.5),
    lost("huber_loss", reduction="none", delta=0.5),
    Sample(
        "soft_margin_loss",
        lambda lib, x: lib.nn.functional.soft_margin_loss(x, lib.sign(x.detach() - 0.3)),
        [[(3, 4)]],
    ),
    lost("binary_cross_entropy"),
    lost("binary_cross_entropy", reduction="sum", weight=WEIGHT),
    lost(SCORED),
    lost(SCORED, weight=WEIGHT),
    lost(SCORED, reduction="sum", pos_weight=YES),
    lost(SCORED, reduction="none", weight=WEIGHT, pos_weight=YES),
]

REDUCTIONS = [*SCANS, *MIDDLES, *VARIANCES, *LOGSUMEXP, *EMBEDDINGS, *LOSSES]
