"""Formulas with numbers in them: each says what the rule itself gives."""

import math
import re

import numpy as np
import pytest

import minigrad as mg
from minigrad.viz import graph as read
from minigrad.viz.substitution import filled, filled_rule, formula, rule

F = mg.nn.functional


WRITES = [
    lambda x: x.data.fill_(100.0),
    lambda x: setattr(x, "data", mg.tensor(100.0)),
    lambda x: x.detach().numpy().fill(100.0),
]


def told(result, gradient=None, **variables):
    """The root's formula, and its rule for each input, with numbers in them."""
    graph = read(result, variables)
    g = mg.ones(result.shape) if gradient is None else gradient
    sent = result.grad_fn(g)
    sent = sent if isinstance(sent, tuple) else (sent,)
    rules = [
        filled_rule(graph, graph.root, slot, [g.numpy()], s.detach().numpy())
        for slot, s in enumerate(sent)
        if s is not None
    ]
    return [plain(text) for text in (filled(graph, graph.root), *rules)]


def plain(text):
    """A formula in one line, the names of variables as in a letter."""
    return re.sub(r"\\text\{([a-z₁₂₃]+)\}", r"\1", text.replace("\n", " "))


@pytest.fixture
def x():
    return mg.tensor(2.0, requires_grad=True)


@pytest.fixture
def y():
    return mg.tensor(-3.0, requires_grad=True)


@pytest.fixture
def v():
    return mg.tensor([1.0, 2.0, -3.0], requires_grad=True)


def test_numbers_take_the_place_of_letters(x):
    y = mg.tensor(3.0, requires_grad=True)
    assert told(x * y, x=x, y=y) == [
        r"x \cdot y = 2 \cdot 3 = 6",
        r"g \cdot y = 1 \cdot 3 = 3",
        r"g \cdot x = 1 \cdot 2 = 2",
    ]


def test_a_sign_that_could_be_misread_is_in_parentheses(x, y):
    assert told(x - y, x=x, y=y)[0] == "x - y = 2 - (-3) = 5"
    assert told(y**2, y=y)[0] == "y ^ { n } = (-3) ^ { 2 } = 9"
    assert told(x**y, x=x, y=y)[0] == "x ^ { y } = 2 ^ { -3 } = 0.125"
    assert told(F.elu(y))[0].count("e ^ {-3}") == 1
    assert told(y.abs(), y=y)[0] == "| y | = | -3 | = 3"


def test_products_without_a_sign_get_one(x):
    assert (
        told(x**3, x=x)[1] == r"g \cdot n \cdot x ^ { n - 1 } = 1 \cdot 3 \cdot 2 ^ { 3 - 1 } = 12"
    )
    assert told(x.sqrt())[1] == r"g / ( 2 \cdot result ) = 1 / ( 2 \cdot 1.414 ) = 0.3536"
    assert r"\sigma ( 2 ) \cdot ( 1 + 2 \cdot (" in told(F.silu(x))[1]


def test_words_are_not_letters(y):
    assert r"1 \cdot \mathrm{sign} (-3)" in told(y.abs())[1]


def test_what_is_only_passed_on_is_not_said_twice(x, y):
    assert told(x + y)[1:] == ["g = 1", "g = 1"]
    assert told(-x)[1] == "-g = - 1"
    assert told(mg.tensor([1.0, 2.0], requires_grad=True).sum())[1] == r"g = 1 \to [1, 1]"


def test_a_sum_over_repeated_axes_is_part_of_the_formula(x, v):
    assert told(v * x, v=v)[2] == r"\sum ( g \odot v ) = \sum ( [1, 1, 1] \odot [1, 2, -3] ) = 0"
    assert told(v + x)[2] == r"\sum g = \sum [1, 1, 1] = 3"
    assert told(v + x)[1] == "g = [1, 1, 1]"


def test_a_large_tensor_stays_a_letter_with_its_shape():
    left = mg.ones(5, 3).requires_grad_()
    right = mg.ones(3, 4).requires_grad_()
    assert told(left @ right, right=right)[1] == (
        r"\underset{\text{(5, 4)}}{g} \cdot \underset{\text{(3, 4)}}{right} ^ { \top }"
        r" \to \text{shape (5, 3)}"
    )


def test_counts_and_missing_weights():
    v = mg.tensor([1.0, 2.0, -3.0], requires_grad=True)
    target = mg.tensor([0.0, 0.0, 0.0])
    assert told(v.mean())[1].startswith("g / n = 1 / 3 =")
    for reduction, n in (("mean", 3), ("sum", 1)):
        loss = F.mse_loss(v, target, reduction=reduction)
        assert told(loss, v=v)[1].startswith(
            rf"2 g ( v - input₂ ) / n = 2 \cdot 1 \cdot ( [1, 2, -3] - [0, 0, 0] ) / {n} ="
        )
    p = mg.tensor(0.5, requires_grad=True)
    assert told(F.binary_cross_entropy(p, mg.tensor(1.0)))[1].endswith("= -2")
    assert "w" not in told(F.binary_cross_entropy(p, mg.tensor(1.0)))[1].partition("=")[2]


def test_what_is_unknown_stays_a_name(x):
    graph = read(x * 3.0)
    assert filled_rule(graph, graph.root, 0, [None], None) == (
        "g \\cdot \\text{input₂}\n= g \\cdot 3"
    )
    assert filled_rule(graph, graph.root, 5, [None], None) == ""
    assert filled_rule(graph, graph.leaves[0], 0, [None], None) == ""


def test_a_value_that_was_written_over_is_not_shown(x):
    y = mg.tensor(1.0, requires_grad=True)
    total = x + y
    assert plain(filled(read(total), read(total).root)) == "x + y = 2 + 1 = 3"
    with mg.no_grad():
        x.add_(5.0)
    assert filled(read(total), read(total).root) == ""  # of y it is not certain either


@pytest.mark.parametrize("write", WRITES)
def test_no_value_that_was_written_behind_the_graph_is_in_a_formula(write):
    x, y = mg.tensor(2.0, requires_grad=True), mg.tensor(5.0, requires_grad=True)
    product = x * y
    total = product + x
    assert "= 2 \\cdot 5 = 10" in plain(filled(read(total), read(total)["n1"]))
    write(x)
    graph = read(total)
    assert filled(graph, graph.root) == filled(graph, graph["n1"]) == ""


def test_a_rule_has_what_backward_would_find_now_but_a_freed_one_only_what_is_certain():
    x, y = mg.tensor(2.0, requires_grad=True), mg.tensor(5.0, requires_grad=True)
    product = x * y
    one = np.float32(1)
    x.data.fill_(100.0)
    graph = read(product)
    rule_now = filled_rule(graph, graph.root, 1, [one], np.float32(100))
    assert "= 1 \\cdot 100 = 100" in plain(rule_now)
    product.backward()
    graph = read(product)
    assert "100" not in filled_rule(graph, graph.root, 1, [one], None)


def test_of_a_freed_node_the_inputs_are_still_known(x):
    y = mg.tensor(3.0, requires_grad=True)
    product = x * y
    product.backward()
    graph = read(product)
    assert graph.root.freed
    assert filled(graph, graph.root).endswith("= 2 \\cdot 3\n= 6")


def test_without_numbers_it_still_has_the_names(x, y):
    graph = read(x * y)
    assert plain(formula(graph, graph.root)) == r"x \cdot y"
    assert plain(rule(graph, graph.root, 0)) == r"g \cdot y"
    assert rule(graph, graph.root, 2) == ""


@pytest.mark.parametrize(
    ("operation", "text"),
    [
        (lambda v: v.sum(), r"\sum _ i v _ i"),
        (lambda v: v.cumsum(0), r"\textstyle \sum _ { j \le i } v _ j"),
        (lambda v: mg.cat([v, v]), r"[ input _ 1 \; input _ 2 \; \dots ]"),
        (lambda v: mg.ones(2, 3).mm(v[:, None]), r"input₁ \cdot input₂"),
        (lambda v: v**2, r"v ^ { n }"),
    ],
)
def test_a_dot_stands_between_factors_only(operation, text, v):
    graph = read(operation(v), {"v": v})
    assert plain(formula(graph, graph.root)) == text


def test_formulas_about_single_elements_are_left_alone(v):
    for result in (v.max(), v.prod(), v.var(), v.softmax(0)):
        assert filled(read(result), read(result).root) == ""


def evaluated(tex):
    """The value of a formula of plain numbers."""
    functions = "log|sinh|cosh|tanh|sin|cos|tan|arcsin|arccos|arctan|sqrt"
    text = re.sub(r"\\text\{([^}]*)\}", r"\1", tex)
    text = text.replace(r"\cdot", "*").replace("^", "**").replace("{", "(").replace("}", ")")
    text = re.sub(r"\|\s*([^|]*)\|", r"abs(\1)", text)
    text = re.sub(rf"\\({functions})\s+(-?[\d.]+)", r"\1(\2)", text)
    text = re.sub(r"\\mathrm\(sign\)\s*\(?(-?[\d.]+)\)?", r"sign(\1)", text)
    text = re.sub(r"\[([^\]]*)\]", r"float(\1)", text).replace(r"\max", "max")
    names = {n.removeprefix("arc"): getattr(np, n) for n in functions.split("|")}
    names |= {n: getattr(np, n) for n in functions.split("|")}
    return eval(text.replace("\\", ""), {**names, "e": math.e, "sign": np.sign, "max": max})


ONE = ["abs", "acos", "asin", "atan", "cos", "cosh", "exp", "expm1", "log", "log1p", "neg",
       "reciprocal", "relu", "rsqrt", "sin", "sinh", "sqrt", "tan", "tanh"]  # fmt: skip


@pytest.mark.parametrize("name", ONE)
@pytest.mark.parametrize("value", [0.3, 0.7])
def test_what_is_written_is_what_the_rule_gives(name, value):
    x = mg.tensor(value, requires_grad=True, dtype=mg.float64)
    for text in told(getattr(x, name)(), mg.tensor(-1.5, dtype=mg.float64)):
        _, body, *end = text.split(" = ")
        assert evaluated(body) == pytest.approx(
            float((end or [body])[-1].replace(" ", "")), rel=0.01
        )


@pytest.mark.parametrize("name", ["add", "sub", "mul", "div", "pow", "maximum", "minimum"])
@pytest.mark.parametrize(("a", "b"), [(1.3, -0.7), (0.4, 2.5)])
def test_and_of_two_operands(name, a, b):
    x = mg.tensor(a, requires_grad=True, dtype=mg.float64)
    y = mg.tensor(b, requires_grad=True, dtype=mg.float64)
    for text in told(getattr(mg, name)(x, y), mg.tensor(-1.5, dtype=mg.float64))[1:]:
        _, body, *end = text.split(" = ")
        assert evaluated(body) == pytest.approx(
            float((end or [body])[-1].replace(" ", "")), rel=0.01
        )
