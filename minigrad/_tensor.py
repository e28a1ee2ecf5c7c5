"""What a tensor is besides its operations: its memory, and its place in the graph."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from . import backend
from ._memory import Memory
from ._mode import current
from ._warn import warn
from .autograd import entry
from .autograd.hooks import Hook, Hooks, RemovableHandle
from .autograd.inplace import bump, check_writable
from .autograd.node import public_node
from .autograd.view import catch_up, check_once, needs_gradient
from .autograd.wrap import INFERENCE, is_tensor, wrap
from .creation.leaf import target
from .dtype import dtype as DType
from .dtype import meant, of, tensor_type
from .ops.operands import wrap_dim
from .ops.shapes import to_copy
from .size import Size

if TYPE_CHECKING:
    from typing_extensions import Self

    from .tensor import Tensor

_NON_LEAF_GRAD = (
    "The .grad attribute of a Tensor that is not a leaf Tensor is being accessed. Its .grad "
    "attribute won't be populated during autograd.backward(). If you indeed want the .grad field "
    "to be populated for a non-leaf Tensor, use .retain_grad() on the non-leaf Tensor. If you "
    "access the non-leaf Tensor by mistake, make sure you access the leaf Tensor instead. See "
    "github.com/pytorch/pytorch/pull/30531 for more information."
)


class CutOff:
    """The version counter of a result that `detach_` cut off from its graph.

    It goes on counting with its views and twins, but between their numbers: 1.5 where they say 1,
    and 1.75 if that happens again. So who saved the tensor before sees that it is not what it was.
    """

    def __init__(self, counter: Any) -> None:
        self._counter, self._part = counter, getattr(counter, "_part", 1) / 2

    def __getitem__(self, key: Any) -> Any:
        return self._counter[key] + self._part if key == 0 else self._counter[key]

    def __setitem__(self, key: int, version: float) -> None:
        self._counter[key] = version - self._part


class TensorCore(Memory):
    """The part of `Tensor` that belongs to its array, and to autograd."""

    __slots__ = ()

    # ------------------------------------------------------------------ memory

    def _add_raw(self, grad: Any) -> None:
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
            raise RuntimeError("Can't detach views in-place. Use detach() instead.")
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
        if self.requires_grad and new._array.dtype.kind != "f":
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

    def get_device(self) -> int:
        """Which GPU the memory lies on; -1 for the CPU."""
        return -1 if self.device.index is None else self.device.index

    def pin_memory(self) -> Self:
        """This tensor itself: memory is never locked for the GPU here."""
        return self

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
        return self.dtype.is_floating_point

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
            ImportError: bfloat16 without the package ml_dtypes.
            RuntimeError: there is no such device, or a graph would go on in bfloat16.
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
        if isinstance(meant(dtype), str):
            raise ValueError(f"invalid type: {dtype!r}")
        if dtype is not None:
            return self.to(dtype=dtype)
        name = tensor_type(self._array.dtype)
        return name.replace(".", ".cuda.") if self.is_cuda else name

    def type_as(self, other: Tensor) -> Tensor:
        """This tensor in the type of `other`."""
        return self.to(other.dtype)

    # ------------------------------------------------------------------ the place in the graph

    @property
    def grad_fn(self) -> Any:
        """The node of the operation that made this tensor; None for a leaf."""
        if self._view is not None:
            catch_up(self)
        return public_node(self._node)

    @property
    def requires_grad(self) -> bool:
        """Whether operations on this tensor are recorded; so are all with a `grad_fn`."""
        return self._requires_grad if self._view is None else needs_gradient(self)

    @requires_grad.setter
    def requires_grad(self, value: bool) -> None:
        if self._node is not None:  # not `grad_fn`: that would renew a view
            raise _only_leaves(value)
        if value:
            self._check_kind("floating point and complex")
        self.requires_grad_(value)

    def requires_grad_(self, requires_grad: bool = True) -> Self:
        """Say whether operations on this leaf are recorded from now on; returns the tensor itself.

        Raises:
            RuntimeError: the tensor is not a leaf, not floating point, or an inference tensor.
        """
        if self._node is not None and not requires_grad:
            raise _only_leaves(requires_grad)
        if requires_grad:
            self._check_kind("floating point")
        if requires_grad and self.is_inference() and not current.mode.inference:
            raise RuntimeError(
                "Setting requires_grad=True on inference tensor outside InferenceMode is not "
                "allowed."
            )
        self._requires_grad = bool(requires_grad)
        if self._view is not None:
            self._view.requires_grad_set = self._requires_grad
        return self

    def _check_kind(self, kinds: str) -> None:
        if self._array.dtype.kind != "f":
            raise RuntimeError(
                f"only Tensors of {kinds} dtype can require gradients\n"
                f"This one is {self.dtype}: x.float() makes one that can."
            )

    @property
    def is_leaf(self) -> bool:
        """Whether no recorded operation made this tensor: you did, or it requires no grad."""
        return self.grad_fn is None

    @property
    def output_nr(self) -> int:
        """Which output of its `grad_fn` this tensor is."""
        return self._nr

    @property
    def grad(self) -> Tensor | None:
        """What backward added up for this leaf, in its shape; None before the first."""
        grad: Tensor | None = self._grad
        if grad is None and self._node is not None and not self.retains_grad:
            warn(_NON_LEAF_GRAD, UserWarning)
        return grad

    @grad.setter
    def grad(self, grad: Tensor | None) -> None:
        if grad is not None:
            self._check_grad(grad)
        self._grad = grad

    @grad.deleter
    def grad(self) -> None:
        self._grad = None

    def _check_grad(self, grad: Any) -> None:
        if not is_tensor(grad):
            raise TypeError(
                "assigned grad expected to be a Tensor or None but got grad of type "
                f"{type(grad).__name__}"
            )
        here, there = grad.device, self.device
        for what, its, mine, so in (
            ("with device type", here.type, there.type, "on the same device"),
            ("located on device with index", here.index, there.index, "on the same device"),
            ("of size", list(grad.shape), list(self.shape), "the same size"),
        ):
            if its != mine:
                raise RuntimeError(
                    f"attempting to assign a gradient {what} '{its}' to a tensor {what} '{mine}'. "
                    f"Please ensure that the gradient and the tensor are {so}"
                )
        if grad.dtype != self.dtype:
            raise RuntimeError(
                f"attempting to assign a gradient with dtype '{grad.dtype.cpp}' to a tensor with "
                f"grad_dtype '{self.dtype.title}'. The gradient must match the tensor's grad_dtype "
                "(defaults to the tensor's dtype)."
            )

    def backward(
        self,
        gradient: Tensor | None = None,
        retain_graph: bool | None = None,
        create_graph: bool = False,
        inputs: Any = None,
    ) -> None:
        """Add the gradient of this tensor to the ``.grad`` of every leaf behind it.

        Args:
            gradient: where to start from, in this tensor's shape; needed unless it has one element.
            retain_graph: keep the graph's saved values for another backward. Default:
                `create_graph`.
            create_graph: record the backward, so that the gradients can be differentiated in turn.
            inputs: accumulate into these tensors only. Default: every leaf.

        Raises:
            RuntimeError: this tensor requires no grad, or has several elements and no `gradient`
                was given, or its graph has been freed already.

        Example:
            >>> import minigrad
            >>> x = minigrad.tensor(3.0, requires_grad=True)
            >>> (x**2).backward()
            >>> x.grad
            tensor(6.)

        Source: https://docs.pytorch.org/docs/stable/generated/torch.Tensor.backward.html
        """
        entry.backward(self, gradient, retain_graph, create_graph, inputs=inputs)

    # ------------------------------------------------------------------ hooks

    def register_hook(self, hook: Hook) -> RemovableHandle:
        """Call ``hook(grad)`` whenever this tensor's gradient is computed; it may return another.

        Raises:
            RuntimeError: this tensor requires no grad.
        """
        hooks, nr = self._own_hooks()
        return RemovableHandle(hooks.tensor.setdefault(nr, {}), hook)

    def register_post_accumulate_grad_hook(self, hook: Hook) -> RemovableHandle:
        """Call ``hook(leaf)`` after each backward that came to this leaf, its ``.grad`` added to.

        Raises:
            RuntimeError: this tensor requires no grad, or is not a leaf.
        """
        hooks, _ = self._own_hooks()
        if not self.is_leaf:
            said = "post accumulate grad hooks cannot be registered on non-leaf tensors"
            raise RuntimeError(said)
        return RemovableHandle(hooks.post_accumulate, hook)

    def _own_hooks(self) -> tuple[Hooks, int]:
        self._check_reached("cannot register a hook on a tensor that doesn't require gradient")
        if self.grad_fn is not None:
            return self._node.own_hooks(), self._nr
        if self._hooks is None:
            self._hooks = Hooks()
        return self._hooks, 0

    def _check_reached(self, refused: str) -> None:
        if not self.requires_grad:
            raise RuntimeError(f"{refused}\nNothing that it was computed from requires grad.")

    def retain_grad(self) -> None:
        """Have backward fill ``.grad`` of this non-leaf too; a leaf does so anyway.

        Raises:
            RuntimeError: this tensor requires no grad.
        """
        self._check_reached("can't retain_grad on Tensor that has requires_grad=False")
        if self._node is None or self.retains_grad:  # as PyTorch: a view yet to be renewed too
            return
        hooks, nr = self._own_hooks()
        hooks.retained[nr] = partial(_keep, weakref.ref(self))  # a node never holds its own output

    @property
    def retains_grad(self) -> bool:
        """Whether `retain_grad` was called on this non-leaf."""
        hooks = self._node and self._node.hooks
        return bool(hooks) and self._nr in hooks.retained


def _keep(of: Callable[[], Any], grad: Tensor) -> None:
    x = of()
    if x is not None:
        x._grad = grad.clone() if x._grad is None else x._grad + grad


def _only_leaves(requires_grad: bool) -> RuntimeError:
    said = "you can only change requires_grad flags of leaf variables."
    if not requires_grad:
        said += (
            " If you want to use a computed variable in a subgraph that doesn't require "
            "differentiation use var_no_grad = var.detach()."
        )
    return RuntimeError(said)
