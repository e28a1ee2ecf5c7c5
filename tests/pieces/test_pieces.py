"""What minigrad prints when it stands in torch's place, line by line."""

import functools
import importlib.util
import inspect

import pytest

import minigrad
from tests.pieces.running import ADVICE, FILES, pieces, printed, stored, whole

OPEN = {  # pieces that part from torch, and what minigrad first says otherwise, or lacks
    "more_tutorials.spatial_transformer": "-6.2831e-04",  # float32, rounded in another order
    "more_tutorials.pruning": "prune",
    "more_tutorials.parametrizations": "cached",
    "more_tutorials.channels_last": "channels_last",
    "more_tutorials.checkpoint_tips": "meta",
    "more_tutorials.mixed_precision": "AssertionError",  # what autocast leaves in float32
    "more_courses.language_model_basics": "bfloat16",
    "more_forum.divergences": "Beta",
    "more_forum.resizing_tensors": "trilinear",
}

NEEDED = {"more_forum.numpy_and_grad": "ml_dtypes"}  # what a piece needs beside NumPy


@functools.cache
def theirs(name):
    """What torch prints: now, or where it is not installed when it was last stored."""
    if importlib.util.find_spec("torch"):
        return printed(pieces()[name], whole("torch"))
    return stored()[name]


def parting(found, expected):
    """The first line that differs, as found and as expected; None where all are alike.

    What an error of minigrad's advises after its first line, and torch does not say, is left out.
    """
    rest = list(expected)
    for line in found:
        if rest and line.removeprefix(ADVICE) == rest[0]:
            rest.pop(0)
        elif not line.startswith(ADVICE):
            return line, rest[0] if rest else None
    return (None, rest[0]) if rest else None


@pytest.mark.parametrize("name", pieces())
def test_minigrad_prints_what_torch_prints(name):
    if name in NEEDED:
        pytest.importorskip(NEEDED[name])
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


def test_only_further_lines_of_an_error_of_ours_are_left_out():
    def piece(lib):
        try:
            lib.ones(2) * lib.ones(3)
        except RuntimeError as e:
            print(e)
            print(f"{e}")
        try:
            raise ValueError("one\ntwo")
        except ValueError as e:
            print(e)

    said = printed(piece, minigrad)
    assert [line.startswith(ADVICE) for line in said] == [False, True] + [False] * 4
    advice = f"{ADVICE}Do that."
    assert parting(["a", advice, "b"], ["a", "b"]) is None
    assert parting(["a", advice, "b"], ["a", "Do that.", "b"]) is None  # torch says it, too
    assert parting(["a", advice], ["a", "More."]) == (None, "More.")
    assert parting(["a", "Do that.", "b"], ["a", "b"]) == ("Do that.", "b")
