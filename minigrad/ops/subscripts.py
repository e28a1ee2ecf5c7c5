"""Reading the equation of an `einsum`, with PyTorch's errors."""

from __future__ import annotations

from collections import Counter

from .dims import Shape

Label = str  # a letter, or "0", "1", … for the dimensions that an ellipsis stands for


def labels(equation: str, shapes: list[Shape]) -> list[list[Label]]:
    """A label for each dimension of each operand.

    Raises:
        RuntimeError: the equation is none, or does not fit the operands' shapes.
    """
    terms = _terms(equation.partition("->")[0], len(shapes))
    free = []
    for place, (term, shape) in enumerate(zip(terms, shapes, strict=True)):
        count = len(term.replace(".", ""))
        if count > len(shape) if "." in term else count != len(shape):
            _refuse_count(count, len(shape), place, "." in term)
        free.append(len(shape) - count)
    most = max(free)
    found = [_spread(term, most - n, most) for term, n in zip(terms, free, strict=True)]
    sizes: dict[Label, int] = {}
    for place, (mine, shape) in enumerate(zip(found, shapes, strict=True)):
        _check_sizes(mine, shape, sizes, place)
    return found


def output_labels(equation: str, found: list[list[Label]]) -> list[Label]:
    """The labels of the output; where the equation does not say, those that occur once.

    Raises:
        RuntimeError: it names something twice, or what no operand has.
    """
    left, arrow, right = equation.partition("->")
    counts = Counter(label for mine in found for label in mine)
    free = sorted(label for label in counts if label.isdigit())
    if not arrow:
        return free + sorted(k for k, n in counts.items() if n == 1 and not k.isdigit())
    term = _term(right, len(left) + 2, "output but an ellipsis (...) was already found", _OUTPUT)
    for label in term.replace(".", ""):
        if term.count(label) > 1:
            raise RuntimeError(
                f"einsum(): output subscript {label} appears more than once in the output"
            )
        if label not in counts:
            raise RuntimeError(
                f"einsum(): output subscript {label} does not appear in the equation for any input "
                "operand"
            )
    return _spread(term, 0, len(free))


_OUTPUT = "output that is not part of any ellipsis (...)"


def _terms(left: str, count: int) -> list[str]:
    """The subscripts of each operand, ``...`` as one dot."""
    terms: list[str] = []
    start = 0
    for place, text in enumerate(left.split(",")):
        if place == count:
            break
        operand = f"operand {place}"
        terms.append(
            _term(
                text,
                start,
                f"{operand} for which an ellipsis was already found",
                f"{operand} that is not part of any ellipsis",
            )
        )
        start += len(text) + 1
    if left.count(",") + 1 != count:
        than = "fewer" if left.count(",") + 1 > count else "more"
        raise RuntimeError(
            f"einsum(): {than} operands were provided than specified in the equation"
        )
    return terms


def _term(text: str, start: int, twice: str, stray: str) -> str:
    """One operand's subscripts; `start` is where its text begins in the equation."""
    term, at = "", 0
    while at < len(text):
        letter = text[at]
        if letter == ".":
            if "." in term or text[at : at + 3] != "...":
                raise RuntimeError(f"einsum(): found '.' for {twice if '.' in term else stray}")
            at += 2
        elif letter != " " and not (letter.isascii() and letter.isalpha()):
            raise RuntimeError(
                f"einsum(): invalid subscript given at index {start + at} in the equation string, "
                "subscripts must be in [a-zA-Z]"
            )
        term += letter.strip()
        at += 1
    return term


def _spread(term: str, first: int, most: int) -> list[Label]:
    """A label for each dimension, those of the ellipsis counted from `first` to `most`."""
    before, dots, after = term.partition(".")
    middle = [str(d) for d in range(first, most)] if dots else []
    return [*before, *middle, *after]


def _refuse_count(count: int, ndim: int, place: int, dots: bool) -> None:
    than = "is more than" if dots else "does not match"
    end = "" if dots else " and no ellipsis was given"
    raise RuntimeError(
        f"einsum(): the number of subscripts in the equation ({count}) {than} the number of "
        f"dimensions ({ndim}) for operand {place}{end}"
    )


def _check_sizes(mine: list[Label], shape: Shape, sizes: dict[Label, int], place: int) -> None:
    """Sizes of one label must be equal within an operand, and broadcast from one to the next."""
    for d, (label, n) in enumerate(zip(mine, shape, strict=True)):
        first = shape[mine.index(label)]
        if n != first:
            raise RuntimeError(
                f"einsum(): subscript {label} is repeated for operand {place} but the sizes don't "
                f"match, {n} != {first}"
            )
        seen = sizes.get(label, 1)
        if n != 1 and seen not in (1, n):
            what = f"subscript {label} has size {n} for operand {place}"
            last = f"size {seen}"
            if label.isdigit():
                what = f"dimension {d} covered by ellipsis in operand {place}has size {n}"
                last = f"ellipsis with size {seen} for the respective dimension"
            raise RuntimeError(
                f"einsum(): {what} which does not broadcast with previously seen {last}"
            )
        sizes[label] = max(seen, n) if n else n
