"""Parameter and Buffer: tensors that a module counts as its own; and those without a shape yet."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..autograd.wrap import wrap
from ..creation.filled import empty
from ..tensor import Tensor


class Parameter(Tensor):
    """A tensor that becomes a module's parameter when it is assigned to an attribute of the module.

    That is all that sets it apart: what is computed from it is a plain `Tensor`. It is a leaf on
    the memory of `data`, which it does not copy.

    Args:
        data: A tensor of any shape; nothing for an empty one.
        requires_grad: Whether it is trained.

    Raises:
        AttributeError: If `data` is no tensor.
        RuntimeError: If `data` is not floating point, but `requires_grad` is asked for.

    Example:
        >>> import minigrad
        >>> from minigrad.nn import Parameter
        >>> Parameter(minigrad.ones(2))
        Parameter containing:
        tensor([1., 1.], requires_grad=True)

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.parameter.Parameter.html
    """

    __slots__ = ()

    def __new__(cls, data: Any = None, requires_grad: bool = True) -> Parameter:
        """A leaf on the memory of `data`."""
        if data is None:
            data = Tensor(0)
        if not isinstance(data, Tensor):
            raise AttributeError(
                f"'{typename(type(data))}' object has no attribute 'detach'\nA Parameter is made "
                "of a tensor, so turn the data into one: Parameter(minigrad.tensor(data))."
            )
        if requires_grad and not data.is_floating_point():
            raise RuntimeError(
                "Only Tensors of floating point and complex dtype can require gradients\n"
                f"This one is {data.dtype}: give requires_grad=False, or .float() it."
            )
        x = data.detach()
        x.__class__ = cls
        x.requires_grad_(requires_grad)
        return x  # type: ignore[return-value]

    def __repr__(self) -> str:
        return f"Parameter containing:\n{super().__repr__()}"

    def __deepcopy__(self, memo: dict[int, Any]) -> Parameter:
        """A copy with memory of its own, and, unlike a plain tensor's, without the gradient."""
        if id(self) not in memo:
            memo[id(self)] = self._from_array(self.detach().clone()._array, self._requires_grad)
        return memo[id(self)]

    @classmethod
    def _from_array(cls, array: Any, requires_grad: Any) -> Parameter:
        x = Parameter(wrap(array), requires_grad)
        x.__class__ = cls
        return x


class Buffer(Tensor):
    """A tensor that becomes a module's buffer when it is assigned to an attribute of the module.

    A buffer belongs to the module's state, but is not trained.

    Args:
        data: A tensor of any shape and type, whose memory it shows; nothing for an empty one.
        persistent: Whether it is part of the `state_dict`.

    Example:
        >>> import minigrad
        >>> from minigrad import nn
        >>> model = nn.Module()
        >>> model.seen = nn.Buffer(minigrad.zeros(2))
        >>> [name for name, _ in model.named_buffers()], list(model.parameters())
        (['seen'], [])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.parameter.Buffer.html
    """

    __slots__ = ()
    persistent: bool

    def __new__(cls, data: Any = None, *, persistent: bool = True) -> Buffer:
        """A twin of `data` that carries a mark."""
        x: Any = (Tensor(0) if data is None else data).detach()
        x.__class__ = cls
        x.persistent = persistent
        return x


class Uninitialized(Tensor):
    """A tensor without a shape, until the first input of a lazy layer says which it must have."""

    __slots__ = ()
    _becomes: type[Tensor]

    def materialize(self, shape: Any) -> None:
        """Become an ordinary one, of this shape, with anything in it."""
        self.__class__ = self._becomes  # type: ignore[assignment]
        self.data = empty(shape, device=self.device, dtype=self.dtype)

    @property
    def shape(self) -> Any:
        """There is none.

        Raises:
            RuntimeError: Always.
        """
        raise RuntimeError(
            "Can't access the shape of an uninitialized parameter or buffer. This error usually "
            "happens in `load_state_dict` when trying to load an uninitialized parameter into an "
            "initialized one. Call `forward` to initialize the parameters before accessing their "
            "attributes."
        )

    def numel(self) -> Any:
        """Nobody knows yet how many elements there will be.

        Raises:
            ValueError: Always.
        """
        raise ValueError("Attempted to use an uninitialized parameter: call the model once before.")

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"


class UninitializedParameter(Uninitialized, Parameter):
    """A `Parameter` of a lazy layer before its first call."""

    __slots__ = ()
    _becomes = Parameter

    def __new__(cls, requires_grad: bool = True, device: Any = None, dtype: Any = None) -> Any:
        """A parameter on that device and of that type."""
        return cls._from_array(empty(0, device=device, dtype=dtype)._array, requires_grad)


class UninitializedBuffer(Uninitialized):
    """A buffer of a lazy layer before its first call."""

    __slots__ = ()
    _becomes = Tensor

    def __new__(cls, device: Any = None, dtype: Any = None) -> UninitializedBuffer:
        """A buffer on that device and of that type."""
        x = empty(0, device=device, dtype=dtype)
        x.__class__ = cls
        return x


def clear_grads(parameters: Iterable[Tensor], set_to_none: bool) -> None:
    """Let go of gradients, or fill them with zeros: ``zero_grad`` of modules and of optimizers."""
    for x in parameters:
        grad = x._grad
        if grad is None:
            continue
        if set_to_none:
            x._grad = None
        elif grad.grad_fn is not None:
            grad.detach_().zero_()
        else:
            grad.requires_grad_(False).zero_()


def typename(obj: Any) -> str:
    """What PyTorch's messages call `obj`: a tensor's type, a class's or a function's own name.

    It is ``torch.typename``, which names where a thing comes from, ``"minigrad.nn.modules.linear.
    Linear"``. Messages about the arguments of operations say less, ``"Linear"``: there it is
    `type_name`.
    """
    if isinstance(obj, Tensor):
        return str(obj.type())
    named = obj if hasattr(obj, "__qualname__") else type(obj)
    within = getattr(named, "__module__", None)
    return named.__qualname__ if within in (None, "builtins") else f"{within}.{named.__qualname__}"
