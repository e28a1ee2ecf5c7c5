"""Samples of gathering, scattering, sorting, and of parts and repetitions of a tensor."""

from minigrad.autograd.node import OPS
from tests.ops.sample import Sample, row

TWO = [[0, 2, 0, 1], [1, 1, 2, 2]]  # positions along either dimension of a (3, 4) tensor
ROWS = [[2, 0, 2]]
MEETING = [[2, 0, 2], [1, 1, 1], [0, 3, 2]]
MIXED = [[2, 0], [1, 1], [0, 2]]
ONCE = [[2, 0], [1, 0], [0, 2]]  # a scatter that writes a place twice has no true derivative


def _index(lib, positions):
    return lib.tensor(positions)


def _mask(lib):
    return lib.tensor(
        [[True, False, True, False], [False, False, False, True], [True] * 3 + [False]]
    )


def _written(x, key, values):
    x = x * 1
    x[key] = values
    return x


def _packed(lengths):
    return lambda lib, x: lib.nn.utils.rnn.pack_padded_sequence(x, lengths).data


GATHER = [
    Sample(
        "_masked_select",
        lambda lib, x: x.masked_select(lib.tensor([True, False, True, True])),
        [[(3, 4)], [(4,)], [(3, 1)], [()]],
    ),
    Sample(
        "spread_over_mask",
        lambda lib, x: OPS["spread_over_mask"](x, _index(lib, [True, False, True]), (3,)),
        [[(2,)]],
        twin=False,
    ),
    Sample("_gather", lambda lib, x: lib.gather(x, 0, _index(lib, TWO)), [[(3, 4)]]),
    Sample("_gather", lambda lib, x: x.gather(-1, _index(lib, MIXED)), [[(3, 4)]]),
    Sample("_gather", lambda lib, x: x.gather(0, _index(lib, [0, 0])), [[()], [(2,)]]),
    Sample("_gather", lambda lib, x: x.gather(0, _index(lib, 1)), [[(3,)]]),
    Sample(
        "_scatter",
        lambda lib, x, y: lib.scatter(x, 1, _index(lib, ONCE), y),
        [[(3, 4), (3, 2)], [(4, 3), (3, 2)]],
    ),
    Sample(
        "_scatter",
        lambda lib, x, y: x.scatter(0, _index(lib, 0), y.view(())),
        [[(), ()], [(3,), ()]],
    ),
    Sample(
        "_scatter", lambda lib, x, y: (x * 1).scatter_(0, _index(lib, TWO), y), [[(3, 4), (2, 4)]]
    ),
    Sample("_scatter_value", lambda lib, x: lib.scatter(x, 0, _index(lib, TWO), 2.5), [[(3, 4)]]),
    Sample("_scatter_value", lambda lib, x: x.scatter(1, _index(lib, ROWS), value=3), [[(3, 4)]]),
    Sample("_scatter_value", lambda lib, x: (x * 1).scatter_(0, _index(lib, [1]), 3), [[(3,)]]),
    Sample(
        "_scatter_add",
        lambda lib, x, y: lib.scatter_add(x, 0, _index(lib, TWO), y),
        [[(3, 4), (2, 4)]],
    ),
    Sample(
        "_scatter_add",
        lambda lib, x, y: (x * 1).scatter_add_(1, _index(lib, [[1, 1, 1]]), y),
        [[(3, 4), (1, 3)]],
    ),
    Sample(
        "_scatter_add", lambda lib, x, y: x.scatter_add(0, _index(lib, 0), y.view(())), [[(), ()]]
    ),
]

REDUCED = [
    Sample(
        "_scatter_reduce",
        lambda lib, x, y: x.scatter_reduce(0, _index(lib, TWO), y, "sum"),
        [[(3, 4), (2, 4)]],
    ),
    Sample(
        "_scatter_reduce",
        lambda lib, x, y: x.scatter_reduce(1, _index(lib, MEETING), y, "prod"),
        [[(3, 4), (3, 3)]],
    ),
    Sample(
        "_scatter_reduce",
        lambda lib, x, y: x.scatter_reduce(
            1, _index(lib, MEETING), y, reduce="prod", include_self=False
        ),
        [[(3, 4), (3, 3)]],
    ),
    *[
        Sample(
            "_scatter_reduce",
            lambda lib, x, y, reduce=reduce, own=own: (x * 1).scatter_reduce_(
                1, _index(lib, MEETING), y, reduce, include_self=own
            ),
            [[(3, 4), (3, 3)]],
        )
        for reduce in ("mean", "amax", "amin")
        for own in (True, False)
    ],
    Sample(
        "_scatter_reduce",
        lambda lib, x, y: x.scatter_reduce(0, _index(lib, [0, 0]), y.view(2), "mean"),
        [[(), (2,)], [(3,), (2,)]],
    ),
    Sample("_gather", lambda lib, x: x.take_along_dim(_index(lib, [[1], [0], [3]]), 1), [[(3, 4)]]),
    Sample(
        "_gather", lambda lib, x: lib.take_along_dim(x, _index(lib, [[0, 0, 2, 0]]), 0), [[(3, 1)]]
    ),
    Sample("_gather", lambda lib, x: x.take_along_dim(_index(lib, [1, 7])), [[(3, 4)]]),
]

SLICES = [
    Sample(
        "_index_select",
        lambda lib, x: x.index_select(0, _index(lib, [1, 0, 1])),
        [[(2, 3)], [(2,)]],
    ),
    Sample("_index_select", lambda lib, x: lib.index_select(x, -1, _index(lib, 2)), [[(2, 3)]]),
    Sample("_index_select", lambda lib, x: x.index_select(0, _index(lib, [0])), [[(1, 0)]]),
    Sample(
        "_index_add",
        lambda lib, x, y: x.index_add(0, _index(lib, [1, 1]), y),
        [[(3,), (2,)], [(3, 2), (2, 2)]],
    ),
    Sample(
        "_index_add",
        lambda lib, x, y: (x * 1).index_add_(1, _index(lib, [2, 0, 2]), y, alpha=2.5),
        [[(2, 4), (2, 3)]],
    ),
    Sample(
        "_index_copy",
        lambda lib, x, y: x.index_copy(0, _index(lib, [2, 0]), y),
        [[(3,), (2,)], [(3, 2), (2, 2)]],
    ),
    Sample(
        "_index_copy",
        lambda lib, x, y: (x * 1).index_copy_(-1, _index(lib, 1), y),
        [[(2, 4), (2, 1)]],
    ),
    Sample("_index_fill", lambda lib, x: x.index_fill(0, _index(lib, [1, -1]), 2), [[(3, 4)]]),
    Sample("_index_fill", lambda lib, x: (x * 1).index_fill_(1, _index(lib, 1), 2), [[(3, 4)]]),
    Sample(
        "_index_fill_tensor",
        lambda lib, x, y: x.index_fill(1, _index(lib, [0, 2]), y),
        [[(3, 4), ()]],
    ),
    Sample(
        "_index_fill_tensor",
        lambda lib, x, y: (x * 1).index_fill_(0, _index(lib, [1]), y),
        [[(3,), ()]],
    ),
]

PACKED = [
    Sample("_pack_padded_sequence", _packed([3, 2, 2]), [[(3, 3)], [(4, 3, 2)]]),
    Sample("_pack_padded_sequence", _packed([1]), [[(2, 1, 2)]]),
    Sample("_unpacked_rows", row("_unpacked_rows", (3, 3, 2), (3, 1)), [[(4, 2)]], twin=False),
]

PUT = [
    Sample(
        "_take",
        lambda lib, x: lib.take(x, lib.tensor([[0, 3], [3, -1]], device=x.device)),
        [[(3, 4)], [(2, 1, 3)]],
    ),
    Sample(
        "written_at",
        lambda lib, x, y: _written(x, _index(lib, [2, 0]), y),
        [[(3, 4), (2, 4)], [(3, 4), (4,)], [(3, 4), ()]],
    ),
    Sample(
        "written_at",
        lambda lib, x, y: _written(x, (_index(lib, [2, 0]), _index(lib, [[1], [0]])), y),
        [[(3, 4), (2, 1)]],
    ),
    Sample(
        "written_at",
        lambda lib, x, y: x.index_put((_index(lib, [2, 0]),), y),
        [[(3, 4), (2, 4)], [(3, 4), ()]],
    ),
    Sample(
        "added_at",
        lambda lib, x, y: x.index_put((_index(lib, [2, 0, 2]),), y, accumulate=True),
        [[(3, 4), (3, 4)], [(3, 4), (4,)], [(3,), ()]],
    ),
    Sample(
        "added_at",
        lambda lib, x, y: (x * 1).index_put_((_index(lib, [1, 1]), _index(lib, [0, 0])), y, True),
        [[(3, 4), (2,)]],
    ),
    Sample(
        "_masked_taken",
        lambda lib, x: OPS["_masked_taken"](x, _mask(lib), (2, 5)),
        [[(3, 4)]],
        twin=False,
    ),
    Sample(
        "_masked_scatter",
        lambda lib, x, y: x.masked_scatter(_mask(lib), y),
        [[(3, 4), (3, 4)], [(3, 4), (6,)], [(4,), (2, 5)]],
    ),
    Sample(
        "_masked_scatter",
        lambda lib, x, y: (x * 1).masked_scatter_(_mask(lib)[:1], y),
        [[(3, 4), (3, 4)]],
    ),
]

SORT = [
    Sample("_sort", lambda lib, x: lib.sort(x), [[(3, 4)], [()], [(2, 0)], [(2, 1, 3)]]),
    Sample("_sort", lambda lib, x: x.sort(0, True), [[(3, 4)], [(5,)]]),
    Sample("_sort", lambda lib, x: x.argsort(0, descending=True), [[(3, 4)], [()]], smooth=False),
    Sample("_topk", lambda lib, x: lib.topk(x, 2), [[(3, 4)], [(2,)]]),
    Sample("_topk", lambda lib, x: x.topk(1, 0, largest=False), [[(3, 4)], [()]]),
]

PARTS = [
    Sample("tril", lambda lib, x: lib.tril(x), [[(3, 4)], [(2, 3, 2)], [(0, 2)]]),
    Sample("tril", lambda lib, x: (x * 1).tril_(-1), [[(3, 4)]]),
    Sample("triu", lambda lib, x: x.triu(1), [[(3, 4)], [(2, 3, 2)], [(0, 2)]]),
    Sample("triu", lambda lib, x: (x * 1).triu_(-1), [[(3, 4)]]),
    Sample("diagonal", lambda lib, x: x.diagonal(), [[(3, 4)], [(4, 3)], [(2, 0)]]),
    Sample("diagonal", lambda lib, x: lib.diagonal(x, -1, -1, 0), [[(2, 3, 4)], [(4, 3)]]),
    Sample("diagonal", lambda lib, x: x.diagonal(offset=9), [[(3, 4)]]),
    Sample("expand", lambda lib, x: lib.broadcast_to(x, (2, 3, 4)), [[(3, 1)], [()]]),
    Sample("view", lambda lib, x: x.unflatten(1, (2, -1)), [[(3, 4)], [(0, 4)]]),
    Sample("_repeat", lambda lib, x: x.repeat(2, 1, 3), [[(3, 4)], [()], [(2, 0)], [(2, 1, 3)]]),
    Sample("_flip", lambda lib, x: x.flip(0), [[(3, 4)], [()], [(0, 2)]]),
    Sample("_flip", lambda lib, x: lib.flip(x, (0, -1)), [[(2, 3, 4)]]),
    Sample("_roll", lambda lib, x: lib.roll(x, 1), [[(3, 4)], [()], [(2, 0)], [(2, 1, 3)]]),
    Sample("_roll", lambda lib, x: x.roll((1, -2), (0, 1)), [[(3, 4)], [(0, 4)]]),
    Sample("_rot90", lambda lib, x: lib.rot90(x), [[(3, 4)], [(2, 0)], [(2, 3, 4)]]),
    Sample("_rot90", lambda lib, x: x.rot90(2, (-1, 0)), [[(2, 3, 4)]]),
    Sample("unfold", lambda lib, x: x.unfold(0, 2, 1), [[(3, 4)], [(5,)]]),
    Sample("unfold", lambda lib, x: x.unfold(-1, 3, 2), [[(3, 8)]]),
    Sample("unfold", lambda lib, x: x.unfold(0, 1, 1), [[()], [(3,)]]),
    Sample(
        "unfold_backward",
        lambda lib, x: OPS["unfold_backward"](x, (3, 4), 1, 2, 1),
        [[(3, 3, 2)]],
        twin=False,
    ),
    Sample("_sub", lambda lib, x: lib.diff(x), [[(3, 4)], [(5,)]]),
    Sample("_sub", lambda lib, x, y: x.diff(2, 0, prepend=y), [[(3, 4), (2, 4)]]),
    Sample("slice_", lambda lib, x: lib.tensor_split(x, 2), [[(3, 4)], [(5,)]]),
    Sample("slice_", lambda lib, x: x.hsplit((1, -1)), [[(3, 4)], [(5,)]]),
    Sample("_cat", lambda lib, x, y: lib.dstack((x, y)), [[(2, 3), (2, 3)], [(), ()]]),
    Sample("_cat", lambda lib, x, y: lib.column_stack((x, y)), [[(3, 2), (3,)]]),
    Sample("unsqueeze", lambda lib, x: lib.atleast_3d(x), [[(3, 4)], [(3,)]]),
    Sample("view", lambda lib, x: lib.atleast_2d(x), [[()]]),
    Sample("_cat", lambda lib, x, y: lib.hstack((x, y)), [[(2, 3), (2, 1)], [(), (2,)]]),
    Sample("_cat", lambda lib, x, y: lib.vstack([x, y]), [[(2, 3), (3,)], [(), ()]]),
    Sample("mul", lambda lib, x, y: lib.outer(x, y), [[(3,), (2,)], [(0,), (2,)]]),
    Sample("addmm", lambda lib, b, x, y: (b * 1).addmm_(x, y), [[(2, 4), (2, 3), (3, 4)]]),
]

INDEX_SAMPLES = [*GATHER, *REDUCED, *SLICES, *PACKED, *PUT, *SORT, *PARTS]
