"""The table of samples: for every row in `OPS`, what runs it."""

import numpy as np

from minigrad.autograd.view import Region
from minigrad.autograd.wrap import wrap
from tests.ops.sample import BIASED, BROADCAST, ONE, SQUARE, Sample, row, unary
from tests.ops.samples_elementwise import ELEMENTWISE
from tests.ops.samples_index import INDEX_SAMPLES
from tests.ops.samples_linalg import LINALG as LINEAR_ALGEBRA
from tests.ops.samples_nn import NN
from tests.ops.samples_reduce import REDUCTIONS


def _region():
    base = np.zeros((3, 4))
    return Region.of(base[1:, ::2], base)


def _folding_region():
    """A view whose elements share memory."""
    base = np.zeros(5)
    return Region.of(np.lib.stride_tricks.as_strided(base, (3, 3), (8, 8)), base)


def _at(*positions):
    return tuple(None if p is None else wrap(np.asarray(p)) for p in positions)


MASK = [[True, False, True, False], [False, False, False, True], [True, True, False, False]]

ARITHMETIC = [
    Sample("_add", lambda lib, x, y: x + y, BROADCAST),
    Sample("_add", lambda lib, x: x + 2.5, ONE),
    Sample("_add", lambda lib, x: 3 + x, ONE),
    Sample("_sub", lambda lib, x, y: x - y, BROADCAST),
    Sample("_sub", lambda lib, x: x - 1.5, ONE),
    Sample("_rsub", lambda lib, x: 1.5 - x, ONE),
    Sample("_rsub", lambda lib, x: lib.rsub(x, 3), ONE),
    unary("neg"),
    Sample("mul", lambda lib, x, y: x * y, BROADCAST),
    Sample("mul", lambda lib, x: x * 2.5, ONE),
    Sample("mul", lambda lib, x: x * x, ONE),
    Sample("_div", lambda lib, x, y: x / y, BROADCAST),
    Sample("_div", lambda lib, x: x / 2.5, ONE),
    Sample("mul", lambda lib, x: 3 / x, ONE),
    unary("reciprocal"),
    Sample("floor_divide", lambda lib, x, y: x // y, BROADCAST, smooth=False),
    Sample("floor_divide", lambda lib, x: x // 0.7, ONE, smooth=False),
    Sample("remainder", lambda lib, x, y: x % y, BROADCAST, twin=False),
    Sample("remainder", lambda lib, x: x % 0.7, ONE, twin=False),
]

COPY = [
    Sample("in_order", lambda lib, x: x.t().contiguous(), [[(3, 4)]]),
    unary("clone"),
    Sample("_to_copy", lambda lib, x: x.to(lib.float32), ONE),
    Sample("copy", lambda lib, x, y: (x * 2).copy_(y), [[(3, 4), (3, 4)], [(3, 4), (4,)]]),
    Sample("fill", lambda lib, x: (x * 2).fill_(2.5), ONE),
    Sample("_fill_tensor", lambda lib, x, y: (x * 2).fill_(y), [[(3, 4), ()]]),
    Sample("zero", lambda lib, x: (x * 2).zero_(), ONE),
]


WHERE = [
    Sample("_where", lambda lib, x, y: lib.where(x > y, x, y), BROADCAST),
    Sample("_where", lambda lib, x: lib.where(x > 0.5, x, 0.25), ONE),
    Sample("_where", lambda lib, x: x.where(x > 0.5, 2), ONE),
    Sample(
        "_where",
        lambda lib, c, x, y: lib.where(c > 0, x, y),
        [[(3, 1), (4,), (2, 1, 1)], [(), (2,), ()]],
    ),
]

REDUCE = [
    Sample("_sum", lambda lib, x: x.sum(), ONE),
    Sample("_sum_dim", lambda lib, x: x.sum(0), [[(3, 4)], [()], [(2, 0)], [(2, 1, 3)]]),
    Sample("_sum_dim", lambda lib, x: lib.sum(x, dim=-1, keepdim=True), ONE),
    Sample("_sum_dim", lambda lib, x: x.sum((0, 2)), [[(2, 3, 4)], [(2, 0, 3)]]),
    Sample("_sum_dim", lambda lib, x: x.sum_to_size(3, 1), [[(3, 4)]]),
    Sample("_mean", lambda lib, x: x.mean(), [[(3, 4)], [()], [(2, 1, 3)]]),
    Sample("_mean_dim", lambda lib, x: x.mean(1), [[(3, 4)], [(2, 1, 3)]]),
    Sample("_mean_dim", lambda lib, x: lib.mean(x, (0, -1), True), [[(2, 3, 4)]]),
    Sample("_mean_dim", lambda lib, x: lib.mean(x, -1), [[()], [(0, 3)]]),
]

EXTREMA = [
    Sample("_max", lambda lib, x: x.max(), [[(3, 4)], [()]]),
    Sample("_min", lambda lib, x: lib.min(x), [[(3, 4)], [()]]),
    Sample("_max_dim", lambda lib, x: x.max(1), [[(3, 4)], [(0, 3)], [(2, 3, 4)]]),
    Sample("_max_dim", lambda lib, x: lib.max(x, 0, True), [[(3, 4)], [()]]),
    Sample("_min_dim", lambda lib, x: x.min(dim=-1, keepdim=True), [[(3, 4)], [()]]),
    Sample("_min_dim", lambda lib, x: x.min(-1), [[(2, 3, 4)], [(5,)]]),
    Sample("maximum", lambda lib, x, y: lib.maximum(x, y), BROADCAST),
    Sample("minimum", lambda lib, x, y: x.min(y), BROADCAST),
    Sample("argmax", lambda lib, x: x.argmax(), [[(3, 4)], [()]], smooth=False),
    Sample("argmax", lambda lib, x: lib.argmax(x, 1, True), [[(3, 4)]], smooth=False),
    Sample("argmin", lambda lib, x: x.argmin(dim=0), [[(3, 4)], [()]], smooth=False),
]

SHAPE = [
    Sample("view", lambda lib, x: x.view(2, 6), [[(3, 4)]]),
    Sample("view", lambda lib, x: x.view(-1), ONE),
    Sample("view", lambda lib, x: x.reshape(-1, 2), [[(3, 4)], [(0, 3)]]),
    Sample("view", lambda lib, x: x.flatten(1), [[(2, 3, 2)]]),
    Sample("_reshape_alias", lambda lib, x: x.t().reshape(2, 2, 3), [[(3, 4)]]),
    Sample("_unsafe_view", lambda lib, x: x.t().reshape(-1), [[(3, 4)]]),
    Sample("unsqueeze", lambda lib, x: x.unsqueeze(1), [[(3, 4)], [(2, 0)]]),
    Sample("unsqueeze", lambda lib, x: lib.unsqueeze(x, -1), ONE),
    Sample("_squeeze_all", lambda lib, x: x.squeeze(), [[(1, 3, 1)], [(3, 4)], [()], [(1, 1)]]),
    Sample("_squeeze_dim", lambda lib, x: x.squeeze(0), [[(1, 3, 1)], [(3, 4)], [()]]),
    Sample("_squeeze_dims", lambda lib, x: x.squeeze((0, -1)), [[(1, 3, 1)], [(3, 4)]]),
    Sample("expand", lambda lib, x: x.expand(2, 3, 4), [[(3, 4)], [(4,)], [(3, 1)], [()]]),
    Sample("expand", lambda lib, x: x.expand(-1, 4), [[(3, 1)], [(0, 1)]]),
    Sample("alias", lambda lib, x: x[...], ONE),
    Sample("take_region", row("take_region", _region()), [[(3, 4)]], twin=False),
    Sample("take_region", row("take_region", _folding_region()), [[(5,)]], twin=False),
    Sample("put_region", row("put_region", _region()), [[(2, 2)]], twin=False),
    Sample("put_region", row("put_region", _folding_region()), [[(3, 3)]], twin=False),
    Sample(
        "replace_region", row("replace_region", region=_region()), [[(3, 4), (2, 2)]], twin=False
    ),
]

TURN = [
    Sample("transpose", lambda lib, x: x.transpose(0, -1), [[(3, 4)], [(2, 3, 4)], [()], [(0, 2)]]),
    Sample("transpose", lambda lib, x: x.mT, [[(2, 3, 4)]]),
    Sample("t", lambda lib, x: x.t(), [[(3, 4)], [(3,)], [()]]),
    Sample("permute", lambda lib, x: x.permute(2, 0, 1), [[(2, 3, 4)], [(2, 0, 3)]]),
    Sample("permute", lambda lib, x: x.T, [[(3, 4)]]),
    Sample("permute", lambda lib, x: lib.movedim(x, (0, 1), (-1, 0)), [[(2, 3, 4)]]),
]

INDEX = [
    Sample("_select", lambda lib, x: x[1], [[(3, 4)], [(2, 0)], [(5,)]]),
    Sample("_select", lambda lib, x: x.select(1, -2), [[(3, 4)]]),
    Sample("slice_", lambda lib, x: x[1:], [[(3, 4)], [(1, 2)]]),
    Sample("slice_", lambda lib, x: x[:, ::3], [[(3, 4)]]),
    Sample("slice_", lambda lib, x: x.narrow(1, 1, 2), [[(3, 4)]]),
    Sample(
        "select_backward", row("select_backward", (3, 4), lambda x: x[:, 1]), [[(3,)]], twin=False
    ),
    Sample(
        "slice_backward", row("slice_backward", (3, 4), lambda x: x[1:]), [[(2, 4)]], twin=False
    ),
    Sample(
        "diagonal_backward",
        row("diagonal_backward", (3, 4), 1, 0, 1),
        [[(3,)]],
        twin=False,
    ),
    Sample("take_at", lambda lib, x: x[[0, 2, 0]], [[(3, 4)], [(3,)]]),
    Sample("take_at", lambda lib, x: x[:, [[1, 0], [1, 3]]], [[(3, 4)]]),
    Sample("take_at", lambda lib, x: x[lib.tensor(MASK)], [[(3, 4)], [(3, 4, 2)]]),
    Sample("take_at", lambda lib, x: x[[0, 1], :, [2, 2]], [[(2, 2, 3)]]),
    Sample("take_at", lambda lib, x: x[True], ONE),
    Sample("put_at", row("put_at", _at([0, 2, 0]), (3, 4)), [[(3, 4)]], twin=False),
    Sample("put_at", row("put_at", _at(np.array(MASK)), (3, 4)), [[(5,)]], twin=False),
    Sample("put_at", row("put_at", _at(None, [1, 1]), (2, 3)), [[(2, 2)]], twin=False),
    Sample(
        "written_at",
        row("written_at", indices=_at([2, 0])),
        [[(3, 4), (2, 4)]],
        twin=False,
    ),
]

JOIN = [
    Sample("_cat", lambda lib, x, y: lib.cat([x, y]), [[(2, 3), (1, 3)], [(0, 3), (2, 3)]]),
    Sample("_cat", lambda lib, x, y: lib.cat((x, y, x), dim=-1), [[(2, 3), (2, 2)]]),
    Sample("_stack", lambda lib, x, y: lib.stack([x, y], -1), [[(2, 3), (2, 3)], [(), ()]]),
    Sample("_stack", lambda lib, x: lib.stack((x,)), ONE),
    Sample("_split", lambda lib, x: x.split(2), [[(5,)], [(4, 3)], [(0, 2)]]),
    Sample("_split", lambda lib, x: lib.chunk(x, 2, 1), [[(2, 5)], [(2, 1)]]),
    Sample("_split_with_sizes", lambda lib, x: lib.split(x, [1, 0, 3]), [[(4, 2)]]),
    Sample("_unbind", lambda lib, x: x.unbind(1), [[(2, 3)], [(3, 1, 2)]]),
]

LINALG = [
    Sample("mm", lambda lib, x, y: x @ y, [[(2, 3), (3, 4)], [(2, 0), (0, 4)], [(0, 3), (3, 4)]]),
    Sample("mm", lambda lib, x, y: x @ y.t(), [[(2, 3), (4, 3)], [(1, 3), (1, 3)]]),
    Sample("mv", lambda lib, x, y: lib.mv(x, y), [[(2, 3), (3,)], [(0, 3), (3,)]]),
    Sample(
        "vectors_cross",
        lambda lib, x, y: lib.cross(x, y, dim=-1),
        [[(2, 3), (2, 3)], [(1, 3), (4, 3)], [(3,), (3,)]],
    ),
    Sample("vectors_cross", lambda lib, x, y: x.cross(y, 1), [[(2, 3, 4), (2, 3, 4)]]),
    Sample("dot", lambda lib, x, y: x @ y, [[(3,), (3,)], [(0,), (0,)]]),
    Sample(
        "bmm", lambda lib, x, y: lib.bmm(x, y), [[(2, 3, 4), (2, 4, 5)], [(0, 1, 2), (0, 2, 1)]]
    ),
    Sample("addmm", lambda lib, b, x, y: lib.addmm(b, x, y), BIASED),
    Sample("addmm", lambda lib, b, x, y: lib.addmm(b, x, y, beta=2, alpha=3), BIASED),
    Sample(
        "_unsafe_view",
        lambda lib, x, y: lib.matmul(x, y),
        [
            [(2, 3, 4), (4, 5)],
            [(2, 3, 4), (2, 4, 5)],
            [(2, 1, 3, 4), (5, 4, 2)],
            [(0, 3, 4), (4, 5)],
        ],
    ),
]

SOFTMAX = [
    Sample("_softmax", lambda lib, x: lib.softmax(x, 1), [[(3, 4)]]),
    Sample("_log_softmax", lambda lib, x: x.log_softmax(0), [[(3, 4)], [(5,)]]),
    Sample("_softmax", lambda lib, x: x.softmax(0), [[()]]),
    Sample("_log_softmax", lambda lib, x: x.log_softmax(0), [[()]]),
]


LOSS = [
    Sample("mse_loss", lambda lib, x, y: lib.nn.functional.mse_loss(x, y), SQUARE),
    Sample(
        "nll_loss",
        lambda lib, x: lib.nn.functional.nll_loss(x, lib.tensor([0, 2, 1])),
        [[(3, 4)]],
    ),
    Sample(
        "nll_loss",
        lambda lib, x: lib.nn.functional.nll_loss(x, lib.tensor([0, 3, 1]), reduction="none"),
        [[(3, 4)]],
    ),
    Sample("share", row("share", 2.5), [[(3, 4)]], twin=False),
]

SAMPLES = [
    *ARITHMETIC,
    *ELEMENTWISE,
    *COPY,
    *WHERE,
    *REDUCE,
    *EXTREMA,
    *SHAPE,
    *TURN,
    *INDEX,
    *JOIN,
    *LINALG,
    *LINEAR_ALGEBRA,
    *SOFTMAX,
    *LOSS,
    *INDEX_SAMPLES,
    *REDUCTIONS,
    *NN,
]
