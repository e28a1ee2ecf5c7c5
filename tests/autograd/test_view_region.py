"""A region is found again in any array of the base's shape, whatever the memory looks like."""

import numpy as np
import pytest

from minigrad.autograd.view import (
    Region,
    address,
    check_once,
    overlaps,
    same_memory,
    strided,
)

BASES = {
    "plain": np.arange(24.0).reshape(2, 3, 4),
    "turned": np.arange(24.0).reshape(4, 3, 2).T,
    "reversed": np.arange(24.0).reshape(2, 3, 4)[::-1, :, ::-1],
    "gaps": np.arange(48.0).reshape(2, 3, 8)[:, :, ::2],
    "inside": np.arange(60.0).reshape(3, 4, 5)[1:, 1:, 1:],
}
VIEWS = {
    "all": lambda a: a[...],
    "one": lambda a: a[1, 2, 3:],
    "row": lambda a: a[1],
    "steps": lambda a: a[:, ::2, 1:],
    "turned": lambda a: a.transpose(2, 0, 1),
    "empty": lambda a: a[:, :0],
    "diagonal": lambda a: np.lib.stride_tricks.as_strided(
        a, (2, 3), (a.strides[0] + a.strides[1], a.strides[2])
    ),
    "axis": lambda a: a[:, None, 1],
}
REPEATS = {
    "expanded": lambda a: np.broadcast_to(a[0, 0], (5, 4)),
    "windows": lambda a: np.lib.stride_tricks.sliding_window_view(a, 2, axis=2),
}


def pairs(views):
    return [(f"{b}-{v}", BASES[b], make) for b in BASES for v, make in views.items()]


def shown(base, make, values):
    """What the view would show of an array with other values, laid out as the base is."""
    twin = np.lib.stride_tricks.as_strided(
        np.zeros(500)[250:], base.shape, [s // base.itemsize * 8 for s in base.strides]
    )
    twin[...] = values
    return make(twin)


@pytest.mark.parametrize("name, base, make", pairs(VIEWS | REPEATS))
def test_taking(name, base, make):
    region = Region.of(make(base), base)
    values = np.random.default_rng(0).normal(size=base.shape)
    for layout in (values, np.asfortranarray(values), values[::-1].copy()[::-1]):
        assert np.array_equal(region.take(layout), shown(base, make, values))


@pytest.mark.parametrize("name, base, make", pairs(VIEWS))
def test_replacing(name, base, make):
    region = Region.of(make(base), base)
    values = np.random.default_rng(0).normal(size=base.shape)
    part = np.random.default_rng(1).normal(size=make(base).shape)
    found = region.replace(values, part)
    assert np.array_equal(region.take(found), part)
    kept = region.replace(np.zeros(base.shape), np.ones(part.shape)) == 0
    assert np.array_equal(found[kept], values[kept])
    assert kept.sum() == base.size - part.size


@pytest.mark.parametrize("name, base, make", pairs(VIEWS | REPEATS))
def test_putting_is_the_transpose_of_taking(name, base, make):
    region = Region.of(make(base), base)
    rng = np.random.default_rng(0)
    values, part = rng.normal(size=base.shape), rng.normal(size=make(base).shape)
    assert np.isclose((region.take(values) * part).sum(), (values * region.put(part)).sum())
    assert region.put(part).dtype == part.dtype and region.put(part).shape == base.shape


def test_the_type_of_what_is_put_stays():
    base = np.zeros((2, 3))
    part = np.ones(3, np.float32)
    assert Region.of(base[0], base).put(part).dtype == np.float32


@pytest.mark.parametrize(
    "shape, strides, answer",
    [
        ((2, 3), (3, 1), False),
        ((2, 3), (1, 2), False),
        ((3,), (0,), True),
        ((1, 3), (0, 1), False),
        ((3, 2), (1, 1), True),
        ((2, 2), (-2, 1), False),
        ((), (), False),
    ],
)
def test_overlap(shape, strides, answer):
    assert overlaps(shape, strides) is answer


def test_strided_shows_the_same_memory():
    for memory in (np.arange(10.0), np.arange(20.0)[::2]):
        window = strided(memory, (2, 2), (3, 1)) if memory.flags.c_contiguous else None
        if window is not None:
            window[0, 1] = 50
            assert memory[1] == 50 and np.shares_memory(window, memory)
            assert window.tolist() == [[0, 50], [3, 4]]


def test_who_shares_memory():
    a = np.arange(6.0)
    assert same_memory(a, a) and same_memory(a.reshape(2, 3), a) and same_memory(a[1:], a[:2])
    assert not same_memory(a.copy(), a)
    assert address(a[1:]) - address(a) == 8


@pytest.mark.parametrize("shape, expanded", [((3, 2), True), ((1, 2), False), ((0, 2), False)])
def test_what_was_expanded_repeats_its_elements(shape, expanded):
    array = np.broadcast_to(np.ones((1, 2)), shape)
    for x in (array, Region.of(array, array)):
        if expanded:
            with pytest.raises(
                RuntimeError, match=r"^unsupported operation: more than one element"
            ):
                check_once(x)
        else:
            check_once(x)
