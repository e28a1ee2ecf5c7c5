"""The memory that a tensor shows: where it lies, who else shows it, and other shapes for it."""

from __future__ import annotations

from math import prod
from sys import getrefcount
from typing import TYPE_CHECKING, Any

from ._warn import warn
from .autograd.inplace import bump
from .autograd.view import address
from .autograd.wrap import TensorBase, wrap
from .backend import module_of
from .creation.leaf import shape_of
from .storage import TypedStorage, UntypedStorage, in_a_row, owner_of

if TYPE_CHECKING:
    from typing_extensions import Self

    from .tensor import Tensor

_DEPRECATED = (
    "TypedStorage is deprecated. It will be removed in the future and UntypedStorage will be the "
    "only storage class. This should only matter to you if you are using storages directly.  To "
    "access UntypedStorage directly, use tensor.untyped_storage() instead of tensor.storage()"
)


class Memory(TensorBase):
    """The part of `Tensor` that knows whose memory its array is."""

    __slots__ = ()

    def data_ptr(self) -> int:
        """The address of the first element; 0 where there is none."""
        self._share()
        return int(address(self._array)) if self._array.size else 0

    def storage_offset(self) -> int:
        """How many elements of the memory that this tensor shows lie before its first one."""
        start = self.data_ptr() - self.untyped_storage().data_ptr()
        return int(start // self._array.itemsize) if self._array.size else 0

    def untyped_storage(self) -> UntypedStorage:
        """The memory that this tensor shows, or a part of it."""
        self._share()
        return UntypedStorage(owner_of(self._array))

    def storage(self) -> TypedStorage:
        """The same memory as elements in a row, with a warning: `untyped_storage` is what stays."""
        warn(_DEPRECATED)
        self._share()
        return TypedStorage(owner_of(self._array))

    def resize_(self, *size: Any, memory_format: Any = None) -> Self:
        """Show as many elements of the memory as another shape has, from the same first one on.

        If the memory is too small this tensor gets more of it, as long as it has it for itself;
        what the new elements hold is not defined. No gradient passes: `reshape` is for that.

        Args:
            *size: the shape, as ``2, 3`` or ``(2, 3)``.
            memory_format: makes no difference.

        Raises:
            RuntimeError: the tensor requires grad, a size is negative, or others show memory that
                is too small.

        Example:
            >>> import minigrad
            >>> x = minigrad.tensor([[1, 2], [3, 4]])
            >>> x.resize_(3)
            tensor([1, 2, 3])
            >>> x.resize_(4)
            tensor([1, 2, 3, 4])

        Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.resize_.html
        """
        if not size:
            raise TypeError('resize_() missing 1 required positional arguments: "size"')
        if self.requires_grad:  # type: ignore[attr-defined]
            raise RuntimeError("cannot resize variables that require grad")
        shape = shape_of(size)
        start = self.storage_offset()
        end = start + prod(shape)
        if end > owner_of(self._array).size:
            self._grow(end)
        self._array = in_a_row(owner_of(self._array))[start:end].reshape(shape)
        self._accumulator = None  # it knows the old shape
        bump(self)
        return self

    def resize_as_(self, the_template: Tensor, *, memory_format: Any = None) -> Self:
        """`resize_` to the shape of another tensor."""
        return self.resize_(tuple(the_template.shape))

    def _grow(self, count: int) -> None:
        """Get memory for `count` elements, and take along what this tensor's holds.

        Raises:
            RuntimeError: others show that: they would be left behind with the old.
        """
        alone = _holders(wrap(module_of(self._array).empty(0)))
        if self._view is not None or _holders(self) != alone:
            raise RuntimeError(
                "Trying to resize storage that is not resizable\nA view, an array or another "
                "tensor shows this memory; x.reshape(shape) or x.new_empty(shape) gives another."
            )
        old = in_a_row(owner_of(self._array))
        self._array = module_of(old).zeros(count, old.dtype)
        self._array[: old.size] = old


def _holders(x: Any) -> tuple[int, int]:
    """How many hold the array of `x`, and how many that whose memory it is; each call counts."""
    return getrefcount(x._array), getrefcount(owner_of(x._array))
