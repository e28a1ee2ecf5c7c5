import numpy as np
import pytest

from minigrad.testing import graphs, tree


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
    assert "the same one" in graphs.shown(result)


def test_leaves_of_many_are_not_met_as_they_were_made():
    (result,) = drawn(graphs.many)
    met = [leaf.item() for leaf in tree.leaves(result)]
    assert len(set(met)) == 6
    assert met != [2.25, 3.5, 1.5, 2.75, 3.0, 1.25]  # as they were made


def test_leaves_are_shown_by_letters_and_large_graphs_by_their_size():
    result, leaf = drawn(graphs.absent)
    assert graphs.shown(result, leaf).split("\n") == [
        "leaf B = 1.75, in the graph",
        "MulBackward0",
        "├─ leaf A = 1.75",
        "└─ leaf A = 1.75",
    ]
    assert graphs.shown(drawn(graphs.deep)[0]) == "(2,502 nodes)"
