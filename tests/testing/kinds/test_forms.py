import numpy as np
import pytest

import minigrad
from minigrad.testing.kinds.forms import frozen, in_form, same

LEAF = minigrad.tensor([2.0], requires_grad=True)
NODE = (LEAF * 2).grad_fn
NUMBER, ARRAY, COUNT = np.asarray(2.0), np.asarray([1.0, 2.0]), 2


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (2, NUMBER),
        (LEAF, NUMBER),
        (np.asarray([[2.0]]), NUMBER),
        ([1.0, 2.0], ARRAY),
        (minigrad.tensor([1.0, 2.0]), ARRAY),
        ([minigrad.tensor(1.0), LEAF[0]], ARRAY),
        (2, COUNT),
        (2.0, COUNT),
        (np.int64(2), COUNT),
        (minigrad.tensor(2), COUNT),
        (None, None),
        (np.bool_(True), True),
        (minigrad.tensor(True), True),
        (("a", "b"), ["a", "b"]),
        ([2.0, None], (NUMBER, None)),
        (minigrad.tensor([2.0, 3.0]), (NUMBER, np.asarray(3.0))),
    ],
)
def test_the_right_thing_in_one_form_or_another(value, expected):
    found, text = in_form(value, expected)
    assert text == "" and same(found, expected)


@pytest.mark.parametrize(
    ("value", "expected", "words"),
    [
        (None, NUMBER, "does it end in a `return`?"),
        ("2", NUMBER, "a number has no quotes"),
        ((2.0,), NUMBER, "hand over what is in it"),
        ((LEAF,), NUMBER, "as `autograd.grad` returns one"),
        ((LEAF, LEAF), np.ones((3, 2)), "does not add"),
        ([1.0, 2.0], NUMBER, "should be one number"),
        (LEAF.item, NUMBER, "call it, with brackets"),
        (NODE, NUMBER, "a node of the graph"),
        (True, COUNT, "How many are there?"),
        ({1}, ARRAY, "a set, which keeps no order"),
        ((x for x in (1, 2)), ARRAY, "a generator"),
        (map(abs, (1, 2)), ARRAY, "a generator"),
        ({"a": 1}, ARRAY, "a dictionary"),
        ([NODE], ARRAY, "is a node, not a tensor"),
        ([None, 1.0], ARRAY, "Entry 1 is None"),
        ([[1], [1, 2]], ARRAY, "differ in shape"),
        ("ab", ["a", "b"], "one text"),
        ([NODE], ["a"], "write `node.name()`"),
        (3, ["a"], "should be a list of names"),
        (2.0, (NUMBER, NUMBER), "2 values are wanted: a, b, in this order; yours is a number"),
        ((1.0,), (NUMBER, NUMBER), "yours has 1"),
        ((1.0, "x"), (NUMBER, NUMBER), "no quotes"),
    ],
)
def test_another_kind_of_thing_is_called_what_it_is(value, expected, words):
    assert words in in_form(value, expected, ("a", "b"))[1]


@pytest.mark.parametrize(
    ("yours", "right"),
    [(3, 2), (2.5, 2), (False, None), (None, False), (0.0, None), ("a", "b"), (["a"], ["b"])],
)
def test_what_is_not_the_same(yours, right):
    assert not same(yours, right)


def test_large_counts_are_exact():
    assert not same(100_001, 100_000)


def test_what_is_kept_does_not_change_any_more():
    array, names = np.ones(2), ["a"]
    kept, (given, _), known = frozen(array), in_form(array, ARRAY), frozen(names)
    array[:], names[0] = 5, "b"
    assert kept.tolist() == given.tolist() == [1, 1] and known == ["a"]
