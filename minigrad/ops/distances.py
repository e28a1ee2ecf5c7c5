r"""How far points are apart: each from each, or two of them.

In TeX, x and y are the points, p the order, z the result, g its gradient.
"""

from __future__ import annotations

from math import isinf
from typing import Any

import numpy as np

from ..autograd.node import OPS
from ..autograd.registry import op, public
from ..autograd.wrap import Tensor
from ..backend import Array
from ..dtype import of
from .comparison import _masked_fill, where
from .functions import abs, sign
from .inverses import mT
from .norms import _norm_vjp
from .reductions import _sum_dim
from .shapes import unsqueeze

_MANY = 25  # from so many points on, PyTorch takes products of matrices, and so do we

# ---------------------------------------------------------------------------------- each from each


def _pull(g: Any, x: Any, y: Any, result: Any, p: float) -> Any:
    """The gradient of the first points; no distance has a direction where two points are one."""
    if p == 2:  # no array of all differences
        pulls = _masked_fill(g / result, result == 0, 0)
        return x * unsqueeze(_sum_dim(pulls, -1), -1) - pulls @ y
    apart = unsqueeze(x, -2) - unsqueeze(y, -3)
    if isinf(p):  # all that are furthest count, where a norm shares
        furthest = abs(apart) == unsqueeze(result, -1)
        return _sum_dim(where(furthest, sign(apart) * unsqueeze(g, -1), 0), -2)
    return _sum_dim(_norm_vjp(unsqueeze(g, -1), apart, unsqueeze(result, -1), p, -1), -2)


@op(
    r"\|x_i - y_j\|_p",
    name="CdistBackward0",
    label="cdist",
    x1=(lambda g, x1, x2, result, p: _pull(g, x1, x2, result, p), r"\textstyle\sum_j g_{ij} \dots"),
    x2=(
        lambda g, x1, x2, result, p: _pull(mT(g), x2, x1, mT(result), p),
        r"\textstyle\sum_i g_{ij} \dots",
    ),
)
def _cdist(x1: Array, x2: Array, p: float) -> Array:
    if p == 2 and max(x1.shape[-2], x2.shape[-2]) > _MANY:
        squares = [np.sum(x * x, -1, keepdims=True) for x in (x1, x2)]
        both = np.swapaxes(squares[1], -2, -1) + squares[0]
        return np.sqrt(np.maximum(both - 2 * (x1 @ np.swapaxes(x2, -2, -1)), 0))
    apart = x1[..., :, None, :] - x2[..., None, :, :]
    if not apart.shape[-1]:  # points without coordinates
        return np.sum(apart, -1)
    return OPS["_vector_norm"].op.forward(apart, p, -1)


@public(function=True)
def cdist(
    x1: Tensor,
    x2: Tensor,
    p: float = 2.0,
    compute_mode: str = "use_mm_for_euclid_dist_if_necessary",
) -> Tensor:
    """The distance of each point of `x1` from each of `x2`. Saves both and the result.

    A distance of 0 has no derivative, and gets 0. Of more than 25 points, distances of order 2 come
    from a product of matrices, with fewer right digits, as in PyTorch.

    Args:
        x1: ``(*, P, M)``.
        x2: ``(*, R, M)``.
        p: the order of the norm.
        compute_mode: makes no difference.

    Returns:
        ``(*, P, R)``.

    Raises:
        RuntimeError: shapes or types do not meet, or `p` is negative.

    Example:
        >>> import minigrad
        >>> x = minigrad.tensor([[0.0, 0.0], [3.0, 4.0]])
        >>> minigrad.cdist(x, x)
        tensor([[0., 5.],
                [5., 0.]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.cdist.html
    """
    for name, x in (("X1", x1), ("X2", x2)):
        if not x.is_floating_point():
            raise RuntimeError(
                f"cdist only supports floating-point dtypes, {name} got: {x.dtype.title}"
            )
    for name, x in (("X1", x1), ("X2", x2)):
        if x.ndim < 2:
            raise RuntimeError(f"cdist only supports at least 2D tensors, {name} got: {x.ndim}D")
    if x1.shape[-1] != x2.shape[-1]:
        raise RuntimeError(
            f"X1 and X2 must have the same number of columns. X1: {x1.shape[-1]} X2: {x2.shape[-1]}"
        )
    if p < 0:
        raise RuntimeError("cdist only supports non-negative p values")
    if x1.dtype != x2.dtype:
        raise RuntimeError(
            f"expected scalar type {of(x1._array.dtype).title} but found "
            f"{of(x2._array.dtype).title}"
        )
    return _cdist(x1, x2, p)


# ---------------------------------------------------------------------------------- two of them


@public(method=True)
@op(
    r"\|x - y\|_p",
    promotes=True,
    input=(
        lambda g, input, other, result, p: _norm_vjp(g, input - other, result, p, None),
        r"g\, d |d|^{p-2} / z^{p-1}",
    ),
    other=(
        lambda g, input, other, result, p: -_norm_vjp(g, input - other, result, p, None),
        r"-g\, d |d|^{p-2} / z^{p-1}",
    ),
)
def dist(input: Array, other: Array, p: float = 2) -> Array:
    """The norm of ``input - other``; shapes broadcast. Saves both and the result.

    Args:
        input: any shape.
        other: a tensor that broadcasts with it.
        p: the order of the norm.

    Raises:
        RuntimeError: the shapes do not broadcast, or both hold integers.

    Example:
        >>> import minigrad
        >>> minigrad.dist(minigrad.tensor([0.0, 0.0]), minigrad.tensor([3.0, 4.0]))
        tensor(5.)

    Source: https://docs.pytorch.org/docs/stable/generated/torch.dist.html
    """
    if input.dtype.kind != "f":
        raise RuntimeError(
            "norm(): input dtype should be either floating point or complex. "
            f"Got {of(input.dtype).title} instead."
        )
    return OPS["_vector_norm"].op.forward(input - other, p)
