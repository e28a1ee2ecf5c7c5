"""The handle that takes a hook back, and a mark for hooks that a copy may leave out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from ..autograd.hooks import RemovableHandle as RemovableHandle

__all__ = ["RemovableHandle", "unserializable_hook"]

Hook = TypeVar("Hook", bound=Callable[..., Any])


def unserializable_hook(f: Hook) -> Hook:
    """Mark a hook: copies and pickles of a tensor that has it leave it out without a warning.

    Example:
        >>> import minigrad, pickle
        >>> from minigrad.utils.hooks import unserializable_hook
        >>> x = minigrad.ones(2, requires_grad=True)
        >>> @unserializable_hook
        ... def doubled(grad):
        ...     return grad * 2
        >>> handle = x.register_hook(doubled)
        >>> pickle.loads(pickle.dumps(x))
        tensor([1., 1.], requires_grad=True)

    Source: ``torch.utils.hooks.unserializable_hook`` in PyTorch 2.13.
    """
    f.__torch_unserializable__ = True  # type: ignore[attr-defined]
    return f
