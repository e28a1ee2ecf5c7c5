import collections

import numpy as np
import pytest

import minigrad
from minigrad.utils.data import default_collate, default_convert

Point = collections.namedtuple("Point", "x y")
Keyed = collections.OrderedDict


def batches(framework):
    """Batches of two samples each, made with minigrad or with torch."""
    tensor = framework.tensor
    return {
        "ints": [1, 2],
        "floats": [1.0, 2],
        "an int before a float": [1, 2.5],
        "bools": [True, False],
        "numpy floats": [np.float32(1), np.float32(2)],
        "numpy doubles": [np.float64(1), np.float64(2)],
        "numpy ints": [np.int32(1), np.int32(3)],
        "numpy bools": [np.bool_(True), np.bool_(False)],
        "strings": ["a", "b"],
        "bytes": [b"a", b"b"],
        "tensors": [tensor([1.0, 2]), tensor([3.0, 4])],
        "0-d tensors": [tensor(1), tensor(2)],
        "arrays": [np.zeros(2, np.float32), np.ones(2, np.float32)],
        "0-d arrays": [np.zeros(()), np.ones(())],
        "tuples": [(1, tensor([2.0])), (3, tensor([4.0]))],
        "lists": [[1, 2.0], [3, 4.0]],
        "ranges": [range(2), range(2)],
        "deques": [collections.deque([1, 2.0]), collections.deque([3, 4.0])],
        "named tuples": [Point(1, 2.0), Point(3, 4.0)],
        "dicts": [{"n": 1, "s": "x"}, {"n": 2, "s": "y"}],
        "ordered dicts": [Keyed(n=1), Keyed(n=2)],
        "nested": [[(1, 2), {"k": [3.0, "a"]}], [(5, 6), {"k": [7.0, "b"]}]],
        "empty tuples": [(), ()],
    }


# Kind, dtype and values as torch 2.13.0 gives them; see `told`.
STORED = {
    "ints": "int64 [1, 2]",
    "floats": "float64 [1.0, 2.0]",
    "an int before a float": "float32 [1.0, 2.5]",
    "bools": "bool [True, False]",
    "numpy floats": "float32 [1.0, 2.0]",
    "numpy doubles": "float64 [1.0, 2.0]",
    "numpy ints": "int32 [1, 3]",
    "numpy bools": "bool [True, False]",
    "strings": {"list": ["'a'", "'b'"]},
    "bytes": {"list": ["b'a'", "b'b'"]},
    "tensors": "float32 [[1.0, 2.0], [3.0, 4.0]]",
    "0-d tensors": "int64 [1, 2]",
    "arrays": "float32 [[0.0, 0.0], [1.0, 1.0]]",
    "0-d arrays": "float64 [0.0, 1.0]",
    "tuples": {"list": ["int64 [1, 3]", "float32 [[2.0], [4.0]]"]},
    "lists": {"list": ["int64 [1, 3]", "float64 [2.0, 4.0]"]},
    "ranges": {"list": ["int64 [0, 0]", "int64 [1, 1]"]},
    "deques": {"deque": ["int64 [1, 3]", "float64 [2.0, 4.0]"]},
    "named tuples": {"Point": ["int64 [1, 3]", "float64 [2.0, 4.0]"]},
    "dicts": {"dict": {"n": "int64 [1, 2]", "s": {"list": ["'x'", "'y'"]}}},
    "ordered dicts": {"OrderedDict": {"n": "int64 [1, 2]"}},
    "nested": {
        "list": [
            {"list": ["int64 [1, 5]", "int64 [2, 6]"]},
            {"dict": {"k": {"list": ["float64 [3.0, 7.0]", {"tuple": ["'a'", "'b'"]}]}}},
        ]
    },
    "empty tuples": {"list": []},
}


def told(x):
    """What an object is, in words that minigrad and torch share."""
    if isinstance(x, dict):
        return {type(x).__name__: {key: told(value) for key, value in x.items()}}
    if isinstance(x, (list, tuple, collections.deque)):
        return {type(x).__name__: [told(each) for each in x]}
    if hasattr(x, "dtype") and hasattr(x, "detach"):
        return f"{str(x.dtype).rpartition('.')[2]} {x.tolist()}"
    return repr(x)


@pytest.mark.parametrize("name", STORED)
def test_batches_are_torchs_as_stored(name):
    assert told(default_collate(batches(minigrad)[name])) == STORED[name]


@pytest.mark.parametrize("name", batches(minigrad))
def test_batches_and_samples_are_torchs_live(name):
    torch = pytest.importorskip("torch")
    theirs, ours = batches(torch)[name], batches(minigrad)[name]
    assert told(default_collate(ours)) == told(torch.utils.data.default_collate(theirs))
    assert told(default_convert(ours)) == told(torch.utils.data.default_convert(theirs))
    assert told(default_convert(ours[0])) == told(torch.utils.data.default_convert(theirs[0]))


def test_every_batch_is_stored():
    assert list(STORED) == list(batches(minigrad))


def test_the_batch_is_a_copy():
    samples = [np.zeros(2), np.zeros(2)]
    default_collate(samples).add_(1)
    assert samples[0].tolist() == [0, 0]


def test_the_containers_of_a_sample_stay_as_they_are():
    samples = [{"k": 1}, {"k": 2}], [[1], [2]]
    for batch in samples:
        default_collate(batch)
    assert samples == ([{"k": 1}, {"k": 2}], [[1], [2]])


def test_a_defaultdict_keeps_its_default():
    batch = default_collate([collections.defaultdict(list, k=1)] * 2)
    assert batch["k"].tolist() == [1, 1]
    assert batch["new"] == []


def test_gradients_go_through_a_batch():
    x = minigrad.ones(2, requires_grad=True)
    (default_collate([x, 3 * x]).sum()).backward()
    assert x.grad.tolist() == [4, 4]


def test_conversion_shares_memory_and_leaves_the_rest():
    array = np.zeros(2)
    (converted, text, number), nothing = default_convert(((array, "text", 5), None))
    array[0] = 7
    assert converted.tolist() == [7, 0]
    assert (text, number, nothing) == ("text", 5, None)


UNKNOWN = (
    "default_collate: batch must contain tensors, numpy arrays, numbers, dicts or lists; found"
)


@pytest.mark.parametrize(
    ("batch", "error", "words"),
    [
        ([None, None], TypeError, f"{UNKNOWN} <class 'NoneType'>"),
        ([{1}, {2}], TypeError, f"{UNKNOWN} <class 'set'>"),
        ([np.array(["a"])] * 2, TypeError, f"{UNKNOWN} <U1"),
        ([np.array([None])] * 2, TypeError, f"{UNKNOWN} object"),
        ([[1, 2], [3]], RuntimeError, "each element in list of batch should be of equal size"),
        ([{"a": 1}, {"b": 1}], KeyError, "'a'"),
    ],
)
def test_samples_that_do_not_fit(batch, error, words):
    with pytest.raises(error) as caught:
        default_collate(batch)
    assert str(caught.value).startswith(words)


def test_tensors_of_different_shapes():
    with pytest.raises(RuntimeError, match="stack expects each tensor to be equal size"):
        default_collate([minigrad.zeros(2), minigrad.zeros(3)])
