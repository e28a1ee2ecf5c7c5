"""Products of vectors, matrices and batches of them; sums of products by subscripts."""

from __future__ import annotations

from math import prod
from string import ascii_letters
from typing import Any

import numpy as np

from ..autograd.node import OPS
from ..autograd.registry import op, public
from ..autograd.wrap import Tensor
from ..backend import Array
from ..dtype import of
from .arithmetic import mul
from .joining import diagonal
from .operands import broadcast_shapes
from .reductions import sum
from .shapes import _unsafe_view, expand, permute, reshape, t, transpose, unsqueeze

# ---------------------------------------------------------------------------------- matrices


@public(method=True)
@op(
    r"X\,Y",
    input=(lambda g, mat2: mm(g, t(mat2)), r"g\,Y^{\top}"),
    mat2=(lambda g, input: mm(t(input), g), r"X^{\top} g"),
)
def mm(input: Array, mat2: Array) -> Array:
    """The product of two matrices. Saves each whose partner needs a gradient.

    Args:
        input: ``(N, M)``.
        mat2: ``(M, P)``.

    Returns:
        ``(N, P)``.

    Raises:
        RuntimeError: one is not a matrix, their shapes do not meet, or their types differ.

    Example:
        >>> import minigrad
        >>> minigrad.mm(minigrad.tensor([[1.0, 2.0]]), minigrad.tensor([[3.0], [4.0]]))
        tensor([[11.]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.mm.html
    """
    if input.ndim != 2 or mat2.ndim != 2:
        raise RuntimeError(f"{'self' if input.ndim != 2 else 'mat2'} must be a matrix")
    check_meet(input, mat2)
    return input @ mat2


def check_meet(a: Array, b: Array) -> None:
    """Raise unless two matrices can be multiplied."""
    if a.shape[1] != b.shape[0]:
        raise RuntimeError(
            f"mat1 and mat2 shapes cannot be multiplied ({by_x(a.shape)} and {by_x(b.shape)})\n"
            f"The columns of the first are as many as the rows of the second; {a.shape[1]} is not "
            f"{b.shape[0]}."
        )
    check_same_type(a, b)


def check_same_type(a: Array, b: Array) -> None:
    """Raise unless two operands are of one type: products of matrices promote nothing."""
    if a.dtype != b.dtype:
        raise RuntimeError(
            "expected m1 and m2 to have the same dtype, but got: "
            f"{of(a.dtype).cpp} != {of(b.dtype).cpp}"
        )
    if a.dtype.kind == "V":
        raise NotImplementedError(
            "\"addmm_impl_cpu_\" not implemented for 'BFloat16'\n"
            "NumPy multiplies no matrices of it: compute in float32, x.float()."
        )


def by_x(shape: tuple[int, ...]) -> str:
    """A shape in the words of these errors: ``"2x3"``."""
    return "x".join(map(str, shape))


# ------------------------------------------------------------------------------ vectors and batches


@public(method=True)
@op(
    r"X\,v",
    input=(lambda g, vec: mul(unsqueeze(g, 1), vec), r"g\,v^{\top}"),
    vec=(lambda g, input: mv(t(input), g), r"X^{\top} g"),
)
def mv(input: Array, vec: Array) -> Array:
    """The product of a matrix ``(N, M)`` and a vector ``(M,)``. Saves each whose partner needs it.

    Raises:
        RuntimeError: the shapes do not meet, or the types differ.

    Example:
        >>> import minigrad
        >>> minigrad.mv(minigrad.tensor([[1.0, 2.0]]), minigrad.tensor([3.0, 4.0]))
        tensor([11.])
    """
    if input.ndim != 2 or vec.ndim != 1:
        raise RuntimeError(f"vector + matrix @ vector expected, got 1, {input.ndim}, {vec.ndim}")
    if input.shape[1] != vec.shape[0]:
        raise RuntimeError(
            f"size mismatch, got input ({input.shape[0]}), mat ({by_x(input.shape)}), "
            f"vec ({by_x(vec.shape)})"
        )
    check_same_type(input, vec)
    return input @ vec


@public(method=True)
@op(
    r"x \cdot y",
    input=(lambda g, tensor: g * tensor, r"g\,y"),
    tensor=(lambda g, input: g * input, r"g\,x"),
)
def dot(input: Array, tensor: Array) -> Array:
    """The inner product of two vectors ``(N,)``. Saves each whose partner needs a gradient.

    Raises:
        RuntimeError: one is not a vector, or their lengths or types differ.

    Example:
        >>> import minigrad
        >>> minigrad.dot(minigrad.tensor([1.0, 2.0]), minigrad.tensor([3.0, 4.0]))
        tensor(11.)
    """
    if input.ndim != 1 or tensor.ndim != 1:
        raise RuntimeError(f"1D tensors expected, but got {input.ndim}D and {tensor.ndim}D tensors")
    if input.shape != tensor.shape:
        raise RuntimeError(f"inconsistent tensor size: {input.size} and {tensor.size} elements")
    check_same_type(input, tensor)
    return input @ tensor


@public(method=True)
def outer(input: Tensor, vec2: Tensor) -> Tensor:
    """Every product of an element of one vector with one of the other: a column times a row.

    Saves each vector whose partner needs a gradient.

    Args:
        input: ``(N,)``.
        vec2: ``(M,)``.

    Returns:
        ``(N, M)``.

    Raises:
        RuntimeError: one is not a vector.

    Example:
        >>> import minigrad
        >>> minigrad.outer(minigrad.tensor([1, 2]), minigrad.tensor([3, 4]))
        tensor([[3, 4],
                [6, 8]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.outer.html
    """
    for name, x in (("self", input), ("vec2", vec2)):
        if x.ndim != 1:
            raise RuntimeError(f"outer: Expected 1-D argument {name}, but got {x.ndim}-D")
    return mul(reshape(input, (-1, 1)), vec2)


@public(method=True)
@op(
    r"X\,Y",
    input=(lambda g, mat2: bmm(g, transpose(mat2, 1, 2)), r"g\,Y^{\top}"),
    mat2=(lambda g, input: bmm(transpose(input, 1, 2), g), r"X^{\top} g"),
)
def bmm(input: Array, mat2: Array) -> Array:
    """Products of matrices, pair by pair along the first dimension.

    Args:
        input: ``(B, N, M)``.
        mat2: ``(B, M, P)``.

    Returns:
        ``(B, N, P)``.

    Raises:
        RuntimeError: one is not a batch of matrices, or their shapes do not meet.

    Example:
        >>> import minigrad
        >>> minigrad.bmm(minigrad.ones(2, 1, 3), minigrad.ones(2, 3, 1)).shape
        minigrad.Size([2, 1, 1])
    """
    if input.ndim != 3 or mat2.ndim != 3:
        raise RuntimeError(f"batch{1 if input.ndim != 3 else 2} must be a 3D tensor")
    if input.shape[0] != mat2.shape[0] or input.shape[2] != mat2.shape[1]:
        raise RuntimeError(
            f"Expected size for first two dimensions of batch2 tensor to be: "
            f"[{input.shape[0]}, {input.shape[2]}] but got: [{mat2.shape[0]}, {mat2.shape[1]}]."
        )
    check_same_type(input, mat2)
    return np.matmul(input, mat2)


# ---------------------------------------------------------------------------------- matmul


@public(method=True)
def matmul(input: Any, other: Any) -> Tensor:
    """The product of vectors, matrices, or batches of matrices: what ``input @ other`` means.

    Two vectors give their inner product, a matrix and a vector a vector; dimensions before the last
    two are batches and broadcast. Saves each operand whose partner needs a gradient.

    Args:
        input: ``(M,)`` or ``(*, N, M)``.
        other: ``(M,)`` or ``(*, M, P)``.

    Returns:
        ``()``, ``(*, N)``, ``(*, P)`` or ``(*, N, P)``.

    Raises:
        RuntimeError: an operand is 0-d, their shapes do not meet, or their types differ.

    Example:
        >>> import minigrad
        >>> minigrad.matmul(minigrad.tensor([[1.0, 2.0]]), minigrad.tensor([3.0, 4.0]))
        tensor([11.])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.matmul.html
    """
    n, m = input.ndim, other.ndim
    if not n or not m:
        raise RuntimeError(
            f"both arguments to matmul need to be at least 1D, but they are {n}D and {m}D"
        )
    if n == 2 and m == 2:
        return mm(input, other)
    if n == 1 and m == 1:
        return dot(input, other)
    if n == 2 and m == 1:
        return mv(input, other)
    if n == 1:
        out = matmul(unsqueeze(input, 0), other)
        return _unsafe_view(out, (*out.shape[:-2], out.shape[-1]))
    *batch, rows, inner = input.shape
    if m <= 2:  # a batch of matrices times one is one tall matrix times it
        flat = (mv if m == 1 else mm)(reshape(input, (prod(batch) * rows, inner)), other)
        return _unsafe_view(flat, (*batch, rows, *other.shape[1:]))
    shape = broadcast_shapes(tuple(batch), tuple(other.shape[:-2]))
    left, right = (
        reshape(expand(x, (*shape, *x.shape[-2:])), (prod(shape), *x.shape[-2:]))
        for x in (input, other)
    )
    return _unsafe_view(bmm(left, right), (*shape, rows, other.shape[-1]))


# ------------------------------------------------------------------------------ a product and a sum


def _times(x: Any, factor: Any) -> Any:
    """``x * factor``, which for 1 is no operation."""
    return x if factor == 1 else x * factor


@public(method=True, in_place=True)
@op(
    r"\beta b + \alpha X\,Y",
    input=(lambda g, beta: _times(g, beta), r"\beta \sum g"),
    mat1=(lambda g, mat2, alpha: _times(mm(g, t(mat2)), alpha), r"\alpha g\,Y^{\top}"),
    mat2=(lambda g, mat1, alpha: _times(t(mm(t(g), mat1)), alpha), r"\alpha X^{\top} g"),
)
def addmm(input: Array, mat1: Array, mat2: Array, *, beta: Any = 1, alpha: Any = 1) -> Array:
    """``beta * input + alpha * mat1 @ mat2`` in one step: what a linear layer computes.

    Saves each matrix whose partner needs a gradient.

    Args:
        input: broadcasts to ``(N, P)``; a bias ``(P,)`` for instance.
        mat1: ``(N, M)``.
        mat2: ``(M, P)``.
        beta: what `input` is multiplied with.
        alpha: what the product is multiplied with.

    Returns:
        ``(N, P)``.

    Raises:
        RuntimeError: the shapes do not meet, or the types differ.

    Example:
        >>> import minigrad
        >>> minigrad.addmm(minigrad.tensor([0.5]), minigrad.ones(2, 3), minigrad.ones(3, 1))
        tensor([[3.5000],
                [3.5000]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.addmm.html
    """
    if mat1.ndim != 2 or mat2.ndim != 2:
        name, matrix = ("mat1", mat1) if mat1.ndim != 2 else ("mat2", mat2)
        raise RuntimeError(f"{name} must be a matrix, got {matrix.ndim}-D tensor")
    if not input.dtype == mat1.dtype == mat2.dtype:
        name, x = ("self", input) if input.dtype != mat2.dtype else ("mat1", mat1)
        raise RuntimeError(
            f"{name} and mat2 must have the same dtype, but got "
            f"{of(x.dtype).title} and {of(mat2.dtype).title}\n"
            "Convert one: x.float() or model.double(), say."
        )
    check_meet(mat1, mat2)
    if input.shape != mat2.shape[1:]:  # no plain bias
        input = OPS["expand"].op.forward(input, (len(mat1), mat2.shape[1]))
    result = _times(mat1 @ mat2, alpha)
    result += _times(input, beta)  # no second array of that size
    return result


@public(method=True)
def kron(input: Tensor, other: Tensor) -> Tensor:
    """Kronecker's product: `other` times each element of `input`, side by side.

    Args:
        input: ``(N, M)``, or any number of dimensions.
        other: ``(P, Q)``.

    Returns:
        ``(N * P, M * Q)``.

    Example:
        >>> import minigrad
        >>> minigrad.kron(minigrad.tensor([1, 2]), minigrad.tensor([1, 10]))
        tensor([ 1, 10,  2, 20])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.kron.html
    """
    ndim = max(input.ndim, other.ndim)
    n, m = ((*[1] * (ndim - x.ndim), *x.shape) for x in (input, other))
    left = reshape(input, tuple(size for each in n for size in (each, 1)))
    right = reshape(other, tuple(size for each in m for size in (1, each)))
    return _unsafe_view(mul(left, right), tuple(a * b for a, b in zip(n, m)))


# ---------------------------------------------------------------------------------- by subscripts


Labels = list[str]  # a letter for each dimension, or "0", "1", … for those of an ellipsis


@public(function=True)
def einsum(equation: Any, *operands: Any) -> Any:
    """The sum over products of elements with equal subscripts.

    A subscript that stands twice in one operand means its diagonal; one that the output lacks is
    summed over; ``...`` stands for dimensions without subscripts, which broadcast. Without ``->``
    the output has the subscripts that occur once, in alphabetical order. Saves what products save.

    Args:
        equation: the subscripts of each operand, and of the output: ``"ij,jk->ik"``.
        *operands: as many tensors, one by one or in a list. Or without equation:
            ``einsum(x, [0, 1], y, [1, 2], [0, 2])``.

    Raises:
        RuntimeError: the equation does not fit the operands.
        ValueError: there is no operand.

    Example:
        >>> import minigrad
        >>> x = minigrad.tensor([[1.0, 2.0], [3.0, 4.0]])
        >>> minigrad.einsum("ij->j", x)
        tensor([4., 6.])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.einsum.html
    """
    if not isinstance(equation, str):
        equation, operands = _as_equation(equation, *operands)
    if len(operands) == 1 and isinstance(operands[0], (list, tuple)):
        operands = tuple(operands[0])
    left, arrow, right = equation.replace(" ", "").partition("->")
    terms = left.split(",")
    _check_equation(equation, terms, right, operands)
    pairs = [_read(term, x, place) for place, (term, x) in enumerate(zip(terms, operands))]
    sizes = _sizes(pairs)
    dots = sorted(label for label in sizes if label.isdigit())
    if arrow:
        out = _spread(right, dots)
    else:
        out = dots + [k for k in sorted(sizes) if left.count(k) == 1 and not k.isdigit()]
    result, mine = pairs[0]
    for place, (x, its) in enumerate(pairs[1:], 2):
        wanted = {*out}.union(*(labels for _, labels in pairs[place:]))
        result, mine = _product(result, mine, x, its, wanted, sizes)
    result, mine = _summed(result, mine, {*out})
    if mine == out and result is not operands[0]:
        return result
    return permute(result, tuple(mine.index(label) for label in out))


def _as_equation(*given: Any) -> tuple[str, Any]:
    """Tensors and lists of numbers in turn, the other form of the arguments, as an equation."""
    operands, lists = given[: len(given) // 2 * 2 : 2], given[1::2]
    terms = ["".join(map(_as_letter, labels)) for labels in lists]
    output = "->" + "".join(map(_as_letter, given[-1])) if len(given) % 2 else ""
    return ",".join(terms) + output, operands


def _check_equation(equation: str, terms: list[str], right: str, operands: Any) -> None:
    """Refuse an equation that is none, or names more or fewer operands."""
    if not operands:
        raise ValueError(
            "einsum(): must specify the equation string and at least one operand, or at least one "
            "operand and its subscripts list"
        )
    for place, letter in enumerate(equation):
        if letter not in ascii_letters + " ,.->":
            raise RuntimeError(
                f"einsum(): invalid subscript given at index {place} in the equation string, "
                "subscripts must be in [a-zA-Z]"
            )
    if len(terms) != len(operands):
        more = "fewer" if len(operands) < len(terms) else "more"
        raise RuntimeError(
            f"einsum(): {more} operands were provided than specified in the equation\n"
            f"The equation has {len(terms)} terms for {len(operands)} operands."
        )
    for letter in right.replace("...", ""):
        if right.count(letter) > 1:
            raise RuntimeError(
                f"einsum(): output subscript {letter} appears more than once in the output"
            )
        if letter not in "".join(terms):
            raise RuntimeError(
                f"einsum(): output subscript {letter} does not appear in the equation for any "
                "input operand"
            )


def _as_letter(label: Any) -> str:
    return "..." if label is Ellipsis else ascii_letters[label]


def _spread(term: str, dots: Labels) -> Labels:
    """A label for each dimension, `dots` for those of an ellipsis."""
    before, _, after = term.partition("...")
    return [*before, *(dots if "..." in term else []), *after]


def _read(term: str, x: Any, place: int) -> tuple[Any, Labels]:
    """`x` and a label for each of its dimensions; of one that stands twice the diagonal."""
    free = x.ndim - len(term.replace("...", ""))
    if free < 0 or (free and "..." not in term):
        dots = "..." in term
        raise RuntimeError(
            f"einsum(): the number of subscripts in the equation ({x.ndim - free}) "
            f"{'is more than' if dots else 'does not match'} the number of dimensions ({x.ndim}) "
            f"for operand {place}{'' if dots else ' and no ellipsis was given'}"
        )
    labels = _spread(term, [str(9 - d) for d in reversed(range(free))])  # the last ones meet
    for label in sorted({label for label in labels if labels.count(label) > 1}):
        while labels.count(label) > 1:  # the diagonal comes last
            first = labels.index(label)
            second = labels.index(label, first + 1)
            if x.shape[first] != x.shape[second]:
                raise RuntimeError(
                    f"einsum(): subscript {label} is repeated for operand {place} but the sizes "
                    f"don't match, {x.shape[second]} != {x.shape[first]}"
                )
            x = diagonal(x, 0, first, second)
            labels = [k for d, k in enumerate(labels) if d not in (first, second)] + [label]
    return x, labels


def _sizes(pairs: list[tuple[Any, Labels]]) -> dict[str, int]:
    """How long the dimension of each label is; one of size 1 broadcasts."""
    sizes: dict[str, int] = {}
    for place, (x, labels) in enumerate(pairs):
        for label, n in zip(labels, x.shape, strict=True):
            seen = sizes.get(label, 1)
            if 1 not in (n, seen) and n != seen:
                raise RuntimeError(
                    f"einsum(): subscript {label} has size {n} for operand {place} which does not "
                    f"broadcast with previously seen size {seen}"
                )
            sizes[label] = n if seen == 1 else seen
    return sizes


def _summed(x: Any, labels: Labels, wanted: set[str]) -> tuple[Any, Labels]:
    """`x` summed over the labels that are not wanted."""
    over = tuple(d for d, label in enumerate(labels) if label not in wanted)
    return (sum(x, over) if over else x), [label for label in labels if label in wanted]


def _product(
    x: Any, a: Labels, y: Any, b: Labels, wanted: set[str], sizes: dict[str, int]
) -> tuple[Any, Labels]:
    """The product of two operands, summed over the labels that nothing else wants."""
    x, a = _summed(x, a, {*b} | wanted)
    y, b = _summed(y, b, {*a} | wanted)
    both = [label for label in a if label in b and label in wanted]
    over = [label for label in a if label not in wanted]
    rows = [label for label in a if label not in b]
    columns = [label for label in b if label not in a]
    left = _as_batch(x, a, (both, rows, over), sizes)
    right = _as_batch(y, b, (both, over, columns), sizes)
    order = [*both, *rows, *columns]
    return reshape(bmm(left, right), tuple(sizes[label] for label in order)), order


def _as_batch(x: Any, labels: Labels, groups: Any, sizes: dict[str, int]) -> Any:
    """`x` as a batch of matrices: each group of its dimensions made one."""
    order = [label for group in groups for label in group]
    x = permute(x, tuple(labels.index(label) for label in order))
    x = expand(x, tuple(sizes[label] for label in order))
    return reshape(x, tuple(prod(sizes[label] for label in group) for group in groups))
