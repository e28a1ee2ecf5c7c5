"""A module's backward hooks: what crosses its borders on the way back.

The module's arguments, and its results, are led through a node that changes nothing: the first one
is where gradients leave the module, the second where they enter.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from ..._mode import current
from ..._warn import warn
from ...autograd.function import Function
from ...autograd.hooks import HookDict
from ...autograd.wrap import is_tensor

if TYPE_CHECKING:
    from .module import Module

_ALONE = (
    "Full backward hook is firing when gradients are computed with respect to module outputs since "
    "no inputs require gradients. See https://docs.pytorch.org/docs/main/generated/torch.nn.Module"
    ".html#torch.nn.Module.register_full_backward_hook for more details."
)


_NOT_FULL = (
    "Using a non-full backward hook when the forward contains multiple autograd Nodes is "
    "deprecated and will be removed in future versions. This hook will be missing some "
    "grad_input. Please use register_full_backward_hook to get the documented behavior."
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
        self.argument_count = self.result_count = 0
        self.arguments: list[int] = []  # the places of those that are tensors; none in no graph
        self.results: list[int] = []

    def enter(self, args: tuple[Any, ...]) -> tuple[Any, ...]:
        """The arguments, behind the border at which gradients leave."""
        self.argument_count = len(args)
        args, self.arguments = _through(args, lambda grads, _: self._leaves(grads))
        return args

    def leave(self, result: Any) -> Any:
        """The result, behind the border at which gradients enter."""
        results = result if isinstance(result, tuple) else (result,)
        self.result_count = len(results)
        results, self.results = _through(results, lambda _, grads: self._enters(grads))
        return results if isinstance(result, tuple) else results[0]

    def _enters(self, grads: tuple[Any, ...]) -> tuple[Any, ...]:
        """The hook of the second border: gradients enter the module."""
        arrived = _placed(grads, self.results, self.result_count)
        for hook in self.pre_hooks:
            arrived = _replaced(arrived, hook(self.module, arrived))
        self.arrived = arrived
        if not self.arguments:  # no gradient will leave the module, so its hooks are called now
            warn(_ALONE)
            for hook in self.hooks:
                hook(self.module, (None,) * self.argument_count, arrived)
            self.arrived = None
        return tuple(arrived[place] for place in self.results)

    def _leaves(self, grads: tuple[Any, ...]) -> Any:
        """The hook of the first border: gradients leave the module."""
        if self.arrived is None:
            return None  # they come from elsewhere: a tensor that the module handed out on the way
        sent = _placed(grads, self.arguments, self.argument_count)
        for hook in self.hooks:
            new = hook(self.module, sent, self.arrived)
            sent = _replaced(sent, new)
        self.arrived = None
        return tuple(sent[place] for place in self.arguments)


def hook_last_node(module: Module, hooks: list[Any], args: tuple[Any, ...], result: Any) -> None:
    """Have a module's regular hooks called by the node of its result, or of the first one."""
    results = result if isinstance(result, tuple) else (result,)
    node = next((x.grad_fn for x in results if is_tensor(x)), None)
    if node is None:
        return
    for hook in hooks:
        node.register_hook(partial(hook, module))
    before = {x.grad_fn for x in args if is_tensor(x)}
    if before != {parent for parent, _ in node.next_functions}:
        warn(_NOT_FULL, FutureWarning)


def _through(values: tuple[Any, ...], hook: Any) -> tuple[tuple[Any, ...], list[int]]:
    """`values`, the tensors among them led through a border that has this hook; their places.

    No place, and nothing changed, where no gradient will come by.
    """
    places = [place for place, x in enumerate(values) if is_tensor(x)]
    if not (current.mode.recording and any(values[p].requires_grad for p in places)):
        return values, []
    made = dict(zip(places, BackwardHookFunction.apply(*(values[place] for place in places))))
    next(x.grad_fn for x in made.values() if x.grad_fn is not None).register_hook(hook)
    return tuple(made.get(place, x) for place, x in enumerate(values)), places


def _placed(grads: tuple[Any, ...], places: list[int], count: int) -> tuple[Any, ...]:
    """`grads` at their places among so many values; None for what is no tensor."""
    known = dict(zip(places, grads))
    return tuple(known.get(place) for place in range(count))


def _replaced(grads: tuple[Any, ...], new: Any) -> tuple[Any, ...]:
    return grads if new is None else new
