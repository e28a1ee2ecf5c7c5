"""A tensor's memory: who shares it, its shape and type, and how it is moved or converted."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from . import backend
from .autograd.inplace import bump, check_once
from .autograd.region import address
from .autograd.wrap import FRESH, INFERENCE, TensorBase, is_tensor, wrap
from .dtype import dtype as DType
from .dtype import of, tensor_type
from .ops.copy import to_copy
from .ops.dims import wrap_dim
from .size import Size

if TYPE_CHECKING:
    from typing_extensions import Self

    from .tensor import Tensor


class Memory(TensorBase):
    """The half of `Tensor` that belongs to its array."""

    __slots__ = ()

    # ------------------------------------------------------------------ memory

    def _share(self) -> None:
        """Before anyone aliases or overwrites the memory: make it an array, and count writes."""
        if self._counter is FRESH:
            self._counter = [0]
        if isinstance(self._array, np.generic):
            self._array = np.asarray(self._array)

    def _add_bare(self, grad: Any) -> None:
        """Add an array in place: a leaf's gradient piles up in one buffer."""
        self._share()
        check_once(self._array)
        self._array += grad
        bump(self)

    def detach(self) -> Tensor:
        """The same memory, without a history: a constant to everything computed from it.

        Writes through either are seen, and counted, by both.
        """
        self._share()
        out = wrap(self._array)
        out._counter = self._counter
        return out

    def detach_(self) -> Self:
        """Make this tensor itself a leaf that requires no grad."""
        if self._view is not None:
            raise RuntimeError("Can't detach views in-place. Use detach() instead.")
        self._share()
        bump(self)  # a graph that saved it must not take it for what it was
        self._edge, self._requires_grad = None, False
        return self

    @property
    def data(self) -> Tensor:
        """The same memory, without history *and* version: writes through it go unnoticed."""
        self._share()
        return wrap(self._array)

    @data.setter
    def data(self, new: Tensor) -> None:
        if not is_tensor(new):
            raise TypeError(f"Variable data has to be a tensor, but got {type(new).__name__}")
        if self._requires_grad and not new.is_floating_point():
            raise RuntimeError(
                "data set to a tensor that requires gradients must be floating point or complex "
                f"dtype, not {new.dtype}"
            )
        new._share()
        if new.shape != self.shape or new.dtype != self.dtype:
            self._accumulator = None  # it knows the old shape
        if not self.is_inference():
            # A graph that saved a leaf goes on with the new values, as in PyTorch. One that saved
            # a result must not take them for the old ones.
            self._counter = [self._counter[0] + (self._edge is not None)]
        self._array, self._view = new._array, None

    @property
    def _version(self) -> int:
        if self.is_inference():
            raise RuntimeError("Inference tensors do not track version counter.")
        return self._counter[0]  # type: ignore[no-any-return]

    @property
    def _base(self) -> Tensor | None:
        return self._view.base if self._view is not None else None

    def _is_view(self) -> bool:
        return self._view is not None

    def is_inference(self) -> bool:
        """Whether this tensor was made in `inference_mode`."""
        return self._counter is INFERENCE

    def data_ptr(self) -> int:
        """The address of the first element."""
        self._share()
        return int(address(self._array))

    # ------------------------------------------------------------------ what it holds

    @property
    def shape(self) -> Size:
        """The dimensions, as a `Size`."""
        return tuple.__new__(Size, self._array.shape)  # known to be integers

    @property
    def dtype(self) -> DType:
        """The type of the elements."""
        return of(self._array.dtype)

    @property
    def device(self) -> backend.device:
        """Where the memory lies."""
        return backend.device_of(self._array)

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
        return int(self._array.ndim)

    @property
    def is_cuda(self) -> bool:
        """Whether the memory lies on a GPU."""
        return not backend.is_numpy(self._array)

    def size(self, dim: int | None = None) -> Any:
        """The shape, or the size of one dimension.

        Raises:
            IndexError: there is no such dimension.
        """
        return self.shape if dim is None else self.shape[wrap_dim(dim, self.ndim)]

    def dim(self) -> int:
        """The number of dimensions."""
        return int(self._array.ndim)

    def numel(self) -> int:
        """The number of elements."""
        return int(self._array.size)

    nelement = numel

    def element_size(self) -> int:
        """The bytes of one element."""
        return int(self._array.itemsize)

    def stride(self, dim: int | None = None) -> Any:
        """How many elements apart two neighbours lie, along every dimension or one."""
        strides = tuple(s // self._array.itemsize for s in self._array.strides)
        if not self._array.size:  # NumPy has zeros there
            shape = self._array.shape
            strides = tuple(prod(max(n, 1) for n in shape[d + 1 :]) for d in range(len(shape)))
        return strides if dim is None else strides[wrap_dim(dim, self.ndim)]

    def is_contiguous(self) -> bool:
        """Whether the elements lie in memory in the order they print."""
        return bool(backend.as_array(self._array).flags.c_contiguous)

    def is_floating_point(self) -> bool:
        """Whether the elements are floating point numbers."""
        return bool(self._array.dtype.kind == "f")

    def item(self) -> Any:
        """The one element, as a Python number.

        Raises:
            RuntimeError: there is not exactly one.
        """
        if self._array.size != 1:
            raise RuntimeError(
                f"a Tensor with {self._array.size} elements cannot be converted to Scalar"
            )
        return self._array.item()

    def tolist(self) -> Any:
        """The elements as nested lists of Python numbers; a number for 0-d."""
        return self._array.tolist()

    # ------------------------------------------------------------------ moving and converting

    def to(
        self,
        *args: Any,
        dtype: DType | None = None,
        device: Any = None,
        non_blocking: bool = False,
        copy: bool = False,
    ) -> Tensor:
        """This tensor in another type, or on another device; itself if nothing changes.

        Args:
            *args: a dtype, a device, both, or a tensor to imitate.
            dtype: the type.
            device: the device.
            non_blocking: makes no difference here.
            copy: copy in any case.

        Raises:
            TypeError: an argument is none of these.

        Example:
            >>> import minigrad
            >>> minigrad.tensor([1, 2]).to(minigrad.float64)
            tensor([1., 2.], dtype=minigrad.float64)

        Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.to.html
        """
        for arg in args:
            if is_tensor(arg):
                dtype, device = arg.dtype, arg.device
            elif isinstance(arg, DType):
                dtype = arg
            elif isinstance(arg, (str, backend.device)):
                device = arg
            else:
                raise _wrong_target(arg)
        if not isinstance(dtype, DType | None):
            raise _wrong_target(dtype)
        dtype = self.dtype if dtype is None else dtype
        where = self.device if device is None else backend.device(device)
        if dtype is self.dtype and backend.is_on(self._array, where) and not copy:
            return self  # type: ignore[return-value]
        return to_copy(self, dtype.numpy, where)  # type: ignore[no-any-return]

    def cpu(self) -> Tensor:
        """This tensor in the computer's own memory."""
        return self.to("cpu")

    def cuda(self, device: Any = "cuda") -> Tensor:
        """This tensor on a GPU."""
        return self.to(f"cuda:{device}" if isinstance(device, int) else device)

    def type(self, dtype: DType | None = None) -> Any:
        """The type's long name, ``"minigrad.FloatTensor"``; or this tensor in another type."""
        return tensor_type(self._array.dtype) if dtype is None else self.to(dtype)


def _wrong_target(arg: Any) -> TypeError:
    return TypeError(
        f"to() received an invalid combination of arguments - got ({type(arg).__name__}), but "
        "expected a dtype, a device or a Tensor"
    )
