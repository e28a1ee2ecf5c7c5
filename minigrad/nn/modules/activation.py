"""Activations: what stands between linear layers, so that two are more than one."""

from __future__ import annotations

from typing import Any

from ...creation.filled import full
from ...dtype import dtype as DType
from ...tensor import Tensor
from .. import functional
from ..parameter import Parameter
from ._function import FunctionModule
from .module import Module

__all__ = ["CELU", "ELU", "GELU", "GLU", "Hardshrink", "Hardsigmoid", "Hardswish", "Hardtanh"]
__all__ += ["SELU", "LeakyReLU", "LogSigmoid", "LogSoftmax", "Mish", "PReLU", "ReLU", "ReLU6"]
__all__ += ["SiLU", "Sigmoid", "Softmax", "Softmax2d", "Softmin", "Softplus", "Softshrink"]
__all__ += ["Softsign", "Tanh", "Tanhshrink", "Threshold"]


class _InPlace(FunctionModule):
    """One whose only option is to write over the input."""

    def __init__(self, inplace: bool = False) -> None:
        super().__init__(inplace=inplace)


class ReLU(_InPlace):
    """``max(x, 0)``, element by element.

    Args:
        inplace: Write over the input.

    Example:
        >>> import minigrad
        >>> minigrad.nn.ReLU()(minigrad.tensor([-1.0, 2.0]))
        tensor([0., 2.])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.ReLU.html
    """

    _function = staticmethod(functional.relu)


class LeakyReLU(FunctionModule):
    """``x`` where it is positive, elsewhere ``negative_slope * x``.

    Args:
        negative_slope: The slope below 0.
        inplace: Write over the input.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.LeakyReLU.html
    """

    _function = staticmethod(functional.leaky_relu)

    def __init__(self, negative_slope: float = 0.01, inplace: bool = False) -> None:
        super().__init__(negative_slope=negative_slope, inplace=inplace)


class PReLU(Module):
    """A `LeakyReLU` that learns its slope below 0: see `functional.prelu`.

    Args:
        num_parameters: 1, or the number of channels for a slope each.
        init: What they begin with.
        device: Where they lie; by default the CPU.
        dtype: Their type; by default the default floating type.

    Example:
        >>> import minigrad
        >>> minigrad.nn.PReLU()(minigrad.tensor([-1.0, 2.0])).tolist()
        [-0.25, 2.0]

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.PReLU.html
    """

    def __init__(
        self,
        num_parameters: int = 1,
        init: float = 0.25,
        device: Any = None,
        dtype: DType | None = None,
    ) -> None:
        super().__init__()
        self.num_parameters = num_parameters
        self.init = init
        self.weight = Parameter(full((num_parameters,), init, device=device, dtype=dtype))

    def forward(self, input: Tensor) -> Tensor:
        """`input`, bent."""
        return functional.prelu(input, self.weight)

    def extra_repr(self) -> str:
        """How many slopes there are."""
        return f"num_parameters={self.num_parameters}"


class ELU(FunctionModule):
    """``x`` where it is positive, elsewhere ``alpha * (exp(x) - 1)``.

    Args:
        alpha: How far below 0 it goes.
        inplace: Write over the input.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.ELU.html
    """

    _function = staticmethod(functional.elu)

    def __init__(self, alpha: float = 1.0, inplace: bool = False) -> None:
        super().__init__(alpha=alpha, inplace=inplace)


class CELU(FunctionModule):
    """``x`` where it is positive, elsewhere ``alpha * (exp(x / alpha) - 1)``.

    Args:
        alpha: How far below 0 it goes.
        inplace: Write over the input.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.CELU.html
    """

    _function = staticmethod(functional.celu)

    def __init__(self, alpha: float = 1.0, inplace: bool = False) -> None:
        super().__init__(alpha=alpha, inplace=inplace)


class SELU(_InPlace):
    """An `ELU` that keeps mean 0 and variance 1 from layer to layer: see `functional.selu`.

    Args:
        inplace: Write over the input.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.SELU.html
    """

    _function = staticmethod(functional.selu)


class GLU(FunctionModule):
    """One half of the input times the `Sigmoid` of the other half: see `functional.glu`.

    Args:
        dim: Along which dimension it is halved.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.GLU.html
    """

    _function = staticmethod(functional.glu)

    def __init__(self, dim: int = -1) -> None:
        super().__init__(dim=dim)


class GELU(FunctionModule):
    """``x`` times the probability that a standard normal number is smaller: a `ReLU` with a bend.

    Args:
        approximate: ``"none"``, or ``"tanh"`` for a formula with `tanh`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.GELU.html
    """

    _function = staticmethod(functional.gelu)

    def __init__(self, approximate: str = "none") -> None:
        super().__init__(approximate=approximate)


class SiLU(_InPlace):
    """``x * sigmoid(x)``.

    Args:
        inplace: Write over the input.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.SiLU.html
    """

    _function = staticmethod(functional.silu)


class Mish(_InPlace):
    """``x * tanh(log(1 + exp(x)))``.

    Args:
        inplace: Write over the input.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.Mish.html
    """

    _function = staticmethod(functional.mish)


class Hardsigmoid(_InPlace):
    """``x / 6 + 1 / 2``, cut off at 0 and at 1: `Sigmoid` made of lines.

    Args:
        inplace: Write over the input.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.Hardsigmoid.html
    """

    _function = staticmethod(functional.hardsigmoid)
    _shown = 0


class Hardswish(_InPlace):
    """``x * (x + 3) / 6``; left of -3 it is 0, right of 3 it is ``x``: `SiLU` made of lines.

    Args:
        inplace: Write over the input.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.Hardswish.html
    """

    _function = staticmethod(functional.hardswish)


class Hardtanh(FunctionModule):
    """``x``, cut off at both ends.

    Args:
        min_val: The least result.
        max_val: The largest.
        inplace: Write over the input.

    Raises:
        AssertionError: If `max_val` is not larger than `min_val`.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.Hardtanh.html
    """

    _function = staticmethod(functional.hardtanh)

    def __init__(self, min_val: float = -1.0, max_val: float = 1.0, inplace: bool = False) -> None:
        super().__init__(min_val=min_val, max_val=max_val, inplace=inplace)
        if max_val <= min_val:
            raise AssertionError(f"max_val ({max_val}) must be greater than min_val ({min_val})")


class ReLU6(Hardtanh):
    """`ReLU`, cut off at 6.

    Args:
        inplace: Write over the input.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.ReLU6.html
    """

    def __init__(self, inplace: bool = False) -> None:
        super().__init__(0.0, 6.0, inplace)

    def extra_repr(self) -> str:
        """``inplace=True``, only if so."""
        return "inplace=True" if self.inplace else ""


class Threshold(FunctionModule):
    """``x`` where it is larger than `threshold`, elsewhere `value`.

    Args:
        threshold: Up to which number, that itself included, `value` takes the place.
        value: Any number.
        inplace: Write over the input.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.Threshold.html
    """

    _function = staticmethod(functional.threshold)

    def __init__(self, threshold: float, value: float, inplace: bool = False) -> None:
        super().__init__(threshold=threshold, value=value, inplace=inplace)


class Hardshrink(FunctionModule):
    """``x``, but 0 where it is no further from 0 than `lambd`.

    Args:
        lambd: 0 or more.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.Hardshrink.html
    """

    _function = staticmethod(functional.hardshrink)

    def __init__(self, lambd: float = 0.5) -> None:
        super().__init__(lambd=lambd)

    def extra_repr(self) -> str:
        """The number, without its name."""
        return str(self.lambd)


class Softshrink(Hardshrink):
    """``x``, nearer to 0 by `lambd`: see `functional.softshrink`; the argument is that above.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.Softshrink.html
    """

    _function = staticmethod(functional.softshrink)


class Tanhshrink(FunctionModule):
    """``x - tanh(x)``.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.Tanhshrink.html
    """

    _function = staticmethod(functional.tanhshrink)


class LogSigmoid(FunctionModule):
    """The logarithm of `Sigmoid`, right also for large numbers.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.LogSigmoid.html
    """

    _function = staticmethod(functional.logsigmoid)


class Softsign(FunctionModule):
    """``x / (1 + |x|)``, from -1 to 1.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.Softsign.html
    """

    _function = staticmethod(functional.softsign)


class Softplus(FunctionModule):
    """``log(1 + exp(beta * x)) / beta``: a `ReLU` without a kink.

    Args:
        beta: How sharp the bend is.
        threshold: Above it, ``beta * x`` counts as straight.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.Softplus.html
    """

    _function = staticmethod(functional.softplus)

    def __init__(self, beta: float = 1.0, threshold: float = 20.0) -> None:
        super().__init__(beta=beta, threshold=threshold)


class Tanh(FunctionModule):
    """The hyperbolic tangent, from -1 to 1, element by element.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.Tanh.html
    """

    _function = staticmethod(functional.tanh)


class Sigmoid(FunctionModule):
    """The logistic function, from 0 to 1, element by element.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.Sigmoid.html
    """

    _function = staticmethod(functional.sigmoid)


class Softmax(FunctionModule):
    """Scores as probabilities that add up to 1. Not in front of `CrossEntropyLoss`: it has its own.

    Args:
        dim: The axis of the classes. None guesses it from the number of axes, with a warning.

    Example:
        >>> import minigrad
        >>> minigrad.nn.Softmax(dim=1)(minigrad.zeros(1, 4))
        tensor([[0.2500, 0.2500, 0.2500, 0.2500]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.Softmax.html
    """

    _function = staticmethod(functional.softmax)

    def __init__(self, dim: int | None = None) -> None:
        super().__init__(dim=dim)


class LogSoftmax(Softmax):
    """The logarithm of `Softmax`, right also for tiny probabilities; the argument is its.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.LogSoftmax.html
    """

    _function = staticmethod(functional.log_softmax)


class Softmin(Softmax):
    """`Softmax` of ``-x``: the smallest score is the most probable; the argument is its.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.Softmin.html
    """

    _function = staticmethod(functional.softmin)


class Softmax2d(Module):
    """`Softmax` over the channels of a picture, at each place: ``(N, C, H, W)`` or ``(C, H, W)``.

    Raises:
        ValueError: If the input has other dimensions.

    Example:
        >>> import minigrad
        >>> minigrad.nn.Softmax2d()(minigrad.zeros(2, 1, 1)).flatten()
        tensor([0.5000, 0.5000])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.Softmax2d.html
    """

    def forward(self, input: Tensor) -> Tensor:
        """Probabilities in the shape of `input`."""
        if input.ndim not in (3, 4):
            raise ValueError(f"Softmax2d: expected input to be 3D or 4D, got {input.ndim}D instead")
        return functional.softmax(input, -3)
