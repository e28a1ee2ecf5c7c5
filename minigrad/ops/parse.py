"""Calls that do not fit: PyTorch's words for a missing argument, or one of another type.

Nothing is checked before a call: only when one fails is its signature looked at, and if that is
where it went wrong, the error says so. The annotations of the signature are what is expected.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any, TypeVar

from ..autograd.arguments import no_form, type_name
from ..autograd.inplace import first_error
from ..autograd.wrap import is_tensor
from ..mode import current
from .operands import is_scalar, is_whole

Call = Callable[..., Any]
F = TypeVar("F", bound=Call)
Number = Any  # what annotations call a number or a 0-d tensor
Tensors = Any  # a tuple or a list of tensors
IntOrShape = Any  # one integer or several


def parsed(function: F) -> F:
    """`function`, failing as PyTorch fails where the arguments do not fit its signature.

    Its attribute ``method`` is the same for a method of tensors: there PyTorch counts the positions
    of arguments without the tensor itself.
    """
    return _overloaded(function, ())


def parsed_row(row: Call) -> Call:
    """`parsed`, for a row of the table, whose type is that of any call."""
    return parsed(row)


def overloaded(*forms: str) -> Callable[[F], F]:
    """`parsed` for a function that PyTorch has in several `forms`, ``"(int dim)", "(Shape dim)"``.

    The function answers ``NotImplemented`` to arguments that are of none of them.
    """
    return lambda function: _overloaded(function, forms)


def method(function: F) -> F:
    """A function's form as a method of tensors."""
    return getattr(function, "method", function)


def methods(*functions: Any) -> tuple[Call, ...]:
    """The same of several."""
    return tuple(getattr(function, "method", function) for function in functions)


def method_only(function: F) -> F:
    """`method`, for what is written as one."""
    return _guarded(function, (), bound=1)  # type: ignore[return-value]


def truth(value: Any) -> bool:
    """A flag that must be a bool, not just something that could be taken for one."""
    if not isinstance(value, bool):
        raise TypeError(f"must be bool, not {type_name(value)}")
    return value


def spread(function: Any, least: int = 1) -> Call:
    """A function's form as a method whose second argument, a `Shape`, may also be spread out.

    ``x.permute(1, 0)`` is ``x.permute((1, 0))``. With fewer than `least` numbers it is not one.
    """

    @functools.wraps(function)
    def call(self: Any, *sizes: Any, **given: Any) -> Any:
        if len(sizes) >= least and _is_int(sizes[0]):
            return method(function)(self, sizes, **given)
        return method(function)(self, *sizes, **given)

    return call


def _overloaded(function: F, forms: tuple[str, ...]) -> F:
    call = _guarded(function, forms, bound=0)
    call.method = _guarded(function, forms, bound=1)  # type: ignore[attr-defined]
    return call  # type: ignore[return-value]


def _guarded(function: Call, forms: tuple[str, ...], bound: int) -> Call:
    in_place = function.__name__.endswith("_")

    @functools.wraps(function)
    def call(*args: Any, **given: Any) -> Any:
        words = None
        try:
            found = function(*args, **given)
        except (RuntimeError, IndexError) as error:
            if not in_place:
                raise
            words = _misfit(function, args, given, bound)
            if words and "must be Tensor" not in words:  # a number may stand for a tensor
                raise TypeError(words) from None
            first = first_error(error, *args, *given.values())
            raise first from first.__cause__
        except (TypeError, AttributeError):
            renamed = _as_here(function, given)
            if renamed != given:
                return call(*args, **renamed)
            words = None if current.mode.bare else _misfit(function, args, given, bound)
            if words is None:
                raise
            found = NotImplemented
        if found is not NotImplemented:
            return found
        if words is None or _are_several(forms, words, len(args) + len(given), bound):
            raise no_form(function.__name__, args[bound:], given, *forms)
        raise TypeError(words)

    return call


def _as_here(function: Call, given: dict[str, Any]) -> dict[str, Any]:
    """Arguments under their own names, where they came under those that NumPy has for them."""
    known = inspect.signature(function).parameters
    free = known.keys() - given.keys()
    pairs = {old: new for old, new in _NUMPY.items() if new in free and old not in known}
    return {pairs.get(name, name): value for name, value in given.items()}


def _are_several(forms: tuple[str, ...], words: str, count: int, bound: int) -> bool:
    """Whether PyTorch lists the forms, or speaks of the only one that takes so many arguments."""
    if not forms or "failed to unpack" in words:
        return False
    return " takes " in words or sum(_takes(form, count, bound) for form in forms) != 1


def _takes(form: str, count: int, bound: int) -> bool:
    count -= 0 if form.startswith("(Tensor input") else bound
    parts = [part for part in form.strip("()").split(", ") if part not in ("*", "")]
    return sum("=" not in part for part in parts) <= count <= len(parts)


def _misfit(function: Call, args: Any, given: dict[str, Any], bound: int) -> str | None:
    """Why the arguments do not fit the one form that a function has, if they do not."""
    name = f"{function.__name__}()"
    parameters = list(inspect.signature(function).parameters.values())
    places = [p for p in parameters if p.kind is p.POSITIONAL_OR_KEYWORD]
    if len(args) > len(places):
        least = sum(p.default is p.empty for p in places)
        given_ = len(args) - bound
        takes = _count(least - bound, len(places) - bound)
        return f"{name} takes {takes} but {given_} {'was' if given_ == 1 else 'were'} given"
    values = {**dict(zip((p.name for p in places), args, strict=False)), **given}
    for place, p in enumerate(parameters, 1):
        if p.name in values:
            wrong = _wrong(values[p.name], str(p.annotation), p.default is None)
            if wrong:
                silent = p.name in given or wrong.startswith("failed")
                position = "" if silent else f" (position {place - bound})"
                return f"{name}: argument '{p.name}'{position} {wrong}"
        elif p.default is p.empty:
            return f"{name} missing {_missing(places[place - 1 :])}"
    unknown = next((key for key in given if key not in {p.name for p in parameters}), None)
    return unknown and f"{name} got an unexpected keyword argument '{unknown}'"


def _count(least: int, most: int) -> str:
    if least == most:
        return f"{most} positional argument{'' if most == 1 else 's'}"
    return f"from {least} to {most} positional arguments"


def _missing(parameters: list[inspect.Parameter]) -> str:
    """All that are required from the first missing one on, as PyTorch counts them."""
    names = [f'"{p.name}"' for p in parameters if p.default is p.empty]
    plural = "s" if len(names) == 1 else ""  # the wrong way round, as there
    return f"{len(names)} required positional argument{plural}: {', '.join(names)}"


def _wrong(value: Any, wanted: str, or_none: bool) -> str | None:
    """What is wrong with a value where something is `wanted`, an annotation."""
    kind = wanted.removesuffix(" | None")
    if kind not in _KINDS or (value is None and or_none):
        return None
    called, fits = _KINDS[kind]
    if kind == "IntOrShape" and _is_int(value):
        return None
    if not fits(value):
        return f"must be {called}, not {type_name(value)}"
    return wrong_element(value) if called == "tuple of ints" else None


def wrong_element(sizes: Any) -> str | None:
    """What is wrong inside of a tuple; PyTorch looks at the first element, then at the others."""
    for place, n in enumerate(sizes, 1):
        if not _is_int(n):
            found, wanted = type_name(n), "must be tuple of ints"
            if place == 1:
                return f"{wanted}, but found element of type {found} at pos 0"
            return (
                f"failed to unpack the object at pos {place} with error "
                f'"type {wanted},but got {found}"'
            )
    return None


def _is_int(value: Any) -> bool:
    return hasattr(value, "__index__") and not isinstance(value, bool)


def _is_list(value: Any) -> bool:
    return isinstance(value, (tuple, list))


_NUMPY = {"axis": "dim", "keepdims": "keepdim", "x2": "other"}
_NUMPY |= dict.fromkeys(("x", "a", "x1"), "input")

_KINDS: dict[str, tuple[str, Callable[[Any], bool]]] = {
    "Tensor": ("Tensor", is_tensor),
    "int": ("int", is_whole),
    "Shape": ("tuple of ints", _is_list),
    "IntOrShape": ("tuple of ints", _is_list),
    "Tensors": ("tuple of Tensors", _is_list),
    "bool": ("bool", lambda value: isinstance(value, bool)),
    "Number": ("Number", is_scalar),
    "float": ("float", is_scalar),
}
