"""A tensor's place in the graph: what made it, whether it is recorded, its gradient, its hooks."""

from __future__ import annotations

import warnings
import weakref
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from ._memory import Memory
from .autograd import entry
from .autograd.hooks import Hook, Hooks, RemovableHandle
from .autograd.node import shown
from .autograd.view import catch_up, needs_gradient
from .autograd.wrap import is_tensor
from .mode import current

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


class History(Memory):
    """The part of `Tensor` that belongs to autograd."""

    __slots__ = ()

    # ------------------------------------------------------------------ the place in the graph

    @property
    def grad_fn(self) -> Any:
        """The node of the operation that made this tensor; None for a leaf."""
        if self._view is not None:
            catch_up(self)
        return shown(self._node)

    @property
    def requires_grad(self) -> bool:
        """Whether operations on this tensor are recorded; so are all with a `grad_fn`."""
        return self._requires_grad if self._view is None else needs_gradient(self)

    @requires_grad.setter
    def requires_grad(self, value: bool) -> None:
        if self._node is not None:  # not `grad_fn`: that would renew a view
            raise _only_leaves(value)
        if value and self._array.dtype.kind != "f":
            raise RuntimeError(
                "only Tensors of floating point and complex dtype can require gradients\n"
                f"This one is {self.dtype}: x.float() makes one that can."
            )
        self.requires_grad_(value)

    def requires_grad_(self, requires_grad: bool = True) -> Self:
        """Say whether operations on this leaf are recorded from now on; returns the tensor itself.

        Raises:
            RuntimeError: the tensor is not a leaf, not floating point, or an inference tensor.
        """
        if self._node is not None and not requires_grad:
            raise _only_leaves(requires_grad)
        if requires_grad and self._array.dtype.kind != "f":
            raise RuntimeError(
                "only Tensors of floating point dtype can require gradients\n"
                f"This one is {self.dtype}: x.float() makes one that can."
            )
        if requires_grad and self.is_inference() and not current.mode.inference:
            raise RuntimeError(
                "Setting requires_grad=True on inference tensor outside InferenceMode is not "
                "allowed."
            )
        self._requires_grad = bool(requires_grad)
        if self._view is not None:
            self._view.own = self._requires_grad
        return self

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
            warnings.warn(_NON_LEAF_GRAD, UserWarning, stacklevel=2)
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
        if grad.shape != self.shape:
            raise RuntimeError(
                f"attempting to assign a gradient of size '{list(grad.shape)}' to a tensor of size "
                f"'{list(self.shape)}'. Please ensure that the gradient and the tensor are the "
                "same size"
            )
        if grad.dtype != self.dtype:
            raise RuntimeError(
                f"attempting to assign a gradient with dtype '{grad.dtype.cpp}' to a tensor with "
                f"grad_dtype '{self.dtype.kind}'. The gradient must match the tensor's grad_dtype "
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
            raise RuntimeError(
                "post accumulate grad hooks cannot be registered on non-leaf tensors"
            )
        return RemovableHandle(hooks.post_accumulate, hook)

    def _own_hooks(self) -> tuple[Hooks, int]:
        if not self.requires_grad:
            raise RuntimeError(
                "cannot register a hook on a tensor that doesn't require gradient\n"
                "Nothing that it was computed from requires grad, so no backward reaches it."
            )
        if self.grad_fn is not None:
            return self._node.own_hooks(), self._nr
        if self._hooks is None:
            self._hooks = Hooks()
        return self._hooks, 0

    def retain_grad(self) -> None:
        """Have backward fill ``.grad`` of this non-leaf too; a leaf does so anyway.

        Raises:
            RuntimeError: this tensor requires no grad.
        """
        if not self.requires_grad:
            raise RuntimeError(
                "can't retain_grad on Tensor that has requires_grad=False\n"
                "Nothing that it was computed from requires grad, so no backward reaches it."
            )
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
