"""Modules as functions of their parameters."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from ..ops.joining import stack

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..nn import Module

__all__ = ["functional_call", "stack_module_state"]


def functional_call(
    module: Module,
    parameter_and_buffer_dicts: Any,
    args: Any = None,
    kwargs: dict[str, Any] | None = None,
    *,
    tie_weights: bool = True,
    strict: bool = False,
) -> Any:
    """``module(*args, **kwargs)`` with other tensors in place of its parameters and buffers.

    The module has its own again afterwards, also after an error.

    Args:
        module: What is called.
        parameter_and_buffer_dicts: Tensors by name, as in ``named_parameters()``; or several such
            dicts. What is not named stays as it is.
        args: A tuple of arguments, or a single one.
        kwargs: Arguments by name.
        tie_weights: Whether a tensor that the module has under several names is replaced under all.
        strict: Whether all have to be named, and nothing else.

    Raises:
        AttributeError: If a name leads to a module that is not there.
        RuntimeError: If `strict`, and names are missing or too many.
        ValueError: If a name is in two dicts, or names of one tensor get different ones.

    Example:
        >>> import minigrad
        >>> model = minigrad.nn.Linear(2, 1)
        >>> zeros = {name: x * 0 for name, x in model.named_parameters()}
        >>> minigrad.func.functional_call(model, zeros, minigrad.ones(2)).detach()
        tensor([0.])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.func.functional_call.html
    """
    given = _merged(parameter_and_buffer_dicts)
    if args is None:
        args = ()
    with _replaced(module, _named(module, given, tie_weights, strict)):
        return module(*(args if isinstance(args, tuple) else (args,)), **(kwargs or {}))


def stack_module_state(models: Sequence[Module]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The parameters of several modules of one kind, each stacked, and their buffers likewise.

    With `vmap` and `functional_call` all of them can be called at once.

    Raises:
        RuntimeError: If there are none, or they are of different classes.

    Example:
        >>> import minigrad
        >>> models = [minigrad.nn.Linear(2, 1) for _ in range(3)]
        >>> minigrad.func.stack_module_state(models)[0]["weight"].shape
        minigrad.Size([3, 1, 2])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.func.stack_module_state.html
    """
    if not len(models):
        raise RuntimeError("stack_module_state: Expected at least one model, got 0.")
    if len({type(model) for model in models}) > 1:
        raise RuntimeError("stack_module_state: Expected all models to be of the same class.")
    params = [dict(model.named_parameters()) for model in models]
    buffers = [dict(model.named_buffers()) for model in models]
    stacked = {k: stack([p[k] for p in params]).detach().requires_grad_() for k in params[0]}
    return stacked, {k: stack([b[k] for b in buffers]) for k in buffers[0]}


def _merged(dicts: Any) -> dict[str, Any]:
    """One dict of several."""
    if isinstance(dicts, dict):
        return dicts
    names = [name for one in dicts for name in one]
    repeated = sorted({name for name in names if names.count(name) > 1})
    if repeated:
        raise ValueError(
            f"{repeated} appeared in multiple dictionaries; behavior of functional call is "
            "ambiguous"
        )
    return {name: x for one in dicts for name, x in one.items()}


def _named(
    module: Module, given: dict[str, Any], tie_weights: bool, strict: bool
) -> dict[str, Any]:
    """The tensors by all names of the module that they stand for."""
    own: dict[str, Any] = dict(module.named_parameters(remove_duplicate=False))
    own.update(module.named_buffers(remove_duplicate=False))
    for name in given:
        _owner(module, name)
    found = {name: x for name, x in given.items() if name in own}
    if tie_weights:
        for name, x in list(found.items()):
            tied = [other for other in own if own[other] is own[name]]
            if any(other in given and given[other] is not x for other in tied):
                raise ValueError(
                    f"functional_call got multiple values for keys {tied}, which are tied. "
                    "Consider using tie_weights=False"
                )
            found.update(dict.fromkeys(tied, x))
    wrong = {"Unexpected": given.keys() - own.keys(), "Missing": own.keys() - found.keys()}
    lines = [f"{what} key(s): {str(sorted(n))[1:-1]}." for what, n in wrong.items() if n]
    if strict and lines:
        name = type(module).__name__
        raise RuntimeError("\n\t".join([f"Error(s) in reparametrizing for {name}:", *lines]))
    return found


def _owner(module: Any, name: str) -> Any:
    """The module inside that has the tensor of this name."""
    for part in name.split(".")[:-1]:
        inner = module._modules.get(part)
        if inner is None:
            raise AttributeError(f"{type(module).__name__} has no attribute `{part}`")
        module = inner
    return module


@contextmanager
def _replaced(module: Module, tensors: dict[str, Any]) -> Iterator[None]:
    """A block in which the module has these tensors."""
    before = []
    for name, x in tensors.items():
        inner, last = _owner(module, name), name.rpartition(".")[2]
        place = inner._parameters if last in inner._parameters else inner._buffers
        before.append((place, last, place[last]))
        place[last] = x
    try:
        yield
    finally:
        for place, last, x in before:
            place[last] = x
