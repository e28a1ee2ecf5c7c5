"""`Variable`, the name of tensors with gradients before PyTorch 0.4, which old tutorials use."""

from __future__ import annotations

from typing import Any

from .wrap import TensorBase, is_tensor


class _AnyTensor(type):
    def __instancecheck__(cls, instance: object) -> bool:
        return isinstance(instance, TensorBase)


class Variable(metaclass=_AnyTensor):
    """A tensor on the memory of `data`: today one writes ``data.detach().requires_grad_()``.

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
        if not is_tensor(data):
            raise TypeError(f"Variable data has to be a tensor, but got {type(data).__name__}")
        return data.detach().requires_grad_(requires_grad)
