import numpy as np
import pytest

import minigrad
from minigrad import _draws, random
from minigrad.utils.data import (
    ConcatDataset,
    Dataset,
    IterableDataset,
    Subset,
    TensorDataset,
    random_split,
)

# Lengths, and the parts of range(10) that torch 2.13.0 makes after manual_seed(7).
STORED_SPLITS = [
    ([3, 7], [[5, 0, 3], [4, 1, 7, 9, 6, 8, 2]]),
    ([0.3, 0.3, 0.4], [[5, 0, 3], [4, 1, 7], [9, 6, 8, 2]]),
    ([0.25, 0.25, 0.5], [[5, 0, 3], [4, 1], [7, 9, 6, 8, 2]]),
    ([1 / 3] * 3, [[5, 0, 3, 4], [1, 7, 9], [6, 8, 2]]),
    ([0, 10], [[], [5, 0, 3, 4, 1, 7, 9, 6, 8, 2]]),
]


class Squares(Dataset):
    def __getitem__(self, index):
        return index**2

    def __len__(self):
        return 6


def test_a_dataset_of_ones_own():
    squares = Squares()
    assert squares[3] == 9
    with pytest.raises(NotImplementedError) as caught:
        Dataset()[0]
    assert str(caught.value) == "Subclasses of Dataset should implement __getitem__."
    with pytest.raises(TypeError, match="no len"):
        len(Dataset())
    assert Dataset[int] is not None


def test_tensors_side_by_side():
    inputs, targets = minigrad.arange(6.0).view(3, 2), minigrad.tensor([7, 8, 9])
    data = TensorDataset(inputs, targets)
    assert len(data) == 3
    assert data.tensors == (inputs, targets)
    assert [part.tolist() for part in data[1]] == [[2.0, 3.0], 8]
    assert [part.tolist() for part in data[-1]] == [[4.0, 5.0], 9]
    assert [part.tolist() for part in data[:2]] == [[[0.0, 1.0], [2.0, 3.0]], [7, 8]]
    assert [len(sample) for sample in data] == [2, 2, 2]


def test_a_sample_is_a_view_of_the_tensor():
    inputs = minigrad.zeros(3, 2)
    (sample,) = TensorDataset(inputs)[1]
    sample.zero_().add_(5)
    assert inputs.tolist() == [[0, 0], [5, 5], [0, 0]]


def test_tensors_of_different_lengths():
    with pytest.raises(AssertionError, match=r"^Size mismatch between tensors\n.*\[3, 2, 3\]"):
        TensorDataset(minigrad.zeros(3, 2), minigrad.zeros(2), minigrad.zeros(3))


@pytest.mark.parametrize("wrong", [np.zeros(3), [1, 2, 3]])
def test_what_is_no_tensor(wrong):
    words = rf"^'{type(wrong).__name__}' object has no attribute 'size'\n.*minigrad\.tensor"
    with pytest.raises(AttributeError, match=words):
        TensorDataset(minigrad.zeros(3), wrong)


def test_a_subset():
    part = Subset(Squares(), [5, 0, 2])
    assert [part[0], part[1], part[-1]] == [25, 0, 4]
    assert len(part) == 3
    assert list(part) == [25, 0, 4]
    nested = Subset(part, [2, 0])
    assert list(nested) == [4, 25]


def test_a_list_of_indices_goes_to_the_dataset_as_one():
    data = TensorDataset(minigrad.arange(10))
    (entries,) = Subset(data, [9, 4, 1])[[2, 0]]
    assert entries.tolist() == [1, 9]


class AtOnce(Squares):
    def __getitems__(self, indices):
        return [(index, len(indices)) for index in indices]


@pytest.mark.parametrize("data", [Squares(), AtOnce(), "abcdef"])
def test_a_subset_gives_several_samples_as_torchs_does_live(data):
    torch = pytest.importorskip("torch")
    for kind in (Subset, torch.utils.data.Subset):
        part = kind(kind(data, [5, 0, 2, 4]), [3, 1, 0])
        several = [data[i] if data == "abcdef" else i**2 for i in (5, 4)]
        expected = [(5, 2), (4, 2)] if isinstance(data, AtOnce) else several
        assert part.__getitems__([2, 0]) == expected


def test_a_subset_with_samples_of_its_own_needs_both_ways_to_get_them():
    def kinds(subset):
        class One(subset):
            def __getitem__(self, index):
                return 7

        class Both(One):
            def __getitems__(self, indices):
                return [self[index] for index in indices]

        return One, Both

    one, whole = kinds(Subset)
    assert whole("abc", [0]).__getitems__([0, 0]) == [7, 7]
    with pytest.raises(NotImplementedError) as caught:
        one("abc", [0])
    torch = pytest.importorskip("torch")
    with pytest.raises(NotImplementedError) as theirs:
        kinds(torch.utils.data.Subset)[0]("abc", [0])
    assert str(caught.value) == str(theirs.value)


@pytest.mark.parametrize(("lengths", "parts"), STORED_SPLITS)
def test_random_split(lengths, parts):
    random.manual_seed(7)
    found = random_split(range(10), lengths)
    assert [part.indices for part in found] == parts
    assert _draws.uniform(()).item() == 0.8512683510780334
    generator = random.Generator().manual_seed(7)
    assert [list(part) for part in random_split(range(10), lengths, generator)] == parts


@pytest.mark.parametrize("size", [1, 2, 7, 100])
@pytest.mark.parametrize("lengths", [[0.5, 0.5], [0.9, 0.1], [0.1] * 10, [1.0]])
@pytest.mark.filterwarnings("ignore:Length of split")
def test_random_split_is_torchs_live(size, lengths):
    torch = pytest.importorskip("torch")
    theirs = torch.utils.data.random_split(range(size), lengths, torch.Generator().manual_seed(2))
    ours = random_split(range(size), lengths, random.Generator().manual_seed(2))
    assert [part.indices for part in ours] == [part.indices for part in theirs]


def test_an_empty_part_is_warned_of_where_it_is_made():
    with pytest.warns(UserWarning, match="^Length of split at index 1 is 0") as caught:
        random_split(range(1), [0.5, 0.5])
    assert caught[0].filename == __file__


SUM = "Sum of input lengths does not equal the length of the input dataset!"


@pytest.mark.parametrize(
    ("lengths", "error", "words"),
    [
        ([3, 4], ValueError, SUM),
        ([0.5, 0.4], ValueError, SUM),
        ([0.8, 0.3], ValueError, SUM),
        ([], ValueError, SUM),
        ([1.5, -0.5], ValueError, "Fraction at index 0 is not between 0 and 1"),
        ([12, -2], ValueError, "lengths must not be negative"),
        ([2.5, 7.5], TypeError, "'float' object cannot be interpreted as an integer"),
    ],
)
def test_lengths_that_do_not_fit(lengths, error, words):
    random.manual_seed(7)
    state = random.default_generator.get_state()
    with pytest.raises(error) as caught:
        random_split(range(10), lengths)
    assert str(caught.value).startswith(words)
    assert (random.default_generator.get_state() == state).all()


def test_datasets_one_after_the_other_as_in_torch():
    torch = pytest.importorskip("torch")
    made = []
    for kind in (ConcatDataset, torch.utils.data.ConcatDataset):
        both = kind(["ab", "cde"])
        made.append([len(both), both.cumulative_sizes, [both[i] for i in range(-5, 5)]])
        with pytest.raises(IndexError):
            both[5]
        with pytest.raises(ValueError, match="absolute value of index should not exceed"):
            both[-6]
        with pytest.raises(AssertionError, match="should not be an empty iterable"):
            kind([])
    assert made[0] == made[1]


def test_a_sum_of_datasets():
    twice = Squares() + Squares()
    assert isinstance(twice, ConcatDataset) and twice[7] == 1 and len(twice) == 12
    with pytest.raises(AssertionError, match="does not support IterableDataset"):
        ConcatDataset([IterableDataset()])
    with pytest.raises(NotImplementedError, match="should implement __iter__"):
        iter(IterableDataset())


def stacked(data, *args, **kwargs):
    try:
        dataset = data.StackDataset(*args, **kwargs)
        return len(dataset), dataset[0], dataset[-1]
    except ValueError as error:
        return str(error)


@pytest.mark.parametrize(
    ("args", "kwargs"),
    [
        (("abc", [1, 2, 3]), {}),
        ((), {"image": "abc", "label": [1, 2, 3]}),
        (("abc", [1]), {}),
        (("abc",), {"label": [1, 2, 3]}),
        ((), {}),
    ],
)
def test_datasets_side_by_side_as_in_torch(args, kwargs):
    torch = pytest.importorskip("torch")
    mine = stacked(minigrad.utils.data, *args, **kwargs)
    assert mine == stacked(torch.utils.data, *args, **kwargs)


def chained(data):
    """Streams one after the other, and what is none."""

    class Count(data.IterableDataset):
        def __init__(self, count):
            self.count = count

        def __iter__(self):
            return iter(range(self.count))

        def __len__(self):
            return self.count

    both = Count(2) + Count(3)
    batches = [batch.tolist() for batch in data.DataLoader(both, batch_size=2)]
    try:
        list(data.ChainDataset([Count(1), [1]]))
    except AssertionError as error:
        return type(both).__name__, list(both), len(both), batches, str(error)


def test_streams_one_after_the_other_as_in_torch():
    torch = pytest.importorskip("torch")
    assert chained(minigrad.utils.data) == chained(torch.utils.data)
