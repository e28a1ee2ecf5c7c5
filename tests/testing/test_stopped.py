import pytest

import minigrad
from minigrad.testing.attempt import attempt
from minigrad.testing.stopped import explain, stopped_blank


def faded(x):
    half = ...
    return half + x


def leave(x):
    """Nothing."""


def missing(x):
    return 2 * y  # noqa: F821


def no_argument():
    return 2


def of_none(x):
    return None.name


def calls_none(x):
    return leave(x) + 1


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
        (calls_none, "return leave(x) + 1", ""),
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
    ("function", "expected"), [(faded, True), (missing, False), (lambda x: x, False)]
)
def test_stopping_at_dots_is_not_a_mistake(function, expected):
    error = attempt(function, (3,)).error or Exception()
    assert stopped_blank(error) is expected


def test_not_implemented_is_not_a_mistake():
    assert stopped_blank(NotImplementedError())


def test_what_the_library_cannot_do_is_one():
    with pytest.raises(NotImplementedError) as stopped:
        minigrad.nn.ModuleList()(3)
    assert not stopped_blank(stopped.value)


def test_the_line_is_found_below_a_decorator():
    silent = minigrad.no_grad()(outside)
    rows, _ = explain(attempt(silent, (3,)).error, silent, "f(x)")
    assert 'return int("a")' in dict(rows).values()
