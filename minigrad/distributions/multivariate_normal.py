"""MultivariateNormal: vectors whose numbers vary together."""

from __future__ import annotations

import math
from functools import cached_property
from typing import Any, ClassVar

from ..autograd.grad_mode import enable_grad
from ..creation.drawn import randn
from ..creation.filled import eye
from ..ops.decompositions import cholesky
from ..ops.inverses import solve
from ..ops.joining import flip
from ..ops.linalg import matmul
from ..ops.operands import broadcast_shapes
from ..tensor import Tensor
from . import constraints
from .distribution import Distribution

_ONE = "Exactly one of covariance_matrix or precision_matrix or scale_tril may be specified."
_MATRICES = "{} must be at least two-dimensional, with optional leading batch dimensions"


class MultivariateNormal(Distribution):
    """Vectors around `loc`; how their numbers vary, and how together, says one of three matrices.

    All is computed with the lower triangle `scale_tril`, ``L``: ``L @ noise`` is a draw around 0,
    and ``L @ L.mT`` is the covariance.

    Args:
        loc: The mean, ``(*, N)``.
        covariance_matrix: ``(*, N, N)``, positive definite.
        precision_matrix: Or else its inverse.
        scale_tril: Or else the lower triangle, its diagonal positive.
        validate_args: See `Distribution`.

    Raises:
        ValueError: None or several of the matrices are given, or one is not what it has to be.

    Example:
        >>> import minigrad
        >>> from minigrad.distributions import MultivariateNormal
        >>> covariance = minigrad.tensor([[2.0, 1.0], [1.0, 2.0]])
        >>> MultivariateNormal(minigrad.zeros(2), covariance).log_prob(minigrad.zeros(2))
        tensor(-2.3872)

    Source: https://docs.pytorch.org/docs/stable/distributions.html#multivariatenormal
    """

    has_rsample = True
    support = constraints.real_vector
    arg_constraints: ClassVar[Any] = {
        "loc": constraints.real_vector,
        "covariance_matrix": constraints.positive_definite,
        "precision_matrix": constraints.positive_definite,
        "scale_tril": constraints.lower_cholesky,
    }

    def __init__(
        self,
        loc: Tensor,
        covariance_matrix: Tensor | None = None,
        precision_matrix: Tensor | None = None,
        scale_tril: Tensor | None = None,
        validate_args: bool | None = None,
    ) -> None:
        if loc.ndim < 1:
            raise ValueError("loc must be at least one-dimensional.")
        matrices = {
            "covariance_matrix": covariance_matrix,
            "precision_matrix": precision_matrix,
            "scale_tril": scale_tril,
        }
        given = [(name, matrix) for name, matrix in matrices.items() if matrix is not None]
        if len(given) != 1:
            raise ValueError(_ONE)
        [(name, matrix)] = given
        if matrix.ndim < 2:
            raise ValueError(_MATRICES.format(name))
        batch_shape = broadcast_shapes(matrix.shape[:-2], loc.shape[:-1])
        vars(self)[name] = matrix.expand((*batch_shape, -1, -1))
        self.loc = loc.expand((*batch_shape, -1))
        super().__init__(batch_shape, self.loc.shape[-1:], validate_args)
        self._lower = _TRIANGLES[name](matrix)

    @cached_property
    def scale_tril(self) -> Tensor:
        """The lower triangle ``L``."""
        with enable_grad():  # whoever asks first
            return self._expanded(self._lower)

    @cached_property
    def covariance_matrix(self) -> Tensor:
        """How the numbers vary together: ``L @ L.mT``."""
        with enable_grad():  # whoever asks first
            return self._expanded(matmul(self._lower, self._lower.mT))

    @cached_property
    def precision_matrix(self) -> Tensor:
        """The inverse of the covariance."""
        with enable_grad():  # whoever asks first
            inverse = inverse_of(self._lower)
            return self._expanded(matmul(inverse.mT, inverse))

    @property
    def mean(self) -> Tensor:
        """The mean."""
        return self.loc

    @property
    def mode(self) -> Tensor:
        """The most likely value."""
        return self.loc

    @property
    def variance(self) -> Tensor:
        """The mean squared distance from the mean, of each number."""
        return self._lower.pow(2).sum(-1).expand((*self.batch_shape, *self.event_shape))

    def rsample(self, sample_shape: Any = ()) -> Tensor:
        """Draws that gradients pass through, to `loc` and to the matrix."""
        shape = self._extended_shape(sample_shape)
        noise = randn(shape, dtype=self.loc.dtype, device=self.loc.device)
        return self.loc + matmul(self._lower, noise.unsqueeze(-1)).squeeze(-1)

    def log_prob(self, value: Any) -> Tensor:
        """The logarithm of the density at `value`, ``(*, N)``."""
        self._validate_sample(value)
        distance = squared_distance(self._lower, value - self.loc)
        constant = self.event_shape[0] * math.log(2 * math.pi)
        return -0.5 * (constant + distance) - half_log_det(self._lower)

    def entropy(self) -> Tensor:
        """How unpredictable a draw is, in nats."""
        constant = 0.5 * self.event_shape[0] * (1.0 + math.log(2 * math.pi))
        entropy = constant + half_log_det(self._lower)
        return entropy.expand(self.batch_shape) if self.batch_shape else entropy

    def _expanded(self, matrix: Tensor) -> Tensor:
        return matrix.expand((*self.batch_shape, *self.event_shape, *self.event_shape))


def inverse_of(lower: Tensor) -> Tensor:
    """The inverse of lower triangles, lower triangles again."""
    return solve(lower, eye(lower.shape[-1], dtype=lower.dtype, device=lower.device)).tril()


def squared_distance(lower: Tensor, away: Tensor) -> Tensor:
    """How far vectors are off, in units of how much draws vary: ``|L⁻¹ x|²``."""
    return matmul(inverse_of(lower), away.unsqueeze(-1)).squeeze(-1).pow(2).sum(-1)


def half_log_det(lower: Tensor) -> Tensor:
    """Half of the logarithm of the covariance's determinant."""
    return lower.diagonal(dim1=-2, dim2=-1).log().sum(-1)


def _of_precision(precision: Tensor) -> Tensor:
    """The lower triangle of a precision: turned round, its own triangle is the inverse of it."""
    turned = flip(cholesky(flip(precision, (-2, -1))), (-2, -1))
    return inverse_of(turned.mT)


_TRIANGLES: dict[str, Any] = {
    "covariance_matrix": cholesky,
    "precision_matrix": _of_precision,
    "scale_tril": lambda lower: lower,
}
