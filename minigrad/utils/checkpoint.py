"""Checkpoints: what a part of a network saves for backward is forgotten, and computed again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..autograd.grad_mode import enable_grad
from ..autograd.graph import saved_tensors_hooks
from ..random import get_rng_state, set_rng_state
from ..tensor import Tensor

__all__ = ["checkpoint", "checkpoint_sequential"]


class _Enough(Exception):
    """All that was saved is there again: what would follow is not needed."""


def checkpoint(
    function: Callable[..., Any],
    *args: Any,
    use_reentrant: bool | None = None,
    preserve_rng_state: bool = True,
    **kwargs: Any,
) -> Any:
    """Call `function`, but keep its inputs only: backward calls it again for what it had saved.

    It costs a second forward, and spares the memory of all results on the way. The graph is that of
    an ordinary call; instead of each saved tensor, a node keeps when it was saved. The first that
    is asked for has all of them computed, after the same random numbers as before.

    Args:
        function: What is called; it must do the same again.
        *args: What it is called with.
        use_reentrant: Makes no difference here; False is how PyTorch does the same.
        preserve_rng_state: Whether random numbers, `dropout`'s say, come again as they came.
        **kwargs: What it is called with, by name.

    Returns:
        What `function` returns.

    Example:
        >>> import minigrad
        >>> from minigrad.utils.checkpoint import checkpoint
        >>> x = minigrad.tensor([1.0, 2.0], requires_grad=True)
        >>> def squares(x):
        ...     print("called")
        ...     return (x * x).exp().sum()
        >>> y = checkpoint(squares, x, use_reentrant=False)
        called
        >>> y.backward()
        called
        >>> x.grad
        tensor([  5.4366, 218.3926])

    Source: T. Chen et al., "Training deep nets with sublinear memory cost", 2016.
    """
    begin = get_rng_state()
    saved = 0
    again: list[Tensor] = []

    def pack(x: Tensor) -> int:
        nonlocal saved
        saved += 1
        return saved - 1

    def keep(x: Tensor) -> None:
        again.append(x.detach())
        if len(again) == saved:
            raise _Enough

    def unpack(place: int) -> Tensor:
        if not again:
            now = get_rng_state()
            if preserve_rng_state:
                set_rng_state(begin)
            try:
                with enable_grad(), saved_tensors_hooks(keep, _never):
                    function(*args, **kwargs)
            except _Enough:
                pass
            finally:
                if preserve_rng_state:
                    set_rng_state(now)
        return again[place]

    with saved_tensors_hooks(pack, unpack):
        return function(*args, **kwargs)


def checkpoint_sequential(
    functions: Any, segments: int, input: Any, use_reentrant: bool | None = None, **kwargs: Any
) -> Any:
    """Call modules one after the other, in some segments, each a `checkpoint`; the last is none.

    Args:
        functions: A `Sequential`, or a list of functions.
        segments: How many.
        input: What the first is called with.
        use_reentrant: See `checkpoint`.
        **kwargs: See `checkpoint`.

    Source: https://docs.pytorch.org/docs/stable/checkpoint.html
    """
    calls = list(functions)
    size = len(calls) // segments
    for first in range(0, size * (segments - 1), size):
        part = calls[first : first + size]
        input = checkpoint(_through, input, part, use_reentrant=use_reentrant, **kwargs)
    return _through(input, calls[size * (segments - 1) :])


def _through(x: Any, calls: list[Any]) -> Any:
    for call in calls:
        x = call(x)
    return x


def _never(packed: Any) -> Any:
    raise AssertionError("a graph that is only computed again is never walked")
