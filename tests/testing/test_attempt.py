import warnings

import pytest

import minigrad
from minigrad.testing.attempt import attempt, explain, has_dots, is_blank, stopped_blank


def untouched(x): ...


def documented(x):
    """Twice x."""


def faded(x):
    half = ...
    return half + x


def half_done(x):
    total = 0
    ...  # add x  # noqa: PIE790
    return total


def sliced(x):
    return x[..., 0]


@pytest.mark.parametrize(
    "answer",
    [None, ..., [], [...], [..., ...], {}, {"a": ...}, untouched, documented, lambda x: ...],
)
def test_nothing_to_judge(answer):
    assert is_blank(answer)


@pytest.mark.parametrize(
    "answer",
    [
        0,
        0.0,
        False,
        "",
        [None],
        ["a", ...],
        {"a": 1, "b": ...},
        {"a": None},
        faded,
        len,
        lambda x: 2,
    ],
)
def test_something_to_judge(answer):
    assert not is_blank(answer)


@pytest.mark.parametrize(("function", "dots"), [(faded, True), (half_done, True), (sliced, False)])
def test_dots_left_in_the_text(function, dots):
    assert has_dots(function) is dots


def test_dots_are_looked_for_in_python_functions_only():
    assert not has_dots(len)
    assert not has_dots(3)


def test_an_outcome_holds_the_value_and_keeps_warnings_off_the_screen(recwarn):
    def warn(x):
        warnings.warn("mind the gap", stacklevel=2)
        return 2 * x

    outcome = attempt(warn, (4,))
    assert (outcome.value, outcome.error, outcome.warned) == (8, None, ("mind the gap",))
    assert not recwarn.list


def test_an_error_is_an_outcome():
    outcome = attempt(lambda: 1 / 0, ())
    assert outcome.value is None
    assert isinstance(outcome.error, ZeroDivisionError)


def test_ctrl_c_is_not_swallowed():
    def interrupted():
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        attempt(interrupted, ())


def missing(x):
    return 2 * y  # noqa: F821


def no_argument():
    return 2


def of_none(x):
    return None.name


def calls_none(x):
    return untouched(x) + 1


def no_variable(x):
    return x.variable


def without_torch(x):
    return sin(x)  # noqa: F821


def two_at_once(x):
    return minigrad.sin(leaf(), leaf())


def in_place(x):
    result = leaf()
    result *= 2
    return result


def a_pair(x):
    return (leaf() * 2).grad_fn.next_functions[0].name()


def whole(x):
    return minigrad.tensor(x, requires_grad=True)


def leaf():
    return minigrad.tensor(2.0, requires_grad=True)


def endless(x):
    return endless(x)


def twice(x):
    squared = leaf() ** 2
    return squared.backward(), squared.backward()


def written_over(x):
    w = leaf()
    squared = w**2
    w.detach().add_(1.0)
    return squared.backward()


def freed(x):
    squared = leaf() ** 2
    squared.backward()
    return squared.grad_fn._saved_self


def cut_off(x):
    w = leaf()
    return minigrad.autograd.grad((w.detach() * leaf()) ** 2, w)


def of_a_number(x):
    return x.backward()


def if_several(x):
    return 1 if minigrad.ones(2) else 0


def by_entry(x):
    return minigrad.ones(2, 3) * minigrad.ones(2)


def no_entry(x):
    return {}[x]


def no_gradient(x):
    return leaf().grad.abs()


def divided(x):
    w = leaf()
    w.grad /= 2


def compared(x):
    return (x == leaf().max).sum()


def takes_too_few(x):
    return no_argument(x)


def starred(x):
    minigrad.nn.ModuleList(*[x, x])


class Unmade:
    def __init__(self, x):
        no_argument(x)


def no_brackets(x):
    with minigrad.no_grad:
        return x


def none_before(x):
    return [][-1]


def outside(x):
    return int("a")


@pytest.mark.parametrize(
    ("function", "line", "words"),
    [
        (missing, "return 2 * y  # noqa: F821", "no `y` there"),
        (no_argument, "", "called as `f(x)`"),
        (takes_too_few, "return no_argument(x)", ""),
        (
            starred,
            "minigrad.nn.ModuleList(*[x, x])",
            "as one list",
        ),
        (of_none, "return None.name", "A leaf's grad_fn is None"),
        (calls_none, "return untouched(x) + 1", ""),
        (no_variable, "return x.variable", "Only an AccumulateGrad"),
        (endless, "return endless(x)", "a list of the nodes still to visit"),
        (without_torch, "return sin(x)  # noqa: F821", "write `torch.sin`"),
        (two_at_once, "return minigrad.sin(leaf(), leaf())", "`torch.sin` takes one tensor"),
        (whole, "return minigrad.tensor(x, requires_grad=True)", "write 2.0, not 2"),
        (in_place, "", "`result = result * x`, not `result *= x`"),
        (a_pair, "return (leaf() * 2).grad_fn.next_functions[0].name()", "a pair (node, number)"),
        (twice, "", "An earlier backward() has freed"),
        (freed, "", "reading it raises an error"),
        (cut_off, "", "No way leads back from that result"),
        (of_a_number, "return x.backward()", "It is a plain number there"),
        (if_several, "return 1 if minigrad.ones(2) else 0", "want one True or False"),
        (written_over, "", "was written over before backward()"),
        (
            by_entry,
            "return minigrad.ones(2, 3) * minigrad.ones(2)",
            "Is a matrix product meant, `@`",
        ),
        (no_entry, "return {}[x]", "Nothing stands under that key yet"),
        (no_gradient, "return leaf().grad.abs()", "A .grad is None before backward()"),
        (divided, "", "A .grad is None before backward()"),
        (compared, "return (x == leaf().max).sum()", "two things were compared"),
        (no_brackets, "with minigrad.no_grad:", "with the brackets"),
        (none_before, "return [][-1]", "What is in it in the first round?"),
        (outside, 'return int("a")', ""),
    ],
)
def test_an_error_is_explained_by_its_line(function, line, words):
    error = attempt(function, (3,)).error
    rows, advice = explain(error, function, "f(x)")
    first = function.__code__.co_firstlineno + 1
    assert dict(rows).get(f"line {first}", "") == line
    assert dict(rows)["stopped"].startswith(type(error).__name__)
    assert words in advice and bool(words) == bool(advice)


def test_a_class_that_stops_at_a_call_of_its_own_is_not_told_how_it_is_called():
    rows, advice = explain(attempt(Unmade, (3,)).error, Unmade, "Unmade(x)")
    assert ("no_argument(x)" in dict(rows).values(), advice) == (True, "")


@pytest.mark.parametrize(
    ("function", "expected"), [(faded, True), (missing, False), (untouched, False)]
)
def test_stopping_at_dots_is_not_a_mistake(function, expected):
    error = attempt(function, (3,)).error or Exception()
    assert stopped_blank(error) is expected


def test_not_implemented_is_not_a_mistake():
    assert stopped_blank(NotImplementedError())
