"""Exercise set 2: what its statements say is so. Its answers are in tests/exercises/banks."""

import sys

import numpy as np

from minigrad.course.x2 import values
from minigrad.testing.registry import find

RIGHT = "each Value once, after all that used it"


def drawn():
    return [draw(np.random.default_rng(1))[0] for draw in find("x2-order").draws]


def test_a_walk_level_by_level_is_no_order_on_the_graphs_that_are_drawn():
    look = find("x2-order").observe
    seen = [look(result)(values.nodes(result)) for result in drawn()]
    assert seen[0] == RIGHT and all("before what uses them" in text for text in seen[1:])


def test_one_graph_is_too_deep_for_a_function_that_calls_itself():
    depth, value = 0, drawn()[-1]
    while value.inputs:
        depth, value = depth + 1, value.inputs[0]
    assert depth > max(3_000, sys.getrecursionlimit())  # 3,000 in a notebook


def test_counting_users_in_place_of_uses_shows_whichever_side_is_taken_first():
    def users(result, take):
        counts = {}
        for value in values.nodes(result):
            for one in set(value.inputs):
                counts[one] = counts.get(one, 0) + 1
        found, ready = [], [result]
        while ready:
            value = ready.pop(take)
            found.append(value)
            for one in value.inputs:
                counts[one] -= 1
                ready += [one] * (counts[one] == 0)
        return found

    look, graphs = find("x2-order").observe, drawn()
    for take in (0, -1):
        seen = [look(result)(users(result, take)) for result in graphs]
        assert [text == RIGHT for text in seen] == [True, True, False, True, True]


def test_an_order_is_described_by_what_is_wrong_first_of_all():
    result = drawn()[1]
    look, order = find("x2-order").observe(result), values.newest_first(result)
    assert look(order) == look(tuple(order)) == RIGHT
    assert look([*order, order[-1]]) == "some Values more than once"
    assert look([value.data for value in order]) == "something else than Values"
    assert look([]) == "nothing"
    assert look(order[1:]) == "the result is missing"
    assert look(order[:1]) == "all but the result are missing"
    assert look([value for value in order if value.inputs]) == "all leaves are missing"
    assert look(order[:-1]) == "some are missing"
