"""Layers that learn how wide their input is when they first see one."""

from __future__ import annotations

from typing import Any

from ...tensor import Tensor
from ..parameter import Uninitialized, UninitializedBuffer, UninitializedParameter
from .conv import Conv2d
from .linear import Linear
from .module import Module
from .normalization import BatchNorm1d, BatchNorm2d

__all__ = ["LazyBatchNorm1d", "LazyBatchNorm2d", "LazyConv2d", "LazyLinear"]


class _Lazy(Module):
    """A layer whose first call makes an ordinary one of it.

    It begins as one of width 0, whose parameters are then put aside for some that have no shape.
    Optimizers take these nevertheless.

    Attributes:
        _becomes: the class of the ordinary layer.
        _width: the attribute that says how wide its input is, and along which axis.
        _shapes: those that parameters and buffers will have, with 0 for the width.
    """

    _becomes: type[Module]
    _width: tuple[str, int]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(0, *args, **kwargs)  # type: ignore[call-arg]
        members = {**self._parameters, **self._buffers}.items()
        self._shapes = {name: x.shape for name, x in members if x is not None and x.ndim}
        for name in self._shapes:
            x = getattr(self, name)
            kind = UninitializedParameter if name in self._parameters else UninitializedBuffer
            setattr(self, name, kind(device=x.device, dtype=x.dtype))

    def has_uninitialized_params(self) -> bool:
        """Whether parameters or buffers have no shape yet."""
        return any(isinstance(getattr(self, name), Uninitialized) for name in self._shapes)

    def reset_parameters(self) -> None:
        """There is nothing to draw yet."""

    def forward(self, input: Tensor) -> Any:
        """Learn the width from `input`, become an ordinary layer, and call that."""
        name, axis = self._width
        setattr(self, name, input.shape[axis])
        width = input.shape[axis] // getattr(self, "groups", 1)
        waits = self.has_uninitialized_params()  # not if a state was loaded before
        self.__class__ = self._becomes  # type: ignore[assignment]
        if waits:
            for name, shape in self._shapes.items():
                getattr(self, name).materialize([n or width for n in shape])
            self.reset_parameters()
        return self.forward(input)


class LazyLinear(_Lazy, Linear):
    """A `Linear` without its first argument.

    Example:
        >>> import minigrad
        >>> layer = minigrad.nn.LazyLinear(3)
        >>> layer.weight
        <UninitializedParameter>
        >>> _ = layer(minigrad.ones(5, 2))
        >>> layer
        Linear(in_features=2, out_features=3, bias=True)

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.LazyLinear.html
    """

    _becomes, _width = Linear, ("in_features", -1)


class LazyConv2d(_Lazy, Conv2d):
    """A `Conv2d` without its first argument.

    Example:
        >>> import minigrad
        >>> layer = minigrad.nn.LazyConv2d(6, kernel_size=5)
        >>> _ = layer(minigrad.ones(1, 3, 28, 28))
        >>> layer
        Conv2d(3, 6, kernel_size=(5, 5), stride=(1, 1))

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.LazyConv2d.html
    """

    _becomes, _width = Conv2d, ("in_channels", -3)


class LazyBatchNorm1d(_Lazy, BatchNorm1d):
    """A `BatchNorm1d` without its first argument.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.LazyBatchNorm1d.html
    """

    _becomes, _width = BatchNorm1d, ("num_features", 1)


class LazyBatchNorm2d(_Lazy, BatchNorm2d):
    """A `BatchNorm2d` without its first argument.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.LazyBatchNorm2d.html
    """

    _becomes, _width = BatchNorm2d, ("num_features", 1)
