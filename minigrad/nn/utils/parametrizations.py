"""Weights that keep a norm: their length learned apart, or their largest singular value 1."""

from __future__ import annotations

from typing import Any

from ...autograd.grad_mode import no_grad
from ...creation.filled import empty
from ...ops.linalg import dot, mv
from ...tensor import Tensor
from ..functional import normalize
from ..modules.conv import ConvTranspose2d
from ..modules.module import Module
from .parametrize import register_parametrization
from .weight_norm import lengths

__all__ = ["spectral_norm", "weight_norm"]


class _WeightNorm(Module):
    """``g v / |v|``; see `weight_norm`."""

    def __init__(self, dim: int | None = 0) -> None:
        super().__init__()
        self.dim = -1 if dim is None else dim

    def forward(self, weight_g: Tensor, weight_v: Tensor) -> Tensor:
        """The weight of its length and its direction."""
        return weight_v * (weight_g / lengths(weight_v, self.dim))

    def right_inverse(self, weight: Tensor) -> tuple[Tensor, Tensor]:
        """The length and the direction of a weight."""
        return lengths(weight, self.dim), weight


class _SpectralNorm(Module):
    """A weight divided by its largest singular value; see `spectral_norm`.

    Attributes:
        _u, _v: the singular vectors, as far as they are known.
    """

    _u: Any
    _v: Any

    def __init__(self, weight: Tensor, n_power_iterations: int, dim: int, eps: float) -> None:
        super().__init__()
        self.dim = dim % weight.ndim
        self.n_power_iterations, self.eps = n_power_iterations, eps
        if weight.ndim > 1:
            matrix = self._as_matrix(weight.detach())
            for name, size in zip(("_u", "_v"), matrix.shape):
                x = empty(size, dtype=weight.dtype, device=weight.device).normal_(0, 1)
                self.register_buffer(name, normalize(x, dim=0, eps=eps))
            self._approach(matrix, 15)

    def _as_matrix(self, weight: Tensor) -> Tensor:
        """A row for each place of `dim`."""
        return weight.movedim(self.dim, 0).flatten(1)

    def _approach(self, matrix: Tensor, steps: int) -> None:
        """The power method: each step turns both vectors towards the singular ones."""
        with no_grad():
            for _ in range(steps):
                self._u = normalize(mv(matrix, self._v), dim=0, eps=self.eps)
                self._v = normalize(mv(matrix.T, self._u), dim=0, eps=self.eps)

    def forward(self, weight: Tensor) -> Tensor:
        """The weight divided by its largest singular value, better known each time in training."""
        if weight.ndim == 1:
            return normalize(weight, dim=0, eps=self.eps)
        matrix = self._as_matrix(weight)
        if self.training:
            self._approach(matrix.detach(), self.n_power_iterations)
        return weight / dot(self._u, mv(matrix, self._v))

    def right_inverse(self, value: Tensor) -> Tensor:
        """Any weight is taken as it is."""
        return value


def weight_norm(module: Module, name: str = "weight", dim: int | None = 0) -> Module:
    """Have a module learn the length g and the direction v of a weight, ``g v / |v|``.

    Args:
        module: Which is changed, and returned.
        name: The name of the weight; what is trained is ``parametrizations.<name>.original0``, g,
            and ``original1``, v.
        dim: Whose places have a length each: outputs by default. None makes one length for all.

    Raises:
        ValueError: If there is no such weight.

    Example:
        >>> import minigrad
        >>> from minigrad.nn.utils.parametrizations import weight_norm
        >>> layer = weight_norm(minigrad.nn.Linear(3, 2))
        >>> list(layer.state_dict())
        ['bias', 'parametrizations.weight.original0', 'parametrizations.weight.original1']

    Source: T. Salimans and D. Kingma, "Weight normalization", 2016.
    """
    return register_parametrization(module, name, _WeightNorm(dim), unsafe=True)


def spectral_norm(
    module: Module,
    name: str = "weight",
    n_power_iterations: int = 1,
    eps: float = 1e-12,
    dim: int | None = None,
) -> Module:
    """Have a module divide a weight by its largest singular value, so that it lengthens nothing.

    The value is approached by the power method, a step each time the weight is read in training.

    Args:
        module: Which is changed, and returned.
        name: The name of the weight; what is trained is ``parametrizations.<name>.original``.
        n_power_iterations: How many steps.
        eps: The least that vectors are divided by.
        dim: The dimension of the outputs: 0, of transposed convolutions 1.

    Raises:
        ValueError: If there is no such weight.

    Source: T. Miyato et al., "Spectral normalization for generative adversarial networks", 2018.
    """
    weight = getattr(module, name, None)
    if not isinstance(weight, Tensor):
        raise ValueError(f"Module '{module}' has no parameter or buffer with name '{name}'")
    if dim is None:
        dim = 1 if isinstance(module, ConvTranspose2d) else 0
    made = _SpectralNorm(weight, n_power_iterations, dim, eps)
    return register_parametrization(module, name, made)
