"""A version that compares as one: ``__version__ >= "1.9"``, also where 10 comes after 9.

A program asks for the version to know what the library can do. minigrad's own version, 0.1.0, says
nothing about that, and PyTorch's would be a lie. So ``minigrad.__version__`` is a string with our
own number, which equals what it prints; asked whether it is older or newer than another, it answers
as the PyTorch that it follows, 2.13.0.
"""

from __future__ import annotations

import re
from typing import Any

FOLLOWED = "2.13.0"  # the PyTorch that the tests compare with


class TorchVersion(str):
    """A version: a string that compares with others, and with tuples, number by number.

    Attributes:
        follows: the version that it counts as, where that is not its own.

    Example:
        >>> from minigrad.torch_version import TorchVersion
        >>> TorchVersion("1.10.0") > "1.9", TorchVersion("1.10.0a") < (1, 10)
        (True, True)
        >>> import minigrad
        >>> minigrad.__version__, minigrad.__version__ >= "1.9", minigrad.__version__ >= (3,)
        ('0.1.0', True, False)

    Source: https://github.com/pytorch/pytorch/blob/main/torch/torch_version.py
    """

    follows: str

    def __new__(cls, version: str, follows: str | None = None) -> TorchVersion:
        """A version, and the one that it counts as."""
        out = super().__new__(cls, version)
        out.follows = follows or version
        return out

    def __lt__(self, other: Any) -> bool:
        return _key(self.follows) < _key(other)

    def __le__(self, other: Any) -> bool:
        return _key(self.follows) <= _key(other)

    def __gt__(self, other: Any) -> bool:
        return _key(self.follows) > _key(other)

    def __ge__(self, other: Any) -> bool:
        return _key(self.follows) >= _key(other)


def _key(version: Any) -> tuple[tuple[int, ...], bool]:
    """The numbers of a version without the zeros at their end, and whether it is a release.

    Raises:
        TypeError: it is neither a string nor a tuple.
        ValueError: it begins with no number.
    """
    if isinstance(version, (tuple, list)):
        version = ".".join(map(str, version))
    if isinstance(version, TorchVersion):
        version = version.follows
    found = re.match(r"v?(\d+(?:\.\d+)*)[-_.]?(a|b|c|rc|dev|pre)?", str(version))
    if not isinstance(version, str) and type(version).__name__ != "Version":
        raise TypeError(f"a version is compared with a string or a tuple, not with {version!r}")
    if found is None:
        raise ValueError(f"Invalid version: {version!r}")
    numbers = [int(number) for number in found[1].split(".")]
    while numbers and not numbers[-1]:
        numbers.pop()
    return tuple(numbers), found[2] is None
