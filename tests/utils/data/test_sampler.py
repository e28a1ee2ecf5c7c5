import pytest

import minigrad
from minigrad import _draws, random
from minigrad.utils.data import (
    BatchSampler,
    RandomSampler,
    Sampler,
    SequentialSampler,
    SubsetRandomSampler,
    WeightedRandomSampler,
)

# Options, the indices that torch 2.13.0 gives after manual_seed(7), and the next number of rand.
STORED = [
    ({}, [3, 0, 1, 9, 4, 7, 2, 5, 6, 8], 0.6592116951942444),
    ({"num_samples": 4}, [3, 0, 1, 9], 0.6592116951942444),
    (
        {"num_samples": 23},
        [3, 0, 1, 9, 4, 7, 2, 5, 6, 8, 1, 6, 4, 3, 2, 5, 9, 0, 8, 7, 6, 2, 0],
        0.6592116951942444,
    ),
    ({"replacement": True}, [3, 5, 7, 1, 0, 2, 3, 6, 1, 1], 0.6592116951942444),
]
# The same with a generator of one's own, seeded with 7, and its next number.
STORED_OWN = [
    ({}, [5, 0, 3, 4, 1, 7, 9, 6, 8, 2], 0.9699196219444275),
    ({"num_samples": 4}, [5, 0, 3, 4], 0.8512683510780334),
    (
        {"num_samples": 20},
        [5, 0, 3, 4, 1, 7, 9, 6, 8, 2, 1, 8, 9, 5, 7, 4, 0, 3, 6, 2],
        0.6285890936851501,
    ),
    ({"replacement": True}, [5, 2, 1, 6, 3, 7, 7, 9, 8, 1], 0.8549431562423706),
]


def test_sequential():
    sampler = SequentialSampler("abc")
    assert list(sampler) == list(sampler) == [0, 1, 2]
    assert len(sampler) == 3


@pytest.mark.parametrize(("options", "indices", "following"), STORED)
def test_random_from_the_default_generator(options, indices, following):
    random.manual_seed(7)
    sampler = RandomSampler(range(10), **options)
    assert list(sampler) == indices
    assert _draws.uniform(()).item() == following
    assert len(sampler) == len(indices)


@pytest.mark.parametrize(("options", "indices", "following"), STORED_OWN)
def test_random_from_a_generator_of_ones_own(options, indices, following):
    generator = random.Generator().manual_seed(7)
    random.manual_seed(1)
    state = random.default_generator.get_state()
    assert list(RandomSampler(range(10), generator=generator, **options)) == indices
    assert _draws.uniform((), generator=generator).item() == following
    assert (random.default_generator.get_state() == state).all()


@pytest.mark.parametrize("size", [1, 2, 10, 1797])
@pytest.mark.parametrize("replacement", [False, True])
@pytest.mark.parametrize("num_samples", [None, 1, 32, 100])
def test_random_is_torchs_live(size, replacement, num_samples):
    torch = pytest.importorskip("torch")
    theirs = torch.utils.data.RandomSampler(range(size), replacement, num_samples)
    ours = RandomSampler(range(size), replacement, num_samples)
    torch.manual_seed(3)
    random.manual_seed(3)
    for _ in range(2):
        assert list(ours) == list(theirs)
    assert len(ours) == len(theirs)
    assert _draws.random_int64() == torch.empty((), dtype=torch.int64).random_().item()


def test_each_round_is_another_and_follows_the_datasets_length():
    data = list(range(50))
    sampler = RandomSampler(data)
    assert list(sampler) != list(sampler)
    data.append(50)
    assert sorted(sampler) == data
    assert sampler.num_samples == len(sampler) == 51


@pytest.mark.parametrize("sampler", [range(7), [3, 1, 4], "abcdef", []])
@pytest.mark.parametrize("drop_last", [False, True])
def test_batches_are_torchs_live(sampler, drop_last):
    torch = pytest.importorskip("torch")
    indices = list(sampler)
    for size in (1, 2, 3, 8):
        ours = BatchSampler(indices, size, drop_last)
        theirs = torch.utils.data.BatchSampler(indices, size, drop_last)
        assert list(ours) == list(theirs)
        assert len(ours) == len(theirs) == len(list(ours))


def test_batches():
    assert list(BatchSampler(range(5), 2, False)) == [[0, 1], [2, 3], [4]]
    assert list(BatchSampler(range(5), 2, True)) == [[0, 1], [2, 3]]
    assert [len(BatchSampler(range(5), 2, drop)) for drop in (False, True)] == [3, 2]
    assert list(BatchSampler(iter("abc"), 2, False)) == [["a", "b"], ["c"]]


def test_batches_take_no_index_too_many():
    indices = iter(range(5))
    batches = iter(BatchSampler(indices, 2, False))
    assert next(batches) == [0, 1]
    assert next(indices) == 2


def test_a_sampler_says_what_it_lacks():
    with pytest.raises(NotImplementedError, match="__iter__"):
        iter(Sampler())
    with pytest.raises(TypeError, match="no len"):
        len(Sampler())


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (
            lambda: RandomSampler([]),
            ValueError,
            "num_samples should be a positive integer value, but got num_samples=0",
        ),
        (
            lambda: RandomSampler("ab", num_samples=1.5),
            ValueError,
            "num_samples should be a positive integer value, but got num_samples=1.5",
        ),
        (
            lambda: RandomSampler("ab", replacement=1),
            TypeError,
            "replacement should be a boolean value, but got replacement=1",
        ),
        (
            lambda: BatchSampler("ab", 0, False),
            ValueError,
            "batch_size should be a positive integer value, but got batch_size=0",
        ),
        (
            lambda: BatchSampler("ab", True, False),
            ValueError,
            "batch_size should be a positive integer value, but got batch_size=True",
        ),
        (
            lambda: BatchSampler("ab", 2, 0),
            ValueError,
            "drop_last should be a boolean value, but got drop_last=0",
        ),
    ],
)
def test_bad_input(call, error, words):
    with pytest.raises(error) as caught:
        call()
    assert str(caught.value) == words


def test_a_subset_in_random_order_is_torchs():
    torch = pytest.importorskip("torch")
    orders = []
    for lib, kind in (
        (random, SubsetRandomSampler),
        (torch, torch.utils.data.SubsetRandomSampler),
    ):
        lib.manual_seed(3)
        sampler = kind([9, 7, 5, 3])
        orders.append([list(sampler), list(sampler), len(sampler)])
    assert orders[0] == orders[1]


WEIGHTED = [
    ([0.1, 0.9, 0.4, 0.7, 3.0, 0.6], 5, True),
    ([0.9, 0.4, 0.05, 0.2, 0.3, 0.1], 5, False),
    ([0.0, 1.0], 2, True),
    ([0.5, 0.5, 0.0], 1, True),
    ([[1.0], [1.0]], 1, True),
    ([1.0], 0, True),
    ([1.0], 1, 2),
    ([1.0], 2, False),
]


def drawn(data, generators, arguments):
    """What is drawn, twice, and from a generator of one's own; or the error."""
    try:
        sampler = data.WeightedRandomSampler(*arguments)
        own = data.WeightedRandomSampler(*arguments, generators().manual_seed(5))
        return list(sampler), list(sampler), list(own), len(sampler)
    except (ValueError, RuntimeError) as error:
        return type(error), str(error).partition("\n")[0]


@pytest.mark.parametrize("arguments", WEIGHTED)
def test_weighted_as_in_torch(arguments):
    torch = pytest.importorskip("torch")
    torch.manual_seed(3)
    random.manual_seed(3)
    mine = drawn(minigrad.utils.data, random.Generator, arguments)
    assert mine == drawn(torch.utils.data, torch.Generator, arguments)


def test_weights_may_be_a_tensor():
    assert list(WeightedRandomSampler(minigrad.tensor([0, 0, 2]), 3)) == [2, 2, 2]
