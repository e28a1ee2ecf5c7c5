"""`Variable`, which old tutorials put around every tensor."""

from __future__ import annotations

from typing import Any

from .wrap import TensorBase


class _AnyTensor(type):
    def __instancecheck__(cls, instance: object) -> bool:
        return isinstance(instance, TensorBase)


class Variable(metaclass=_AnyTensor):
    """A tensor with gradients as old tutorials make it; today ``data.detach().requires_grad_()``.

    Args:
        data: a tensor, whose memory the new leaf shares.
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
        return data.detach().requires_grad_(requires_grad)
