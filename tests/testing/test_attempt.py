import warnings

import pytest

from minigrad.testing.attempt import attempt, has_dots, is_blank


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
