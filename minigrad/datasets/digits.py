"""Handwritten digits, small enough to travel inside the package."""

from __future__ import annotations

from importlib import resources
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..creation.data import from_numpy
from ..tensor import Tensor


def load_digits(split: str | None = None) -> tuple[Tensor, Tensor]:
    """1,797 digits that people wrote by hand, as pictures of 8×8 pixels, and which digit each is.

    To see whether a network has learned more than its examples, train it on one part and try it on
    the other. Every fifth picture of each digit is held out for that, so both parts have each digit
    about equally often. The same people wrote both parts; a stranger's hand is harder to read.

    Args:
        split: ``"train"`` for 1,442 pictures, ``"test"`` for the other 355, None for all.

    Returns:
        images: Shape (N, 8, 8), float32, from 0 for paper to 1 for ink, in steps of 1/16.
        labels: Shape (N,), int64, from 0 to 9.

    Raises:
        ValueError: If `split` is something else.

    Example:
        >>> from minigrad.datasets import load_digits
        >>> images, labels = load_digits(split="train")
        >>> images.shape, labels[:10].tolist()
        (minigrad.Size([1442, 8, 8]), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9])

    Source: E. Alpaydin and C. Kaynak, Optical Recognition of Handwritten Digits, UCI Machine
    Learning Repository, https://doi.org/10.24432/C50P49, CC BY 4.0; see data/digits.md.
    """
    if split not in (None, "train", "test"):
        raise ValueError(f"split must be 'train', 'test' or None (for all), but got {split!r}")
    images, labels = _stored()
    if split is not None:
        chosen = _held_out(labels) == (split == "test")
        images, labels = images[chosen], labels[chosen]
    return from_numpy(images / np.float32(16)), from_numpy(labels.astype(np.int64))


def _stored() -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    file = resources.files(__package__) / "data" / "digits.npz"
    with file.open("rb") as stream, np.load(stream, allow_pickle=False) as arrays:
        return arrays["images"], arrays["labels"]


def _held_out(labels: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """True for every fifth picture of each digit."""
    held_out = np.zeros(labels.shape, bool)
    for digit in range(10):
        places: NDArray[Any] = np.flatnonzero(labels == digit)
        held_out[places[4::5]] = True
    return held_out
