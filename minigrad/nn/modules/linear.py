"""Linear layers, and the layer that does nothing."""

from __future__ import annotations

import math
from typing import Any

from ...creation.filled import empty
from ...dtype import dtype as DType
from ...tensor import Tensor
from .. import functional, init
from ..parameter import Parameter
from .module import Module

__all__ = ["Bilinear", "Identity", "Linear"]


class Identity(Module):
    """Gives back what it gets; the arguments, whatever they are, do not matter.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.Identity.html
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__()

    def forward(self, input: Tensor) -> Tensor:
        """`input` itself."""
        return input


class Linear(Module):
    """``y = x @ weight.T + bias``: every output is a weighted sum of all inputs.

    Weights and bias start evenly distributed between ``±1/√in_features``, drawn in PyTorch's order:
    after the same ``manual_seed`` they are PyTorch's to the last bit.

    Args:
        in_features: The size of an input.
        out_features: The size of an output.
        bias: Whether there is one.
        device: Where the parameters lie; by default the CPU.
        dtype: Their type; by default the default floating type.

    Attributes:
        weight: ``(out_features, in_features)``.
        bias: ``(out_features,)``, or None.

    Example:
        >>> import minigrad
        >>> layer = minigrad.nn.Linear(3, 2)
        >>> layer
        Linear(in_features=3, out_features=2, bias=True)
        >>> layer(minigrad.ones(5, 3)).shape
        minigrad.Size([5, 2])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.Linear.html
    """

    bias: Parameter | None
    weight: Parameter

    def __init__(
        self,
        in_features: int,
        out_features: int,
        bias: bool = True,
        device: Any = None,
        dtype: DType | None = None,
    ) -> None:
        super().__init__()
        self.in_features = in_features
        self.out_features = out_features
        self.weight = Parameter(empty((out_features, in_features), device=device, dtype=dtype))
        made = Parameter(empty(out_features, device=device, dtype=dtype)) if bias else None
        self.register_parameter("bias", made)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draw weights and bias anew."""
        init.kaiming_uniform_(self.weight, a=math.sqrt(5))
        if self.bias is not None:
            bound = 1 / math.sqrt(self.in_features) if self.in_features else 0
            init.uniform_(self.bias, -bound, bound)

    def forward(self, input: Tensor) -> Tensor:
        """``(*, in_features)`` to ``(*, out_features)``."""
        return functional.linear(input, self.weight, self.bias)

    def extra_repr(self) -> str:
        """The sizes, and whether there is a bias."""
        sizes = f"in_features={self.in_features}, out_features={self.out_features}"
        return f"{sizes}, bias={self.bias is not None}"


class Bilinear(Module):
    """``input1 A input2 + bias``, a matrix A for each output: see `functional.bilinear`.

    Weights and bias start between ``-1/sqrt(in1_features)`` and ``1/sqrt(in1_features)``.

    Args:
        in1_features: The numbers of the first input.
        in2_features: The numbers of the second.
        out_features: How many there are of the result.
        bias: Whether something is added.
        device: Where the parameters lie; by default the CPU.
        dtype: Their type; by default the default floating type.

    Attributes:
        weight: ``(out_features, in1_features, in2_features)``.
        bias: ``(out_features,)``, or None.

    Example:
        >>> import minigrad
        >>> minigrad.nn.Bilinear(2, 3, 4)(minigrad.ones(5, 2), minigrad.ones(5, 3)).shape
        minigrad.Size([5, 4])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.Bilinear.html
    """

    def __init__(
        self,
        in1_features: int,
        in2_features: int,
        out_features: int,
        bias: bool = True,
        device: Any = None,
        dtype: DType | None = None,
    ) -> None:
        super().__init__()
        self.in1_features = in1_features
        self.in2_features = in2_features
        self.out_features = out_features
        shape = (out_features, in1_features, in2_features)
        self.weight = Parameter(empty(shape, device=device, dtype=dtype))
        made = Parameter(empty(out_features, device=device, dtype=dtype)) if bias else None
        self.register_parameter("bias", made)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draw weights and bias anew."""
        bound = 1 / math.sqrt(self.in1_features)
        for x in self.parameters():
            init.uniform_(x, -bound, bound)

    def forward(self, input1: Tensor, input2: Tensor) -> Tensor:
        """``(*, in1_features)`` and ``(*, in2_features)`` to ``(*, out_features)``."""
        return functional.bilinear(input1, input2, self.weight, self.bias)

    def extra_repr(self) -> str:
        """The sizes."""
        sizes = f"in1_features={self.in1_features}, in2_features={self.in2_features}"
        return f"{sizes}, out_features={self.out_features}, bias={self.bias is not None}"
