"""Samples of the rows that layers have; tests/nn compares the layers with PyTorch."""

from minigrad.autograd.node import OPS
from minigrad.ops.windows import Windows
from tests.ops.sample import Sample

SLIDING = Windows((2, 3), (2, 1), (1, 0), (1, 2))
PICTURE = [[(2, 2, 4, 7)]]
POOL = Windows((2, 2), (1, 2), (1, 0), (1, 1))


def row(name, *args):
    """A call of a row with these arguments behind its inputs."""
    return lambda lib, *tensors: OPS[name](*tensors, *args)


def only(name, call, cases):
    return Sample(name, call, cases, twin=False)


def padded(name, dims):
    """A sample of the row that pads so many dimensions in this mode."""
    mode = {"reflection": "reflect", "replication": "replicate"}[name]
    around = (1, 0, 2, 1, 0, 1)[: 2 * dims]
    call = lambda lib, x: lib.nn.functional.pad(x, around, mode)  # noqa: E731
    return Sample(f"{name}_pad{dims}d", call, [[(2, *(2, 4, 3)[3 - dims :])]])


NORMAL = (2, 3, 4)
CHANNELS = [[NORMAL, (3,), (3,)]]
SHAPED = [[(1, 2, 3, 3), (2, 2, 2, 2), (2,)], [(1, 2, 3, 3), (2, 1, 2, 2), (2,)]]
ONES = Windows((2, 2), (1, 1), (0, 0), (1, 1))

NN = [
    only("im2col", row("im2col", SLIDING), PICTURE),
    only("col2im", row("col2im", (2, 2, 4, 7), SLIDING), [[(12, 18)]]),
    only("unfold_columns", row("unfold_columns", SLIDING), PICTURE),
    only("fold_columns", row("fold_columns", (4, 7), SLIDING), [[(2, 12, 9)]]),
    only("convolution", row("convolution", ONES, 1, None), SHAPED[:1]),
    only("convolution", row("convolution", ONES, 2, None), SHAPED[1:]),
    only("convolution", row("convolution", ONES, 1, (0, 0)), SHAPED[:1]),
    *(padded(mode, n) for mode in ("reflection", "replication") for n in (1, 2, 3)),
    only("constant_pad_nd", row("constant_pad_nd", (1, -1, 0, 2), 3.0), [[(2, 3, 4)]]),
    only(
        "max_pool2d_with_indices",
        lambda lib, x: OPS["max_pool2d_with_indices"](x, POOL)[0],
        [[(2, 1, 4, 6)]],
    ),
    only(
        "adaptive_max_pool2d",
        lambda lib, x: OPS["adaptive_max_pool2d"](x, (2, 4))[0],
        [[(2, 1, 5, 7)]],
    ),
    only("pixel_shuffle", row("pixel_shuffle", 2), [[(2, 8, 2, 3)]]),
    only("pixel_unshuffle", row("pixel_unshuffle", 2), [[(2, 2, 4, 6)]]),
    only("channel_shuffle", row("channel_shuffle", 2), [[(2, 6, 3)]]),
    only("avg_pool2d", row("avg_pool2d", POOL, False, None), PICTURE),
    only("shared_out", row("shared_out", (1, 2, 4, 6), POOL, True, None), [[(1, 2, 5, 3)]]),
    only("native_batch_norm", row("native_batch_norm", NORMAL, (0, 2), (1, 3, 1), 0.1), CHANNELS),
    only(
        "native_layer_norm",
        row("native_layer_norm", NORMAL, (2,), (4,), 0.1),
        [[NORMAL, (4,), (4,)]],
    ),
    only(
        "native_group_norm",
        row("native_group_norm", (2, 1, 3, 4), (2, 3), (1, 1, 3, 1), 0.1),
        CHANNELS,
    ),
]
