import importlib.util

import pytest

import minigrad
from minigrad import _draws, random
from minigrad.utils.data import DataLoader, Dataset, IterableDataset, Sampler, Subset, TensorDataset

IN_ORDER = [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9]]
# Options, two rounds over range(10) by torch 2.13.0 after manual_seed(7), and the next of rand.
STORED = [
    ({"batch_size": 4}, [IN_ORDER, IN_ORDER], 0.23276156187057495),
    (
        {"batch_size": 4, "shuffle": True},
        [[[3, 2, 7, 8], [6, 1, 5, 9], [0, 4]], [[1, 3, 5, 2], [8, 9, 6, 7], [4, 0]]],
        0.36531615257263184,
    ),
    (
        {"batch_size": 4, "shuffle": True, "drop_last": True},
        [[[3, 2, 7, 8], [6, 1, 5, 9]], [[1, 3, 5, 2], [8, 9, 6, 7]]],
        0.36531615257263184,
    ),
]


@pytest.mark.parametrize(("options", "rounds", "following"), STORED)
def test_two_rounds_after_a_seed(options, rounds, following):
    random.manual_seed(7)
    loader = DataLoader(list(range(10)), **options)
    assert [[batch.tolist() for batch in loader] for _ in range(2)] == rounds
    assert _draws.uniform(()).item() == following
    assert len(loader) == len(rounds[0])


def test_two_rounds_with_a_generator_of_ones_own():
    loader = DataLoader(range(10), 5, True, generator=random.Generator().manual_seed(3))
    random.manual_seed(7)
    rounds = [[batch.tolist() for batch in loader] for _ in range(2)]
    assert rounds == [
        [[7, 4, 2, 9, 1], [5, 0, 8, 6, 3]],
        [[1, 2, 0, 5, 9], [4, 8, 3, 6, 7]],
    ]
    assert _draws.uniform(()).item() == 0.5349225401878357


@pytest.mark.parametrize("batch_size", [1, 3, 10, 11, None])
@pytest.mark.parametrize("shuffle", [None, False, True])
@pytest.mark.parametrize("own", [False, True])
def test_rounds_are_torchs_live(batch_size, shuffle, own):
    torch = pytest.importorskip("torch")

    def rounds(framework, loader, generator):
        framework.manual_seed(12)
        given = {"generator": generator.manual_seed(5)} if own else {}
        data = loader([(i, float(i)) for i in range(10)], batch_size, shuffle, **given)
        told = [[[str(part) for part in batch] for batch in data] for _ in range(3)]
        return told, framework.rand(1).item(), len(data)

    theirs = rounds(torch, torch.utils.data.DataLoader, torch.Generator())
    assert rounds(minigrad, DataLoader, random.Generator()) == (
        [[[part.replace("torch.", "minigrad.") for part in b] for b in r] for r in theirs[0]],
        *theirs[1:],
    )


def test_a_round_given_up_draws_as_in_torch_live():
    torch = pytest.importorskip("torch")
    left = []
    for framework, loader in ((torch, torch.utils.data.DataLoader), (minigrad, DataLoader)):
        framework.manual_seed(0)
        data = loader(range(10), 2, True)
        iter(data)
        left.append([next(iter(data)).tolist(), framework.rand(1).item()])
    assert left[0] == left[1]


def test_tensors_come_in_batches():
    inputs, targets = minigrad.arange(10.0).view(5, 2), minigrad.arange(5)
    loader = DataLoader(TensorDataset(inputs, targets), batch_size=2)
    found = [(x.tolist(), y.tolist()) for x, y in loader]
    assert found[1] == ([[4.0, 5.0], [6.0, 7.0]], [2, 3])
    assert found[2] == ([[8.0, 9.0]], [4])
    assert len(loader) == len(found) == 3


def test_a_round_covers_every_sample_once():
    loader = DataLoader(list(range(103)), batch_size=8, shuffle=True)
    found = [index for batch in loader for index in batch.tolist()]
    assert sorted(found) == list(range(103))


def test_two_rounds_at_once_do_not_disturb_each_other():
    loader = DataLoader(list(range(6)), batch_size=2)
    assert [(a.tolist(), b.tolist()) for a, b in zip(loader, loader, strict=True)][1] == (
        [2, 3],
        [2, 3],
    )


def test_a_sampler_of_ones_own():
    class Backwards(Sampler):
        def __iter__(self):
            return iter([4, 3, 2, 1, 0])

    loader = DataLoader("abcde", batch_size=2, sampler=Backwards())
    assert list(loader) == [["e", "d"], ["c", "b"], ["a"]]
    with pytest.raises(TypeError, match="no len"):
        len(loader)


def test_batches_of_ones_own():
    loader = DataLoader("abcde", batch_sampler=[[0, 4], [1], [2, 2, 2]])
    assert list(loader) == [["a", "e"], ["b"], ["c", "c", "c"]]
    assert len(loader) == 3
    assert loader.batch_size is None


def test_a_collate_function_of_ones_own():
    assert list(DataLoader("abcde", 2, collate_fn="".join)) == ["ab", "cd", "e"]


def test_a_collate_function_of_ones_own_gets_samples_of_tensors_too():
    data = TensorDataset(minigrad.arange(4), minigrad.arange(4) * 5)
    loader = DataLoader(data, 2, collate_fn=lambda samples: [len(s) for s in samples])
    assert list(loader) == [[2, 2], [2, 2]]


def test_without_batches_samples_are_converted_only():
    samples = list(DataLoader([1, "a", (2.0, None)], batch_size=None))
    assert samples == [1, "a", [2.0, None]]
    assert len(DataLoader("abc", batch_size=None)) == 3


def test_a_dataset_may_fetch_a_batch_at_once():
    class AtOnce(Dataset):
        asked = ()

        def __len__(self):
            return 5

        def __getitems__(self, indices):
            self.asked += (list(indices),)
            return [10 * index for index in indices]

    data = AtOnce()
    assert [batch.tolist() for batch in DataLoader(data, 3)] == [[0, 10, 20], [30, 40]]
    assert data.asked == ([0, 1, 2], [3, 4])


def test_a_subset_fetches_a_batch_at_once_too():
    class AtOnce(Dataset):
        def __len__(self):
            return 5

        def __getitems__(self, indices):
            return [(10 * index, len(indices)) for index in indices]

    for kind, subset in zip(loaders(), parts(), strict=True):
        found = list(kind(subset(AtOnce(), [3, 1, 2]), batch_size=2))
        assert [[x.tolist() for x in batch] for batch in found] == [[[30, 10], [2, 2]], [[20], [1]]]


@pytest.mark.parametrize(("options", "length"), [({}, 3), ({"batch_size": 2}, 2)])
def test_a_round_has_a_length_that_stays(options, length):
    for kind in loaders():
        batches = iter(kind([1, 2, 3], **options))
        assert iter(batches) is batches
        assert len(batches) == length
        next(batches)
        assert len(batches) == length
        assert len(list(batches)) == length - 1
        assert next(batches, None) is None
        with pytest.raises(TypeError, match="no len"):
            len(iter(kind([1, 2, 3], sampler=iter([0]))))


def test_a_round_goes_on_after_a_sample_that_failed():
    class Broken(Dataset):
        def __len__(self):
            return 3

        def __getitem__(self, index):
            return 1 // (index - 1)

    for kind in loaders():
        batches = iter(kind(Broken()))
        assert next(batches).tolist() == [-1]
        with pytest.raises(ZeroDivisionError):
            next(batches)
        assert [batch.tolist() for batch in batches] == [[1]]


def test_a_sampler_that_draws_at_once_draws_as_in_torch_live():
    torch = pytest.importorskip("torch")
    told = []
    for lib, kind in ((minigrad, DataLoader), (torch, torch.utils.data.DataLoader)):

        class Shuffled:
            def __iter__(self, lib=lib):
                return iter(lib.randperm(6).tolist())

        lib.manual_seed(3)
        told.append([list(kind(range(6), None, sampler=Shuffled())), lib.rand(1).item()])
    assert told[0] == told[1]


class Twin(TensorDataset):
    """No TensorDataset itself, so that its samples are taken and stacked one by one."""


@pytest.mark.parametrize("indices", [[[3, 0, -1], [2]], [(4, 1)], [range(3)]])
@pytest.mark.parametrize("part", [None, [4, 2, 0, 1, 3], minigrad.tensor([1, 3, 0, 2, 4])])
def test_tensors_taken_at_once_are_samples_stacked(indices, part):
    tensors = minigrad.arange(10.0).view(5, 2), minigrad.arange(5) * 7
    found = []
    for kind in (TensorDataset, Twin):
        data = kind(*tensors) if part is None else Subset(kind(*tensors), part)
        loader = DataLoader(data, batch_sampler=indices)
        found.append([[(str(x.dtype), x.tolist()) for x in batch] for batch in loader])
        assert all(type(batch) is list for batch in loader)
    assert found[0] == found[1]


def test_gradients_reach_the_tensors_of_a_dataset():
    x = minigrad.ones(4, requires_grad=True)
    loader = DataLoader(TensorDataset(x), batch_sampler=[[1, 1, 3]])
    for (batch,) in loader:
        (batch * minigrad.tensor([1.0, 10.0, 100.0])).sum().backward()
    assert x.grad.tolist() == [0, 11, 0, 100]


def test_an_index_too_large():
    with pytest.raises(IndexError, match="index 9 is out of bounds for dimension 0 with size 4"):
        list(DataLoader(TensorDataset(minigrad.zeros(4)), sampler=[0, 9], batch_size=2))


def test_a_subset_in_batches():
    loader = DataLoader(Subset(range(10), [9, 5, 1]), batch_size=2)
    assert [batch.tolist() for batch in loader] == [[9, 5], [1]]


def test_attributes():
    loader = DataLoader("abc", batch_size=2, drop_last=True)
    assert (loader.dataset, loader.batch_size, loader.drop_last) == ("abc", 2, True)
    assert loader.num_workers == 0


@pytest.mark.parametrize(
    "name", ["dataset", "batch_size", "sampler", "batch_sampler", "drop_last", "persistent_workers"]
)
def test_what_cannot_be_changed_afterwards(name):
    loader = DataLoader("abc")
    words = f"^{name} attribute should not be set after DataLoader is initialized"
    with pytest.raises(ValueError, match=words):
        setattr(loader, name, None)
    assert list(loader) == [["a"], ["b"], ["c"]]


EXCLUSIVE = (
    "batch_sampler option is mutually exclusive with batch_size, shuffle, sampler, and drop_last"
)


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        (
            {"num_workers": -1},
            ValueError,
            "num_workers option should be non-negative; use num_workers=0 to disable "
            "multiprocessing.",
        ),
        ({"timeout": -1}, ValueError, "timeout option should be non-negative"),
        (
            {"prefetch_factor": 2},
            ValueError,
            "prefetch_factor option could only be specified in multiprocessing.let num_workers > 0 "
            "to enable multiprocessing, otherwise set prefetch_factor to None.",
        ),
        (
            {"persistent_workers": True},
            ValueError,
            "persistent_workers option needs num_workers > 0",
        ),
        (
            {"sampler": [0], "shuffle": True},
            ValueError,
            "sampler option is mutually exclusive with shuffle",
        ),
        ({"batch_sampler": [[0]], "batch_size": 2}, ValueError, EXCLUSIVE),
        ({"batch_sampler": [[0]], "shuffle": True}, ValueError, EXCLUSIVE),
        ({"batch_sampler": [[0]], "sampler": [0]}, ValueError, EXCLUSIVE),
        ({"batch_sampler": [[0]], "drop_last": True}, ValueError, EXCLUSIVE),
        (
            {"batch_size": None, "drop_last": True},
            ValueError,
            "batch_size=None option disables auto-batching and is mutually exclusive with "
            "drop_last",
        ),
        (
            {"batch_size": 0},
            ValueError,
            "batch_size should be a positive integer value, but got batch_size=0",
        ),
        (
            {"dataset": [], "shuffle": True},
            ValueError,
            "num_samples should be a positive integer value, but got num_samples=0",
        ),
    ],
)
def test_bad_options(options, error, words):
    with pytest.raises(error) as caught:
        DataLoader(**{"dataset": "abc", **options})
    assert str(caught.value).startswith(words)
    if error is not NotImplementedError:
        torch = pytest.importorskip("torch")
        with pytest.raises(error) as caught:
            torch.utils.data.DataLoader(**{"dataset": "abc", **options})
        assert str(caught.value) == words


HARMLESS = {
    "pin_memory": False,
    "timeout": 0,
    "worker_init_fn": print,
    "multiprocessing_context": None,
    "prefetch_factor": None,
    "persistent_workers": False,
}


def loaders():
    """minigrad's, and torch's where it is installed."""
    yield DataLoader
    yield pytest.importorskip("torch").utils.data.DataLoader


def parts():
    """The subset that goes with each of them."""
    yield Subset
    yield pytest.importorskip("torch").utils.data.Subset


def test_what_only_workers_need_changes_nothing():
    for kind in loaders():
        loader = kind(range(3), 2, num_workers=0, **HARMLESS)
        assert [batch.tolist() for batch in loader] == [[0, 1], [2]]
        assert {name: getattr(loader, name) for name in HARMLESS} == HARMLESS


def test_options_stand_where_torch_has_them():
    for kind in loaders():
        loader = kind(range(3), 2, False, None, None, 0, None, False, True, 0, None, None, None)
        assert [batch.tolist() for batch in loader] == [[0, 1]]


def test_memory_that_cannot_be_pinned_is_warned_of():
    if minigrad_has_a_gpu():
        pytest.skip("nothing to warn of")
    for kind in loaders():
        loader = kind(range(2), pin_memory=True)
        with pytest.warns(UserWarning, match="but no accelerator is found, then device pinned"):
            assert [batch.tolist() for batch in loader] == [[0], [1]]


def minigrad_has_a_gpu():
    return importlib.util.find_spec("cupy") is not None


def test_workers_are_taken_and_change_nothing():
    alone = list(DataLoader(range(5), 2))
    loader = DataLoader(
        range(5), 2, num_workers=2, prefetch_factor=4, persistent_workers=True, timeout=9
    )
    assert loader.num_workers == 2
    assert [batch.tolist() for batch in loader] == [batch.tolist() for batch in alone]


class Countdown:
    """A stream, as a mixin of either library's class."""

    def __iter__(self):
        return iter(range(5, 0, -1))


def streams():
    yield type("Stream", (Countdown, IterableDataset), {}), DataLoader
    torch = pytest.importorskip("torch")
    yield (
        type("Stream", (Countdown, torch.utils.data.IterableDataset), {}),
        torch.utils.data.DataLoader,
    )


@pytest.mark.parametrize("options", [{}, {"batch_size": 2}, {"batch_size": 2, "drop_last": True}])
def test_a_stream_gives_batches_without_indices(options):
    found = [[batch.tolist() for batch in load(kind(), **options)] for kind, load in streams()]
    assert found[0] == found[-1] and found[0][0][0] == 5


def test_a_stream_without_batches_and_with_a_length():
    for kind, load in streams():
        assert list(load(kind(), batch_size=None)) == [5, 4, 3, 2, 1]
        with pytest.raises(TypeError, match="has no len"):
            len(load(kind()))
        kind.__len__ = lambda self: 5
        assert [len(load(kind(), 2)), len(load(kind(), 2, drop_last=True))] == [3, 2]


@pytest.mark.parametrize(
    ("name", "option"), [("shuffle", True), ("sampler", [1]), ("batch_sampler", [[1]])]
)
def test_a_stream_has_an_order_of_its_own(name, option):
    for kind, load in streams():
        with pytest.raises(ValueError, match=f"IterableDataset: expected unspecified {name}"):
            load(kind(), **{name: option})


def test_an_empty_dataset_gives_no_batch():
    assert list(DataLoader([])) == []
    assert len(DataLoader([])) == 0


def test_no_worker_loads():
    assert minigrad.utils.data.get_worker_info() is None
