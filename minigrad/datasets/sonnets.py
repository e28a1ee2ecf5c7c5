"""Eight sonnets: a text for a model that writes letter by letter."""

from __future__ import annotations

from importlib import resources


def load_sonnets() -> str:
    r"""Eight of Shakespeare's sonnets, 4,917 characters; an empty line between two of them.

    Example:
        >>> from minigrad.datasets import load_sonnets
        >>> load_sonnets().splitlines()[0]
        "Shall I compare thee to a summer's day?"

    Source: William Shakespeare, *Sonnets*, 1609 (public domain); see data/sonnets.md.
    """
    return (resources.files(__package__) / "data" / "sonnets.txt").read_text(encoding="ascii")
