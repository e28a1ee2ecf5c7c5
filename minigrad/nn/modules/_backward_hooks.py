"""A module's backward hooks: what crosses its borders on the way back.

The module's arguments, and its results, are led through a node that changes nothing: the first one
is where gradients leave the module, the second where they enter.
"""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

from ...autograd.function import Function
from ...autograd.hooks import HookDict
from ...autograd.wrap import is_tensor
from ...mode import current

if TYPE_CHECKING:
    from .module import Module

_ALONE = (
    "Full backward hook is firing when gradients are computed with respect to module outputs since "
    "no inputs require gradients. See https://docs.pytorch.org/docs/main/generated/torch.nn.Module"
    ".html#torch.nn.Module.register_full_backward_hook for more details."
)
_NO_TENSORS = (
    "For backward hooks to be called, module output should be a Tensor or a tuple of Tensors but "
    "received {}"
)


class BackwardHookFunction(Function):
    """A border of a module: hands on what it gets, forward and backward."""

    @staticmethod
    def forward(ctx: Any, *args: Any) -> tuple[Any, ...]:
        """The tensors, as they are."""
        ctx.mark_non_differentiable(*(x for x in args if not x.requires_grad))
        return args

    @staticmethod
    def backward(ctx: Any, *grads: Any) -> tuple[Any, ...]:
        """Their gradients, as they are."""
        return grads


class Borders:
    """One call of a module that has backward hooks.

    Attributes:
        arrived: the gradients of the module's results, while a backward is inside the module.
    """

    def __init__(self, module: Module, hooks: HookDict, pre_hooks: HookDict) -> None:
        self.module = module
        self.hooks, self.pre_hooks = list(hooks.values()), list(pre_hooks.values())
        self.arrived: tuple[Any, ...] | None = None
        self.argument_count = 0
        self.arguments: list[int] | None = None  # the places of those that are tensors
        self.result_count = 0
        self.results: list[int] = []

    def enter(self, args: tuple[Any, ...]) -> tuple[Any, ...]:
        """The arguments, behind the border at which gradients leave."""
        self.argument_count = len(args)

        def hook(grads: tuple[Any, ...], _: Any) -> Any:  # messages say its name, PyTorch's too
            return self._leaves(grads)

        args, self.arguments = _through(args, hook)
        return args

    def leave(self, result: Any) -> Any:
        """The result, behind the border at which gradients enter."""
        if is_tensor(result):
            return self.leave((result,))[0]
        if not isinstance(result, tuple):
            warnings.warn(_NO_TENSORS.format(type(result)), stacklevel=4)
            return result
        self.result_count = len(result)

        def hook(_: Any, grads: tuple[Any, ...]) -> Any:
            return self._enters(grads)

        result, places = _through(result, hook)
        self.results = places or []
        return result

    def _enters(self, grads: tuple[Any, ...]) -> tuple[Any, ...]:
        """The hook of the second border: gradients enter the module."""
        arrived = _placed(grads, self.results, self.result_count)
        for hook in self.pre_hooks:
            arrived = _replaced(arrived, hook(self.module, arrived), "pre hook", "grad_output")
        self.arrived = arrived
        if self.arguments is None:
            self._alone(arrived)
        return tuple(arrived[place] for place in self.results)

    def _alone(self, arrived: tuple[Any, ...]) -> None:
        """No gradient leaves the module, so its hooks are called when they enter."""
        warnings.warn(_ALONE, stacklevel=2)
        for hook in self.hooks:
            new = hook(self.module, (None,) * self.argument_count, arrived)
            if new is not None and not (isinstance(new, tuple) and all(g is None for g in new)):
                raise RuntimeError(
                    "Backward hook for Modules where no input requires gradient should always "
                    "return None or None for all gradients."
                )
        self.arrived = None

    def _leaves(self, grads: tuple[Any, ...]) -> Any:
        """The hook of the first border: gradients leave the module."""
        if self.arrived is None or self.arguments is None:
            return None  # they come from elsewhere: a tensor that the module handed out on the way
        sent = _placed(grads, self.arguments, self.argument_count)
        for hook in self.hooks:
            new = hook(self.module, sent, self.arrived)
            sent = _replaced(sent, new, "hook", "grad_input")
        self.arrived = None
        return tuple(sent[place] for place in self.arguments)


def _through(values: tuple[Any, ...], hook: Any) -> tuple[tuple[Any, ...], list[int] | None]:
    """`values`, the tensors among them led through a border that has this hook; their places.

    None, and nothing changed, where no gradient will come by.
    """
    places = [place for place, x in enumerate(values) if is_tensor(x)]
    if not (current.mode.recording and any(values[p].requires_grad for p in places)):
        return values, None
    made = BackwardHookFunction.apply(*(values[place] for place in places))
    node = next(x.grad_fn for x in made if x.grad_fn is not None)
    node.register_hook(hook)
    others = list(values)
    for place, x in zip(places, made):
        others[place] = x
    return tuple(others), places


def _placed(grads: tuple[Any, ...], places: list[int], count: int) -> tuple[Any, ...]:
    """`grads` at their places among so many values; None for what is no tensor."""
    known = dict(zip(places, grads))
    return tuple(known.get(place) for place in range(count))


def _replaced(grads: tuple[Any, ...], new: Any, kind: str, name: str) -> tuple[Any, ...]:
    if new is None:
        return grads
    if len(new) != len(grads):
        raise RuntimeError(
            f"Backward {kind} returned an invalid number of {name}, got {len(new)}, but expected "
            f"{len(grads)}"
        )
    return new
