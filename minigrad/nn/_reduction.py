"""How losses were told to sum up before `reduction`: by `size_average` and `reduce`."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any

from .._warn import warn


def old_reduction(call: Callable[..., Any]) -> Callable[..., Any]:
    """The same function, which also takes `size_average` and `reduce`, with a warning.

    They stand where PyTorch has them: the first in front of what can only be given by name, the
    other in front of `reduction`.

    Example:
        >>> @old_reduction
        ... def loss(x, *, reduction="mean"):
        ...     return reduction
        >>> loss(1, reduction="sum"), str(inspect.signature(loss))
        ('sum', "(x, size_average=None, reduce=None, reduction='mean')")
    """
    signature = inspect.signature(call)
    all_of_them = signature.parameters.values()
    first = [p for p in all_of_them if p.kind is p.POSITIONAL_OR_KEYWORD]
    named = {p.name: p for p in all_of_them if p.kind is p.KEYWORD_ONLY}
    names = list(named)
    place = names.index("reduction")
    order = ["size_average", *names[:place], "reduce", *names[place:]]

    @functools.wraps(call)
    def wrapper(*args: Any, **options: Any) -> Any:
        if len(args) > len(first):
            options.update(zip(order, args[len(first) :]))
            args = args[: len(first)]
        size_average, reduce = options.pop("size_average", None), options.pop("reduce", None)
        if size_average is not None or reduce is not None:
            options["reduction"] = _reduction(size_average, reduce)
        return call(*args, **options)

    either = inspect.Parameter.POSITIONAL_OR_KEYWORD
    more = [
        named[name].replace(kind=either)
        if name in named
        else inspect.Parameter(name, either, default=None)
        for name in order
    ]
    wrapper.__signature__ = signature.replace(parameters=[*first, *more])  # type: ignore[attr-defined]
    return wrapper


def _reduction(size_average: bool | None, reduce: bool | None) -> str:
    """The word for both; None is True."""
    if reduce is False:
        word = "none"
    else:
        word = "sum" if size_average is False else "mean"
    warn(
        f"size_average and reduce args will be deprecated, please use reduction='{word}' instead.",
        UserWarning,
    )
    return word
