"""Questions about tensors and types that are answered at once: nothing here is recorded."""

from __future__ import annotations

from typing import Any

from .autograd.wrap import Tensor, is_tensor, type_name
from .dtype import dtype as DType
from .dtype import joined, meant, of, rank
from .dtype import result_type as numpy_result_type
from .ops.operands import is_number, pythonic

__all__ = [
    "can_cast", "is_complex", "is_floating_point", "is_nonzero", "numel", "promote_types",
    "result_type", "typename",
]  # fmt: skip


def is_floating_point(input: Tensor) -> bool:
    """Whether the elements are floating point numbers.

    Raises:
        TypeError: `input` is no tensor.

    Example:
        >>> import minigrad
        >>> minigrad.is_floating_point(minigrad.tensor([1.0]))
        True

    Source: https://docs.pytorch.org/docs/stable/generated/torch.is_floating_point.html
    """
    return bool(_tensor("is_floating_point", input).dtype.is_floating_point)


def is_complex(input: Tensor) -> bool:
    """Whether the elements are complex numbers: never, there are none here.

    Raises:
        TypeError: `input` is no tensor.
    """
    return bool(_tensor("is_complex", input).dtype.is_complex)


def is_nonzero(input: Tensor) -> bool:
    """Whether the one element is not 0: what ``bool(input)`` gives.

    Raises:
        RuntimeError: there is not exactly one.
        TypeError: `input` is no tensor.
    """
    return bool(_tensor("is_nonzero", input))


def numel(input: Tensor) -> int:
    """How many elements a tensor has.

    Raises:
        TypeError: `input` is no tensor.

    Example:
        >>> import minigrad
        >>> minigrad.numel(minigrad.zeros(2, 3))
        6
    """
    return int(_tensor("numel", input).numel())


def typename(obj: Any) -> str:
    """The name of a tensor's type, ``"minigrad.FloatTensor"``, or of anything else's class."""
    if is_tensor(obj):
        return str(obj.type())
    kind = obj if isinstance(obj, type) else type(obj)
    module = kind.__module__
    return kind.__qualname__ if module == "builtins" else f"{module}.{kind.__qualname__}"


def result_type(tensor1: Any, tensor2: Any) -> DType:
    """The type that an operation on two operands, tensors or numbers, computes in.

    Raises:
        TypeError: one is neither.

    Example:
        >>> import minigrad
        >>> minigrad.result_type(minigrad.tensor([1, 2]), 1.0)
        minigrad.float32

    Source: https://docs.pytorch.org/docs/stable/generated/torch.result_type.html
    """
    for x in (tensor1, tensor2):
        if not is_tensor(x) and not is_number(x):
            raise TypeError(
                "result_type() received an invalid combination of arguments\n"
                f"A {type_name(x)} is neither a tensor nor a number."
            )
    given = [x._array if is_tensor(x) else pythonic(x) for x in (tensor1, tensor2)]
    return of(numpy_result_type(*given))


def promote_types(type1: Any, type2: Any) -> DType:
    """The smallest type that holds what two types hold; a floating type holds all integers.

    Raises:
        TypeError: one is no type.

    Example:
        >>> import minigrad
        >>> minigrad.promote_types(minigrad.uint8, minigrad.int8)
        minigrad.int16

    Source: https://docs.pytorch.org/docs/stable/generated/torch.promote_types.html
    """
    one = _dtype("promote_types", 1, "type1", type1)
    other = _dtype("promote_types", 2, "type2", type2)
    return of(joined(one.numpy, other.numpy))


def can_cast(from_: Any, to: Any) -> bool:
    """Whether a result of one type may be written where another is: not to a lower kind.

    Raises:
        TypeError: one is no type.

    Example:
        >>> import minigrad
        >>> minigrad.can_cast(minigrad.float32, minigrad.int32)
        False

    Source: https://docs.pytorch.org/docs/stable/generated/torch.can_cast.html
    """
    here = _dtype("can_cast", 1, "from_", from_)
    there = _dtype("can_cast", 2, "to", to)
    return rank(here.numpy) <= rank(there.numpy)


def _tensor(name: str, input: Any) -> Any:
    if not is_tensor(input):
        raise TypeError(
            f"{name}(): argument 'input' (position 1) must be Tensor, not {type_name(input)}"
        )
    return input


def _dtype(name: str, place: int, called: str, given: Any) -> DType:
    dtype = meant(given)
    if not isinstance(dtype, DType):
        raise TypeError(
            f"{name}(): argument '{called}' (position {place}) must be minigrad.dtype, not "
            f"{type_name(given)}"
        )
    return dtype
