"""What happens during a backward pass, as plain data."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .data import Edge


@dataclass(frozen=True)
class Seed:
    """Backward begins: `gradient` is placed at output `nr` of the result's node."""

    node: str
    nr: int
    gradient: np.ndarray


@dataclass(frozen=True)
class Change:
    """A hook put another gradient in place of the one that had arrived at output `nr` of `node`."""

    node: str
    nr: int
    before: np.ndarray | None
    after: np.ndarray | None


@dataclass(frozen=True)
class Enter:
    """A node's turn has come; everything that will ever arrive is there.

    Attributes:
        node: whose turn it is.
        gradients: one per output; None where nothing arrived.
        versions: the saved tensors that are about to be read, and the version found for each; the
            rule runs only if it is the version of the forward pass.
    """

    node: str
    gradients: tuple[np.ndarray | None, ...]
    versions: dict[str, int]


@dataclass(frozen=True)
class Send:
    """A node's rule gave `gradient` for one of its inputs, and it went along `edge`.

    Attributes:
        edge: the way it went.
        gradient: what was sent.
        hooked: whether a hook of the node could put another gradient in place of the rule's.
    """

    edge: Edge
    gradient: np.ndarray
    hooked: bool = False


@dataclass(frozen=True)
class Accumulate:
    """What arrived was added to a ``.grad``: a leaf's, or that of a tensor asked to retain it."""

    node: str
    nr: int
    before: np.ndarray | None
    after: np.ndarray


@dataclass(frozen=True)
class Rewrite:
    """A hook that runs after a leaf's ``.grad`` was added to put another one in its place."""

    node: str
    nr: int
    before: np.ndarray
    after: np.ndarray | None


@dataclass(frozen=True)
class Release:
    """A node gave up what it had saved, under these names."""

    node: str
    names: tuple[str, ...]


@dataclass(frozen=True)
class Fail:
    """The pass ended here: a node could not run.

    Attributes:
        node: the node whose turn it was.
        error: the type of the exception, ``"RuntimeError"``.
        message: its first line, in the library's own words.
        problem: ``"freed"`` or ``"changed"``, as for a saved value; ``""`` if it was anything else.
        names: the saved values that could not be read.
        versions: the version that was saved and the one that was found, where they differ.
    """

    node: str
    error: str
    message: str
    problem: str = ""
    names: tuple[str, ...] = ()
    versions: tuple[int, int] | None = None


Event = Seed | Change | Enter | Send | Accumulate | Rewrite | Release | Fail
