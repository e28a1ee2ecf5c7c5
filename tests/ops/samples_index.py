"""Samples of gathering, scattering, sorting, and of parts and repetitions of a tensor."""

from minigrad.autograd.node import OPS
from tests.ops.sample import Sample, row

TWO = [[0, 2, 0, 1], [1, 1, 2, 2]]  # positions along either dimension of a (3, 4) tensor
ROWS = [[2, 0, 2]]
MIXED = [[2, 0], [1, 1], [0, 2]]
ONCE = [[2, 0], [1, 0], [0, 2]]  # a scatter that writes a place twice has no true derivative


def _index(lib, positions):
    return lib.tensor(positions)


def _adding(dim, positions):
    return lambda lib, x, y: OPS["_index_add"](x, _index(lib, positions), y, dim=dim)


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

SLICES = [
    Sample(
        "_index_select",
        lambda lib, x: x.index_select(0, _index(lib, [1, 0, 1])),
        [[(2, 3)], [(2,)]],
    ),
    Sample("_index_select", lambda lib, x: lib.index_select(x, -1, _index(lib, 2)), [[(2, 3)]]),
    Sample("_index_select", lambda lib, x: x.index_select(0, _index(lib, [0])), [[(1, 0)]]),
    Sample("_index_add", _adding(0, [1, 1]), [[(3,), (2,)], [(3, 2), (2, 2)]], twin=False),
    Sample("_index_add", _adding(1, [2, 0, 2]), [[(2, 4), (2, 3)]], twin=False),
]

PACKED = [
    Sample("_pack_padded_sequence", _packed([3, 2, 2]), [[(3, 3)], [(4, 3, 2)]]),
    Sample("_pack_padded_sequence", _packed([1]), [[(2, 1, 2)]]),
    Sample("_unpacked_rows", row("_unpacked_rows", (3, 3, 2), (3, 1)), [[(4, 2)]], twin=False),
]

PUT = [
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
    Sample("_roll", row("_roll", (1,), ()), [[(3, 4)], [()], [(2, 0)], [(2, 1, 3)]], twin=False),
    Sample("_roll", row("_roll", (1, -2), (0, 1)), [[(3, 4)], [(0, 4)]], twin=False),
    Sample("_cat", lambda lib, x, y: lib.hstack((x, y)), [[(2, 3), (2, 1)], [(), (2,)]]),
    Sample("_cat", lambda lib, x, y: lib.vstack([x, y]), [[(2, 3), (3,)], [(), ()]]),
    Sample("mul", lambda lib, x, y: lib.outer(x, y), [[(3,), (2,)], [(0,), (2,)]]),
    Sample("addmm", lambda lib, b, x, y: (b * 1).addmm_(x, y), [[(2, 4), (2, 3), (3, 4)]]),
]

INDEX_SAMPLES = [*GATHER, *SLICES, *PACKED, *PUT, *SORT, *PARTS]
