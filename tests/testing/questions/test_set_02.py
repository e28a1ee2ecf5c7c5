"""Exercise set 2: what its statements say is so. Its answers are in tests/exercises/banks."""

import numpy as np

from minigrad.testing.questions import find, set_02


def test_the_numbers_of_the_hints():
    w, x = set_02.Value(3.0), set_02.Value(2.0)
    made = find("x2-error").reference(w, x, set_02.Value(5.0))
    assert made.data == 1.0 and tuple(made.slopes) == (4.0, 6.0, -2.0)


def test_a_walk_level_by_level_is_no_order_on_the_graphs_that_are_drawn():
    order = find("x2-order")
    results = [draw(np.random.default_rng(1))[0] for draw in order.draws]
    late = [order.observe(result)(set_02.nodes(result))[2] for result in results]
    assert late[0] == 0 and all(late[1:])
