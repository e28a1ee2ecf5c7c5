"""Sums of products, written with subscripts: ``einsum("ij,jk->ik", x, y)`` is ``x @ y``.

Nothing is computed here: each operand is turned until its dimensions stand in one common order, the
output's first; then products and sums that exist already do the rest, and record themselves.
"""

from __future__ import annotations

from collections import Counter
from math import prod
from string import ascii_lowercase, ascii_uppercase
from typing import TYPE_CHECKING, Any

from ..autograd.arguments import type_name
from ..autograd.wrap import is_tensor
from .arithmetic import mul
from .dims import Shape
from .linalg import bmm
from .reduce import sum
from .shape import reshape, unsqueeze, view
from .subscripts import Label, labels, output_labels
from .triangle import diagonal
from .turn import movedim, permute

if TYPE_CHECKING:
    pass

_LETTERS = ascii_uppercase + ascii_lowercase  # subscript 0 of a list is A


def einsum(*args: Any) -> Any:
    """The sum over products of elements with equal subscripts.

    A subscript that stands twice in one operand means its diagonal; one that the output lacks is
    summed over; ``...`` stands for dimensions without subscripts, which broadcast. Without ``->``
    the output has the subscripts that occur once, in alphabetical order. Saves what products save.

    Args:
        *args: the equation and the operands, ``"ij,jk->ik", x, y``; or each operand with a list of
            its subscripts, and the output's last: ``x, [0, 1], y, [1, 2], [0, 2]``.

    Raises:
        RuntimeError: the equation is none, or does not fit the operands.
        TypeError: an operand is no tensor.
        ValueError: there are too few arguments, or a subscript in a list is not in [0, 52).

    Example:
        >>> import minigrad
        >>> x = minigrad.tensor([[1.0, 2.0], [3.0, 4.0]])
        >>> minigrad.einsum("ij->j", x)
        tensor([4., 6.])
        >>> minigrad.einsum("ii", x)
        tensor(5.)
        >>> minigrad.einsum("ij,kj->ik", x, x)
        tensor([[ 5., 11.],
                [11., 25.]])

    Source: https://docs.pytorch.org/docs/stable/generated/torch.einsum.html
    """
    if len(args) < 2:
        raise ValueError(
            "einsum(): must specify the equation string and at least one operand, or at least one "
            "operand and its subscripts list"
        )
    equation, operands = _read(args)
    for place, x in enumerate(operands):
        if not is_tensor(x):
            raise TypeError(
                f"expected Tensor as element {place} in argument 1, but got {type_name(x)}"
            )
    found = labels(equation, [tuple(x.shape) for x in operands])
    kept = output_labels(equation, found)
    summed = sorted({label for each in found for label in each} - set(kept))
    turned = [_turned(x, each, [*kept, *summed]) for x, each in zip(operands, found, strict=True)]
    return _contracted(turned, len(kept))


def _read(args: tuple[Any, ...]) -> tuple[str, list[Any]]:
    """The equation and the operands, from either form of a call."""
    if isinstance(args[0], str):
        listed = len(args) == 2 and isinstance(args[1], (tuple, list))
        return args[0], list(args[1] if listed else args[1:])
    pairs = len(args) // 2 * 2
    equation = ",".join(map(_spelled, args[1:pairs:2]))
    if pairs < len(args):
        equation += "->" + _spelled(args[-1])
    return equation, list(args[:pairs:2])


def _spelled(subscripts: Any) -> str:
    """A list of subscripts as a part of an equation."""
    for s in subscripts:
        if s is not ... and not 0 <= s < len(_LETTERS):
            raise ValueError(
                "einsum(): subscript in subscript list is not within the valid range [0, 52)"
            )
    return "".join("..." if s is ... else _LETTERS[s] for s in subscripts)


def _turned(x: Any, mine: list[Label], order: list[Label]) -> Any:
    """`x` with one dimension for each label in `order`, of size one where it has none."""
    mine = list(mine)
    for label in order:
        while mine.count(label) > 1:
            first = mine.index(label)
            second = mine.index(label, first + 1)
            x = movedim(diagonal(x, 0, first, second), -1, first)
            del mine[second]
    absent = [label for label in order if label not in mine]
    for _ in absent:
        x = unsqueeze(x, x.ndim)
    mine += absent
    return permute(x, tuple(mine.index(label) for label in order))


def _contracted(operands: list[Any], kept: int) -> Any:
    """The product of operands in one order of dimensions, summed but for the first `kept`.

    A dimension is summed over as soon as no later operand has it.
    """
    result, *others = operands
    left = Counter(d for x in operands for d in range(kept, x.ndim) if x.shape[d] != 1)
    if not others:
        over = tuple(range(kept, result.ndim))
        return sum(result, over) if over else result
    for other in others:
        shared, mine, its = [], [], []
        for d in range(kept, result.ndim):
            if result.shape[d] != 1 and other.shape[d] != 1:
                left[d] -= 1
                shared += [d] if left[d] == 1 else []
            elif left[d] == 1:
                mine += [d] if result.shape[d] != 1 else []
                its += [d] if other.shape[d] != 1 else []
        a = sum(result, tuple(mine), True) if mine else result
        b = sum(other, tuple(its), True) if its else other
        left.subtract([*shared, *mine, *its])
        result = _summed_product(a, b, shared) if shared else mul(a, b)
    return view(result, result.shape[:kept]) if result.ndim > kept else result


def _summed_product(a: Any, b: Any, over: list[int]) -> Any:
    """``(a * b).sum(over)``, its dimensions kept, as one product of batches of matrices."""
    rest = [d for d in range(a.ndim) if d not in over]
    both = [d for d in rest if a.shape[d] != 1 and b.shape[d] != 1]
    rows = [d for d in rest if d not in both and a.shape[d] != 1]
    columns = [d for d in rest if d not in both and d not in rows]
    if rows and columns and columns[-1] < rows[0]:  # so the result need not be turned
        return _summed_product(b, a, over)
    left = _as_batch(a, both, rows, over, columns)
    right = _as_batch(b, both, over, columns, rows)
    order = [*both, *rows, *columns, *over]
    sizes = [_size(a, both), _size(a, rows), _size(b, columns), [1] * len(over)]
    product = reshape(bmm(left, right), tuple(n for part in sizes for n in part))
    return permute(product, tuple(order.index(d) for d in range(a.ndim)))


def _as_batch(x: Any, batch: list[int], rows: list[int], columns: list[int], ones: Any) -> Any:
    """`x` as matrices: groups of dimensions made one; the rest has size one and vanishes."""
    shape: Shape = tuple(prod(_size(x, dims)) for dims in (batch, rows, columns))
    return reshape(permute(x, (*batch, *rows, *columns, *ones)), shape)


def _size(x: Any, dims: list[int]) -> list[int]:
    return [x.shape[d] for d in dims]
