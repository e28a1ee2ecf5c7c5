"""Module: a function with parameters, made of other modules."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn
from weakref import ref

from ...autograd.hooks import HookDict, RemovableHandle
from ...autograd.node import next_sequence_nr
from ...tensor import name_as_one
from ..parameter import clear_grads
from ._calls import notes
from ._forward_hooks import ForwardHook, hooked_call
from ._state import State

__all__ = ["Module"]

if TYPE_CHECKING:
    from typing_extensions import Self


def _missing_forward(self: Module, *input: Any) -> NoReturn:
    raise NotImplementedError(
        f'Module [{type(self).__name__}] is missing the required "forward" function'
    )


class Module(State):
    """Base of layers and models: subclass it, make the parts in ``__init__``, write ``forward``.

    A `Parameter` or a module that is assigned to an attribute is registered under its name; that is
    how `parameters` finds them all, however deep. Call the module itself, not its ``forward``: then
    its hooks run too.

    Attributes:
        training: Whether it is being trained: `train` and `eval` switch it.

    Example:
        >>> import minigrad
        >>> from minigrad import nn
        >>> class Net(nn.Module):
        ...     def __init__(self):
        ...         super().__init__()
        ...         self.layer = nn.Linear(4, 1)
        ...     def forward(self, x):
        ...         return self.layer(x).tanh()
        >>> net = Net()
        >>> net
        Net(
          (layer): Linear(in_features=4, out_features=1, bias=True)
        )
        >>> net(minigrad.ones(2, 4)).shape, sum(p.numel() for p in net.parameters())
        (minigrad.Size([2, 1]), 5)

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.Module.html
    """

    _forward_hooks: dict[int, ForwardHook]
    _forward_pre_hooks: dict[int, ForwardHook]
    _backward_hooks: HookDict
    _backward_pre_hooks: HookDict
    _is_full_backward_hook: bool | None

    def __init__(self) -> None:
        super().__init__()
        self._forward_hooks, self._forward_pre_hooks = {}, {}
        self._backward_hooks, self._backward_pre_hooks = {}, {}
        self._is_full_backward_hook = None

    # ------------------------------------------------------------------ calling

    forward: Callable[..., Any] = _missing_forward

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Run ``forward``, and the hooks before and after it."""
        start = next_sequence_nr()
        hooked = self._backward_hooks or self._backward_pre_hooks
        if hooked or self._forward_hooks or self._forward_pre_hooks:
            result = hooked_call(self, args, kwargs)
        else:
            result = self.forward(*args, **kwargs)
        notes.calls.append((ref(self), start, next_sequence_nr()))
        return result

    def register_forward_pre_hook(
        self, hook: Callable[..., Any], *, prepend: bool = False, with_kwargs: bool = False
    ) -> RemovableHandle:
        """Call ``hook(module, args)`` before every forward; what it returns replaces the arguments.

        Args:
            hook: Gets the positional arguments as a tuple; returns None, a value or a tuple.
            prepend: Call it before the hooks that are there already.
            with_kwargs: Call ``hook(module, args, kwargs)``, which returns None or both anew.

        Returns:
            A handle whose ``remove()`` takes the hook back.

        Example:
            >>> import minigrad
            >>> from minigrad import nn
            >>> layer = nn.Identity()
            >>> handle = layer.register_forward_pre_hook(lambda module, args: args[0] * 2)
            >>> layer(minigrad.ones(2))
            tensor([2., 2.])
        """
        return _registered(self._forward_pre_hooks, ForwardHook(hook, with_kwargs), prepend)

    def register_forward_hook(
        self, hook: Callable[..., Any], *, prepend: bool = False, with_kwargs: bool = False
    ) -> RemovableHandle:
        """Call ``hook(module, args, output)`` after every forward; it may return another output.

        Args:
            hook: Returns None or another output.
            prepend: Call it before the hooks that are there already.
            with_kwargs: Call ``hook(module, args, kwargs, output)``.

        Returns:
            A handle whose ``remove()`` takes the hook back.

        Example:
            >>> import minigrad
            >>> from minigrad import nn
            >>> layer = nn.Linear(4, 2)
            >>> handle = layer.register_forward_hook(lambda module, args, out: print(out.shape))
            >>> _ = layer(minigrad.ones(3, 4))
            minigrad.Size([3, 2])
            >>> handle.remove()
        """
        return _registered(self._forward_hooks, ForwardHook(hook, with_kwargs), prepend)

    def register_full_backward_hook(
        self, hook: Callable[..., Any], prepend: bool = False
    ) -> RemovableHandle:
        """Call ``hook(module, grad_input, grad_output)`` when a backward has crossed the module.

        While there is such a hook, the module's arguments and results are views made inside a
        Function: they cannot be written over.

        Args:
            hook: Gets the gradients of the positional arguments and those of the results, None for
                what is no tensor; returns None or other gradients of the arguments, as a tuple.
            prepend: Call it before the hooks that are there already.

        Returns:
            A handle whose ``remove()`` takes the hook back.

        Example:
            >>> import minigrad
            >>> from minigrad import nn
            >>> layer = nn.Linear(4, 2)
            >>> handle = layer.register_full_backward_hook(
            ...     lambda module, grad_input, grad_output: print(grad_output[0])
            ... )
            >>> layer(minigrad.ones(1, 4, requires_grad=True)).sum().backward()
            tensor([[1., 1.]])

        Source:
        https://docs.pytorch.org/docs/stable/generated/torch.nn.Module.html#torch.nn.Module.register_full_backward_hook
        """
        self._use_backward_hooks(full=True)
        return _registered(self._backward_hooks, hook, prepend)

    def register_backward_hook(self, hook: Callable[..., Any]) -> RemovableHandle:
        """Call ``hook(module, grad_input, grad_output)`` at the module's last node; deprecated.

        What it gets as `grad_input` are the gradients that this node sends, also to parameters:
        `register_full_backward_hook` gets those of the module's arguments.

        Raises:
            RuntimeError: If the module has hooks of the other kind.

        Source:
        https://docs.pytorch.org/docs/stable/generated/torch.nn.Module.html#torch.nn.Module.register_backward_hook
        """
        self._use_backward_hooks(full=False)
        return _registered(self._backward_hooks, hook, False)

    def _use_backward_hooks(self, full: bool) -> None:
        """Have hooks of one kind only."""
        if self._is_full_backward_hook is not None and self._is_full_backward_hook != full:
            raise RuntimeError(
                "Cannot use both regular backward hooks and full backward hooks on a single "
                "Module. Please use only one of them."
            )
        self._is_full_backward_hook = full

    def register_full_backward_pre_hook(
        self, hook: Callable[..., Any], prepend: bool = False
    ) -> RemovableHandle:
        """Call ``hook(module, grad_output)`` when a backward is about to enter the module.

        Args:
            hook: Gets the gradients of the results; returns None or others, as a tuple.
            prepend: Call it before the hooks that are there already.

        Returns:
            A handle whose ``remove()`` takes the hook back.
        """
        return _registered(self._backward_pre_hooks, hook, prepend)

    # ------------------------------------------------------------------ training

    def train(self, mode: bool = True) -> Self:
        """Say whether this module and all inside it are being trained; recording is another matter.

        Example:
            >>> from minigrad import nn
            >>> [module.training for module in nn.Sequential(nn.Dropout()).train(False).modules()]
            [False, False]
        """
        self.training = mode
        for module in self.children():
            module.train(mode)
        return self

    def eval(self) -> Self:
        """The same as ``train(False)``. It does not switch recording off: that is `no_grad`."""
        return self.train(False)

    def requires_grad_(self, requires_grad: bool = True) -> Self:
        """Say whether the parameters are trained: ``requires_grad_(False)`` freezes the module."""
        for param in self.parameters():
            param.requires_grad_(requires_grad)
        return self

    def zero_grad(self, set_to_none: bool = True) -> None:
        """Let go of the parameters' gradients; with ``set_to_none=False``, fill them with zeros."""
        clear_grads(self.parameters(), set_to_none)

    def apply(self, fn: Callable[[Module], Any]) -> Self:
        """Call ``fn(module)`` for each module inside, the innermost first, and then for this one.

        Example:
            >>> from minigrad import nn
            >>> model = nn.Sequential(nn.Linear(1, 1), nn.Tanh())
            >>> _ = model.apply(lambda module: print(type(module).__name__))
            Linear
            Tanh
            Sequential
        """
        for module in self.children():
            module.apply(fn)
        fn(self)
        return self

    # ------------------------------------------------------------------ printing

    def extra_repr(self) -> str:
        """What stands between the brackets when the module is printed; for subclasses to write."""
        return ""

    def _get_name(self) -> str:
        return type(self).__name__

    def __repr__(self) -> str:
        extra = self.extra_repr()
        children = [f"({name}): {indented(module)}" for name, module in self._modules.items()]
        if not children and "\n" not in extra:
            return f"{self._get_name()}({extra})"
        return block(self._get_name(), [*extra.splitlines(), *children])


name_as_one(Module)


def _registered(hooks: dict[int, Any], hook: Any, prepend: bool) -> RemovableHandle:
    before = list(hooks) if prepend else []
    handle = RemovableHandle(hooks, hook)
    for key in before:  # to the end, one after the other
        hooks[key] = hooks.pop(key)
    return handle


def block(name: str, lines: list[str]) -> str:
    """``Name(...)`` with one line for each member."""
    return "\n  ".join([f"{name}(", *lines]) + "\n)"


def indented(module: Any) -> str:
    """How a module prints inside another one."""
    return repr(module).replace("\n", "\n  ")


def differing(module: Module, usual: dict[str, Any]) -> str:
    """Those attributes that are not as usual, as they print: ``", bias=False"``."""
    pairs = ((name, getattr(module, name)) for name in usual)
    return "".join(f", {name}={x}" for name, x in pairs if x != usual[name])
