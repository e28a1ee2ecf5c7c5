"""What minigrad prints where a program of everyday calls has it in torch's place."""

import importlib.util

import pytest

from tests.public.running import PROGRAMS, stored, told

OPEN = {  # programs that part from torch, and why
    "sparse_embedding": "says once that the gradient is dense all the same",
}


NEEDS = {"bfloat16": "ml_dtypes", "einops_rearrange": "einops"}  # beside NumPy


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """Programs write files: each has a folder of its own."""
    monkeypatch.chdir(tmp_path)


def theirs(name):
    """What torch prints: now, or where it is not installed when it was last stored."""
    return told(name, "torch") if importlib.util.find_spec("torch") else stored()[name]


@pytest.mark.parametrize("name", PROGRAMS)
def test_minigrad_prints_what_torch_prints(name):
    pytest.importorskip(NEEDS.get(name, "minigrad"))
    found, expected = told(name, "minigrad"), theirs(name)
    if name in OPEN:
        assert found != expected, "alike by now: take it out of OPEN"
    else:
        assert found == expected


@pytest.mark.parametrize("name", PROGRAMS)
def test_what_is_stored_is_what_torch_prints(name):
    pytest.importorskip("torch")
    assert theirs(name) == stored()[name], "python -m tests.public.store"


def test_every_program_is_stored_and_nothing_else():
    assert list(stored()) == list(PROGRAMS)
    assert set(OPEN) <= set(PROGRAMS)
    assert len(OPEN) <= 6 or all(OPEN.values())
