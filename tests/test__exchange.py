"""NumPy, copies and pickles: what the behaviours table does not ask."""

import copy
import pickle

import numpy as np
import pytest

import minigrad


def test_numpy_says_why_it_refuses():
    with pytest.raises(RuntimeError, match=r"instead\.\nNumPy would compute without recording"):
        np.asarray(minigrad.ones(2, requires_grad=True))


def test_a_copy_says_how_to_copy_the_values():
    with pytest.raises(
        RuntimeError, match=r"\nTo copy the values alone, .* x.detach\(\).clone\(\)"
    ):
        copy.deepcopy(minigrad.ones(2, requires_grad=True) * 2)


def test_numpys_copy_argument_is_handed_on():
    x = minigrad.zeros(2)
    copied, shared = np.array(x), np.array(x, copy=False)
    x.add_(1)
    assert copied.tolist() == [0.0, 0.0] and shared.tolist() == [1.0, 1.0]
    with pytest.raises(ValueError, match="Unable to avoid copy"):
        np.array(x, np.float64, copy=False)


def deep(*tensors):
    return copy.deepcopy(list(tensors))


def test_deep_copies_share_what_their_originals_share():
    x = minigrad.zeros(2, 3)
    views = (x.t(), x[1], x[:, ::2], x[0, 1], x.expand(2, 2, 3), x.view(6))
    twin, *others = deep(x, *views)
    twin.copy_(minigrad.arange(6).view(2, 3))
    x.copy_(minigrad.arange(6).view(2, 3))
    for view, other in zip(views, others, strict=True):
        assert other.tolist() == view.tolist() and other.stride() == view.stride()
        assert other.storage_offset() == view.storage_offset()


@pytest.mark.parametrize(
    "array",
    [
        np.arange(24.0).reshape(2, 3, 4).transpose(2, 0, 1),
        np.arange(24.0).reshape(4, 6, order="F")[1:, ::2],
        np.arange(24, dtype=np.int32).view(np.float64)[2:],
        np.frombuffer(bytearray(32)),
        np.zeros((0, 3)),
        np.array(2.5),
    ],
    ids=lambda array: f"{array.shape}{array.strides}",
)
def test_arrays_of_every_layout_are_copied(array):
    x = minigrad.from_numpy(array)
    before = x.tolist()
    twin, again = deep(x, x.detach())
    assert twin.tolist() == again.tolist() == before and twin.dtype is x.dtype
    twin.zero_()
    assert x.tolist() == before and again.tolist() == twin.tolist()


def test_an_array_that_overlaps_itself_is_copied_alone():
    array = np.lib.stride_tricks.as_strided(np.arange(9.0), (3, 3), (16, 8))
    x = minigrad.from_numpy(array)
    twin = copy.deepcopy(x)
    assert twin.tolist() == x.tolist() and twin.is_contiguous()


def test_a_memo_is_for_one_copy():
    x = minigrad.zeros(2)
    first, second = copy.deepcopy(x), copy.deepcopy(x)
    first.add_(1)
    assert second.tolist() == [0.0, 0.0]


def test_a_view_of_a_leaf_made_under_no_grad_keeps_its_word():
    x = minigrad.ones(3, requires_grad=True)
    with minigrad.no_grad():
        view = x[1:]
    assert view.requires_grad
    assert [twin.requires_grad for twin in (copy.copy(view), pickle.loads(pickle.dumps(view)))] == [
        True,
        True,
    ]


def test_a_subclass_stays_one():
    class Named(minigrad.nn.Parameter):
        pass

    x = Named(minigrad.ones(2))
    x.name = "weights"
    for twin in (copy.copy(x), copy.deepcopy(x)):
        assert type(twin) is Named and twin.tolist() == [1.0, 1.0]
    assert copy.copy(x).name == "weights"


def test_a_view_is_pickled_without_its_base():
    assert len(pickle.dumps(minigrad.zeros(10_000)[:2])) < 1000
