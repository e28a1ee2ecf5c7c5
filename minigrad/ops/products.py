"""Products of several matrices, of batches summed, of vectors added; and along any dimensions."""

from __future__ import annotations

from itertools import pairwise
from math import prod
from typing import Any

from ..autograd.node import OPS
from ..autograd.registry import op, public
from ..autograd.wrap import Tensor
from ..backend import Array
from ..dtype import of
from .joining import _given
from .linalg import _times, bmm, by_x, check_same_type, mm, mv, outer
from .operands import wrap_dims
from .shapes import clone, expand, permute, reshape, t, transpose, unsqueeze


def _weighed(input: Array, product: Array, beta: Any, alpha: Any) -> Array:
    """``beta * input + alpha * product``, and where `beta` is 0 the product alone."""
    start = OPS["expand"].op.forward(input, product.shape)
    scaled = _times(product, alpha)
    found = scaled if beta == 0 else _times(start, beta) + scaled
    return found.astype(product.dtype)


def _kept(g: Any, beta: Any) -> Any:
    return _times(g, beta)


# ---------------------------------------------------------------------------------- batches


def _check_batches(called: str, input: Array, batch1: Array, batch2: Array) -> None:
    """Raise unless two batches of matrices can be multiplied, and `input` is of their type."""
    for name, x in (("batch1", batch1), ("batch2", batch2)):
        if x.ndim != 3:
            raise RuntimeError(f"{name} must be a 3D tensor\n{called}() got {x.ndim}D.")
    if not input.dtype == batch1.dtype == batch2.dtype:
        types = [of(x.dtype).cpp for x in (input, batch1, batch2)]
        raise RuntimeError(
            "Input dtypes must be the same, got: input {}, batch1: {}, batch2: {}".format(*types)
        )


@public(method=True, in_place=True)
@op(
    r"\beta b + \alpha X\,Y",
    input=(lambda g, beta: _kept(g, beta), r"\beta \sum g"),
    batch1=(
        lambda g, batch2, alpha: _times(bmm(g, transpose(batch2, 1, 2)), alpha),
        r"\alpha g\,Y^{\top}",
    ),
    batch2=(
        lambda g, batch1, alpha: _times(bmm(transpose(batch1, 1, 2), g), alpha),
        r"\alpha X^{\top} g",
    ),
)
def baddbmm(input: Array, batch1: Array, batch2: Array, *, beta: Any = 1, alpha: Any = 1) -> Array:
    """``beta * input + alpha * batch1 @ batch2``, matrix by matrix: scores and a mask, say.

    Saves each batch whose partner needs a gradient.

    Args:
        input: broadcasts to ``(B, N, P)``; where `beta` is 0 it is not looked at.
        batch1: ``(B, N, M)``.
        batch2: ``(B, M, P)``.
        beta: what `input` is multiplied with.
        alpha: what the products are multiplied with.

    Raises:
        RuntimeError: the shapes do not meet, or the types differ.

    Example:
        >>> import minigrad
        >>> x, y = minigrad.ones(1, 2, 3), minigrad.ones(1, 3, 1)
        >>> minigrad.baddbmm(minigrad.tensor(0.5), x, y)
        tensor([[[3.5000],
                 [3.5000]]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.baddbmm.html
    """
    _check_batches("baddbmm", input, batch1, batch2)
    return _weighed(input, OPS["bmm"].op.forward(batch1, batch2), beta, alpha)


def _to_all(g: Any, batch: Any) -> Any:
    """The gradient of the sum of a batch, seen once for each matrix."""
    return expand(unsqueeze(g, 0), (batch.shape[0], *g.shape))


@public(method=True, in_place=True)
@op(
    r"\beta b + \alpha \textstyle\sum_i X_i Y_i",
    input=(lambda g, beta: _kept(g, beta), r"\beta \sum g"),
    batch1=(
        lambda g, batch2, alpha: _times(bmm(_to_all(g, batch2), transpose(batch2, 1, 2)), alpha),
        r"\alpha g\,Y_i^{\top}",
    ),
    batch2=(
        lambda g, batch1, alpha: _times(bmm(transpose(batch1, 1, 2), _to_all(g, batch1)), alpha),
        r"\alpha X_i^{\top} g",
    ),
)
def addbmm(input: Array, batch1: Array, batch2: Array, *, beta: Any = 1, alpha: Any = 1) -> Array:
    """``beta * input`` and `alpha` times the sum of all products: see `baddbmm`.

    Example:
        >>> import minigrad
        >>> x, y = minigrad.ones(4, 2, 3), minigrad.ones(4, 3, 1)
        >>> minigrad.addbmm(minigrad.tensor(0.5), x, y)
        tensor([[12.5000],
                [12.5000]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.addbmm.html
    """
    _check_batches("addbmm", input, batch1, batch2)
    return _weighed(input, OPS["bmm"].op.forward(batch1, batch2).sum(0, input.dtype), beta, alpha)


# ---------------------------------------------------------------------------------- vectors


@public(method=True, in_place=True)
@op(
    r"\beta b + \alpha X\,v",
    input=(lambda g, beta: _kept(g, beta), r"\beta \sum g"),
    mat=(
        lambda g, vec, alpha: _times(outer(g, vec), alpha),
        r"\alpha g\,v^{\top}",
    ),
    vec=(lambda g, mat, alpha: _times(mv(t(mat), g), alpha), r"\alpha X^{\top} g"),
)
def addmv(input: Array, mat: Array, vec: Array, *, beta: Any = 1, alpha: Any = 1) -> Array:
    """``beta * input + alpha * mat @ vec``. Saves each operand whose partner needs a gradient.

    Args:
        input: broadcasts to ``(N,)``.
        mat: ``(N, M)``.
        vec: ``(M,)``.
        beta: what `input` is multiplied with.
        alpha: what the product is multiplied with.

    Raises:
        RuntimeError: the shapes do not meet, or the types differ.

    Example:
        >>> import minigrad
        >>> minigrad.addmv(minigrad.tensor([0.5]), minigrad.ones(2, 3), minigrad.ones(3))
        tensor([3.5000, 3.5000])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.addmv.html
    """
    if mat.ndim != 2 or vec.ndim != 1:
        raise RuntimeError(
            f"vector + matrix @ vector expected, got {input.ndim}, {mat.ndim}, {vec.ndim}"
        )
    if mat.shape[1] != len(vec) or input.size not in (1, len(mat)):
        raise RuntimeError(
            f"size mismatch, got input ({input.size}), mat ({by_x(mat.shape)}), vec ({len(vec)})"
        )
    if not input.dtype == mat.dtype == vec.dtype:
        types = [of(x.dtype).title for x in (input, mat, vec)]
        raise RuntimeError(
            "addmv input tensors must have the same dtype, but got {}, {}, and {}".format(*types)
        )
    check_same_type(mat, vec)
    return _weighed(input, mat @ vec, beta, alpha)


@public(method=True, in_place=True)
@op(
    r"\beta B + \alpha\,v\,w^{\top}",
    promotes=True,
    input=(lambda g, beta: _kept(g, beta), r"\beta \sum g"),
    vec1=(lambda g, vec2, alpha: _times((g * vec2).sum(1), alpha), r"\alpha g\,w"),
    vec2=(lambda g, vec1, alpha: _times((t(g) * vec1).sum(1), alpha), r"\alpha g^{\top} v"),
)
def addr(input: Array, vec1: Array, vec2: Array, *, beta: Any = 1, alpha: Any = 1) -> Array:
    """``beta * input + alpha * outer(vec1, vec2)``. Saves each vector whose partner needs it.

    Args:
        input: broadcasts to ``(N, M)``.
        vec1: ``(N,)``.
        vec2: ``(M,)``.
        beta: what `input` is multiplied with.
        alpha: what the products are multiplied with.

    Raises:
        RuntimeError: the shapes do not fit.

    Example:
        >>> import minigrad
        >>> minigrad.addr(minigrad.zeros(1), minigrad.tensor([1, 2]), minigrad.tensor([3, 4]))
        tensor([[3., 4.],
                [6., 8.]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.addr.html
    """
    for name, x in (("vec1", vec1), ("vec2", vec2)):
        if x.ndim != 1:
            raise RuntimeError(f"addr: Expected 1-D argument {name}, but got {x.ndim}-D")
    return _weighed(input, vec1[:, None] * vec2, beta, alpha)


# -------------------------------------------------------------------------------- along dimensions


@public(function=True)
def tensordot(a: Tensor, b: Tensor, dims: Any = 2) -> Tensor:
    """The sum of products over dimensions of both, which disappear. Saves what `mm` saves.

    Args:
        a: any shape.
        b: any shape.
        dims: two lists, the dimensions of `a` and those of `b` that meet them; or a number, of the
            last ones of `a` and as many first ones of `b`.

    Returns:
        The dimensions of `a` that are left, then those of `b`.

    Raises:
        RuntimeError: the dimensions do not meet.

    Example:
        >>> import minigrad
        >>> x = minigrad.ones(2, 3, 4)
        >>> minigrad.tensordot(x, minigrad.ones(4, 3), dims=([1, 2], [1, 0]))
        tensor([12., 12.])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.tensordot.html
    """
    if a.dtype != b.dtype:
        raise RuntimeError(
            f"both inputs should have same dtype\nThey have {a.dtype} and {b.dtype}."
        )
    mine, theirs = _dims_that_meet(a, b, dims)
    kept = [d for d in range(a.ndim) if d not in mine]
    others = [d for d in range(b.ndim) if d not in theirs]
    size = prod(a.shape[d] for d in mine)
    left = reshape(permute(a, (*kept, *mine)), (prod(a.shape[d] for d in kept), size))
    right = reshape(permute(b, (*theirs, *others)), (size, prod(b.shape[d] for d in others)))
    shape = (*(a.shape[d] for d in kept), *(b.shape[d] for d in others))
    return reshape(mm(left, right), shape)


def _dims_that_meet(a: Any, b: Any, dims: Any) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The dimensions of `a` and of `b` that are summed over, pair by pair."""
    if isinstance(dims, int):
        if dims < 0:
            raise RuntimeError(f"tensordot expects dims >= 0, but got dims={dims}")
        if dims > min(a.ndim, b.ndim):
            raise RuntimeError(f"tensordot expects dims < ndim_a or ndim_b, but got dims={dims}")
        dims = (range(-dims, 0), range(dims))
    mine, theirs = ([each] if isinstance(each, int) else list(each) for each in dims)
    if len(mine) != len(theirs):
        raise RuntimeError("both dimension lists should have same length")
    for d, e in zip(mine, theirs, strict=True):
        if a.shape[d] != b.shape[e]:
            raise RuntimeError(
                f"contracted dimensions need to match, but first has size {a.shape[d]} in dim {d} "
                f"and second has size {b.shape[e]} in dim {e}"
            )
    return (wrap_dims(mine, a.ndim) if mine else (), wrap_dims(theirs, b.ndim) if mine else ())


# ---------------------------------------------------------------------------------- chains


def multi_dot(tensors: Any) -> Tensor:
    """The product of two matrices or more, in the order that takes the fewest multiplications.

    Saves what the products save.

    Args:
        tensors: a list; the first and the last may be vectors.

    Raises:
        RuntimeError: there are fewer than two, or the shapes do not meet.

    Example:
        >>> import minigrad
        >>> x = minigrad.ones(2, 3)
        >>> minigrad.linalg.multi_dot([x, minigrad.ones(3, 4), minigrad.ones(4)])
        tensor([12., 12.])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.linalg.multi_dot.html
    """
    given = _given("multi_dot", tensors)
    if len(given) < 2:
        raise RuntimeError(f"multi_dot(): expected at least 2 tensors but got {len(given)}")
    matrices, shape = _as_matrices(given)
    for place, (x, y) in enumerate(pairwise(matrices)):
        if x.shape[1] != y.shape[0]:
            raise RuntimeError(
                f"multi_dot(): tensors {place} and {place + 1} with shapes {list(x.shape)} and "
                f"{list(y.shape)} cannot be multiplied"
            )
    return _chained(matrices).view(shape)


def _as_matrices(given: list[Any]) -> tuple[list[Any], tuple[int, ...]]:
    """Vectors at the ends as a row and a column; and the shape of the whole product."""
    first, *middle, last = given
    for place, x in enumerate(middle, 1):
        if x.ndim != 2:
            raise RuntimeError(f"multi_dot(): tensor {place} must be 2D but got {x.ndim}D")
    for name, x in (("the first", first), ("the last", last)):
        if x.ndim not in (1, 2):
            raise RuntimeError(f"multi_dot(): {name} tensor must be 1D or 2D but got {x.ndim}D")
    shape = (*first.shape[:-1], *last.shape[1:])
    row = unsqueeze(first, 0) if first.ndim == 1 else first
    column = unsqueeze(last, -1) if last.ndim == 1 else last
    return [row, *middle, column], shape


def _chained(matrices: list[Any]) -> Any:
    """The product of all: of each run of matrices the cheapest way is kept, short runs first."""
    sizes = [len(matrices[0]), *(x.shape[1] for x in matrices)]
    count = len(matrices)
    cost = {(first, first): 0 for first in range(count)}
    split = {}
    for length in range(1, count):
        for first in range(count - length):
            last = first + length
            ends = sizes[first] * sizes[last + 1]
            ways = [
                (cost[first, at] + cost[at + 1, last] + ends * sizes[at + 1], at)
                for at in range(first, last)
            ]
            cost[first, last], split[first, last] = min(ways)
    found = {(place, place): x for place, x in enumerate(matrices)}
    for first, last in _needed(split, count):
        at = split[first, last]
        found[first, last] = mm(found[first, at], found[at + 1, last])
    return found[0, count - 1]


def _needed(split: dict[tuple[int, int], int], count: int) -> list[tuple[int, int]]:
    """The runs that the whole is made of, each after those that it is made of."""
    runs = [(0, count - 1)]
    for first, last in runs:
        at = split[first, last]
        runs += [run for run in ((first, at), (at + 1, last)) if run[0] < run[1]]
    return runs[::-1]


@public(function=True)
def chain_matmul(*matrices: Tensor) -> Tensor:
    """The product of matrices: see `minigrad.linalg.multi_dot`, which takes them in a list.

    Example:
        >>> import minigrad
        >>> minigrad.chain_matmul(minigrad.ones(1, 2), minigrad.ones(2, 1))
        tensor([[2.]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.chain_matmul.html
    """
    for x in matrices:
        if x.ndim != 2:
            raise RuntimeError(f"Tensor dimension is {x.ndim}, expected 2 instead.")
    return multi_dot(list(matrices)) if len(matrices) > 1 else clone(matrices[0])
