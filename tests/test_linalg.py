"""``minigrad.linalg`` is a module of its own, and has what its chapters declare."""

import importlib

import pytest

import minigrad


def test_it_is_imported_as_in_torch():
    assert importlib.import_module("minigrad.linalg") is minigrad.linalg


def test_its_names_are_torchs():
    torch = pytest.importorskip("torch")
    assert [name for name in minigrad.linalg.__all__ if not hasattr(torch.linalg, name)] == []


def test_a_singular_matrix_can_be_caught():
    with pytest.raises(minigrad.linalg.LinAlgError, match="singular"):
        minigrad.linalg.inv(minigrad.zeros(2, 2))
