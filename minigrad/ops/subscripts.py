"""Reading the equation of an `einsum`."""

from __future__ import annotations

from collections import Counter

from .dims import Shape

Label = str  # a letter, or "0", "1", … for the dimensions that an ellipsis stands for


def labels(equation: str, shapes: list[Shape]) -> list[list[Label]]:
    """A label for each dimension of each operand.

    Raises:
        RuntimeError: the equation is none, or does not fit the operands' shapes.
    """
    terms = [_term(text) for text in equation.partition("->")[0].split(",")]
    if len(terms) != len(shapes):
        than = "fewer" if len(terms) > len(shapes) else "more"
        raise RuntimeError(
            f"einsum(): {than} operands were provided than specified in the equation"
        )
    free = [len(shape) - len(term.replace(".", "")) for term, shape in zip(terms, shapes)]
    found = [_spread(term, max(free) - n, max(free)) for term, n in zip(terms, free)]
    sizes: dict[Label, int] = {}
    for place, (mine, shape) in enumerate(zip(found, shapes)):
        if len(mine) != len(shape):
            raise RuntimeError(
                f"einsum(): the number of subscripts in the equation ({len(mine)}) does not match "
                f"the number of dimensions ({len(shape)}) for operand {place}"
            )
        for label, n in zip(mine, shape):
            first = shape[mine.index(label)]
            seen = sizes.get(label, 1)
            if n != first or (n != 1 and seen not in (1, n)):
                raise RuntimeError(
                    f"einsum(): subscript {label} has size {n} for operand {place} which does not "
                    f"broadcast with previously seen size {seen if n == first else first}"
                )
            sizes[label] = n if seen == 1 else seen
    return found


def output_labels(equation: str, found: list[list[Label]]) -> list[Label]:
    """The labels of the output; where the equation does not say, those that occur once.

    Raises:
        RuntimeError: it names something twice, or what no operand has.
    """
    _, arrow, right = equation.partition("->")
    counts = Counter(label for mine in found for label in mine)
    free = sorted(label for label in counts if label.isdigit())
    if not arrow:
        return free + sorted(k for k, n in counts.items() if n == 1 and not k.isdigit())
    kept = _spread(_term(right), 0, len(free))
    for label in kept:
        if kept.count(label) > 1:
            raise RuntimeError(
                f"einsum(): output subscript {label} appears more than once in the output"
            )
        if label not in counts:
            raise RuntimeError(
                f"einsum(): output subscript {label} does not appear in the equation for any input "
                "operand"
            )
    return kept


def _term(text: str) -> str:
    """One operand's subscripts, ``...`` as one dot."""
    term = text.replace(" ", "")
    for letter in term.replace("...", "", 1):
        if not (letter.isascii() and letter.isalpha()):
            raise RuntimeError(
                f"einsum(): invalid subscript given in {text!r}: subscripts must be in [a-zA-Z]"
            )
    return term.replace("...", ".")


def _spread(term: str, first: int, most: int) -> list[Label]:
    """A label for each dimension, those of the ellipsis counted from `first` to `most`."""
    before, dots, after = term.partition(".")
    middle = [str(d) for d in range(first, most)] if dots else []
    return [*before, *middle, *after]
