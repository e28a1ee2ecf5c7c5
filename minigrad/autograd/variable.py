"""`Variable`, the name that tensors with gradients had before PyTorch 0.4; old tutorials still use it."""

from __future__ import annotations

from typing import Any

from .wrap import TensorBase


class _AnyTensor(type):
    def __instancecheck__(cls, instance: object) -> bool:
        return isinstance(instance, TensorBase)


class Variable(metaclass=_AnyTensor):
    """A tensor on the same memory as `data`: today ``data.detach().requires_grad_()`` says it better.

    Args:
        data: a tensor.
        requires_grad: whether the new leaf requires a gradient.

    Example:
        >>> import minigrad
        >>> from minigrad.autograd import Variable
        >>> Variable(minigrad.ones(2), requires_grad=True)
        tensor([1., 1.], requires_grad=True)

    Source: https://docs.pytorch.org/docs/stable/autograd.html#variable-deprecated
    """

    def __new__(cls, data: Any, requires_grad: bool = False) -> Any:
        """Returns a Tensor: the class itself has no instances."""
        if not isinstance(data, TensorBase):
            raise TypeError(f"Variable data has to be a tensor, but got {type(data).__name__}")
        return data.detach().requires_grad_(requires_grad)
