"""Where a backward goes."""

from minigrad.autograd.engine import newest_first
from minigrad.autograd.targets import Walk, leading_to, must_run, note_reached
from tests.autograd.test_engine import Toy


def chain():
    """A leaf, a node on it, and one on that with a side that leads elsewhere."""
    leaf, other = Toy(0), Toy(0)
    inner = Toy(1, [(leaf, 0)], [2])
    aside = Toy(2, [(other, 0)], [3])
    return leaf, inner, aside, Toy(3, [(inner, 0), (aside, 0)], [5, 7])


def test_what_leads_to_a_target_is_useful_and_nothing_else():
    leaf, inner, _, last = chain()
    assert leading_to({(leaf, 0)}, newest_first([last])) == {leaf, inner, last}
    assert leading_to({(inner, 0)}, newest_first([last])) == {inner, last}


def test_a_target_runs_where_it_receives_or_another_lies_behind_it():
    leaf, inner, _, last = chain()
    useful = leading_to({(inner, 0)}, newest_first([last]))
    for accumulate in (False, True):
        walk = Walk({(inner, 0)}, useful, accumulate, {})
        assert must_run(inner, walk) == accumulate
        assert must_run(last, walk) and not must_run(leaf, walk)


def test_what_arrives_is_noted_at_targets_alone():
    _, inner, _, last = chain()
    walk = Walk({(inner, 0)}, None, False, {})
    note_reached(inner, [4], walk)
    note_reached(last, [1], walk)
    assert walk.reached == {(inner, 0): 4}
