"""``minigrad.special`` is a module of its own, and has nothing that PyTorch's lacks."""

import importlib

import pytest

import minigrad


def test_it_is_a_module():
    assert importlib.import_module("minigrad.special") is minigrad.special


def test_every_name_is_pytorchs():
    torch = pytest.importorskip("torch")
    assert [n for n in minigrad.special.__all__ if not hasattr(torch.special, n)] == []
