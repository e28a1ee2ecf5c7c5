"""Convolutional layers: kernels that are learned."""

from __future__ import annotations

import math
from typing import Any

from ...creation.filled import empty
from ...dtype import dtype as DType
from ...ops.windows import Sizes
from ...tensor import Tensor
from .. import functional, init
from .._sizes import for_each_dim
from ..parameter import Parameter
from .module import Module, differing

__all__ = ["Conv1d", "Conv2d", "ConvTranspose1d", "ConvTranspose2d"]

_MODES = ("zeros", "reflect", "replicate", "circular")


class _ConvNd(Module):
    """What all have in common: the numbers by which a kernel is laid, the weight and the bias."""

    bias: Parameter | None
    weight: Parameter
    _dims = 2
    _transposed = False
    _function: Any = staticmethod(functional.conv2d)

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Any,
        stride: Any = 1,
        padding: Any = 0,
        dilation: Any = 1,
        groups: int = 1,
        bias: bool = True,
        padding_mode: str = "zeros",
        device: Any = None,
        dtype: DType | None = None,
    ) -> None:
        super().__init__()
        self.in_channels = in_channels
        self.out_channels = out_channels
        self.kernel_size = for_each_dim(kernel_size, self._dims)
        self.stride = for_each_dim(stride, self._dims)
        named = isinstance(padding, str)
        self.padding = padding if named else for_each_dim(padding, self._dims)
        self.dilation = for_each_dim(dilation, self._dims)
        self.output_padding: Sizes = (0,) * self._dims
        self.groups = groups
        self.padding_mode = padding_mode
        self._check()
        self._make(bias, device, dtype)

    def _make(self, bias: bool, device: Any, dtype: DType | None) -> None:
        """Register weight and bias, with first values."""
        channels = (self.out_channels, self.in_channels)
        first, second = channels[:: -1 if self._transposed else 1]
        shape = (first, second // self.groups, *self.kernel_size)
        self.weight = Parameter(empty(shape, device=device, dtype=dtype))
        made = Parameter(empty(self.out_channels, device=device, dtype=dtype)) if bias else None
        self.register_parameter("bias", made)
        self.reset_parameters()

    def _check(self) -> None:
        """The options must fit each other."""
        if self.groups <= 0:
            raise ValueError("groups must be a positive integer")
        for name in ("in_channels", "out_channels"):
            channels = getattr(self, name)
            if channels % self.groups:
                raise ValueError(f"{name} must be divisible by groups\nThey are {channels}.")
        if isinstance(self.padding, str):
            if self.padding not in ("same", "valid"):
                raise ValueError(
                    f"Invalid padding string {self.padding!r}, should be one of 'same' or 'valid'"
                )
            if self.padding == "same" and max(self.stride) > 1:
                raise ValueError("padding='same' is not supported for strided convolutions")
        if self.padding_mode not in _MODES:
            raise ValueError(
                f"padding_mode must be one of {_MODES}, but got padding_mode={self.padding_mode!r}"
            )

    def reset_parameters(self) -> None:
        """Draw weights and bias anew."""
        init.kaiming_uniform_(self.weight, a=math.sqrt(5))
        fan_in = math.prod(self.weight.shape[1:])
        if self.bias is not None and fan_in:
            bound = 1 / math.sqrt(fan_in)
            init.uniform_(self.bias, -bound, bound)

    def forward(self, input: Tensor) -> Tensor:
        """``(N, in_channels, *)`` to ``(N, out_channels, *)``, with or without N."""
        padding: Any = self.padding
        if self.padding_mode != "zeros":
            input = functional.pad(input, self._around(), self.padding_mode)
            padding = 0
        laid = (self.stride, padding, self.dilation, self.groups)
        return self._function(input, self.weight, self.bias, *laid)

    def _around(self) -> Sizes:
        """How much is laid around the input, the last dimension first, as in `functional.pad`."""
        if self.padding == "valid":
            return (0, 0) * self._dims
        if self.padding == "same":
            total = [d * (k - 1) for d, k in zip(self.dilation, self.kernel_size)]
            return tuple(x for n in total[::-1] for x in (n // 2, n - n // 2))
        return tuple(n for n in self.padding[::-1] for _ in range(2))

    def extra_repr(self) -> str:
        """The sizes, and what differs from the default."""
        dims = self._dims
        told = f"{self.in_channels}, {self.out_channels}, kernel_size={self.kernel_size}"
        told += f", stride={self.stride}"
        usual = {"padding": (0,) * dims, "dilation": (1,) * dims, "output_padding": (0,) * dims}
        told += differing(self, {**usual, "groups": 1})
        if self.bias is None:
            told += ", bias=False"
        return told + differing(self, {"padding_mode": "zeros"})


class Conv1d(_ConvNd):
    """Kernels over sequences: see `functional.conv1d`; the arguments are those of `Conv2d`.

    Example:
        >>> import minigrad
        >>> minigrad.nn.Conv1d(16, 33, 3, stride=2)(minigrad.ones(20, 16, 50)).shape
        minigrad.Size([20, 33, 24])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.Conv1d.html
    """

    _dims = 1
    _function = staticmethod(functional.conv1d)


class Conv2d(_ConvNd):
    """Kernels over pictures, learned: see `functional.conv2d`.

    Weights and bias start between ``-1/sqrt(n)`` and ``1/sqrt(n)``, n the numbers that a kernel
    sees: after the same ``manual_seed`` they are PyTorch's.

    Args:
        in_channels: The channels of the input: 1 for grey, 3 for colours.
        out_channels: How many kernels there are.
        kernel_size: Their height and width; one number for both.
        stride: The step from window to window.
        padding: How much to lay around the input; also ``"same"`` and ``"valid"``.
        dilation: The step from element to element of a kernel.
        groups: Into how many parts the channels fall.
        bias: Whether something is added.
        padding_mode: What is laid around: ``"zeros"``, or a mode of `functional.pad`.
        device: Where the parameters lie; by default the CPU.
        dtype: Their type; by default the default floating type.

    Attributes:
        weight: ``(out_channels, in_channels / groups, *kernel_size)``.
        bias: ``(out_channels,)``, or None.

    Raises:
        ValueError: If `groups` does not divide the channels, or a mode or a name is another.

    Example:
        >>> import minigrad
        >>> layer = minigrad.nn.Conv2d(1, 6, 5, padding=2)
        >>> layer
        Conv2d(1, 6, kernel_size=(5, 5), stride=(1, 1), padding=(2, 2))
        >>> layer(minigrad.ones(64, 1, 28, 28)).shape
        minigrad.Size([64, 6, 28, 28])

    Source: Y. LeCun et al., "Gradient-based learning applied to document recognition", 1998.
    """


class _ConvTransposeNd(_ConvNd):
    """What both ways back have in common: something may be appended to the output."""

    _transposed = True

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Any,
        stride: Any = 1,
        padding: Any = 0,
        output_padding: Any = 0,
        groups: int = 1,
        bias: bool = True,
        dilation: Any = 1,
        padding_mode: str = "zeros",
        device: Any = None,
        dtype: DType | None = None,
    ) -> None:
        if padding_mode != "zeros":
            name = type(self).__name__
            raise ValueError(f'Only "zeros" padding mode is supported for {name}')
        laid = (kernel_size, stride, padding, dilation, groups)
        super().__init__(in_channels, out_channels, *laid, bias, padding_mode, device, dtype)
        self.output_padding = for_each_dim(output_padding, self._dims)

    def forward(self, input: Tensor, output_size: Any = None) -> Tensor:
        """``(N, in_channels, *)`` to ``(N, out_channels, *)``, with or without N.

        Args:
            input: What is enlarged.
            output_size: The sizes that are wanted, within the reach of `output_padding`.

        Raises:
            ValueError: If they are not.
        """
        rest = self.output_padding if output_size is None else self._rest(input, output_size)
        laid = (self.stride, self.padding, rest, self.groups, self.dilation)
        return self._function(input, self.weight, self.bias, *laid)

    def _rest(self, input: Tensor, output_size: Any) -> Sizes:
        """What is to be appended, so that the output has the sizes that are wanted."""
        dims = self._dims
        wanted = tuple(output_size)
        if len(wanted) == input.ndim:
            wanted = wanted[-dims:]
        if len(wanted) != dims:
            raise ValueError(
                f"ConvTranspose{dims}D: for {input.ndim}D input, output_size must have {dims} or "
                f"{input.ndim} elements (got {len(wanted)})"
            )
        laid = zip(input.shape[-dims:], self.kernel_size, self.stride, self.padding, self.dilation)
        least = [(n - 1) * s - 2 * p + d * (k - 1) + 1 for n, k, s, p, d in laid]
        most = [n + s - 1 for n, s in zip(least, self.stride)]
        if any(not a <= n <= b for a, n, b in zip(least, wanted, most)):
            raise ValueError(
                f"requested an output size of {wanted}, but valid sizes range from {least} to "
                f"{most} (for an input of {input.size()[-dims:]})"
            )
        return tuple(n - a for n, a in zip(wanted, least))


class ConvTranspose1d(_ConvTransposeNd):
    """The way back of `Conv1d`: see `functional.conv_transpose1d`; arguments: `ConvTranspose2d`.

    Example:
        >>> import minigrad
        >>> minigrad.nn.ConvTranspose1d(16, 3, 4, stride=2)(minigrad.ones(1, 16, 8)).shape
        minigrad.Size([1, 3, 18])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.ConvTranspose1d.html
    """

    _dims = 1
    _function = staticmethod(functional.conv_transpose1d)


class ConvTranspose2d(_ConvTransposeNd):
    """The way back of `Conv2d`, which makes pictures larger: see `functional.conv_transpose2d`.

    Args:
        in_channels: The channels of the input.
        out_channels: Those of the output.
        kernel_size: The height and width of the kernels; one number for both.
        stride: The step between the kernels in the output.
        padding: How much of the output is cut off.
        output_padding: How much is appended, below and to the right.
        groups: Into how many parts the channels fall.
        bias: Whether something is added.
        dilation: The step from element to element of a kernel.
        padding_mode: ``"zeros"``.
        device: Where the parameters lie; by default the CPU.
        dtype: Their type; by default the default floating type.

    Raises:
        ValueError: If `groups` does not divide the channels, or `padding_mode` is another.

    Example:
        >>> import minigrad
        >>> layer = minigrad.nn.ConvTranspose2d(16, 3, 3, stride=2, padding=1, output_padding=1)
        >>> layer(minigrad.ones(1, 16, 8, 8)).shape
        minigrad.Size([1, 3, 16, 16])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.ConvTranspose2d.html
    """

    _function = staticmethod(functional.conv_transpose2d)
