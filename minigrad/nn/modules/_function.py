"""Modules that do what a function does: they keep its options, and `functional` computes."""

from __future__ import annotations

from types import FunctionType
from typing import Any

from .module import Module


class FunctionModule(Module):
    """Calls one function, on what it is called with and with the options that it keeps.

    An option is an attribute and may be changed; one whose name ends in ``weight`` is a buffer, so
    that it goes along to another device.

    Attributes:
        _function: what is called.
        _options: the names of what it is given besides.
        _shown: how many of them are printed; all if None.

    Example:
        >>> import minigrad
        >>> class Cut(FunctionModule):
        ...     _function = staticmethod(minigrad.clamp)
        >>> Cut(min=0.0, max=1.0)(minigrad.tensor([-2.0, 0.5, 3.0]))
        tensor([0.0000, 0.5000, 1.0000])
    """

    _function: Any
    _shown: int | None = None

    def __init_subclass__(cls, **given: Any) -> None:
        """Name an inherited `forward` after its class: errors then say ``ReLU.forward()``."""
        super().__init_subclass__(**given)
        if "forward" not in vars(cls):
            own: Any = cls.forward
            cls.forward = _copied(own, f"{cls.__qualname__}.forward")  # type: ignore[method-assign]

    def __init__(self, **options: Any) -> None:
        super().__init__()
        self._options = tuple(options)
        for name, x in options.items():
            if name.endswith("weight"):
                self.register_buffer(name, x)
            else:
                setattr(self, name, x)

    def forward(self, input: Any) -> Any:
        """What the function makes of the input."""
        return self._computed(input)

    def _computed(self, *inputs: Any) -> Any:
        return self._function(*inputs, **{name: getattr(self, name) for name in self._options})

    def extra_repr(self) -> str:
        """The options; ``inplace=True`` only if so."""
        shown = [x for x in self._options[: self._shown] if x != "inplace" or self.inplace]
        return ", ".join(f"{name}={getattr(self, name)!r}" for name in shown)


def _copied(function: FunctionType, name: str) -> FunctionType:
    """The same function under another name."""
    code, defaults, closure = function.__code__, function.__defaults__, function.__closure__
    copy = FunctionType(code, function.__globals__, function.__name__, defaults, closure)
    copy.__qualname__, copy.__doc__ = name, function.__doc__
    copy.__annotations__ = function.__annotations__
    return copy
