"""A tensor's memory: who shares it, its shape and type, how it is moved and converted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from . import backend
from .autograd.inplace import bump, check_writable
from .autograd.view import address, check_once
from .autograd.wrap import FRESH, INFERENCE, TensorBase, is_tensor, wrap
from .creation.leaf import target
from .dtype import dtype as DType
from .dtype import of, tensor_type
from .mode import current
from .ops.operands import wrap_dim
from .ops.shapes import to_copy
from .size import Size

if TYPE_CHECKING:
    from typing_extensions import Self

    from .tensor import Tensor


class CutOff:
    """The version counter of a result that `detach_` cut off from its graph.

    It goes on counting with its views and twins, but between their numbers: 1.5 where they say 1,
    and 1.75 if that happens again. So who saved the tensor before sees that it is not what it was.
    """

    __slots__ = ("_counter", "_part")

    def __init__(self, counter: Any) -> None:
        again = isinstance(counter, CutOff)
        self._counter: Any = counter._counter if again else counter
        self._part: float = (1 + counter._part) / 2 if again else 0.5

    def __getitem__(self, key: Any) -> Any:
        return self._counter[key] + self._part if key == 0 else self._counter[key]

    def __setitem__(self, key: int, version: float) -> None:
        self._counter[key] = int(version)


class Memory(TensorBase):
    """The part of `Tensor` that belongs to its array."""

    __slots__ = ()

    # ------------------------------------------------------------------ memory

    def _share(self) -> None:
        """Before anyone aliases or overwrites the memory: make it an array, and count writes."""
        if self._counter is FRESH:
            node = self._node
            self._counter = [0] if node is None else node.counter_of(self._nr)
        if isinstance(self._array, np.generic):
            self._array = np.asarray(self._array)

    def _add_bare(self, grad: Any) -> None:
        """Add an array in place: a leaf's gradient piles up in one buffer."""
        check_writable(self, False)  # a gradient that was made in inference_mode is not
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
        """Make this tensor itself a leaf that requires no grad. In inference mode: do nothing."""
        if current.mode.inference:
            return self
        if self._view is not None:
            raise RuntimeError(
                "Can't detach views in-place. Use detach() instead. If you are using "
                "DistributedDataParallel (DDP) for training, and gradient_as_bucket_view is set as "
                "True, gradients are views of DDP buckets, and hence detach_() cannot be called on "
                "these gradients. To fix this error, please refer to the Optimizer.zero_grad() "
                "function in minigrad/optim/optimizer.py as the solution."
            )
        self._share()
        if self._node is not None:  # a graph that saved it must not take it for what it was
            self._counter = CutOff(self._counter)
        self._edge, self._requires_grad = None, False
        return self

    @property
    def data(self) -> Tensor:
        """The same memory, without history *and* version: writes through it go unnoticed."""
        self._share()
        out = wrap(self._array)
        out._counter = INFERENCE if self.is_inference() else [0]
        return out

    @data.setter
    def data(self, new: Tensor) -> None:
        if not is_tensor(new):
            raise TypeError(f"Variable data has to be a tensor, but got {type(new).__name__}")
        if self._requires_grad and not new.is_floating_point():
            raise RuntimeError(
                "data set to a tensor that requires gradients must be floating point or complex "
                f"dtype\nIt is {new.dtype}."
            )
        new._share()
        if new.shape != self.shape or new.dtype != self.dtype:
            self._accumulator = None  # it knows the old shape
        self._share()  # views and twins go on counting with it, as in PyTorch
        self._array, self._view = new._array, None

    @property
    def _version(self) -> int:
        if self.is_inference():
            raise RuntimeError("Inference tensors do not track version counter.")
        return int(self._counter[0])

    @property
    def _base(self) -> Tensor | None:
        return self._view.base if self._view is not None else None

    def _is_view(self) -> bool:
        return self._view is not None

    def is_inference(self) -> bool:
        """Whether this tensor was made in `inference_mode`."""
        return self._counter is INFERENCE

    def data_ptr(self) -> int:
        """The address of the first element; 0 where there is none."""
        self._share()
        return int(address(self._array)) if self._array.size else 0

    def storage_offset(self) -> int:
        """How many elements of the memory that this tensor shows lie before its first one."""
        array = owner = backend.as_array(self._array)
        while type(owner.base) is type(array):
            owner = owner.base
        return int((address(array) - address(owner)) // array.itemsize)

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

    @property
    def is_cpu(self) -> bool:
        """Whether the memory lies in the computer itself."""
        return backend.is_numpy(self._array)

    def size(self, dim: int | None = None) -> Any:
        """The shape, or the size of one dimension.

        Raises:
            IndexError: there is no such dimension.
        """
        return self.shape if dim is None else self.shape[wrap_dim(dim, self.ndim)]

    def dim(self) -> int:
        """The number of dimensions."""
        return int(self._array.ndim)

    ndimension = dim

    def numel(self) -> int:
        """The number of elements."""
        return int(self._array.size)

    nelement = numel

    def element_size(self) -> int:
        """The bytes of one element."""
        return int(self._array.itemsize)

    itemsize = property(element_size, doc="The bytes of one element.")

    @property
    def nbytes(self) -> int:
        """The bytes of all elements."""
        return int(self._array.nbytes)

    def stride(self, dim: int | None = None) -> Any:
        """How many elements apart two neighbours lie, along every dimension or one."""
        strides = tuple(s // self._array.itemsize for s in self._array.strides)
        return strides if dim is None else strides[wrap_dim(dim, self.ndim)]

    def is_contiguous(self) -> bool:
        """Whether the elements lie in memory in the order they print."""
        return bool(backend.as_array(self._array).flags.c_contiguous)

    def is_floating_point(self) -> bool:
        """Whether the elements are floating point numbers."""
        return bool(self._array.dtype.kind == "f")

    def is_signed(self) -> bool:
        """Whether the elements can be negative."""
        return self._array.dtype.kind in "if"

    def item(self) -> Any:
        """The one element, as a Python number.

        Raises:
            RuntimeError: there is not exactly one.
        """
        if self._array.size != 1:
            raise RuntimeError(
                f"a Tensor with {self._array.size} elements cannot be converted to Scalar\n"
                f"Its shape is {list(self.shape)}; x.tolist() gives the numbers of any tensor."
            )
        return self._array.item()

    def tolist(self) -> Any:
        """The elements as nested lists of Python numbers; a number for 0-d."""
        return self._array.tolist()

    # ------------------------------------------------------------------ moving and converting

    def to(self, *args: Any, **given: Any) -> Tensor:
        """This tensor in another type, or on another device; itself if nothing changes.

        ``to(dtype)``, ``to(device)``, ``to(device, dtype)`` or ``to(other)``, a tensor to imitate;
        then `non_blocking`, which makes no difference here, and `copy`, to copy in any case. All
        but `other` may be given by name.

        Args:
            *args: as above.
            **given: as above.

        Raises:
            RuntimeError: there is no such device.
            TypeError: an argument is none of these.

        Example:
            >>> import minigrad
            >>> minigrad.tensor([1, 2]).to(minigrad.float64)
            tensor([1., 2.], dtype=minigrad.float64)

        Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.to.html
        """
        dtype, where, copy = target(*args, **given)
        dtype, where = dtype or self._array.dtype, where or self.device
        if dtype == self._array.dtype and backend.is_on(self._array, where) and not copy:
            return self  # type: ignore[return-value]
        return to_copy(self, dtype, where)

    def cpu(self) -> Tensor:
        """This tensor in the computer's own memory."""
        return self.to("cpu")

    def cuda(self, device: Any = "cuda") -> Tensor:
        """This tensor on a GPU."""
        return self.to(device)

    def type(self, dtype: DType | None = None) -> Any:
        """The type's long name, ``"minigrad.FloatTensor"``; or this tensor in another type."""
        return tensor_type(self._array.dtype) if dtype is None else self.to(dtype)

    def type_as(self, other: Tensor) -> Tensor:
        """This tensor in the type of `other`."""
        return self.to(other.dtype)
