"""Every row of the behaviours table, on minigrad and on torch."""

import collections
import math

import pytest

from tests.behaviours.table import TOPICS, stored, table, told
from tests.nn.twins import library

TABLE = table()
FEWEST = 30  # rows of a topic
MOST_UNEQUAL = 20  # rows of all topics


def alike(a, b):
    """Whether two outcomes are equal, floats to the sixth digit."""
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(alike(value, b[key]) for key, value in a.items())
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(alike, a, b))
    if isinstance(a, float) and isinstance(b, float):
        return (math.isnan(a) and math.isnan(b)) or a == pytest.approx(b, rel=1e-6, abs=1e-6)
    return type(a) is type(b) and a == b


@pytest.mark.parametrize("name", TABLE)
def test_minigrad_behaves_as_torch(name):
    found, expected = told(TABLE[name], library("minigrad")), stored()[name]
    if TABLE[name].why is None:
        assert alike(found, expected), f"minigrad: {found}\n   torch: {expected}"
    else:
        assert not alike(found, expected), "equal by now: take the reason away"


@pytest.mark.parametrize("name", TABLE)
def test_what_is_stored_is_what_torch_does(name):
    assert alike(told(TABLE[name], library("torch")), stored()[name])


def test_each_topic_has_its_rows():
    found = collections.Counter(row.topic for row in TABLE.values())
    assert all(found[topic] >= FEWEST for topic in TOPICS), found


def test_rows_say_what_they_show():
    assert all(row.says.endswith(".") for row in TABLE.values())


def test_few_rows_are_unequal():
    assert sum(row.why is not None for row in TABLE.values()) <= MOST_UNEQUAL


def test_a_difference_is_seen():
    assert not alike({"value": [1.0, 2]}, {"value": [1.0, 2.5]})
    assert not alike({"raised": ["RuntimeError", "a"]}, {"raised": ["RuntimeError", "b"]})
    assert not alike({"value": True}, {"value": 1})
    assert alike({"value": [1.0, float("nan")]}, {"value": [1.0 + 1e-9, float("nan")]})
