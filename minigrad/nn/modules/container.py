"""Modules in a row: `Sequential` calls one after the other; two others only hold them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator, MutableMapping
from itertools import groupby
from typing import TYPE_CHECKING, Any

from .module import Module, block, indented

__all__ = ["ModuleDict", "ModuleList", "Sequential"]

if TYPE_CHECKING:
    from typing_extensions import Self


class _Row(Module):
    """What both have in common: modules in order, by default named ``"0"``, ``"1"`` and so on."""

    def __len__(self) -> int:
        return len(self._modules)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._modules.values())

    def __getitem__(self, idx: int | slice) -> Any:
        if isinstance(idx, slice):
            return self._part(list(self._modules.items())[idx])
        return self._modules[self._name(idx)]

    def __setitem__(self, idx: int, module: Module) -> None:
        setattr(self, self._name(idx), module)

    def __delitem__(self, idx: int | slice) -> None:
        names = list(self._modules)[idx] if isinstance(idx, slice) else [self._name(idx)]
        for name in names:
            delattr(self, name)
        self._modules = {str(n): module for n, module in enumerate(self)}

    def append(self, module: Module) -> Self:
        """Add a module at the end."""
        self.add_module(str(len(self)), module)
        return self

    def pop(self, key: int | slice) -> Any:
        """Take a module out, or a part of the row, and give it back; those behind move up.

        Raises:
            IndexError: If there is none at `key`.
        """
        found = self[key]
        del self[key]
        return found

    def extend(self, modules: Iterable[Module]) -> Self:
        """Add several modules at the end.

        Raises:
            TypeError: If one is no module, or `modules` cannot be iterated.
        """
        for module in modules:
            self.append(module)
        return self

    def insert(self, index: int, module: Module) -> Self:
        """Put a module in front of that at `index`; at the end, if `index` is how many there are.

        Example:
            >>> from minigrad import nn
            >>> nn.Sequential(nn.Linear(2, 2), nn.Tanh()).insert(1, nn.ReLU())
            Sequential(
              (0): Linear(in_features=2, out_features=2, bias=True)
              (1): ReLU()
              (2): Tanh()
            )
        """
        modules = list(self)
        modules.insert(index, module)
        self._modules = {}
        return self.extend(modules)

    def __iadd__(self, other: Iterable[Module]) -> Self:
        return self.extend(other)

    def _name(self, idx: int) -> str:
        if not -len(self) <= idx < len(self):
            raise IndexError(f"index {idx} is out of range\nThere are {len(self)} modules.")
        return list(self._modules)[idx]

    def _part(self, members: list[tuple[str, Any]]) -> Self:
        raise NotImplementedError


class Sequential(_Row):
    """Calls its modules one after the other, each on what the one before returned.

    Args:
        *args: The modules; or one ``OrderedDict`` of them, whose keys become their names.

    Raises:
        TypeError: If one is no module.

    Example:
        >>> import minigrad
        >>> from minigrad import nn
        >>> model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1))
        >>> model(minigrad.ones(2, 4)).shape
        minigrad.Size([2, 1])
        >>> model[:2]
        Sequential(
          (0): Linear(in_features=4, out_features=8, bias=True)
          (1): ReLU()
        )

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.Sequential.html
    """

    def __init__(self, *args: Any) -> None:
        super().__init__()
        if len(args) == 1 and isinstance(args[0], OrderedDict):
            for name, module in args[0].items():
                self.add_module(name, module)
        else:
            self.extend(args)

    def __add__(self, other: Iterable[Module]) -> Sequential:
        return Sequential(*self, *other)

    def forward(self, input: Any) -> Any:
        """Through all of them."""
        for module in self:
            input = module(input)
        return input

    def _part(self, members: list[tuple[str, Any]]) -> Self:
        return type(self)(OrderedDict(members))


class ModuleList(_Row):
    """A list whose modules belong to the module that has it; a plain list's would go unnoticed.

    Args:
        modules: Modules to begin with.

    Raises:
        TypeError: If one is no module, or `modules` cannot be iterated.

    Example:
        >>> from minigrad import nn
        >>> nn.ModuleList([nn.Linear(2, 2), nn.Linear(2, 2), nn.ReLU()])
        ModuleList(
          (0-1): 2 x Linear(in_features=2, out_features=2, bias=True)
          (2): ReLU()
        )

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.ModuleList.html
    """

    def __init__(self, modules: Iterable[Module] | None = None) -> None:
        super().__init__()
        if modules is not None:
            self.extend(modules)

    def __add__(self, other: Iterable[Module]) -> ModuleList:
        return ModuleList([*self, *other])

    def _part(self, members: list[tuple[str, Any]]) -> Self:
        return type(self)(module for _, module in members)

    def __repr__(self) -> str:
        """Neighbours that print alike share a line."""
        lines = []
        first = 0
        for text, run in groupby(indented(module) for module in self):
            n = len(list(run))
            lines.append(
                f"({first}): {text}" if n == 1 else f"({first}-{first + n - 1}): {n} x {text}"
            )
            first += n
        return block(self._get_name(), lines) if lines else f"{self._get_name()}()"


class Named(Module, MutableMapping[str, Any]):
    """What the dicts have in common: they hold, by name, what stands in one dict of a module."""

    _where = "_modules"
    __eq__, __hash__ = object.__eq__, object.__hash__  # a module is only like itself

    def __init__(self, held: Any = None) -> None:
        super().__init__()
        self.update(held or ())

    def __getitem__(self, key: str) -> Any:
        return getattr(self, self._where)[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self.add_module(key, value)

    def __delitem__(self, key: str) -> None:
        del getattr(self, self._where)[key]

    def __len__(self) -> int:
        return len(getattr(self, self._where))

    def __iter__(self) -> Iterator[str]:
        return iter(getattr(self, self._where))


class ModuleDict(Named):
    """A dict whose modules belong to the module that has it; a plain dict's would go unnoticed.

    Args:
        modules: Modules by name, or pairs of both, to begin with.

    Raises:
        KeyError: If a name is taken, empty, or has a dot.
        TypeError: If one is no module.

    Example:
        >>> from minigrad import nn
        >>> layers = nn.ModuleDict({"bend": nn.ReLU(), "layer": nn.Linear(2, 1)})
        >>> layers["bend"], "layer" in layers, list(layers)
        (ReLU(), True, ['bend', 'layer'])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.ModuleDict.html
    """
