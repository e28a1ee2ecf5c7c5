"""``out=``: a function's result is written into a tensor that is there already.

Nothing of it is recorded. `registry` gives it to every function that makes new tensors.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import wraps
from inspect import Parameter, signature
from typing import Any

from ._mode import current
from ._warn import warn
from .autograd.inplace import bump, check_writable
from .autograd.wrap import TensorBase, is_tensor, type_name, wrap
from .backend import check_beside
from .dtype import check_cast

Call = Callable[..., Any]


def takes_out(call: Call) -> bool:
    """Whether a function may be given ``out=``.

    Not if it is declared a view; nor, as in PyTorch, if it takes any number of tensors one by one,
    as `einsum` does, or writes into its input.
    """
    if (hasattr(call, "op") and call.op.view) or call.__name__.endswith("_"):
        return False
    kinds = [p.kind for p in signature(call).parameters.values()]
    return Parameter.VAR_POSITIONAL not in kinds or Parameter.VAR_KEYWORD in kinds


def with_out(call: Call) -> Call:
    """`call`, which also takes ``out=``: a tensor, or as many as it has results.

    Args:
        call: a function that makes new tensors.

    Raises:
        TypeError: `out` is no tensor; the result is a view, or no tensor; or nothing is given.
        RuntimeError: something requires grad, or the result does not fit the type of `out`.

    Example:
        >>> import minigrad
        >>> x = minigrad.zeros(2)
        >>> minigrad.add(minigrad.tensor([1.0, 2.0]), 10, out=x) is x
        True
        >>> x, x._version
        (tensor([11., 12.]), 1)

    Source: https://docs.pytorch.org/docs/stable/generated/torch.add.html
    """
    needed = [p.name for p in signature(call).parameters.values() if _is_needed(p)]

    @wraps(call)
    def named(*args: Any, **given: Any) -> Any:
        if not given:
            if args or not needed:
                return call(*args)
            raise _missing(call, needed)
        out = given.pop("out", None)
        return call(*args, **given) if out is None else _into(out, call, args, given)

    named.__signature__ = _with_one_more(call)  # type: ignore[attr-defined]
    return named


def _is_needed(parameter: Parameter) -> bool:
    named = parameter.kind is Parameter.POSITIONAL_OR_KEYWORD
    return named and parameter.default is Parameter.empty


def _missing(call: Call, names: list[str]) -> TypeError:
    """The error of a call without arguments; PyTorch's plural is that of one."""
    said = f"missing {len(names)} required positional argument{'s' if len(names) == 1 else ''}"
    return TypeError(f"{call.__name__}() {said}: " + ", ".join(f'"{name}"' for name in names))


def _with_one_more(call: Call) -> Any:
    old = signature(call)
    parameters = list(old.parameters.values())
    place = len(parameters) - (bool(parameters) and parameters[-1].kind is Parameter.VAR_KEYWORD)
    parameters.insert(place, Parameter("out", Parameter.KEYWORD_ONLY, default=None))
    return old.replace(parameters=parameters)


def _into(out: Any, call: Call, args: Any, given: Any) -> Any:
    """Write what `call` gives into `out`, and return that."""
    targets = out if isinstance(out, tuple) else (out,)
    for x in targets:
        if not is_tensor(x):
            raise TypeError(f"{call.__name__}(): argument 'out' must be Tensor, not {type_name(x)}")
    _check_unrecorded(call, (*targets, *args, *given.values()))
    found = call(*args, **given)
    results = found if isinstance(found, tuple) else (found,)
    new = len(results) == len(targets) and all(is_tensor(x) and not x._is_view() for x in results)
    if not new:
        raise TypeError(
            f"{call.__name__}() got an unexpected keyword argument 'out'\n"
            "It gives a view, no tensor, or another number of tensors."
        )
    for target, result in zip(targets, results):
        _fill(target, result)
    return type(found)(*targets) if hasattr(found, "_fields") else out


def _check_unrecorded(call: Call, given: Any) -> None:
    if current.mode.recording and any(x.requires_grad for x in _tensors(given)):
        raise RuntimeError(
            f"{call.__name__}(): functions with out=... arguments don't support automatic "
            "differentiation, but one of the arguments requires grad.\n"
            "Leave out= away, or write inside `with minigrad.no_grad():`."
        )


def _tensors(given: Any) -> Iterator[Any]:
    """The tensors among arguments, also those in lists, as `cat` takes them."""
    for x in given:
        if isinstance(x, TensorBase):
            yield x
        elif isinstance(x, (tuple, list)):
            yield from _tensors(x)


def _fill(target: Any, result: Any) -> None:
    """Write `result`; where `target` has another shape it takes new memory, with a warning."""
    array = result._array
    check_beside("out", target._array, array)
    check_cast(array.dtype, target._array.dtype)
    check_writable(target, recorded=False)
    if target.shape != result.shape:
        if target.numel():
            warn(
                "An output with one or more elements was resized since it had shape "
                f"{list(target.shape)}, which does not match the required output shape "
                f"{list(result.shape)}. This behavior is deprecated, and in a future PyTorch "
                "release outputs will not be resized unless they have zero elements. You can "
                "explicitly reuse an out tensor t by resizing it, inplace, to zero elements with "
                "t.resize_(0)."
            )
        target.data = wrap(array.astype(target._array.dtype))
    else:
        target._share()
        target._array[...] = array
    bump(target)
