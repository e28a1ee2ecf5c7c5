"""Sums of products, written with subscripts: ``einsum("ij,jk->ik", x, y)`` is ``x @ y``.

Nothing is computed here: operands are turned until a batch of matrix products remains, of which
each step is an operation that records itself.
"""

from __future__ import annotations

from math import prod
from typing import Any

from .broadcast import expand
from .linalg import bmm
from .reduce import sum
from .shape import reshape
from .triangle import diagonal
from .turn import movedim, permute

Labels = list[str]  # a letter for each dimension, or "0", "1", … for those of an ellipsis


def einsum(equation: str, *operands: Any) -> Any:
    """The sum over products of elements with equal subscripts.

    A subscript that stands twice in one operand means its diagonal; one that the output lacks is
    summed over; ``...`` stands for dimensions without subscripts, which broadcast. Without ``->``
    the output has the subscripts that occur once, in alphabetical order. Saves what products save.

    Args:
        equation: the subscripts of each operand, and of the output: ``"ij,jk->ik"``.
        *operands: as many tensors.

    Raises:
        RuntimeError: the equation does not fit the operands.

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
    left, arrow, right = equation.replace(" ", "").partition("->")
    terms = left.split(",")
    if len(terms) != len(operands):
        than = "fewer" if len(terms) > len(operands) else "more"
        raise RuntimeError(
            f"einsum(): {than} operands were provided than specified in the equation"
        )
    pairs = [_read(term, x, place) for place, (term, x) in enumerate(zip(terms, operands))]
    sizes = _sizes(pairs)
    dots = sorted(label for label in sizes if label.isdigit())
    if arrow:
        out = _spread(right, dots)
    else:
        out = dots + [k for k in sorted(sizes) if left.count(k) == 1 and not k.isdigit()]
    for label in out:
        if label not in sizes or out.count(label) > 1:
            wrong = "does not appear in the equation for any input operand"
            wrong = wrong if label not in sizes else "appears more than once in the output"
            raise RuntimeError(f"einsum(): output subscript {label} {wrong}")
    result, mine = pairs[0]
    for place, (x, its) in enumerate(pairs[1:], 2):
        wanted = {*out}.union(*(labels for _, labels in pairs[place:]))
        result, mine = _product(result, mine, x, its, wanted, sizes)
    result, mine = _summed(result, mine, {*out})
    if mine == out and result is not operands[0]:
        return result
    return permute(result, tuple(mine.index(label) for label in out))


def _spread(term: str, dots: Labels) -> Labels:
    """A label for each dimension, `dots` for those of an ellipsis."""
    before, _, after = term.partition("...")
    return [*before, *(dots if "..." in term else []), *after]


def _read(term: str, x: Any, place: int) -> tuple[Any, Labels]:
    """`x` and a label for each of its dimensions, none of them twice."""
    free = x.ndim - len(term.replace("...", ""))
    if free < 0 or (free and "..." not in term):
        raise RuntimeError(
            f"einsum(): the number of subscripts in the equation ({x.ndim - free}) does not match "
            f"the number of dimensions ({x.ndim}) for operand {place} and no ellipsis was given"
        )
    labels = _spread(term, [str(9 - d) for d in reversed(range(free))])  # the last ones meet
    for label in {*labels}:
        while labels.count(label) > 1:
            first = labels.index(label)
            second = labels.index(label, first + 1)
            if x.shape[first] != x.shape[second]:
                raise RuntimeError(
                    f"einsum(): subscript {label} is repeated for operand {place} but the sizes "
                    f"don't match, {x.shape[second]} != {x.shape[first]}"
                )
            x = movedim(diagonal(x, 0, first, second), -1, first)
            del labels[second]
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
