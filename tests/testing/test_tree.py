import pytest

import minigrad as torch
from minigrad.testing import tree
from minigrad.testing.tree import Tree, count_remark, difference, drawn, read


def graph(build, names="xy", lib=torch):
    """The graph that an expression leaves behind, its leaves called x and y."""
    leaves = [lib.tensor(value, requires_grad=True) for value in (2.0, 3.0)]
    found = dict(zip(names, leaves))
    return read(build(*leaves), lambda leaf: next(n for n, v in found.items() if v is leaf))


def reused(x, y):
    total = x + y
    return total * total.sin()


def test_a_graph_is_names_and_edges():
    assert graph(lambda x, y: x * y - x.log()) == Tree(
        names=("SubBackward0", "MulBackward0", "LogBackward0", "x", "y"),
        inputs=((1, 2), (3, 4), (3,), (), ()),
    )


def test_what_needs_no_gradient_is_a_constant_each_time():
    assert graph(lambda x, y: (x * 2) / torch.tensor(3.0)) == Tree(
        names=("DivBackward0", "MulBackward0", "a constant", "x", "a constant"),
        inputs=((1, 2), (3, 4), (), (), ()),
    )


@pytest.mark.parametrize("build", [lambda x, y: (x * 2 - y) / x, reused])
def test_a_graph_of_torch_reads_the_same(build):
    theirs = pytest.importorskip("torch", reason="torch is not installed")
    assert graph(build, lib=theirs) == graph(build)


def test_a_node_that_is_used_twice_is_drawn_once():
    assert drawn(graph(reused)).split("\n") == [
        "MulBackward0",
        "├─ AddBackward0",
        "│  ├─ x",
        "│  └─ y",
        "└─ SinBackward0",
        "   └─ AddBackward0, the same one",
    ]


def test_an_arrow_marks_one_edge():
    lines = drawn(graph(lambda x, y: (x + x) * x), (1, 1)).split("\n")
    assert [i for i, line in enumerate(lines) if "← here" in line] == [3]


def test_of_a_large_graph_the_beginning_is_drawn():
    def long(x, y):
        for _ in range(2000):
            x = x * y
        return x

    lines = drawn(graph(long)).split("\n")
    assert len(lines) == tree.MOST_LINES + 1
    assert lines[-1] == "… 2002 nodes in all"


SAME = [
    (lambda x, y: x + y, lambda x, y: y + x),
    (lambda x, y: x * 3, lambda x, y: 3 * x),
    (lambda x, y: (x + y) * x.sin(), lambda x, y: torch.sin(x) * (y + x)),
    (reused, lambda x, y: (lambda s: s.sin() * s)(y + x)),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_the_order_of_a_sum_or_product_does_not_count(one, other):
    assert difference(graph(one), graph(other)) is None


DIFFERENT = [
    (lambda x, y: x * y, lambda x, y: x + y, (-1, 0), "yours has MulBackward0; wanted is Add"),
    (lambda x, y: y - x, lambda x, y: x - y, (-1, 0), "inputs of SubBackward0 are swapped"),
    (lambda x, y: x + y.sin(), lambda x, y: x + y.cos(), (0, 1), "yours has SinBackward0"),
    (lambda x, y: (x - y) / y, lambda x, y: (x - y) / (x + y), (0, 1), "ends in y, where Add"),
    (lambda x, y: x.sin() * y, lambda x, y: x * y, (0, 0), "goes on with SinBackward0, where x"),
    (lambda x, y: x + 2, lambda x, y: x + y, (0, 1), "needs no gradient, where y is wanted"),
    (lambda x, y: x + x, lambda x, y: x + y, (0, 1), "ends in x, where y is wanted"),
    (
        lambda x, y: (x + y) * (x + y).sin(),
        reused,
        (0, 0),
        "2 separate AddBackward0 with the same inputs, where 1 is wanted",
    ),
    (
        reused,
        lambda x, y: (x + y) * (x + y).sin(),
        (0, 0),
        "one AddBackward0 where 2 are wanted",
    ),
    (
        lambda x, y: torch.cat([x.view(1), y.view(1)]),
        lambda x, y: torch.cat([x.view(1), y.view(1), x.view(1)]),
        (-1, 0),
        "CatBackward0 has 2 inputs at the arrow; 3 are wanted",
    ),
]


@pytest.mark.parametrize(("yours", "wanted", "edge", "words"), DIFFERENT)
def test_the_first_difference_is_found(yours, wanted, edge, words):
    found = difference(graph(yours), graph(wanted))
    assert found.edge == edge
    assert words in found.text


def test_deep_graphs_are_compared_without_recursion():
    def chain(n):
        def build(x, y):
            for _ in range(n):
                x = x * y + x
            return x

        return build

    assert difference(graph(chain(3000)), graph(chain(3000))) is None
    assert difference(graph(chain(3000)), graph(chain(2999))) is not None


def test_numbers_of_nodes_are_compared_if_the_kinds_agree():
    product, longer = graph(lambda x, y: x * y), graph(lambda x, y: x * y * y)
    assert "yours has 1 MulBackward0, where 2 are wanted: one too few." in count_remark(
        product, longer
    )
    assert count_remark(product, product) == ""
    assert count_remark(product, graph(lambda x, y: x + y)) == ""


def test_leaves_have_names():
    x, other = torch.tensor(2.0, requires_grad=True), torch.tensor(2.0, requires_grad=True)
    name = tree.leaf_names({"x": x})
    assert name(x) == "x"
    assert name(other) == "another tensor with x's value"
    assert name(torch.tensor(3.0, requires_grad=True)) == "a leaf from elsewhere"
