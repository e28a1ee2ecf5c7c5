"""What minigrad prints when it stands in torch's place, line by line."""

import functools
import importlib.util
import inspect
from itertools import zip_longest

import pytest

from tests.pieces.running import FILES, pieces, printed, stored, whole

OPEN = {  # pieces that part from torch, and what minigrad first says otherwise, or lacks
    "more_tutorials.fundamentals_of_autograd": "sin_",
    "more_tutorials.tensors_in_depth": "The shapes are",  # a second line of advice
    "more_tutorials.leaves_and_others": "Nothing that it was computed from",  # advice too
    "more_tutorials.spatial_transformer": "affine_grid",
    "more_tutorials.knowledge_distillation": "avg_pool1d",
    "more_tutorials.bags_of_words": "EmbeddingBag",
    "more_tutorials.pruning": "prune",
    "more_tutorials.parametrizations": "cached",
    "more_tutorials.attention_kernels": "SDPBackend",
    "more_tutorials.channels_last": "channels_last",
    "more_tutorials.checkpoint_tips": "meta",
    "more_tutorials.mixed_precision": "AssertionError",  # what autocast leaves in float32
    "more_courses.language_model_basics": "bfloat16",
    "more_forum.einsum_is_all_you_need": "'list' object",  # the operands in a list
    "more_forum.tensor_and_its_class": "missing 1 required positional argument",
    "more_forum.what_gather_does": "[2], [2, 2]",  # a second line of advice
    "more_forum.hidden_and_output": "all_weights",
    "more_forum.numpy_and_grad": "NumPy would compute without recording",  # advice
    "more_forum.regularization": "'target'",
    "more_forum.divergences": "Beta",
    "more_forum.resizing_tensors": "bicubic",
}


@functools.cache
def theirs(name):
    """What torch prints: now, or where it is not installed when it was last stored."""
    if importlib.util.find_spec("torch"):
        return printed(pieces()[name], whole("torch"))
    return stored()[name]


def parting(found, expected):
    """The first line that differs, as found and as expected; None where all are alike."""
    return next((pair for pair in zip_longest(found, expected) if pair[0] != pair[1]), None)


@pytest.mark.parametrize("name", pieces())
def test_minigrad_prints_what_torch_prints(name):
    parted = parting(printed(pieces()[name], whole("minigrad")), theirs(name))
    if name not in OPEN:
        assert parted is None, "minigrad: {}\n   torch: {}".format(*parted)
    else:
        assert parted, "alike by now: take it out of OPEN"
        assert OPEN[name] in str(parted[0]), "it comes further, or less far, than OPEN says"


@pytest.mark.parametrize("name", pieces())
def test_what_is_stored_is_what_torch_prints(name):
    pytest.importorskip("torch")
    assert theirs(name) == stored()[name], "python -m tests.pieces.store"


def test_every_piece_is_stored_and_nothing_else():
    assert list(stored()) == list(pieces())
    assert set(OPEN) <= set(pieces())


def test_no_piece_ends_in_an_error():
    ends = {name: lines[-1] for name, lines in stored().items()}
    assert not {name: end for name, end in ends.items() if end.split(":")[0].endswith("Error")}


def test_there_is_a_fair_number_of_each_kind():
    counts = {file: sum(name.startswith(f"{file}.") for name in pieces()) for file in FILES}
    assert min(counts.values()) >= 11, counts


def test_pieces_take_the_library_and_name_their_source():
    for name, piece in pieces().items():
        assert list(inspect.signature(piece).parameters) == ["torch"], name
        says, _, link = piece.__doc__.rpartition(": ")
        assert says and "\n" not in says and link.startswith("https://"), name


def test_a_difference_is_seen():
    assert parting(["a", "b"], ["a", "c"]) == ("b", "c")
    assert parting(["a"], ["a", "b"]) == (None, "b")
    assert parting(["a"], ["a"]) is None
