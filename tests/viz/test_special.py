import math

import numpy as np
import pytest

import minigrad as mg
from minigrad.viz import graph as read
from minigrad.viz.special import rule_of
from minigrad.viz.substitution import filled_rule, letters, rule

INF = math.inf


def told(result, slot=0, **variables):
    """The rule of the root for an input, with numbers in it, in one line."""
    graph = read(result, variables)
    sent = result.grad_fn(mg.ones(result.shape))
    sent = (sent if isinstance(sent, tuple) else (sent,))[slot]
    g = np.ones(result.shape)
    text = filled_rule(
        graph, graph.root, slot, [g], None if sent is None else sent.detach().numpy()
    )
    return text.replace("\n", " ")


def named(result, **variables):
    """The rule of the root for its first input, without numbers."""
    graph = read(result, variables)
    return rule(graph, graph.root, 0)


@pytest.fixture
def x():
    return mg.tensor(2.0, requires_grad=True)


@pytest.fixture
def y():
    return mg.tensor(2.0, requires_grad=True)


@pytest.mark.parametrize(("largest", "sign"), [("maximum", ">"), ("minimum", "<")])
def test_where_two_are_equal_each_gets_half(largest, sign, x, y):
    z = getattr(mg, largest)(x, y)
    for slot in (0, 1):
        assert told(z, slot).endswith(rf"1 \cdot ( [ 2 {sign} 2 ] + [ 2 = 2 ] / 2 ) = 0.5")
    with mg.no_grad():
        y.fill_(3.0)
    assert " = " not in told(getattr(mg, largest)(x, y)).partition("[")[2].partition("]")[0]


def test_elsewhere_the_formula_is_the_operations(x):
    node = read(mg.maximum(x, mg.tensor(1.0))).root
    assert rule_of(node, 0, {"x": 2.0, "y": 1.0}) == node.rules[0]
    assert rule_of(node, 5, {}) == ""
    node = read(x * x).root
    assert rule_of(node, 0, {"x": 2.0, "y": 2.0}) == node.rules[0]


def test_a_norm_of_another_order_has_another_rule():
    v = mg.tensor([1.0, -2.0], requires_grad=True)
    assert told(v.norm(), v=v).endswith("= [0.4472, -0.8944]")
    assert told(v.norm(1), v=v).endswith(r"1 \odot \mathrm{sign} [1, -2] = [1, -1]")
    assert named(v.norm(INF), v=v) == (
        r"g \odot \mathrm{sign} \, \text{v} \odot [ | \text{v} | = \text{result} ] / \#"
    )
    assert told(v.norm(INF)) == told(v.norm(-INF)) == ""  # it speaks of elements


def test_where_no_formula_holds_none_is_written():
    zeros = mg.zeros(2).requires_grad_()
    some = mg.tensor([0.0, 2.0], requires_grad=True)
    for norm in (zeros.norm(), zeros.norm(3), some.norm(1.5)):
        assert told(norm) == named(norm) == ""
    assert told(some.norm(3)).endswith("= [0, 1]")


def test_after_a_backward_it_still_knows_the_inputs(x, y):
    z = mg.maximum(x, y)
    z.backward()
    graph = read(z)
    assert "/ 2" in rule_of(graph.root, 0, letters(graph, graph.root))
