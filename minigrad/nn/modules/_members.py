"""What a module holds: parameters, buffers and other modules, by name.

Assigning to an attribute sorts a value into one of three dicts, and looking an attribute up finds
it there again. All else about modules follows from walking them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ...tensor import Tensor
from ..parameter import Buffer, Parameter, typename

if TYPE_CHECKING:
    from .module import Module

# Where a name may stand, what PyTorch calls what stands there, and what else may take its place.
_PLACES = {
    "_parameters": ("parameter", "minigrad.nn.Parameter or None expected"),
    "_buffers": ("buffer", "minigrad.Tensor or None expected"),
    "_modules": ("child module", "minigrad.nn.Module or None expected"),
}


class Members:
    """The part of `Module` that knows its members."""

    training: bool
    _parameters: dict[str, Parameter | None]
    _buffers: dict[str, Tensor | None]
    _modules: dict[str, Module | None]
    _non_persistent_buffers_set: set[str]

    def __init__(self) -> None:
        self.training = True
        self._parameters, self._buffers, self._modules = {}, {}, {}
        self._non_persistent_buffers_set = set()

    # ------------------------------------------------------------------ attributes

    def __getattr__(self, name: str) -> Any:
        """Called for what is no ordinary attribute: a member, or a mistake."""
        own = self.__dict__
        for place in _PLACES:
            if place in own and name in own[place]:  # in none before __init__ has made them
                return own[place][name]
        what = f"'{type(self).__name__}' object has no attribute '{name}'"
        raise AttributeError(what, name=name, obj=self)

    def __setattr__(self, name: str, value: Any) -> None:
        if isinstance(value, Parameter):
            self._make_room(name, "_parameters", "parameters")
            self.register_parameter(name, value)
            return
        if isinstance(value, Buffer):
            self._make_room(name, "_buffers", "buffers")
            self.register_buffer(name, value, value.persistent)
            return
        place = self._place(name)
        if isinstance(value, Members) and place != "_parameters":  # those give way to no module
            self._make_room(name, "_modules", "module")
            self._modules[name] = value  # type: ignore[assignment]
        elif place is None:
            super().__setattr__(name, value)
        else:
            what, expected = _PLACES[place]
            if value is not None and not (place == "_buffers" and isinstance(value, Tensor)):
                given = typename(value)
                raise TypeError(f"cannot assign '{given}' as {what} '{name}' ({expected})")
            self.__dict__[place][name] = value

    def __delattr__(self, name: str) -> None:
        place = self._place(name)
        if place is not None:
            del self.__dict__[place][name]
            self._non_persistent_buffers_set.discard(name)
        else:
            super().__delattr__(name)

    def __dir__(self) -> list[str]:
        members = [name for place in _PLACES for name in self.__dict__.get(place, ())]
        return sorted({*super().__dir__(), *members} - {name for name in members if name.isdigit()})

    def _place(self, name: str) -> str | None:
        """Which of the dicts has `name`."""
        return next((place for place in _PLACES if name in self.__dict__.get(place, ())), None)

    def _make_room(self, name: str, place: str, what: str) -> None:
        """Whatever else had this name before, forget it; in its own dict a name keeps its rank."""
        if "_modules" not in self.__dict__:
            raise AttributeError(
                f"cannot assign {what} before Module.__init__() call\nBegin "
                f"{type(self).__name__}.__init__ with super().__init__()."
            )
        if name in self.__dict__ or self._place(name) not in (None, place):
            delattr(self, name)

    # ------------------------------------------------------------------ registration

    def register_parameter(self, name: str, param: Parameter | None) -> None:
        """Add a parameter: what ``self.name = param`` does. None reserves the name.

        Raises:
            KeyError: If the name is taken, empty, or has a dot.
            TypeError: If `param` is no `Parameter`.
        """
        self._check_name("parameter", name, "_parameters")
        if param is not None and not isinstance(param, Parameter):
            raise TypeError(
                f"cannot assign '{typename(param)}' object to parameter '{name}' "
                "(minigrad.nn.Parameter or None required)"
            )
        self._parameters[name] = param

    def register_buffer(self, name: str, tensor: Tensor | None, persistent: bool = True) -> None:
        """Add a tensor that belongs to the module's state but is not trained.

        Args:
            name: The attribute under which it is found.
            tensor: Any shape and type; None reserves the name.
            persistent: Whether it is part of the `state_dict`.

        Raises:
            KeyError: If the name is taken, empty, or has a dot.
            TypeError: If `tensor` is no tensor.
        """
        self._check_name("buffer", name, "_buffers")
        if tensor is not None and not isinstance(tensor, Tensor):
            raise TypeError(
                f"cannot assign '{typename(tensor)}' object to buffer '{name}' "
                "(minigrad Tensor or None required)"
            )
        self._buffers[name] = tensor
        change = self._non_persistent_buffers_set
        (change.discard if persistent else change.add)(name)

    def add_module(self, name: str, module: Module | None) -> None:
        """Add a child module: what ``self.name = module`` does. None reserves the name.

        Raises:
            KeyError: If the name is taken, empty, or has a dot.
            TypeError: If the name is no string, or `module` no `Module`.
        """
        if module is not None and not isinstance(module, Members):
            raise TypeError(f"{typename(module)} is not a Module subclass{_hint(module)}")
        self._check_name("module", name, "_modules")
        self._modules[name] = module

    register_module = add_module

    def _check_name(self, what: str, name: Any, place: str) -> None:
        if place not in self.__dict__:
            raise AttributeError(f"cannot assign {what} before Module.__init__() call")
        if "." in name:
            got = f", got: {name}" if what == "module" else ""
            raise KeyError(f'{what} name can\'t contain "."{got}')
        if not name:
            raise KeyError(f'{what} name can\'t be empty string ""')
        if hasattr(self, name) and name not in self.__dict__[place]:
            raise KeyError(f"attribute '{name}' already exists")

    # ------------------------------------------------------------------ walking

    def parameters(self, recurse: bool = True) -> Iterator[Parameter]:
        """The parameters, each once; with `recurse`, those of the modules inside too."""
        yield from (param for _, param in self.named_parameters(recurse=recurse))

    def named_parameters(
        self, prefix: str = "", recurse: bool = True, remove_duplicate: bool = True
    ) -> Iterator[tuple[str, Parameter]]:
        """The parameters with their names, ``("0.weight", ...)``.

        Args:
            prefix: What to put in front of the names, and a dot.
            recurse: Also those of the modules inside.
            remove_duplicate: Give one that has several names only once, under the first.

        Example:
            >>> from minigrad import nn
            >>> [name for name, _ in nn.Sequential(nn.Linear(2, 3), nn.ReLU()).named_parameters()]
            ['0.weight', '0.bias']
        """
        return self._named("_parameters", prefix, recurse, remove_duplicate)

    def buffers(self, recurse: bool = True) -> Iterator[Tensor]:
        """The buffers, each once; with `recurse`, those of the modules inside too."""
        yield from (buffer for _, buffer in self.named_buffers(recurse=recurse))

    def named_buffers(
        self, prefix: str = "", recurse: bool = True, remove_duplicate: bool = True
    ) -> Iterator[tuple[str, Tensor]]:
        """The buffers with their names; the arguments are those of `named_parameters`."""
        return self._named("_buffers", prefix, recurse, remove_duplicate)

    def children(self) -> Iterator[Module]:
        """The modules directly inside, each once."""
        yield from (module for _, module in self.named_children())

    def named_children(self) -> Iterator[tuple[str, Module]]:
        """The modules directly inside with their names; one that has two names, under the first."""
        seen = set()
        for name, module in self._modules.items():
            if module is not None and module not in seen:
                seen.add(module)
                yield name, module

    def modules(self) -> Iterator[Module]:
        """This module and all inside it, at any depth, each once."""
        yield from (module for _, module in self.named_modules())

    def named_modules(
        self, memo: set[Module] | None = None, prefix: str = "", remove_duplicate: bool = True
    ) -> Iterator[tuple[str, Module]]:
        """This module and all inside it with their names: ``""``, ``"0"``, ``"0.act"`` and so on.

        Args:
            memo: Modules to leave out; those that are given join it.
            prefix: The name of this module itself.
            remove_duplicate: Give one that has several names only once, under the first.
        """
        memo = set() if memo is None else memo
        if self in memo:
            return
        if remove_duplicate:
            memo.add(self)  # type: ignore[arg-type]
        yield prefix, self  # type: ignore[misc]
        for name, module in self._modules.items():
            if module is not None:
                yield from module.named_modules(memo, _joined(prefix, name), remove_duplicate)

    def _named(
        self, place: str, prefix: str, recurse: bool, remove_duplicate: bool
    ) -> Iterator[tuple[str, Any]]:
        walk = self.named_modules(prefix=prefix, remove_duplicate=remove_duplicate)
        seen = set()
        for where, module in walk if recurse else [(prefix, self)]:
            for name, x in getattr(module, place).items():  # none before __init__ has made it
                if x is not None and x not in seen:
                    if remove_duplicate:
                        seen.add(x)
                    yield _joined(where, name), x

    def get_submodule(self, target: str) -> Module:
        """The module at ``"0.act"``, step by step from here; this one itself at ``""``.

        Raises:
            AttributeError: If there is none.
        """
        module: Any = self
        for name in target.split(".") if target else ():
            module = getattr(module, name)
            if not isinstance(module, Members):
                raise AttributeError(f"`{name}` is not an nn.Module")
        return module

    def get_parameter(self, target: str) -> Parameter:
        """The parameter at ``"0.weight"``."""
        path, _, name = target.rpartition(".")
        return getattr(self.get_submodule(path), name)

    def get_buffer(self, target: str) -> Tensor:
        """The buffer at ``"1.running_mean"``.

        Raises:
            AttributeError: If there is none.
        """
        path, _, name = target.rpartition(".")
        module = self.get_submodule(path)
        if not hasattr(module, name):
            raise AttributeError(f"{type(module).__name__} has no attribute `{name}`")
        if name not in module._buffers:
            raise AttributeError(f"`{name}` is not a buffer")
        return getattr(module, name)


def _joined(where: str, name: str) -> str:
    return f"{where}.{name}" if where else name


def _hint(module: Any) -> str:
    """What was probably meant by something that is no module."""
    if isinstance(module, type) and issubclass(module, Members):
        return f"\nMake one with brackets: {module.__name__}(...)."
    if isinstance(module, (list, tuple)):
        return "\nGive the modules one by one, with a star in front of the list."
    return ""
