import numpy as np
import pytest

from minigrad.course import graphs
from minigrad.testing import tree


def drawn(make):
    return make(np.random.default_rng(3))


@pytest.mark.parametrize(
    ("make", "leaves", "occurs"),
    [
        (graphs.log_product, 2, True),
        (graphs.square, 1, True),
        (graphs.plain, 2, True),
        (graphs.twins, 2, True),
        (graphs.absent, 1, False),
        (graphs.deep, 1, True),
    ],
)
def test_a_graph_comes_with_a_leaf(make, leaves, occurs):
    result, leaf = drawn(make)
    found = tree.leaves(result)
    assert len(found) == leaves
    assert any(one is leaf for one in found) is occurs


def test_twins_have_one_value_and_share_nodes():
    result, _ = drawn(graphs.twins)
    one, other = tree.leaves(result)
    assert one is not other and one.item() == other.item()
    assert "the same one" in graphs.graph_text(result)


def test_leaves_of_many_are_not_met_as_they_were_made():
    (result,) = drawn(graphs.many)
    met = [leaf.item() for leaf in tree.leaves(result)]
    assert len(set(met)) == 6
    assert met != [2.25, 3.5, 1.5, 2.75, 3.0, 1.25]  # as they were made


def test_leaves_are_shown_by_letters_and_large_graphs_by_their_size():
    result, leaf = drawn(graphs.absent)
    assert graphs.graph_text(result, leaf).split("\n") == [
        "leaf B = 1.75, in the graph",
        "MulBackward0",
        "├─ leaf A = 1.75",
        "└─ leaf A = 1.75",
    ]
    assert graphs.graph_text(drawn(graphs.deep)[0]) == "(2,502 nodes)"


def test_leaves_become_letters_by_identity():
    result, _ = drawn(graphs.twins)
    one, other = tree.leaves(result)
    assert graphs.lettered([other, one], result) == ["B", "A"]
    found = [one.detach(), one * 3, 2.5, result.grad_fn, None]
    assert graphs.lettered(found, result) == [
        "a copy", "another tensor", "a number", "a node of the graph", "None",
    ]  # fmt: skip
    assert graphs.lettered(None, result) is None


def count(result):
    """How many nodes a walk meets."""
    seen, waiting = set(), [result.grad_fn]
    while waiting:
        node = waiting.pop()
        if node is not None and node not in seen:
            seen.add(node)
            waiting += [behind for behind, _ in node.next_functions]
    return len(seen)


def test_half_walks_see_a_part_of_the_graph():
    result, _ = drawn(graphs.log_product)
    level, first = graphs.half_walks(count)
    assert (count(result), level.wrong(result), first.wrong(result)) == (5, 3, 3)
    assert "first level" in level.why and "first input" in first.why


def test_what_is_handed_over_for_leaves():
    result, _ = drawn(graphs.log_product)
    copies, values, nodes = (m.wrong(result) for m in graphs.no_leaves(tree.leaves))
    assert graphs.lettered(copies, result) == ["a copy"] * 2
    assert graphs.lettered(values, result) == ["a number"] * 2
    assert graphs.lettered(nodes, result) == ["a node of the graph"] * 2
