"""Banks of answers: what the checks of each exercise set make of right and wrong ones.

``python -m tests.exercises.banks`` runs the banks of all sets and prints how many wrong answers
are caught, how many right ones refused, how often a mistake is named and how often rightly; a set's
number runs that set alone (``python -m tests.exercises.banks 1 --all``), ``--all`` lists whatever
went otherwise than its bank says, ``--write`` puts the table into ``exercises/README.md``.

**A bank** is a module per set, ``set_01.py`` for ``solutions/x1-…``, with a tuple ``ITEMS``::

    from tests.exercises.banks import Item, one_wrong

    ITEMS = (
        Item(
            "x1-chain",
            right=(
                lambda x, n: math.prod([x] * n, start=x),
                '''
                def chain(x, n):
                    result = x
                    while n:
                        result, n = x * result, n - 1
                    return result
                ''',
            ),
            wrong=(
                (lambda x, n: x ** (n + 1), "one value can be computed by different graphs"),
                (lambda x, n: x * x * x * x, "3 MulBackward0, where"),
                (lambda x, n: x + n, None),
            ),
            equivalent=("line 6: `range(n)` -> `range(0 + n)`",),
        ),
        Item("x1-flags", wrong=one_wrong([True, None], ([False, None], [True, 0.0]), ("a", "b"))),
    )

*An answer* is what the learner's name is bound to: a function, a list, a number. Or it is the text
of the learner's cell (any string), executed in its place, with the notebook's ``torch`` and all
that stands above: write one where the answer keeps state outside of its function (a text is
executed anew each time, an object is not), where a line's number is shown, where it is an engine or
a script. Text may be indented as a whole. The reference solution need not be given: it is run too.

*right*: the reference written differently; at least three for an item that asks for a function.
None may lose a mark.

*wrong*: pairs of an answer with a single fault, and words that its diagnosis must contain (as it
stands in the message, line breaks taken as spaces); None if no diagnosis is expected, and `unnamed`
if none of any. At least ten for an item that asks for a function; for a prediction each wrong
choice (`one_wrong` makes them). Every one has to lose marks, in the visible check or in the hidden
one.

*Most wrong answers are a right one with a fault*: say which line of the solution is another, or
which part of a line, and what stands there in its place::

    wrong=(
        # the stair has no slope
        (but({"return x + (stair - x).detach()": "return stair"}), "is 0 everywhere"),
        # the rest is cut off too
        (but({"x + (stair": "x.detach() + (stair"}), None),
    )

Beginning with the second right answer, in place of the solution: ``but({…}, right=2)``; with the
wrong answer above it that is written in full: ``but({…}, above=True)``. More says `changes.but`.

*equivalent*: mutants that change nothing, or nothing that was asked for, in the words in which the
command lists them, with a comment saying why.

**How an answer is judged**: as in a learner's notebook. The cells of ``solutions/`` are executed in
order, with the solutions, the answer in the place of its own; then come the visible check cell
and the hidden one of its item. The answer is *caught* if it gets less than the cells' points, and
what counts as its diagnosis is the first message that is not a ✓. It is *named* if that message
claims to know the mistake (`runner.GENERAL` has the sentences that claim nothing); *rightly* if it
has the words of the bank. Items are judged one by one: an answer to one meets solutions of all
others.

**Mutants** are made from the solutions by `mutants`: an operator swapped, a constant off by one, a
comparison flipped, a statement deleted and so on. They stand in no bank and are reported apart. So
are those of ``set_01_foreign.py``: answers by someone who has not read the bank, a tuple
``ITEMS`` in the same form, without words throughout.

``tests/exercises/test_banks.py`` holds, for every set: no right answer refused, every wrong one
caught, the mistake named for 85 % of the wrong ones, and rightly for 95 % of those named.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from tests.exercises.banks.changes import but, expanded

__all__ = ["Item", "but", "one_wrong", "unnamed"]

Wrong = tuple[Any, str | None]  # an answer, and words of its diagnosis


@dataclass(frozen=True)
class Item:
    """The answers to one item.

    Attributes:
        name: the grade id of the answer's cell, which is the question's name too.
        right: answers that must get all marks.
        wrong: answers that must lose marks, each with the words that are to be said of it.
        equivalent: mutants that are right, as the command lists them.
    """

    name: str
    right: Sequence[Any] = ()
    wrong: Sequence[Wrong] = ()
    equivalent: Sequence[str] = ()

    def __post_init__(self) -> None:
        """Write out what says how it differs from another answer."""
        right, wrong = expanded(self.name, self.right, self.wrong)
        vars(self).update(right=right, wrong=wrong)


def unnamed(*answers: Any) -> tuple[Wrong, ...]:
    """Wrong answers of which nothing is expected to be said."""
    return tuple((answer, None) for answer in answers)


def one_wrong(
    right: Sequence[Any], options: Iterable[Any] | Sequence[Iterable[Any]], words: Any = None,
    *, per_place: bool = False,
) -> tuple[Wrong, ...]:  # fmt: skip
    """Every list with one wrong place: each option that is not the right one, place by place.

    Args:
        right: the right list.
        options: what may stand at any place; with `per_place`, an own collection for each.
        words: what is to be said: None, a text, or a text for each place.
        per_place: whether `options` has a collection for each place.

    Example:
        >>> from tests.exercises.banks import one_wrong
        >>> one_wrong([True, None], [True, None], ["first", "second"])
        (([None, None], 'first'), ([True, True], 'second'))
    """
    found = []
    for place, value in enumerate(right):
        choices: Any = list(options)[place] if per_place else options
        said = words[place] if isinstance(words, (list, tuple)) else words
        for option in choices:
            if not (type(option) is type(value) and option == value):
                found.append(([*right[:place], option, *right[place + 1 :]], said))
    return tuple(found)
