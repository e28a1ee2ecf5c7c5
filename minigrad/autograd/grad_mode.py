"""Turning recording off and on: `no_grad`, `enable_grad`, `set_grad_enabled`, `inference_mode`.

Each works as a context manager and as a decorator of functions and generators. A coroutine
function is decorated in vain, as in PyTorch: calling it only makes the coroutine, and its body runs
later. The switch belongs to the thread.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any

from .._mode import current


def is_grad_enabled() -> bool:
    """Whether operations are being recorded in this thread.

    Example:
        >>> import minigrad
        >>> minigrad.is_grad_enabled()
        True
    """
    return current.mode.grad_enabled


def is_inference_mode_enabled() -> bool:
    """Whether this thread is inside `inference_mode`."""
    return current.mode.inference


def is_inference(input: Any) -> bool:
    """Whether a tensor was made in `inference_mode`.

    Example:
        >>> import minigrad
        >>> with minigrad.inference_mode():
        ...     x = minigrad.zeros(2)
        >>> minigrad.is_inference(x), minigrad.is_inference(x * 2)
        (True, False)
    """
    return bool(input.is_inference())


class _Switch:
    """A context manager that may also stand above a function as its decorator."""

    prev = False  # how the switch stood before

    def __enter__(self) -> None:
        """Each kind has its own."""

    def __exit__(self, *error: object) -> None:
        current.mode.enable_grad(self.prev)

    def clone(self) -> _Switch:
        """Another one like this, for a decorator needs a fresh one at every call."""
        return type(self)()

    def __call__(self, func: Callable[..., Any]) -> Callable[..., Any]:
        if inspect.isgeneratorfunction(func):
            return self._around_generator(func)

        @functools.wraps(func)
        def inside(*args: Any, **kwargs: Any) -> Any:
            with self.clone():
                return func(*args, **kwargs)

        return inside

    def _around_generator(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """Only while the generator runs: between two values the caller's own mode holds."""

        @functools.wraps(func)
        def inside(*args: Any, **kwargs: Any) -> Any:
            generator = func(*args, **kwargs)
            resume: Callable[[], Any] = functools.partial(next, generator)
            while True:
                try:
                    with self.clone():
                        value = resume()
                except StopIteration as end:
                    return end.value
                try:
                    sent = yield value
                except GeneratorExit:
                    with self.clone():
                        generator.close()
                    return None
                except BaseException as error:
                    resume = functools.partial(generator.throw, error)
                else:
                    resume = functools.partial(generator.send, sent)

        return inside


class no_grad(_Switch):
    """Record nothing in the block: results have ``requires_grad=False`` and keep no graph alive.

    What it does not do: it neither changes `requires_grad` of existing tensors, nor a model's mode
    (that is ``model.eval()``). The usual places are evaluation and the update of parameters.

    Example:
        >>> import minigrad
        >>> x = minigrad.tensor([1.0], requires_grad=True)
        >>> with minigrad.no_grad():
        ...     y = x * 2
        >>> y.requires_grad
        False
        >>> @minigrad.no_grad()
        ... def double(x):
        ...     return x * 2
        >>> double(x).requires_grad
        False

    Source: https://docs.pytorch.org/docs/stable/generated/torch.no_grad.html
    """

    def __new__(cls, orig_func: Callable[..., Any] | None = None) -> Any:
        """``@no_grad`` without brackets is the decorator itself."""
        return super().__new__(cls) if orig_func is None else cls()(orig_func)

    def __enter__(self) -> None:
        self.prev = _switch(False)


class enable_grad(_Switch):
    """Record inside the block, also where a `no_grad` around it would not; not in inference mode.

    Example:
        >>> import minigrad
        >>> x = minigrad.tensor([1.0], requires_grad=True)
        >>> with minigrad.no_grad(), minigrad.enable_grad():
        ...     y = x * 2
        >>> y.requires_grad
        True

    Source: https://docs.pytorch.org/docs/stable/generated/torch.enable_grad.html
    """

    def __new__(cls, orig_func: Callable[..., Any] | None = None) -> Any:
        """``@enable_grad`` without brackets is the decorator itself."""
        return super().__new__(cls) if orig_func is None else cls()(orig_func)

    def __enter__(self) -> None:
        self.prev = _switch(True)


class set_grad_enabled(_Switch):
    """Switch recording on or off, at once, or for a block.

    Args:
        mode: True to record.

    Example:
        >>> import minigrad
        >>> x = minigrad.tensor([1.0], requires_grad=True)
        >>> with minigrad.set_grad_enabled(False):
        ...     (x * 2).requires_grad
        False

    Source: https://docs.pytorch.org/docs/stable/generated/torch.autograd.grad_mode.set_grad_enabled.html
    """

    def __init__(self, mode: bool):
        if not isinstance(mode, bool):
            raise TypeError(
                "set_grad_enabled(): argument 'enabled' (position 1) must be bool, "
                f"not {type(mode).__name__}"
            )
        self.prev, self.mode = _switch(mode), mode

    def __call__(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """As a decorator it switches only while `func` runs."""
        _switch(self.prev)
        return super().__call__(func)

    def __repr__(self) -> str:
        return f"minigrad.autograd.grad_mode.set_grad_enabled(mode={self.mode})"

    def clone(self) -> set_grad_enabled:
        """Another one like this."""
        return type(self)(self.mode)

    def __enter__(self) -> None:
        _switch(self.mode)


def _switch(to: bool) -> bool:
    """Set the switch, and give back how it stood."""
    before = current.mode.grad_enabled
    current.mode.enable_grad(to)
    return before


class inference_mode(_Switch):
    """A stricter, cheaper `no_grad`: its results have no version and cannot be saved for backward.

    Args:
        mode: False leaves the surrounding inference mode.

    Example:
        >>> import minigrad
        >>> x = minigrad.tensor([1.0], requires_grad=True)
        >>> with minigrad.inference_mode():
        ...     y = x * 2
        >>> y.is_inference()
        True

    Source: https://docs.pytorch.org/docs/stable/generated/torch.autograd.grad_mode.inference_mode.html
    """

    def __new__(cls, mode: bool | Callable[..., Any] = True) -> Any:
        """``@inference_mode`` without brackets is the decorator itself."""
        return super().__new__(cls) if isinstance(mode, bool) else cls()(mode)

    def __init__(self, mode: bool = True):
        self.mode = mode

    def clone(self) -> inference_mode:
        """Another one like this."""
        return type(self)(self.mode)

    def __enter__(self) -> None:
        mode = current.mode
        self._before = mode.grad_enabled, mode.inference
        mode.inference = self.mode
        mode.enable_grad(not self.mode)

    def __exit__(self, *error: object) -> None:
        grad_enabled, current.mode.inference = self._before
        current.mode.enable_grad(grad_enabled)
