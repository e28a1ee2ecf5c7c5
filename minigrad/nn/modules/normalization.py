"""Layers that normalize: batch, layer and group normalization."""

from __future__ import annotations

from typing import Any

from ..._warn import warn
from ...creation.data import tensor
from ...creation.filled import empty, ones, zeros
from ...dtype import dtype as DType
from ...dtype import int64
from ...ops.windows import Sizes
from ...tensor import Tensor
from .. import functional, init
from ..parameter import Parameter
from ._function import FunctionModule
from .module import Module

__all__ = ["BatchNorm1d", "BatchNorm2d", "GroupNorm", "InstanceNorm1d", "InstanceNorm2d"]
__all__ += ["LayerNorm", "LocalResponseNorm", "RMSNorm"]


class _Norm(Module):
    """What all have in common: a weight and a bias that begin as 1 and 0, where there are any."""

    weight: Parameter | None
    bias: Parameter | None

    def _affine(self, shape: Any, weight: bool, bias: bool, device: Any, dtype: Any) -> None:
        for name, wanted in (("weight", weight), ("bias", weight and bias)):
            x = Parameter(empty(shape, device=device, dtype=dtype)) if wanted else None
            self.register_parameter(name, x)

    def reset_parameters(self) -> None:
        """Set the weights to 1 and the bias to 0."""
        if self.weight is not None:
            init.ones_(self.weight)
        if self.bias is not None:
            init.zeros_(self.bias)


class BatchNorm1d(_Norm):
    """Each channel with mean 0 and variance 1 over the batch: see `functional.batch_norm`.

    After `eval`, it takes the mean and the variance that it has kept count of in training.

    Args:
        num_features: C, the number of channels.
        eps: Added to the variance, against division by 0.
        momentum: How much of a batch goes into the running numbers; None for the mean of all.
        affine: Whether it has a weight and a bias.
        track_running_stats: Whether to keep count; without, each batch counts also after `eval`.
        device: Where the parameters lie; by default the CPU.
        dtype: Their type; by default the default floating type.
        bias: Whether it has a bias.

    Attributes:
        weight: ``(C,)``.
        bias: ``(C,)``.
        running_mean: ``(C,)``, a buffer.
        running_var: ``(C,)``, a buffer.
        num_batches_tracked: How many batches were seen, a buffer.

    Raises:
        ValueError: If the input has other dimensions.

    Example:
        >>> import minigrad
        >>> minigrad.nn.BatchNorm1d(2)(minigrad.tensor([[1.0, 0.0], [3.0, 4.0]])).detach()
        tensor([[-1.0000, -1.0000],
                [ 1.0000,  1.0000]])

    Source: S. Ioffe and C. Szegedy, "Batch normalization", 2015.
    """

    running_mean: Tensor | None
    running_var: Tensor | None
    num_batches_tracked: Tensor | None
    _dims: Sizes = (2, 3)

    def __init__(
        self,
        num_features: int,
        eps: float = 1e-05,
        momentum: float | None = 0.1,
        affine: bool = True,
        track_running_stats: bool = True,
        device: Any = None,
        dtype: DType | None = None,
        *,
        bias: bool = True,
    ) -> None:
        super().__init__()
        self.num_features = num_features
        self.eps = eps
        self.momentum = momentum
        self.affine = affine
        self.track_running_stats = track_running_stats
        self._affine(num_features, affine, bias, device, dtype)
        for name, make in (("running_mean", zeros), ("running_var", ones)):
            x = make(num_features, device=device, dtype=dtype) if track_running_stats else None
            self.register_buffer(name, x)
        count = tensor(0, dtype=int64, device=device) if track_running_stats else None
        self.register_buffer("num_batches_tracked", count)
        self.reset_parameters()

    def reset_running_stats(self) -> None:
        """Forget all batches."""
        kept = (self.running_mean, self.running_var, self.num_batches_tracked)
        for x, start in zip(kept, (0, 1, 0)):
            if x is not None:
                x.fill_(start)

    def reset_parameters(self) -> None:
        """Forget all batches; set the weights to 1 and the bias to 0."""
        self.reset_running_stats()
        super().reset_parameters()

    def forward(self, input: Tensor) -> Tensor:
        """``(N, C)`` or ``(N, C, *)`` to the same shape."""
        if input.ndim not in self._dims:
            expected = " or ".join(f"{n}D" for n in self._dims)
            raise ValueError(
                f"expected {expected} input (got {input.ndim}D input)\nIts shape is "
                f"{list(input.shape)}: the batch, the channels, then what they are of."
            )
        factor = self.momentum or 0.0
        if self.training and self.num_batches_tracked is not None:
            self.num_batches_tracked.add_(1)
            if self.momentum is None:
                factor = 1 / self.num_batches_tracked.item()
        kept = self.running_mean, self.running_var
        training = self.training or kept == (None, None)
        if self.training and not self.track_running_stats:
            kept = None, None
        return functional.batch_norm(
            input, *kept, self.weight, self.bias, training, factor, self.eps
        )

    def extra_repr(self) -> str:
        """All arguments."""
        told = (
            f"{self.num_features}, eps={self.eps}, momentum={self.momentum}, affine={self.affine}"
        )
        biased = self.bias is not None
        tracked = self.track_running_stats
        return f"{told}, bias={biased}, track_running_stats={tracked}"


class BatchNorm2d(BatchNorm1d):
    """`BatchNorm1d` for pictures ``(N, C, H, W)``: a mean for each channel; the arguments are its.

    Source: S. Ioffe and C. Szegedy, "Batch normalization", 2015.
    """

    _dims = (4,)


class InstanceNorm1d(BatchNorm1d):
    """Each channel of each sample with mean 0 and variance 1: see `functional.instance_norm`.

    Args:
        num_features: C, the number of channels.
        eps: Added to the variance, against division by 0.
        momentum: How much of a batch goes into the running numbers.
        affine: Whether it has a weight and a bias.
        track_running_stats: Whether it keeps count, and after `eval` takes what it has kept.
        device: Where the parameters lie; by default the CPU.
        dtype: Their type; by default the default floating type.
        bias: Whether it has a bias, if it has a weight.

    Raises:
        ValueError: If the input has other dimensions, or another number of channels.

    Example:
        >>> import minigrad
        >>> minigrad.nn.InstanceNorm1d(1)(minigrad.tensor([[[1.0, 3.0]], [[0.0, 8.0]]]))
        tensor([[[-1.0000,  1.0000]],
        <BLANKLINE>
                [[-1.0000,  1.0000]]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.InstanceNorm1d.html
    """

    def __init__(
        self,
        num_features: int,
        eps: float = 1e-05,
        momentum: float = 0.1,
        affine: bool = False,
        track_running_stats: bool = False,
        device: Any = None,
        dtype: DType | None = None,
        *,
        bias: bool = True,
    ) -> None:
        made = (affine, track_running_stats, device, dtype)
        super().__init__(num_features, eps, momentum, *made, bias=bias)

    def forward(self, input: Tensor) -> Tensor:
        """``(N, C, *)`` or ``(C, *)`` to the same shape."""
        if input.ndim not in self._dims:
            expected = " or ".join(f"{n}D" for n in self._dims)
            raise ValueError(f"expected {expected} input (got {input.ndim}D input)")
        single = input.ndim == self._dims[0]
        self._check_channels(input, 0 if single else 1)
        kept = (self.running_mean, self.running_var, self.weight, self.bias)
        by_itself = self.training or not self.track_running_stats
        batch = input.unsqueeze(0) if single else input
        out = functional.instance_norm(batch, *kept, by_itself, self.momentum or 0.0, self.eps)
        return out.squeeze(0) if single else out

    def _check_channels(self, input: Tensor, dim: int) -> None:
        if input.shape[dim] == self.num_features:
            return
        if self.affine:
            raise ValueError(
                f"expected input's size at dim={dim} to match num_features ({self.num_features}), "
                f"but got: {input.shape[dim]}."
            )
        warn(
            f"input's size at dim={dim} does not match num_features. You can silence this warning "
            "by not passing in num_features, which is not used because affine=False",
            UserWarning,
        )


class InstanceNorm2d(InstanceNorm1d):
    """`InstanceNorm1d` for pictures ``(N, C, H, W)`` or ``(C, H, W)``; the arguments are its.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.InstanceNorm2d.html
    """

    _dims = (3, 4)


class LayerNorm(_Norm):
    """Each sample by itself with mean 0 and variance 1: see `functional.layer_norm`.

    Args:
        normalized_shape: The sizes of the last dimensions, or that of the last one.
        eps: Added to the variance, against division by 0.
        elementwise_affine: Whether it has a weight and a bias.
        bias: Whether it has a bias.
        device: Where the parameters lie; by default the CPU.
        dtype: Their type; by default the default floating type.

    Source: J. Ba, J. Kiros and G. Hinton, "Layer normalization", 2016.
    """

    def __init__(
        self,
        normalized_shape: Any,
        eps: float = 1e-05,
        elementwise_affine: bool = True,
        bias: bool = True,
        device: Any = None,
        dtype: DType | None = None,
    ) -> None:
        super().__init__()
        one = isinstance(normalized_shape, int)
        self.normalized_shape = (normalized_shape,) if one else tuple(normalized_shape)
        self.eps = eps
        self.elementwise_affine = elementwise_affine
        self._affine(self.normalized_shape, elementwise_affine, bias, device, dtype)
        self.reset_parameters()

    def forward(self, input: Tensor) -> Tensor:
        """``(*, *normalized_shape)`` to the same shape."""
        return functional.layer_norm(input, self.normalized_shape, self.weight, self.bias, self.eps)

    def extra_repr(self) -> str:
        """All arguments."""
        told = f"{self.normalized_shape}, eps={self.eps}"
        affine = self.elementwise_affine
        biased = self.bias is not None
        return f"{told}, elementwise_affine={affine}, bias={biased}"


class GroupNorm(_Norm):
    """Each group of channels of each sample with mean 0 and variance 1: `functional.group_norm`.

    Args:
        num_groups: Into how many groups the channels fall.
        num_channels: C, the number of channels.
        eps: Added to the variance, against division by 0.
        affine: Whether it has a weight and a bias.
        device: Where the parameters lie; by default the CPU.
        dtype: Their type; by default the default floating type.
        bias: Whether it has a bias.


    Source: Y. Wu and K. He, "Group normalization", 2018.
    """

    def __init__(
        self,
        num_groups: int,
        num_channels: int,
        eps: float = 1e-05,
        affine: bool = True,
        device: Any = None,
        dtype: DType | None = None,
        *,
        bias: bool = True,
    ) -> None:
        super().__init__()
        self.num_groups = num_groups
        self.num_channels = num_channels
        self.eps = eps
        self.affine = affine
        self._affine(num_channels, affine, bias, device, dtype)
        self.reset_parameters()

    def forward(self, input: Tensor) -> Tensor:
        """``(N, C, *)`` to the same shape."""
        return functional.group_norm(input, self.num_groups, self.weight, self.bias, self.eps)

    def extra_repr(self) -> str:
        """All arguments."""
        told = f"{self.num_groups}, {self.num_channels}, eps={self.eps}, affine={self.affine}"
        return f"{told}, bias={self.bias is not None}"


class RMSNorm(_Norm):
    """Each sample divided by the root of the mean of its squares: see `functional.rms_norm`.

    Args:
        normalized_shape: The sizes of the last dimensions, or that of the last one.
        eps: Added to the mean; the step from 1 to the next number of the type if None.
        elementwise_affine: Whether it has a weight.
        device: Where the weight lies; by default the CPU.
        dtype: Its type; by default the default floating type.

    Source: B. Zhang and R. Sennrich, "Root mean square layer normalization", 2019.
    """

    bias = None

    def __init__(
        self,
        normalized_shape: Any,
        eps: float | None = None,
        elementwise_affine: bool = True,
        device: Any = None,
        dtype: DType | None = None,
    ) -> None:
        super().__init__()
        one = isinstance(normalized_shape, int)
        self.normalized_shape = (normalized_shape,) if one else tuple(normalized_shape)
        self.eps = eps
        self.elementwise_affine = elementwise_affine
        made = None
        if elementwise_affine:
            made = Parameter(empty(self.normalized_shape, device=device, dtype=dtype))
        self.register_parameter("weight", made)
        self.reset_parameters()

    def forward(self, x: Tensor) -> Tensor:
        """``(*, *normalized_shape)`` to the same shape."""
        return functional.rms_norm(x, self.normalized_shape, self.weight, self.eps)

    def extra_repr(self) -> str:
        """All arguments."""
        told = f"{self.normalized_shape}, eps={self.eps}"
        return f"{told}, elementwise_affine={self.elementwise_affine}"


class LocalResponseNorm(FunctionModule):
    """Each element made smaller by its neighbours: see `functional.local_response_norm`.

    Args:
        size: How many channels count.
        alpha: As for the function, like the two that follow.
        beta: See there.
        k: See there.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.nn.LocalResponseNorm.html
    """

    _function = staticmethod(functional.local_response_norm)

    def __init__(self, size: int, alpha: float = 1e-4, beta: float = 0.75, k: float = 1.0) -> None:
        super().__init__(size=size, alpha=alpha, beta=beta, k=k)

    def extra_repr(self) -> str:
        """All arguments."""
        return f"{self.size}, alpha={self.alpha}, beta={self.beta}, k={self.k}"
