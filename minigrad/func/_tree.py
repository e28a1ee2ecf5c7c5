"""Tensors in dicts, lists and tuples, at any depth: such an argument is called a tree."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def mapped(function: Callable[[Any], Any], tree: Any) -> Any:
    """The same containers, and in each place what the function makes of what was there.

    Example:
        >>> mapped(abs, {"a": [-1, 2], "b": (-3,)})
        {'a': [1, 2], 'b': (3,)}
    """
    if isinstance(tree, dict):
        return type(tree)((key, mapped(function, x)) for key, x in tree.items())
    if isinstance(tree, tuple) and hasattr(tree, "_fields"):
        return type(tree)(*(mapped(function, x) for x in tree))
    if isinstance(tree, (list, tuple)):
        return type(tree)(mapped(function, x) for x in tree)
    return function(tree)


def leaves(tree: Any) -> list[Any]:
    """What is in the containers, in order.

    Example:
        >>> leaves({"a": [-1, 2], "b": (-3,)})
        [-1, 2, -3]
    """
    found: list[Any] = []
    mapped(found.append, tree)
    return found


def filled(tree: Any, values: Any) -> Any:
    """The containers of a tree, with other values, in the order of `leaves`."""
    rest = iter(values)
    return mapped(lambda _: next(rest), tree)


def shape_of(tree: Any) -> Any:
    """The containers alone, to be compared or printed.

    Example:
        >>> shape_of([1, (2,)])
        [*, (*,)]
    """
    return mapped(lambda _: _STAR, tree)


class _Star:
    """A place in a tree."""

    def __repr__(self) -> str:
        return "*"


_STAR = _Star()
