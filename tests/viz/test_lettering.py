"""What stands for the letters of a formula: names of variables, never another variable's."""

import re

import pytest

import minigrad as mg
from minigrad.viz import graph as read
from minigrad.viz.lettering import input_letters, legend, signed, written
from minigrad.viz.substitution import _named
from tests.viz.samples import operations

F = mg.nn.functional
G = "g is the gradient that comes in"


@pytest.fixture
def one():
    return mg.tensor(2.0, requires_grad=True)


@pytest.fixture
def two():
    return mg.tensor(3.0, requires_grad=True)


def of(function, result, /, **names):
    graph = read(result, names)
    return function(graph, graph.root)


def test_a_variable_stands_by_its_name_whichever_input_it_is(one, two):
    assert of(written, one * two, w=one, x=two) == {"x": r"\text{w}", "y": r"\text{x}"}
    assert of(written, one * two, x=two, y=one) == {"x": r"\text{y}", "y": r"\text{x}"}
    assert of(legend, one * two, w=one, x=two) == f"In the formula {G}."


def test_what_has_no_name_is_numbered_and_explained(one):
    texts = {"x": r"\text{input₁}", "y": r"\text{input₂}"}
    assert of(written, one.log() * 3.0, x=one) == texts
    assert of(legend, one.log() * 3.0, x=one) == (
        f"In the formula input₁ is the result of LogBackward0, input₂ needs no gradient and {G}."
    )
    assert of(written, one.log().sin())["x"] == r"\text{input}"
    assert of(legend, one.sin()) == f"In the formula input is a leaf without a name and {G}."


def test_the_result_too_has_its_name(one):
    result = one.sqrt()
    assert of(written, result)["z"] == r"\text{result}"
    assert of(written, result, root=result)["z"] == r"\text{root}"


@pytest.mark.parametrize("name", ["g", "n", "input", "result", "encoder.layers.0.self_attn.weight"])
def test_a_name_that_could_be_mistaken_or_is_too_long_stands_below(one, name):
    result = one**3
    assert of(written, result, **{name: one})["x"] == r"\text{input}"
    told = name if "." in name else f"your variable {name}"
    assert f"input is {told} and g is" in of(legend, result, **{name: one})


def test_the_letters_of_inputs_are_only_given_where_they_are_clear(one, two):
    def letters(result):
        return input_letters(read(result).root)

    v = mg.ones(3, requires_grad=True)
    assert letters(one * two) == ("x", "y")
    assert letters(mg.ones(2, 3).requires_grad_() @ v) == ("X", "v")
    assert letters(F.linear(v[None], v[None], one[None])) == ("b", "X", "Y")
    assert letters(mg.clamp(one, max=two)) == ("x", "a", "b")
    assert letters(F.binary_cross_entropy_with_logits(one, two)) == ("x", "t")
    assert letters(mg.addcmul(one, two, two)) == ()
    assert letters(mg.cat([v])) == ()


def test_a_name_that_is_no_name_stays_out_of_formulas(one, two):
    for name in ("a<b", "a}b", "a b", "a&b", "\\x", "$"):
        assert of(written, one * two, **{name: one})["x"] == r"\text{input₁}"
        assert f"input₁ is {name} and" in of(legend, one * two, **{name: one, "y": two})
    for name in ("model.0.weight", "größe", "xs[0]", "w_1"):
        assert of(written, one * two, **{name: one})["x"] == rf"\text{{{name}}}"


def test_letters_that_could_be_several_arguments_are_explained(one, two):
    words = "input and other are what it was given"
    assert words in of(legend, mg.addcmul(one, two, two), x=two)


def test_a_product_of_single_numbers_has_the_common_sign(one, two):
    v = mg.ones(3, requires_grad=True)
    elementwise = "⊙ multiplies element by element"
    for result, sign, told in (
        (one * two, r"\cdot", False),
        (one * v, r"\odot", True),
        (v * v, r"\odot", True),
    ):
        assert of(lambda g, n: signed(g, n, n.tex), result) == rf"x {sign} y"
        assert (elementwise in of(legend, result)) is told


def test_unclear_letters_are_no_variables_either(one, two):
    assert of(written, mg.addcmul(one, two, two), x=two) == {
        "x": r"\text{input}",
        "y": r"\text{other}",
    }
    assert of(legend, mg.ones(3, requires_grad=True)[:2]) == (
        f"In the formula input is a leaf without a name and {G}."
    )


@pytest.mark.parametrize(("node", "op"), list(operations()), ids=lambda one: str(one)[:30])
def test_names_can_be_put_into_every_formula(node, op):
    """And what comes out is TeX that a page can show."""
    convert = pytest.importorskip("latex2mathml.converter").convert
    names = dict.fromkeys("xyzXYbvtwha", r"\text{a_name}")
    for tex in (op.tex, *(tex for _, _, tex in op.rules)):
        named = _named(tex, names)
        convert(named.replace(r"\arg", r"\mathrm{arg}"))
        squeezed = re.sub(r"[\s]|\\cdot|\\,", "", named.replace(r"\text{a_name}", ""))
        letters = r"\\(?:begin|end|mathrm|text)\{[^}]*\}|\\[a-zA-Z]+|([xyzXYbvtwha])"
        plain = re.sub(letters, lambda m: "" if m[1] else m[0], tex)
        assert squeezed == re.sub(r"[\s]|\\cdot|\\,", "", plain)
