"""Parameters in a list or in a dict, so that the module that has it knows of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from ...tensor import Tensor
from ..parameter import Parameter
from .container import Named
from .module import Module

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["ParameterDict", "ParameterList"]


def _told(module: Module, kind: Any) -> str:
    """Each parameter's type, as `kind` says it, and its size."""
    return "\n".join(
        f"  ({name}): Parameter containing: [{kind(x)} of size {'x'.join(map(str, x.shape))}]"
        for name, x in module._parameters.items()
        if x is not None
    )


def _parameter(value: Tensor) -> Parameter:
    if isinstance(value, Module):
        raise TypeError("In minigrad it holds tensors only: modules go into nn.ModuleList or Dict.")
    return value if isinstance(value, Parameter) else Parameter(value)


class ParameterList(Module):
    """A list whose parameters belong to the module that has it; a plain list's would go unnoticed.

    Args:
        values: Tensors to begin with.

    Raises:
        AttributeError: If one is no tensor.
        TypeError: If one is a module, or `values` cannot be iterated.

    Example:
        >>> import minigrad
        >>> weights = minigrad.nn.ParameterList([minigrad.ones(2), minigrad.zeros(1)])
        >>> len(weights), [name for name, _ in weights.named_parameters()]
        (2, ['0', '1'])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.ParameterList.html
    """

    def __init__(self, values: Iterable[Tensor] = ()) -> None:
        super().__init__()
        self.extend(values)

    def __len__(self) -> int:
        return len(self._parameters)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._parameters.values())

    def __getitem__(self, idx: Any) -> Any:
        if isinstance(idx, slice):
            return type(self)(list(self)[idx])
        return list(self)[idx]

    def __setitem__(self, idx: int, value: Tensor) -> None:
        self.register_parameter(str(range(len(self))[idx]), _parameter(value))

    def append(self, value: Tensor) -> Self:
        """Add a parameter at the end."""
        self.register_parameter(str(len(self)), _parameter(value))
        return self

    def extend(self, values: Iterable[Tensor]) -> Self:
        """Add several parameters at the end."""
        for value in values:
            self.append(value)
        return self

    def extra_repr(self) -> str:
        """The type and the size of each."""
        return _told(self, lambda x: x.dtype)


class ParameterDict(Named):
    """A dict whose parameters belong to the module that has it; a plain dict's would go unnoticed.

    Args:
        parameters: Tensors by name, or pairs of both, to begin with.

    Raises:
        AttributeError: If one is no tensor.
        KeyError: If a name is taken, empty, or has a dot.
        TypeError: If one is a module.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.ParameterDict.html
    """

    _where = "_parameters"

    def __setitem__(self, key: str, value: Tensor) -> None:
        self.register_parameter(key, _parameter(value))

    def extra_repr(self) -> str:
        """The type and the size of each."""
        return _told(self, lambda x: x.type())
